// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Checks one connection against the rules.
 *
 * <p>A capture may start in the middle of a connection, lack packets, or contain truncated ones. A finding that depends
 * on all earlier messages is therefore reported only if all of them were captured.
 */
final class ConnectionLint {
    private static final int UNKNOWN = -1;
    private static final int MOST_UNCERTAIN = 1000;
    private static final long MICRO = 1000;
    /**
     * The maximum delay of reordered packets in captures, in ns. A packet that explains a finding arrives within this
     * time.
     */
    private static final long UNCERTAIN_NANOS = 1_000_000;

    /** The suffix of a finding after which no further message from the other side was captured. */
    private static final String UNLESS_LAST =
            "; unless the capture lacks the other side's last packets, which leave no trace";

    private final Findings findings;
    private final RpcRdmaHeader header;
    private final HeaderRules headerRules;
    private final ReplyRules replyRules;
    private final CallingSide[] callers = {new CallingSide(), new CallingSide()};
    /** The negotiated terms; null if the connection's set-up was not captured. */
    private final Terms terms;

    private boolean isRpcRdma;
    /** True if state was dropped to save memory. */
    private boolean hasForgotten;
    /** True if the capture was complete when it was last checked. */
    private boolean isGapless;

    /** True if calls and replies were captured in the order in which they were sent. */
    private boolean isOrdered;

    private long messages;
    private CapturedMessage current;
    /** The requests that each side refused. */
    private final RefusedRequests[] refused = {new RefusedRequests(), new RefusedRequests()};

    /** The frame of each side's latest message. */
    private final long[] latestFrames = new long[2];

    private int number;
    /** The findings that a missing message from the other side would explain. */
    private final List<Uncertain> uncertain = new ArrayList<>();

    /** A finding about one side's message, and the condition under which a later message explains it. */
    private record Uncertain(int side, long nanos, Finding finding, BooleanSupplier isExplained) {}

    ConnectionLint(final Findings findings, final RpcRdmaHeader header, final Terms terms) {
        this.findings = findings;
        this.header = header;
        this.terms = terms;
        headerRules = new HeaderRules(findings);
        replyRules = new ReplyRules(findings);
        isRpcRdma = terms != null && terms.isRpcRdma();
        if (terms != null) {
            callers[0].credits.begin();
        }
    }

    /** Returns the number of calls and segments kept. */
    int size() {
        return callers[0].size() + callers[1].size();
    }

    /** Returns the number of RPC-over-RDMA messages so far. */
    long messages() {
        return messages;
    }

    /** Returns true if state was dropped or the start of the connection was not captured. */
    boolean isPartial() {
        return terms == null || hasForgotten;
    }

    /** Returns true if the connection's complete traffic was captured. */
    private boolean isWhole() {
        return terms != null && isGapless && isOrdered;
    }

    private void look(final CapturedMessage message) {
        current = message;
        latestFrames[message.side()] = message.frameNumber();
        isGapless = message.isConnectionGapless() && !hasForgotten;
        isOrdered = !message.isConnectionReordered();
        settle();
    }

    /** Processes a Send around which the header is wrapped. Returns false if the Send is not RPC-over-RDMA. */
    boolean onSend(final CapturedMessage send, final int status) {
        isRpcRdma = isRpcRdma || status == HeaderStatus.VALID && isEvident(send);
        if (!isRpcRdma) {
            return false;
        }
        messages++;
        look(send);
        if (status != HeaderStatus.VALID && send.isCut()) {
            hasForgotten = true;
        } else if (status == HeaderStatus.TOO_SHORT) {
            findings.at(send);
            headerRules.refused(header, status, send.length());
        } else {
            message(send, status);
        }
        return true;
    }

