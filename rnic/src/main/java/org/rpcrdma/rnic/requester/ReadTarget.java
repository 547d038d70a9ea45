// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.SendElements;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.verbs.CompletionStatus;

/** Matches the responses to READs and atomics with their requests, and writes them to the requests' memory. */
final class ReadTarget {
    private final SendQueue queue;
    private final PendingReads reads;
    private final SendWindow window;
    private final SendElements memory;
    private final SendCompletions completions;
    private int mtu;

    ReadTarget(
            final SendQueue queue,
            final PendingReads reads,
            final SendWindow window,
            final SendElements memory,
            final SendCompletions completions) {
        this.queue = queue;
        this.reads = reads;
        this.window = window;
        this.memory = memory;
        this.completions = completions;
    }

    void connect(final int pathMtu) {
        mtu = pathMtu;
    }

    /** Returns true for a flush or an atomic WRITE. Soft-RoCE acknowledges these with an empty READ response. */
    boolean isOfMemory(final long position) {
        if (position == SendSequence.NOT_FOUND) {
            return false;
        }
        final byte operation = queue.at(queue.slot(position)).operation;
        return operation == Operation.FLUSH || operation == Operation.ATOMIC_WRITE;
    }

    /** Returns true if a packet's length and position show that it is the next packet of a request's response. */
    boolean isNext(final Packet packet, final long position) {
        final int slot = queue.slot(position);
        final int left = queue.totals.get(slot) - reads.packets() * mtu;
        return packet.payload.length() == Math.min(left, mtu) && isInPlace(packet, slot, left <= mtu);
    }

    /**
     * Returns true if the packet's kind, status and position in the response match the request. A READ may be requested
     * in parts. After a loss, it is requested again, starting with its first missing packet.
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

    /**
     * Stores a response for delivery inside its completion, or copies it to memory. Returns false if the memory cannot
     * be accessed.
     */
    boolean copy(final Packet packet, final long position, final DmaTransfer transfer) {
        final int slot = queue.slot(position);
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
}
