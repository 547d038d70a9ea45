// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * States whether a connection was captured completely, as reported to {@link CaptureListener}. Immutable.
 *
 * @param connection   the connection's number, as in {@link CapturedMessage#connection()}.
 * @param hasBeginning true if the connection's request and reply were captured.
 * @param isDamaged    true if packets, or parts of packets, are missing after the first captured packet.
 */
public record CapturedWholeness(int connection, boolean hasBeginning, boolean isDamaged) {
    /**
     * Returns true if the connection was captured completely.
     *
     * @return true if no packet is missing since the start of the connection.
     */
    public boolean isWhole() {
        return hasBeginning && !isDamaged;
    }
}
