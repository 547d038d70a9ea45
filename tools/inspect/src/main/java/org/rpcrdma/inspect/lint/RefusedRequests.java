// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.Syndrome;
import org.rpcrdma.rnic.roce.TimerCodes;

/**
 * The requests that one side of a connection refused with RNR NAKs because it was not ready.
 *
 * <p>A receiver refuses the first request that it cannot accept and drops the requests that follow. After the delay
 * requested by the NAK, the sender repeats all of them, until the receiver accepts them or the sender gives up.
 * Therefore, only one request is refused at a time.
 */
public final class RefusedRequests {
    /** Represents an unknown time or transaction id. */
    public static final long UNKNOWN = -1;

    private static final int NONE = -1;
    /** The minimum payload, in bytes, of a packet that is not the last one of its message. */
    private static final int LEAST_PAYLOAD = 256;

    private int psn = NONE;
    private FirstNak first;
    private int naks;
    private long timer;
    private long latestRepeat;
    private Kind kind;
    private long xid;

    /** The kinds of refused requests. */
    public enum Kind {
        /** A Send for which no Receive was posted. */
        SEND,
        /** An RDMA READ or WRITE whose memory was not present (on-demand paging). */
        TRANSFER,
        /** A request whose repetition was not captured. */
        NOT_REPEATED
    }

    /**
     * The first RNR NAK for a request.
     *
     * @param frame       the frame number, from 1.
     * @param nanos       the time, in nanoseconds since the first frame of the capture.
     * @param source      the address of the side that was not ready.
     * @param destination the sender's address.
     * @param outstanding the number of the sender's unanswered calls at that time; {@link #UNKNOWN} if they are not
     *                    counted.
     * @param granted     the sender's credits; {@link #UNKNOWN} if no grant is known.
     */
    public record FirstNak(long frame, long nanos, String source, String destination, long outstanding, long granted) {}

    /**
     * A refused request.
     *
     * @param first  the first RNR NAK.
     * @param naks   the number of RNR NAKs.
     * @param timer  the longest delay that the NAKs request, in nanoseconds.
     * @param kind   the kind of request.
     * @param xid    a Send's transaction id; {@link #UNKNOWN} for other requests.
     * @param waited the time from the first NAK to the last transmission, in nanoseconds; {@link #UNKNOWN} if the
     *               request was not sent after the last NAK.
     */
    public record Refused(FirstNak first, int naks, long timer, Kind kind, long xid, long waited) {}

    public RefusedRequests() {}

    /**
     * Processes an RNR NAK from the side that is not ready.
     *
     * @param outstanding the number of the peer's unanswered calls; {@link #UNKNOWN} if they are not counted.
     * @param granted     the peer's credits; {@link #UNKNOWN} if no grant is known.
     * @return the previously refused request, if this NAK refuses a different request; otherwise null.
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
     * Processes a packet of the peer's requests.
     *
     * @param ofXid a Send's transaction id, or {@link #UNKNOWN}.
     * @return the refused request if this request repeats it; otherwise null.
     */
    public Refused repeat(final CapturedMessage request, final Kind ofKind, final long ofXid) {
        if (psn == NONE) {
            return null;
        }
        // A Send of several packets is reported with its last PSN but refused with its first.
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

    /** Removes and returns the last refused request, or returns null if no request was refused. */
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
