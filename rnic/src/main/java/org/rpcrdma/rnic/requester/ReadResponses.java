// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.dma.Landing;
import org.rpcrdma.rnic.dma.LandingTaker;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.transmit.Peer;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.rnic.transmit.TurnTimer;
import org.rpcrdma.verbs.CompletionStatus;

/** Accepts the responses to READs and atomics in order, and writes them to the requests' memory. */
final class ReadResponses implements LandingTaker {
    private final SendSequence sequence;
    private final PendingReads reads;
    private final ReadTarget target;
    private final RequestProgress progress;
    private final Retransmission retransmission;
    private final Peer peer;
    private final DeviceDma dma;
    private final TurnTimer turn;
    private final QueuePairEvents events;
    private boolean hasEnded;

    ReadResponses(
            final QueuePairContext context,
            final SendSequence sequence,
            final PendingReads reads,
            final ReadTarget target,
            final RequestProgress progress,
            final Retransmission retransmission,
            final DeviceDma dma) {
        this.sequence = sequence;
        this.reads = reads;
        this.target = target;
        this.progress = progress;
        this.retransmission = retransmission;
        this.dma = dma;
        peer = context.peer();
        turn = context.turn();
        events = context.events();
    }

    void connect(final int pathMtu) {
        target.connect(pathMtu);
    }

    /** Handles one packet of the response to a READ or an atomic. */
    void take(final Packet packet) {
        packet.psn = sequence.answered(packet.psn);
        final long missing = reads.firstMissing();
        if (packet.psn == missing && reads.isOldestRequested()) {
            reads.responseArrived();
            takeNext(packet, reads.oldest());
            return;
        }
        if (packet.payload.length() == 0 && target.isOfMemory(sequence.find(packet.psn))) {
            packet.kind = packet.status == CompletionStatus.SUCCESS ? Packet.ACK : Packet.NAK;
            retransmission.answer(packet);
        } else if (packet.psn > missing && sequence.isKnown(packet.psn)) {
            progress.taken(packet.psn);
            retransmission.askForResponse(missing);
        }
        peer.drop(packet);
    }

    private void takeNext(final Packet packet, final long position) {
        if (target.isNext(packet, position)) {
            place(packet, position);
        } else {
            peer.drop(packet);
            progress.failAt(position, CompletionStatus.BAD_RESP_ERR);
        }
    }

    private void place(final Packet packet, final long position) {
        final DmaTransfer transfer = dma.begin();
        if (!target.copy(packet, position, transfer)) {
            peer.drop(packet);
            if (transfer.isPageFault()) {
                retransmission.goBack(position, reads.firstMissing());
            }
            progress.stopAtMemory(position, CompletionStatus.LOC_PROT_ERR, transfer);
            return;
        }
        final long psn = packet.psn;
        final long time = reads.landsAt(transfer.landingTime(packet.payload.length()));
        if (reads.take(psn)) {
            final Landing landing = dma.landings().take(this, packet);
            landing.position = position;
            dma.landings().schedule(landing, time);
        } else {
            peer.drop(packet);
        }
        progress.acknowledge(psn);
    }

    @Override
    public void landed(final Landing landing) {
        if (!hasEnded && events.isOperational()) {
            complete(landing.position);
        }
    }

    private void complete(final long position) {
        reads.landed(position);
        if (progress.finishRead(position)) {
            turn.now();
        }
    }

    /** Drops data in flight to memory because the queue pair is being reset or closed. */
    void end() {
        hasEnded = true;
    }
}
