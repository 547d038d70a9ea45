// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.Syndrome;
import org.rpcrdma.rnic.roce.TimerCodes;

/**
 * The requests that one side of a connection was not ready to take: it answered them with RNR NAKs.
 *
 * <p>A receiver refuses the first request that it cannot take and drops those behind it. The sender repeats all of them
 * after the time that the NAK asks for, until the receiver takes them or the sender gives up. So one request is refused
 * at a time.
 */
public final class RefusedRequests {
    /** A time, or a transaction id, that the capture does not tell. */
    public static final long UNKNOWN = -1;

    private static final int NONE = -1;
    /** The smallest payload of a packet that is not the last of its message. */
    private static final int LEAST_PAYLOAD = 256;

    private int psn = NONE;
    private FirstNak first;
    private int naks;
    private long timer;
    private long latestRepeat;
    private Kind kind;
    private long xid;

    /** Kinds of requests that are refused. */
    public enum Kind {
        /** A Send: no Receive was posted for it. */
        SEND,
        /** An RDMA READ or WRITE: its memory was not present (on-demand paging). */
        TRANSFER,
        /** A request that the capture does not show again. */
        NOT_REPEATED
    }

    /**
     * The first RNR NAK of a request.
     *
     * @param frame       its frame, from 1.
     * @param nanos       when it was captured, nanoseconds since the first frame of the capture.
     * @param source      the address of the side that was not ready.
     * @param destination the address of the sender.
     * @param outstanding the sender's calls that had no reply then; {@link #UNKNOWN} if they are not counted.
     * @param granted     the credits that the sender had; {@link #UNKNOWN} if no grant is known.
     */
    public record FirstNak(long frame, long nanos, String source, String destination, long outstanding, long granted) {}

    /**
     * A refused request.
     *
     * @param first its first RNR NAK.
     * @param naks  its RNR NAKs.
     * @param timer the longest time that they ask the sender to wait, nanoseconds.
     * @param kind  what was refused.
     * @param xid   the transaction id of a Send; {@link #UNKNOWN} of others.
     * @param waited nanoseconds from the first NAK until the request was sent for the last time; {@link #UNKNOWN} if it
     *              was not sent after the last NAK.
     */
    public record Refused(FirstNak first, int naks, long timer, Kind kind, long xid, long waited) {}

    public RefusedRequests() {}

    /**
     * Takes an RNR NAK of the side that is not ready.
     *
     * @param outstanding calls of its peer that have no reply; {@link #UNKNOWN} if they are not counted.
     * @param granted     the credits that its peer has; {@link #UNKNOWN} if no grant is known.
     * @return the request that was refused before, if this NAK is another one's; otherwise null.
     */
    public Refused refuse(final CapturedMessage nak, final int syndrome, final long outstanding, final long granted) {
        Refused ended = null;
        if (psn != nak.packetSequenceNumber()) {
            ended = end();
            psn = nak.packetSequenceNumber();
            first = new FirstNak(
                    nak.frameNumber(), nak.relativeNanos(), nak.source(), nak.destination(), outstanding, granted);
            naks = 0;
            timer = 0;
            kind = Kind.NOT_REPEATED;
            xid = UNKNOWN;
        }
        naks++;
        timer = Math.max(timer, TimerCodes.rnrWait(syndrome & Syndrome.VALUE));
        latestRepeat = UNKNOWN;
        return ended;
    }

    /**
     * Takes a request of the peer, or a packet of one.
     *
     * @param ofXid the transaction id of a Send, or {@link #UNKNOWN}.
     * @return the refused request so far if this repeats it; otherwise null.
     */
    public Refused repeat(final CapturedMessage request, final Kind ofKind, final long ofXid) {
        if (psn == NONE) {
            return null;
        }
        // A Send of several packets is reported with the number of its last one, and refused by that of its first.
        final int packets = request.packetSequenceNumber() - psn & 0xff_ffff;
        if (packets > (isOfSeveralPackets(request) ? request.wireLength() / LEAST_PAYLOAD : 0)) {
            return null;
        }
        kind = ofKind;
        xid = ofXid;
        latestRepeat = request.relativeNanos();
        return current();
    }

    private static boolean isOfSeveralPackets(final CapturedMessage request) {
        return switch (request.opcode()) {
            case Opcodes.SEND_LAST, Opcodes.SEND_LAST_IMMEDIATE, Opcodes.SEND_LAST_INVALIDATE -> true;
            default -> false;
        };
    }

    /** Returns the request that was refused last, and forgets it; null if there is none. */
    public Refused end() {
        final Refused ended = psn == NONE ? null : current();
        psn = NONE;
        return ended;
    }

    private Refused current() {
        final long waited = latestRepeat == UNKNOWN ? UNKNOWN : Math.max(0, latestRepeat - first.nanos);
        return new Refused(first, naks, timer, kind, xid, waited);
    }
}