    private void message(final CapturedMessage send, final int status) {
        findings.at(send, header.xid());
        threshold(send);
        if (status == HeaderStatus.TOO_MANY_CHUNKS) {
            hasForgotten = true;
        } else if (status == HeaderStatus.VALID) {
            headerRules.check(send, header);
        } else {
            headerRules.refused(header, status, send.length());
        }
        final boolean isBroken = status != HeaderStatus.VALID;
        if (isReply(send, isBroken)) {
            reply(send, isBroken);
        } else if (header.procedure() != RpcRdmaHeader.RDMA_DONE) {
            call(send, isBroken);
        }
    }

    /** Returns true if a Send is almost certainly RPC-over-RDMA. */
    private boolean isEvident(final CapturedMessage send) {
        final int rpc = header.headerLength();
        return header.procedure() == RpcRdmaHeader.RDMA_MSG
                && send.length() - rpc >= 3 * Integer.BYTES
                && send.buffer().getInt(send.offset() + rpc, BIG_ENDIAN) == header.xid()
                && (type(send) == RpcMessage.CALL || type(send) == RpcMessage.REPLY);
    }

    /** Returns the type of the RPC message that follows the header. */
    private int type(final CapturedMessage send) {
        final int current = header.headerLength() + Integer.BYTES;
        final boolean isThere = send.length() - current >= Integer.BYTES;
        return isThere ? send.buffer().getInt(send.offset() + current, BIG_ENDIAN) : UNKNOWN;
    }

    private boolean isReply(final CapturedMessage send, final boolean isBroken) {
        if (isBroken) {
            return header.procedure() == RpcRdmaHeader.RDMA_ERROR || isAnswer(send);
        }
        return switch (header.procedure()) {
            case RpcRdmaHeader.RDMA_MSG, RpcRdmaHeader.RDMA_MSGP -> {
                final int type = type(send);
                yield type == RpcMessage.REPLY || type != RpcMessage.CALL && isAnswer(send);
            }
            case RpcRdmaHeader.RDMA_NOMSG ->
                header.readSegmentCount() == 0 && (header.hasReplyChunk() || isAnswer(send));
            default -> header.procedure() == RpcRdmaHeader.RDMA_ERROR;
        };
    }

    /**
     * Returns true if a Send answers an outstanding call, that is, has the transaction id of one of the peer's calls.
     */
    private boolean isAnswer(final CapturedMessage send) {
        return callers[1 - send.side()].find(header.xid()) != null;
    }

    private void threshold(final CapturedMessage send) {
        if (terms != null && send.wireLength() > terms.threshold(send.side())) {
            findings.found(
                    LintRule.INLINE_THRESHOLD,
                    "length=" + send.wireLength() + " threshold=" + terms.threshold(send.side()));
        }
    }

    private void call(final CapturedMessage send, final boolean isBroken) {
        final CallingSide caller = callers[send.side()];
        final OutstandingCall before = caller.find(header.xid());
        if (before != null && isGapless && isOrdered) {
            foundUnlessMissing(LintRule.XID_REUSE, "outstanding since frame " + before.frame);
        }
        if (send.invalidates()) {
            findings.found(
                    LintRule.INVALIDATE_HANDLE,
                    String.format(Locale.ROOT, "handle=%08x invalidated by a call", send.rkey()));
        }
        final OutstandingCall call = new OutstandingCall(header.xid(), send.frameNumber(), isBroken);
        if (!isBroken) {
            call.offer(header);
            headerRules.offered(call);
        }
        hasForgotten |= !caller.add(call);
        credits(caller, isReverse(send.side()));
    }

    private void credits(final CallingSide caller, final boolean isReverse) {
        if (!caller.credits.isExceededBy(caller.outstanding()) || !isGapless || !isOrdered) {
            return;
        }
        final String seen = "outstanding=" + caller.outstanding() + " granted=" + caller.credits.limit();
        if (isReverse) {
            foundUnlessMissing(LintRule.REVERSE_CREDITS, seen);
        } else if (caller.credits.isInitial()) {
            foundUnlessMissing(
                    LintRule.INITIAL_CREDIT, "outstanding=" + caller.outstanding() + " before the first reply");
        } else {
            foundUnlessMissing(LintRule.CREDITS_EXCEEDED, seen);
        }
    }

