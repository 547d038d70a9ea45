// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/**
 * The bytes that packets of a connection carry at most, as far as its packets tell: all packets of a request carry as
 * many but its last.
 */
final class PathMtu {
    private static final int SMALLEST = 256;
    private static final int LARGEST = 4096;

    /** The path's MTU; 0 until it is known. */
    private int bytes;
    /** It is no smaller. */
    private int least = SMALLEST;

    /** Takes a packet; returns true if the path's MTU is known, or another, since. */
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

    /** Takes over what is known of the same path; returns true if the path's MTU is known since. */
    boolean absorb(final PathMtu other) {
        final boolean isNew = bytes != other.bytes;
        bytes = Math.max(bytes, other.bytes);
        least = Math.max(least, other.least);
        return isNew;
    }

    /** Returns the path's MTU, or the largest that it may have. */
    int largest() {
        return bytes == 0 ? LARGEST : bytes;
    }

    /** Returns the path's MTU, or the smallest that it may have: a power of 2. */
    int smallest() {
        return bytes == 0 ? Integer.highestOneBit(least - 1) << 1 : bytes;
    }
}
