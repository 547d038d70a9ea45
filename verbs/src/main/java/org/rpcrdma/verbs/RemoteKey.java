// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Computes memory keys. A key consists of a 24-bit index and an 8-bit tag. The key's owner increments the tag to
 * invalidate earlier keys.
 */
public final class RemoteKey {
    private static final int TAG = 0xff;

    private RemoteKey() {}

    /**
     * Returns the key with the next tag ({@code ibv_inc_rkey(3)}).
     *
     * @param key a key.
     * @return the same index with the tag incremented modulo 256.
     */
    public static int increment(final int key) {
        return (key & ~TAG) | ((key + 1) & TAG);
    }
}