    /** Processes an RNR NAK. */
    void onNotReady(final CapturedMessage nak, final int syndrome) {
        number = nak.connection();
        final CallingSide sender = callers[1 - nak.side()];
        notReady(refused[nak.side()].refuse(nak, syndrome, sender.outstanding(), sender.credits.limit()));
    }

    /** Processes a packet of a request that may repeat a refused request. */
    void onRepeat(final CapturedMessage request, final RefusedRequests.Kind kind, final long xid) {
        refused[1 - request.side()].repeat(request, kind, xid);
    }

    private void notReady(final RefusedRequests.Refused ended) {
        if (ended == null || !isRpcRdma || ended.kind() == RefusedRequests.Kind.TRANSFER) {
            return;
        }
        final RefusedRequests.FirstNak first = ended.first();
        findings.notReady(
                number,
                ended,
                String.format(
                        Locale.ROOT,
                        "no Receive posted: naks=%d timer_us=%d waited_us=%s outstanding=%d granted=%s",
                        ended.naks(),
                        ended.timer() / MICRO,
                        ended.waited() == RefusedRequests.UNKNOWN ? "unknown" : ended.waited() / MICRO,
                        first.outstanding(),
                        first.granted() == CreditLimit.UNKNOWN ? "unknown" : first.granted()));
    }

    /** Reports the last refused request when the connection ends. */
    void end() {
        for (final RefusedRequests side : refused) {
            notReady(side.end());
        }
    }

    private void foundUnlessMissing(final LintRule rule, final String seen) {
        foundUnless(() -> false, rule, seen);
    }

    /**
     * Holds a finding back until it is known that all earlier messages from the peer have been captured. A later
     * message from the peer proves this.
     */
    private void foundUnless(final BooleanSupplier isExplained, final LintRule rule, final String seen) {
        final Finding finding = findings.here(rule, seen);
        if (finding != null && uncertain.size() < MOST_UNCERTAIN) {
            uncertain.add(new Uncertain(current.side(), current.relativeNanos(), finding, isExplained));
        }
    }

    private void settle() {
        if (uncertain.isEmpty()) {
            return;
        }
        if (isGapless && isOrdered) {
            uncertain.removeIf(held -> {
                final boolean isSettled =
                        held.side != current.side() && current.relativeNanos() - held.nanos >= UNCERTAIN_NANOS;
                if (isSettled) {
                    add(held, held.finding);
                }
                return isSettled;
            });
        } else {
            uncertain.clear();
        }
    }

    /** Reports the findings that are still uncertain, or drops them. */
    void settle(final boolean isCertain) {
        if (isCertain) {
            uncertain.forEach(held -> add(held, isFollowed(held) ? held.finding : held.finding.with(UNLESS_LAST)));
        }
        uncertain.clear();
    }

    /**
     * Returns true if a later message from the other side was captured. It proves that no earlier message from that
     * side is missing.
     */
    private boolean isFollowed(final Uncertain held) {
        return latestFrames[1 - held.side] > held.finding.frame();
    }

    private void add(final Uncertain held, final Finding finding) {
        if (!held.isExplained.getAsBoolean()) {
            findings.add(finding);
        }
    }

    private boolean isReverse(final int callerSide) {
        return current.isClientKnown()
                && (current.fromClient() ? current.side() != callerSide : current.side() == callerSide);
    }

    private void reply(final CapturedMessage send, final boolean isBroken) {
        final CallingSide caller = callers[1 - send.side()];
        if (header.credits() == 0) {
            findings.found(LintRule.ZERO_CREDITS, "granted=0");
        } else {
            caller.credits.granted(header.credits());
        }
        final OutstandingCall call = caller.find(header.xid());
        if (call == null) {
            if (isWhole()) {
                foundUnlessMissing(LintRule.REPLY_WITHOUT_CALL, "no outstanding call has this transaction id");
            }
            return;
        }
        if (!isBroken && !call.isBroken) {
            answer(call);
        }
        invalidation(send, call);
        caller.end(call.xid, send.frameNumber());
    }

