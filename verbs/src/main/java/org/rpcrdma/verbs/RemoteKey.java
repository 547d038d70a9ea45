// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The anatomy of a memory key: 24 bits of index over a byte, the tag, that its owner steps so that a key that was
 * handed out before opens nothing.
 */
public final class RemoteKey {
    private static final int TAG = 0xff;

    private RemoteKey() {}

    /**
     * Returns the key with the next tag ({@code ibv_inc_rkey(3)}).
     *
     * @param key a key.
     * @return the same index, the tag one more, modulo 256.
     */
    public static int increment(final int key) {
        return (key & ~TAG) | ((key + 1) & TAG);
    }
}
