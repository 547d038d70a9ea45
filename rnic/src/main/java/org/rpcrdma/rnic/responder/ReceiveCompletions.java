// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.dma.Landing;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.queue.CompletionEntry;
import org.rpcrdma.rnic.queue.ReceiveQueue;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.rnic.transmit.QueuePairEvents;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePairType;

/** Completes Receives in order. */
final class ReceiveCompletions {
    private final QueuePairEvents events;
    private final boolean isDatagram;
    private final ReceiveQueue queue;
    private final int queuePair;

    ReceiveCompletions(final QueuePairContext context, final ReceiveQueue queue) {
        this.queue = queue;
        events = context.events();
        isDatagram = context.self().type == QueuePairType.UD;
        queuePair = context.self().number;
    }

    /** Completes the Receive whose last packet has landed. */
    void complete(final Landing landing) {
        final Packet packet = landing.packet;
        final boolean isSuccess = landing.receiveStatus == CompletionStatus.SUCCESS;
        final CompletionEntry entry = queue.completions().entry();
        entry.fill(
                queuePair,
                queue,
                queue.completed++,
                landing.receiveStatus,
                packet.kind == Packet.WRITE ? CompletionOpcode.RECV_RDMA_WITH_IMM : CompletionOpcode.RECV);
        entry.byteLength = landing.receivedLength;
        if (packet.isSolicited) {
            entry.flags = CompletionEntry.SOLICITED;
        }
        if (isDatagram) {
            entry.flags |= Completions.GRH;
            entry.source = packet.origin.number;
        }
        addData(entry, packet, isSuccess);
        if (add(entry) && landing.isInline && isSuccess) {
            queue.completions().attach(packet.payload.address(), landing.receivedLength);
        }
    }

    private static void addData(final CompletionEntry entry, final Packet packet, final boolean isSuccess) {
        if (packet.hasImmediate) {
            entry.flags |= Completions.WITH_IMMEDIATE;
            entry.data = packet.immediate;
        } else if (packet.isInvalidating && isSuccess) {
            entry.flags |= Completions.WITH_INVALIDATE;
            entry.data = packet.remoteKey;
        }
    }

    /** Completes Receives with WR_FLUSH_ERR while the completion queue has space. */
    void flush() {
        boolean hasRoom = true;
        while (hasRoom && queue.completed < queue.tail) {
            final CompletionEntry entry = queue.completions().entry();
            entry.fill(queuePair, queue, queue.completed++, CompletionStatus.WR_FLUSH_ERR, CompletionOpcode.RECV);
            hasRoom = add(entry);
        }
        queue.completed = queue.tail;
        queue.consumed = queue.tail;
    }

    /** Adds a completion. Returns false if it was lost, in which case the queue pair fails. */
    private boolean add(final CompletionEntry entry) {
        final boolean isAdded = queue.completions().add(entry);
        if (!isAdded) {
            events.fail();
        }
        return isAdded;
    }
}
