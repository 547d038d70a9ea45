// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/**
 * The sequence of one direction's requests. Determines which request is next and which requests are missing.
 *
 * <p>A READ uses one sequence number for each packet of its response, and the number of packets depends on the path
 * MTU. Until the MTU is known, the next request's sequence number can only be narrowed down to a range. Only a request
 * with the lowest number of this range is certainly next.
 */
final class RequestOrder {
    /** The maximum number of packets in a READ response. A READ that requires more packets is invalid. */
    private static final long MAX_READ_PACKETS = SequenceWindow.SIZE;

    private static final int NUMBERS = 0xff_ffff;

    private PathMtu mtu;
    private final SequenceWindow sequence = new SequenceWindow();
    private final MissingPackets missing = new MissingPackets();
    /** The sequence number of the first request, which the set-up contains, or -1. */
    private int beginning = -1;
    /** The sequence number and the length of the READ after whose packets the sequence continues. */
    private int readPsn;

    private long readLength;

    RequestOrder(final PathMtu mtu) {
        this.mtu = mtu;
    }

    /** Adopts another connection's knowledge of the path's MTU. */
    void follow(final PathMtu other) {
        mtu = other;
    }

    SequenceWindow sequence() {
        return sequence;
    }

    MissingPackets missing() {
        return missing;
    }

    /** Records the sequence number of the first request, which the set-up contains. */
    void beginAt(final int psn) {
        beginning = psn;
    }

    /** Returns true if a request is certainly the next one or overdue. */
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
     * Continues at the given sequence number. The requests before it count as missing. Returns true if there are such
     * requests.
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

    /** Records the next request, or a late or repeated request. Returns true if the request is repeated. */
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

    /** Returns the number of packets in a response. */
    static int packets(final long length, final int payload) {
        return (int) Math.max(1, Math.min((length + payload - 1) / payload, MAX_READ_PACKETS));
    }
}
