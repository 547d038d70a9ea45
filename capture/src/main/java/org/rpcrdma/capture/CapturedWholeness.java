// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Reports to {@link CaptureListener} whether a connection was captured completely. Immutable.
 *
 * @param connection its number, as in {@link CapturedMessage#connection()}.
 * @param hasBeginning true if its request and reply were captured.
 * @param isDamaged true if packets, or parts of them, are missing since its first captured packet.
 */
public record CapturedWholeness(int connection, boolean hasBeginning, boolean isDamaged) {
    /**
     * Returns true if the connection was captured completely.
     *
     * @return true if nothing is missing since its beginning.
     */
    public boolean isWhole() {
        return hasBeginning && !isDamaged;
    }
}
