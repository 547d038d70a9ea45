// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/**
 * Determines the MTU of a path from packets. Every packet of a request, except the last, carries as many bytes as the
 * MTU.
 */
final class PathMtu {
    private static final int SMALLEST = 256;
    private static final int LARGEST = 4096;

    /** The path's MTU; 0 until it is known. */
    private int bytes;
    /** A lower bound for the MTU. */
    private int least = SMALLEST;

    /** Evaluates a packet. Returns true if the MTU has become known or has changed. */
    boolean learn(final CapturedPacket packet) {
        if (packet.payloadLength <= least && bytes != 0) {
            return false;
        }
        switch (packet.opcode) {
            case Opcodes.SEND_FIRST,
                    Opcodes.SEND_MIDDLE,
                    Opcodes.WRITE_FIRST,
                    Opcodes.WRITE_MIDDLE,
                    Opcodes.READ_RESPONSE_FIRST,
                    Opcodes.READ_RESPONSE_MIDDLE -> {
                bytes = packet.payloadLength;
                least = Math.max(least, bytes);
                return bytes > 0;
            }
            default -> {
                least = Math.max(least, Math.min(packet.payloadLength, LARGEST));
                return false;
            }
        }
    }

    /**
     * Adopts the values that another object contains for the same path. Returns true if the MTU has become known.
     */
    boolean absorb(final PathMtu other) {
        final boolean isNew = bytes != other.bytes;
        bytes = Math.max(bytes, other.bytes);
        least = Math.max(least, other.least);
        return isNew;
    }

    /** Returns the MTU, or an upper bound if the MTU is unknown. */
    int largest() {
        return bytes == 0 ? LARGEST : bytes;
    }

    /** Returns the MTU, or a lower bound if the MTU is unknown; a power of 2. */
    int smallest() {
        return bytes == 0 ? Integer.highestOneBit(least - 1) << 1 : bytes;
    }
}
