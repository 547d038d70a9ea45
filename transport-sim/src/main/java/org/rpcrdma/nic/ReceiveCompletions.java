// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePairType;

/** Completes Receives in their order. */
final class ReceiveCompletions {
    private final SimulatedQueuePair queuePair;
    private final ReceiveQueue queue;
    private final CompletionEntry entry;

    ReceiveCompletions(final SimulatedQueuePair queuePair, final ReceiveQueue queue) {
        this.queuePair = queuePair;
        this.queue = queue;
        entry = new CompletionEntry(queuePair.number(), queue);
    }

    /** Completes the Receive that a packet was the last of. */
    void complete(final Packet packet) {
        entry.fill(
                queue.completed++,
                packet.receiveStatus,
                packet.kind == Packet.WRITE ? CompletionOpcode.RECV_RDMA_WITH_IMM : CompletionOpcode.RECV);
        entry.byteLength = packet.receivedLength;
        if (packet.isSolicited) {
            entry.flags = CompletionEntry.SOLICITED;
        }
        if (queuePair.type() == QueuePairType.UD) {
            entry.flags |= Completions.GRH;
            entry.source = packet.origin.number;
        }
        addData(packet);
        if (add() && packet.isForCompletion && packet.receiveStatus == CompletionStatus.SUCCESS) {
            queue.completions().attach(packet.payload.address(), packet.receivedLength);
        }
    }

    private void addData(final Packet packet) {
        if (packet.hasImmediate) {
            entry.flags |= Completions.WITH_IMMEDIATE;
            entry.data = packet.immediate;
        } else if (packet.isInvalidating && packet.receiveStatus == CompletionStatus.SUCCESS) {
            entry.flags |= Completions.WITH_INVALIDATE;
            entry.data = packet.remoteKey;
        }
    }

    /** Completes every Receive with WR_FLUSH_ERR, as long as there is room for completions. */
    void flush() {
        boolean hasRoom = true;
        while (hasRoom && queue.completed < queue.tail) {
            entry.fill(queue.completed++, CompletionStatus.WR_FLUSH_ERR, CompletionOpcode.RECV);
            hasRoom = add();
        }
        queue.completed = queue.tail;
        queue.consumed = queue.tail;
    }

    /** Returns false if the completion was lost, which ends the queue pair. */
    private boolean add() {
        final boolean isAdded = queue.completions().add(entry);
        if (!isAdded) {
            queuePair.fail();
        }
        return isAdded;
    }
}
