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

    ReceiveCompletions(final SimulatedQueuePair queuePair, final ReceiveQueue queue) {
        this.queuePair = queuePair;
        this.queue = queue;
    }

    /** Completes the Receive that a packet was the last of. */
    void complete(final Packet packet) {
        final int opcode = packet.kind == Packet.WRITE ? CompletionOpcode.RECV_RDMA_WITH_IMM : CompletionOpcode.RECV;
        final boolean isDatagram = queuePair.type() == QueuePairType.UD;
        final int flags =
                (packet.isSolicited ? SimulatedCompletionQueue.SOLICITED : 0) | (isDatagram ? Completions.GRH : 0);
        final int source = isDatagram ? packet.origin.number : 0;
        if (packet.hasImmediate) {
            complete(packet, opcode, flags | Completions.WITH_IMMEDIATE, packet.immediate, source);
        } else if (packet.isInvalidating && packet.receiveStatus == CompletionStatus.SUCCESS) {
            complete(packet, opcode, flags | Completions.WITH_INVALIDATE, packet.remoteKey, source);
        } else {
            complete(packet, opcode, flags, 0, source);
        }
    }

    private void complete(final Packet packet, final int opcode, final int flags, final int value, final int source) {
        final int bytes = packet.receivedLength;
        final boolean isInline = packet.isForCompletion && packet.receiveStatus == CompletionStatus.SUCCESS;
        if (complete(packet.receiveStatus, opcode, bytes, flags, value, source) && isInline) {
            queue.completions().attach(packet.payload.address(), bytes);
        }
    }

    /** Completes every Receive with WR_FLUSH_ERR, as long as there is room for completions. */
    void flush() {
        boolean hasRoom = true;
        while (hasRoom && queue.completed < queue.tail) {
            hasRoom = complete(CompletionStatus.WR_FLUSH_ERR, CompletionOpcode.RECV, 0, 0, 0, 0);
        }
        queue.completed = queue.tail;
        queue.consumed = queue.tail;
    }

    /** Returns false where the completion was lost, which ends the queue pair. */
    private boolean complete(
            final int status, final int opcode, final int bytes, final int flags, final int value, final int source) {
        final long position = queue.completed++;
        final boolean isAdded = queue.completions()
                .add(queuePair.number(), queue, position, status, opcode, bytes, flags, value, source);
        if (!isAdded) {
            queuePair.fail();
        }
        return isAdded;
    }
}
