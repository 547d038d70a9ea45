// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/**
 * The sequence of the requests in one direction. Determines which request is next and which requests are missing.
 *
 * <p>A READ uses one sequence number for each packet of its response, and the number of packets depends on the path
 * MTU. Until the MTU is known, the sequence number of the next request can only be narrowed down to a range, and only a
 * request with the lowest number in this range is certainly next.
 */
final class RequestOrder {
    /** The maximum number of packets in the response to a READ. A READ that requires more packets is invalid. */
    private static final long MAX_READ_PACKETS = SequenceWindow.SIZE;

    private static final int NUMBERS = 0xff_ffff;

    private PathMtu mtu;
    private final SequenceWindow sequence = new SequenceWindow();
    private final MissingPackets missing = new MissingPackets();
    /** The sequence number of the first request, which is known from the set-up; -1 if it is unknown. */
    private int beginning = -1;
    /**
     * The sequence number of the latest READ, if the sequence continues after its packets. {@link #readLength} is its
     * length.
     */
    private int readPsn;

    private long readLength;

    RequestOrder(final PathMtu mtu) {
        this.mtu = mtu;
    }

    /** Uses another connection's MTU from now on, which may already be known. */
    void follow(final PathMtu other) {
        mtu = other;
    }

    SequenceWindow sequence() {
        return sequence;
    }

    MissingPackets missing() {
        return missing;
    }

    /** Records the sequence number of the first request, which is known from the set-up. */
    void beginAt(final int psn) {
        beginning = psn;
    }

    /** Returns true if a request is certainly the next one, or if it is overdue. */
    boolean isNext(final int psn) {
        if (!sequence.started()) {
            sequence.start(beginning >= 0 && isNear(beginning, psn) ? beginning : psn);
        }
        if (!sequence.isNear(psn)) {
            return true;
        }
        narrowSlack();
        return SequenceWindow.distance(psn, sequence.expected()) <= 0;
    }

    private static boolean isNear(final int psn, final int other) {
        return Math.abs(SequenceWindow.distance(psn, other)) < SequenceWindow.SIZE;
    }

    /** Returns true if a sequence number may follow all previous requests and all sequence numbers that they use. */
    boolean isAhead(final int psn) {
        if (!sequence.started()) {
            return beginning >= 0 && isNear(beginning, psn) && SequenceWindow.distance(psn, beginning) >= 0;
        }
        if (!sequence.isNear(psn)) {
            return false;
        }
        narrowSlack();
        return SequenceWindow.distance(psn, sequence.expected()) >= 0;
    }

    /**
     * Continues at the given sequence number. Requests before this number that have not been seen count as missing.
     * Returns true if there are such requests.
     */
    boolean skipTo(final int psn) {
        if (!sequence.started() && !isAhead(psn)) {
            return false;
        }
        if (!sequence.started()) {
            sequence.start(beginning);
        }
        narrowSlack();
        if (!sequence.isNear(psn) || SequenceWindow.distance(psn, sequence.latestExpected()) <= 0) {
            return false;
        }
        missing.add(sequence.latestExpected(), psn);
        sequence.skipTo(psn);
        readLength = 0;
        return true;
    }

    /** Records a request that is next in sequence, late or repeated. Returns true if it is repeated. */
    boolean take(final CapturedPacket packet) {
        if (!sequence.isNear(packet.psn)) {
            missing.lose();
            sequence.start(packet.psn);
        }
        final boolean again = sequence.isSeen(packet.psn);
        final boolean isNext = sequence.ahead(packet.psn) >= 0;
        if (!isNext && !again) {
            final int span = packet.opcode == Opcodes.READ_REQUEST ? packets(packet.dmaLength, mtu.largest()) : 1;
            missing.fill(packet.psn, packet.psn + span & NUMBERS);
        }
        if (packet.cut) {
            missing.cut();
        }
        advance(packet, isNext);
        return again;
    }

    private void advance(final CapturedPacket packet, final boolean isNext) {
        if (packet.opcode != Opcodes.READ_REQUEST) {
            sequence.advance(packet.psn, 1, 0);
            readLength = isNext ? 0 : readLength;
            return;
        }
        final int span = packets(packet.dmaLength, mtu.largest());
        final int mostSpan = packets(packet.dmaLength, mtu.smallest());
        if (isNext) {
            readPsn = packet.psn;
            readLength = packet.dmaLength;
        }
        sequence.advance(packet.psn, span, mostSpan - span);
    }

    private void narrowSlack() {
        if (readLength > 0 && sequence.latestExpected() != sequence.expected()) {
            sequence.narrow(
                    readPsn + packets(readLength, mtu.largest()) & NUMBERS,
                    readPsn + packets(readLength, mtu.smallest()) & NUMBERS);
        }
    }

    /** Returns the number of packets in the response to a READ. */
    static int packets(final long length, final int payload) {
        return (int) Math.max(1, Math.min((length + payload - 1) / payload, MAX_READ_PACKETS));
    }
}
