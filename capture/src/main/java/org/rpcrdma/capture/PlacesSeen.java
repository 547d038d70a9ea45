// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/** The places at which packets of one direction were seen, and evidence that helps to recognize copies. */
final class PlacesSeen {
    private static final int EVIDENCE = 4;
    private static final int NONE = -1;

    private int first;
    private int[] others;
    private int count;
    private int latestPsn = NONE;
    private int latestIdentification = -1;
    private int packets;
    private int changes;
    /** The highest sequence number of the requests seen so far. */
    private int furthestRequest = NONE;
    /** The highest sequence number of the responses seen so far. */
    private int furthestAnswer = NONE;
    /** The time of the latest negative acknowledgement. After this time, the peer may repeat packets. */
    long refusedNanos = Long.MIN_VALUE;
    /** The time of the latest repeated request. After this time, the peer may respond again. */
    long repeatedNanos = Long.MIN_VALUE;
    /** True from a repeated request until the next new request. The sender repeats all requests in this interval. */
    private boolean isGoingBack;
    /** True from a repeated READ response until the next new response. */
    private boolean isAnsweringAgain;
    /** The time of the latest packet that filled a gap. After this time, packets beyond the gap may be repeated. */
    long wentBackNanos = Long.MIN_VALUE;

    /**
     * Returns the number of the place at which a packet was seen. If there are too many places, all additional places
     * share the last number.
     */
    int of(final CapturedPacket packet, final int most) {
        if (count == 0) {
            first = packet.path;
            count = 1;
        }
        return packet.path == first ? 0 : other(packet.path, most);
    }

    /** Returns true if any packet has been seen. */
    boolean isAny() {
        return count > 0;
    }

    private int other(final int path, final int most) {
        if (others == null) {
            others = new int[most];
        }
        for (int i = 1; i < count; i++) {
            if (others[i] == path) {
                return i;
            }
        }
        if (count < most) {
            others[count++] = path;
        }
        return count - 1;
    }

    /**
     * Returns true if a packet is certainly new, because its sequence number is higher than all previous numbers, but
     * not by much.
     */
    boolean isFurther(final CapturedPacket packet) {
        final boolean isAnswer = Opcodes.isResponse(packet.opcode);
        final int furthest = isAnswer ? furthestAnswer : furthestRequest;
        final int by = furthest == NONE ? 1 : SequenceWindow.distance(packet.psn, furthest);
        if (by <= 0) {
            return false;
        }
        if (isAnswer) {
            furthestAnswer = packet.psn;
        } else {
            furthestRequest = packet.psn;
        }
        return by <= SequenceWindow.SIZE;
    }

    /** Returns true if a response to a later request, or a later response to the same request, has been seen. */
    boolean isAnsweredBeyond(final int psn) {
        return furthestAnswer != NONE && SequenceWindow.distance(furthestAnswer, psn) > 0;
    }

    /** Records a packet that is not a copy. The packet may be a retransmission. */
    void judged(final CapturedPacket packet, final boolean isRepeated) {
        if (packet.nak != 0) {
            refusedNanos = packet.timestampNanos;
        } else if (isReadAnswer(packet)) {
            isAnsweringAgain = isRepeated;
        } else if (!Opcodes.isResponse(packet.opcode)) {
            isGoingBack = isRepeated;
            repeatedNanos = isRepeated ? packet.timestampNanos : repeatedNanos;
        }
    }

    private static boolean isReadAnswer(final CapturedPacket packet) {
        return packet.opcode >= Opcodes.READ_RESPONSE_FIRST && packet.opcode <= Opcodes.READ_RESPONSE_ONLY;
    }

    /**
     * Returns true if the sender is currently repeating packets of the same kind as the given packet. This is the case
     * if the latest packet of that kind was repeated.
     */
    boolean isGoingBack(final CapturedPacket packet) {
        return isReadAnswer(packet) ? isAnsweringAgain : isGoingBack && !Opcodes.isResponse(packet.opcode);
    }

    /** Records the latest packet, if it has an identification. */
    void latest(final CapturedPacket packet) {
        if (packet.identification <= 0) {
            return;
        }
        if (latestPsn >= 0 && latestPsn != packet.psn) {
            packets++;
            changes += packet.identification == latestIdentification ? 0 : 1;
            if (packets == 1 << 10) {
                packets /= 2;
                changes /= 2;
            }
        }
        latestPsn = packet.psn;
        latestIdentification = packet.identification;
    }

    /** Returns true if the sender probably assigns a different identification to each packet. */
    boolean isCounted() {
        if (packets < EVIDENCE) {
            return changes == packets;
        }
        return changes > packets / 2;
    }
}
