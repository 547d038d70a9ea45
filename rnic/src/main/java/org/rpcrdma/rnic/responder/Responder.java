// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.verbs.Access;

/**
 * The responding half of a reliable queue pair, which executes requests in the order of their PSNs.
 *
 * <pre>
 * PSN of a packet
 *   the expected one    {@link RequestExecution} executes it
 *   a later one         one NAK for the gap; further packets after the gap are dropped
 *   an earlier one      a repeat: acknowledged again, or answered again from {@link RecentRequests}
 * </pre>
 *
 * <p>When a packet's data is in memory, its answer is sent and its Receive completes; see {@link RequestOutcomes}. If a
 * request fails, the queue pair fails too.
 */
public final class Responder implements RequestTaker {
    private final Peer peer;
    private final ReceiveTarget target;
    private final ResponseSender responses;
    private final RequestOutcomes outcomes;
    private final RequestExecution execution;
    private RecentRequests recent;
    private long expectedPsn;
    /**
     * True after a NAK has requested retransmission from the expected PSN. Until that PSN arrives, other packets are
     * dropped.
     */
    private boolean isResendAwaited;

    public Responder(
            final QueuePairContext context,
            final ReceiveTarget target,
            final ResponseSender responses,
            final DeviceDma dma) {
        this.target = target;
        this.responses = responses;
        peer = context.peer();
        outcomes = new RequestOutcomes(context, target, responses, dma.landings());
        execution = new RequestExecution(context, target, responses, outcomes, dma);
    }

    @Override
    public void connect(final int pathMtu, final int maxReadAtomic, final long firstPsn) {
        responses.connect(pathMtu, maxReadAtomic, outcomes);
        recent = new RecentRequests(maxReadAtomic, pathMtu);
        execution.connect(pathMtu, recent);
        expectedPsn = firstPsn;
    }

    @Override
    public void request(final Packet packet) {
        packet.psn = Psn.near(packet.psn, expectedPsn);
        if (outcomes.hasFailed()) {
            peer.drop(packet);
        } else if (packet.psn > expectedPsn) {
            askForMissing(packet);
        } else if (packet.psn < expectedPsn) {
            repeat(packet);
        } else {
            execute(packet);
        }
    }

    private void execute(final Packet packet) {
        final long taken = execution.execute(packet);
        isResendAwaited = taken == RequestExecution.NOT_READY;
        if (taken > 0) {
            expectedPsn += taken;
        }
    }

    /** Sends one NAK for a packet that has arrived too early because an earlier packet was lost. */
    private void askForMissing(final Packet packet) {
        if (isResendAwaited) {
            peer.drop(packet);
        } else {
            isResendAwaited = true;
            outcomes.answer(packet, Packet.SEQUENCE_NAK, expectedPsn);
        }
    }

    /**
     * Responds again to a repeated READ or atomic, and acknowledges other repeated requests again. Requests that cannot
     * be answered again, such as requests with soft-RoCE's class D errors, are dropped. A requester that has not
     * received the answer then gives up.
     */
    private void repeat(final Packet packet) {
        if (packet.kind != Packet.READ_REQUEST && packet.kind != Packet.ATOMIC) {
            acknowledgeAgain(packet);
            return;
        }
        final int known = responses.hasRoomForRepeat() ? recent.find(packet) : RecentRequests.NONE;
        if (known != RecentRequests.NONE) {
            packet.messageSequence = recent.messageSequence(known);
            answerAgain(packet, known);
        }
        peer.drop(packet);
    }

    /**
     * Acknowledges a repeated request, and the executed requests after it up to the next READ or atomic. The PSN of the
     * acknowledgement stays below that READ's PSNs, because the READ's response may be lost. An InfiniBand requester
     * interprets an acknowledgement of a later PSN as an implied NAK, but soft-RoCE completes a READ without its data
     * if the PSN is the READ's last. Every acknowledgement covers the repeated request itself, so a requester makes
     * progress even if it sends one packet and waits for the answer.
     */
    private void acknowledgeAgain(final Packet packet) {
        final int next = recent.firstAfter(packet.psn);
        if (next == RecentRequests.NONE) {
            outcomes.acknowledgeAgain(packet, expectedPsn - 1, outcomes.messages());
        } else {
            outcomes.acknowledgeAgain(packet, recent.firstPsn(next) - 1, recent.messageSequence(next) - 1);
        }
    }

    private void answerAgain(final Packet packet, final int known) {
        if (packet.kind == Packet.ATOMIC) {
            responses.addAtomic(packet, recent.value(known), true);
            return;
        }
        if (peer.may(Access.REMOTE_READ)) {
            responses.addRead(packet, target.domain, true);
        }
    }

    @Override
    public long lastLanding() {
        return outcomes.lastLanding();
    }

    @Override
    public void flush() {
        outcomes.stop();
        target.flush();
    }

    @Override
    public void drop() {
        outcomes.end();
    }
}
