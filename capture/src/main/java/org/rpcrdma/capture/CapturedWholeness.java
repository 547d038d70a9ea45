// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * How much of a connection the capture holds, as reported to {@link CaptureListener}.
 *
 * @param connection   its number, as in {@link CapturedMessage#connection()}.
 * @param hasBeginning true if its request and reply are in the capture.
 * @param isDamaged    true if packets are missing, or the ends of some, since it was first seen.
 */
public record CapturedWholeness(int connection, boolean hasBeginning, boolean isDamaged) {
    /**
     * Returns true if the capture holds the whole connection.
     *
     * @return true if nothing is missing from its beginning on.
     */
    public boolean isWhole() {
        return hasBeginning && !isDamaged;
    }
}