    private void answer(final OutstandingCall call) {
        if (header.procedure() == RpcRdmaHeader.RDMA_ERROR) {
            if (header.errorCode() == RpcRdmaHeader.ERR_VERS
                    && header.lowestVersion() <= RpcRdmaHeader.PROTOCOL_VERSION
                    && header.highestVersion() >= RpcRdmaHeader.PROTOCOL_VERSION) {
                findings.found(
                        LintRule.ERROR_FORM,
                        "ERR_VERS to a call of version 1: lowest=" + header.lowestVersion() + " highest="
                                + header.highestVersion());
            }
            return;
        }
        replyRules.check(call, header, isWhole());
    }

    private void invalidation(final CapturedMessage send, final OutstandingCall call) {
        if (!send.invalidates()) {
            return;
        }
        if (terms != null && !terms.takesInvalidation(1 - send.side())) {
            findings.found(
                    LintRule.INVALIDATE_UNSUPPORTED,
                    String.format(Locale.ROOT, "handle=%08x, but the peer does not accept invalidation", send.rkey()));
        } else if (!call.isBroken && !call.offers(send.rkey())) {
            findings.found(
                    LintRule.INVALIDATE_HANDLE,
                    String.format(
                            Locale.ROOT,
                            "handle=%08x, but the call in frame %d offers other handles",
                            send.rkey(),
                            call.frame));
        }
    }

    /** Processes a packet of an RDMA WRITE. */
    void onWrite(final CapturedMessage write) {
        if (!isRpcRdma) {
            return;
        }
        if (write.startsTransfer()) {
            transfer(write, false);
        }
        final OfferedSegment segment =
                callers[1 - write.side()].segments.find(write.rkey(), write.address(), write.wireLength());
        if (segment != null) {
            segment.written = Math.max(segment.written, write.address() - segment.offset + write.wireLength());
        }
    }

    /** Processes an RDMA READ request. */
    void onRead(final CapturedMessage request) {
        if (isRpcRdma) {
            transfer(request, true);
        }
    }

    private void transfer(final CapturedMessage request, final boolean isRead) {
        if (request.transferLength() == 0) {
            return;
        }
        look(request);
        findings.at(request);
        final SegmentTable segments = callers[1 - request.side()].segments;
        final OfferedSegment segment = segments.find(request.rkey(), request.address(), request.transferLength());
        if (segment == null) {
            unoffered(request, isRead);
        } else if (segment.isRead != isRead) {
            findings.found(
                    LintRule.SEGMENT_USE,
                    memory(request, isRead) + ", but frame " + segment.frame + " offers it for the opposite direction");
        }
    }

    private static String memory(final CapturedMessage request, final boolean isRead) {
        return String.format(
                Locale.ROOT,
                "%s handle=%08x offset=%016x length=%d",
                isRead ? "READ" : "WRITE",
                request.rkey(),
                request.address(),
                request.transferLength());
    }

    private void unoffered(final CapturedMessage request, final boolean isRead) {
        final CallingSide caller = callers[1 - request.side()];
        if (!isWhole() || caller.hasBrokenCall()) {
            return;
        }
        final String memory = memory(request, isRead);
        final SegmentTable segments = caller.segments;
        final int key = request.rkey();
        final long address = request.address();
        final long length = request.transferLength();
        final OfferedSegment retired = segments.findRetired(key, address, length);
        if (retired == null) {
            foundUnless(
                    () -> segments.find(key, address, length) != null
                            || segments.findRetired(key, address, length) != null,
                    LintRule.UNKNOWN_SEGMENT,
                    memory + ", but no outstanding call offers it");
        } else {
            foundUnlessMissing(LintRule.AFTER_REPLY, memory + ", but the reply was in frame " + retired.replyFrame);
        }
    }
}
