// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.requester;

import org.rpcrdma.nic.dma.DeviceDma;
import org.rpcrdma.nic.dma.DmaTransfer;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.queue.Operation;
import org.rpcrdma.nic.queue.SendElements;
import org.rpcrdma.nic.queue.SendQueue;
import org.rpcrdma.nic.transmit.Hardware;
import org.rpcrdma.nic.transmit.Landing;
import org.rpcrdma.nic.transmit.LandingPool;
import org.rpcrdma.nic.transmit.LandingTaker;
import org.rpcrdma.nic.transmit.QueuePairContext;
import org.rpcrdma.nic.transmit.QueuePairEvents;
import org.rpcrdma.nic.transmit.TurnTimer;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.CompletionStatus;

/** Takes the responses to READs and atomics, in order, and puts them into the memory of their requests. */
final class ReadResponses implements LandingTaker {
    private final SendQueue queue;
    private final SendSequence sequence;
    private final SendWindow window;
    private final PendingReads reads;
    private final SendElements memory;
    private final SendCompletions completions;
    private final LocalOperations localOperations;
    private final RequestProgress progress;
    private final Retransmission retransmission;
    private final Simulation simulation;
    private final PacketPool packets;
    private final LandingPool landings;
    private final DeviceDma dma;
    private final TurnTimer turn;
    private final QueuePairEvents events;
    private int mtu;
    private boolean hasEnded;

    ReadResponses(
            final QueuePairContext context,
            final SendQueue queue,
            final SendSequence sequence,
            final SendWindow window,
            final PendingReads reads,
            final SendElements memory,
            final SendCompletions completions,
            final LocalOperations localOperations,
            final RequestProgress progress,
            final Retransmission retransmission) {
        final Hardware hardware = context.hardware();
        this.queue = queue;
        this.sequence = sequence;
        this.window = window;
        this.reads = reads;
        this.memory = memory;
        this.completions = completions;
        this.localOperations = localOperations;
        this.progress = progress;
        this.retransmission = retransmission;
        simulation = hardware.simulation();
        packets = hardware.packets();
        landings = hardware.landings();
        dma = hardware.dma();
        turn = context.turn();
        events = context.events();
    }

    void connect(final int pathMtu) {
        mtu = pathMtu;
    }

    /** Takes a packet of a READ's response, or an atomic's. */
    void take(final Packet packet) {
        packet.psn = sequence.answered(packet.psn);
        final long missing = reads.firstMissing();
        if (packet.psn == missing && reads.isOldestRequested()) {
            reads.responseArrived();
            takeNext(packet, reads.oldest());
            return;
        }
        if (packet.payload.length() == 0 && isOfMemory(sequence.find(packet.psn))) {
            packet.kind = packet.status == CompletionStatus.SUCCESS ? Packet.ACK : Packet.NAK;
            retransmission.answer(packet);
        } else if (packet.psn > missing && sequence.isKnown(packet.psn)) {
            progress.taken(packet.psn);
            retransmission.askForResponse(missing);
        }
        packets.give(packet);
    }

    /** Returns true for a flush or an atomic WRITE: soft-RoCE acknowledges them by a READ's response of no bytes. */
    private boolean isOfMemory(final long position) {
        if (position == SendSequence.NOT_FOUND) {
            return false;
        }
        final byte operation = queue.at(queue.slot(position)).operation;
        return operation == Operation.FLUSH || operation == Operation.ATOMIC_WRITE;
    }

    private void takeNext(final Packet packet, final long position) {
        final int slot = queue.slot(position);
        final int left = queue.totals.get(slot) - reads.packets() * mtu;
        if (packet.payload.length() == Math.min(left, mtu) && isInPlace(packet, slot, left <= mtu)) {
            place(packet, position);
        } else {
            packets.give(packet);
            progress.failAt(position, CompletionStatus.BAD_RESP_ERR);
        }
    }

    /**
     * Returns true if the packet's kind, its place in its response and its status are those of an answer to the
     * request. A READ is asked for in parts, and after a loss from its first missing packet on.
     */
    private boolean isInPlace(final Packet packet, final int slot, final boolean isEnd) {
        final boolean isAtomic = Operation.isAtomic(queue.at(slot).operation);
        if (packet.status != CompletionStatus.SUCCESS || isAtomic != (packet.kind == Packet.ATOMIC_RESPONSE)) {
            return false;
        }
        final int number = reads.packets();
        final boolean mayBegin = number == 0 ? packet.isFirst : !packet.isFirst || window.mayBegin(number, packet.psn);
        return isAtomic || mayBegin && (isEnd ? packet.isLast : !packet.isLast || window.mayEnd(number));
    }

    private void place(final Packet packet, final long position) {
        final DmaTransfer transfer = dma.begin();
        if (!copy(packet, queue.slot(position), transfer)) {
            packets.give(packet);
            if (transfer.isPageFault()) {
                retransmission.goBack(position, reads.firstMissing());
            }
            progress.stopAtMemory(position, CompletionStatus.LOC_PROT_ERR, transfer);
            return;
        }
        final long psn = packet.psn;
        final long time = reads.landsAt(transfer.landingTime(packet.payload.length()));
        if (reads.take(psn)) {
            final Landing landing = landings.take(this, packet);
            landing.position = position;
            simulation.schedule(landing, time);
        } else {
            packets.give(packet);
        }
        progress.acknowledge(psn);
    }

    /** Keeps an answer for its completion, or copies it to memory. Returns false if the memory cannot be used. */
    private boolean copy(final Packet packet, final int slot, final DmaTransfer transfer) {
        if (queue.answers != null && isForCompletion(slot)) {
            queue.answers.take(packet, slot);
            return true;
        }
        return memory.scatter(transfer, packet, slot, reads.packets() * mtu);
    }

    private boolean isForCompletion(final int slot) {
        final int length = queue.totals.get(slot);
        return length != 0
                && length <= queue.answers.room()
                && queue.at(slot).operation != Operation.RDMA_READ_WITH_INVALIDATE
                && completions.isReported(slot)
                && memory.isInPlace(slot);
    }

    @Override
    public void landed(final Landing landing) {
        if (!hasEnded && events.isOperational()) {
            complete(landing.position);
        }
    }

    private void complete(final long position) {
        final int slot = queue.slot(position);
        reads.landed(position);
        if (queue.at(slot).operation == Operation.RDMA_READ_WITH_INVALIDATE
                && !localOperations.invalidate((int) queue.arguments.operands[slot])) {
            progress.failAt(position, CompletionStatus.LOC_QP_OP_ERR);
            return;
        }
        progress.completeInOrder();
        turn.now();
    }

    /** Forgets data on its way to memory: the life of the queue pair is over. */
    void end() {
        hasEnded = true;
    }
}
