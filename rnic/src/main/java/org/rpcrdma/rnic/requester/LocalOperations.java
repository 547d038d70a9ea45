// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.region.RnicMemoryWindow;
import org.rpcrdma.rnic.port.DeviceTimes;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.PostedSend;
import org.rpcrdma.rnic.queue.SendArguments;
import org.rpcrdma.rnic.queue.SendQueue;
import org.rpcrdma.rnic.transmit.QueuePairContext;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * Executes a send queue's local requests, which send no packets. A request occupies the queue for its duration and then
 * takes effect.
 */
public final class LocalOperations {
    private final int queuePair;
    private final int domain;
    private final SendQueue queue;
    private final KeyTable keys;
    private final KeyConfiguration keyConfiguration;
    private final long registerCost;
    private final long invalidateCost;
    private final long bindCost;
    private final boolean hasTurn;
    private boolean isUnderWay;

    /**
     * Creates the executor for a send queue.
     *
     * @param context the context that the queue pair's parts share.
     * @param queue   the send queue.
     * @param keys    the device's keys.
     * @param times   the durations of the operations.
     */
    public LocalOperations(
            final QueuePairContext context, final SendQueue queue, final KeyTable keys, final DeviceTimes times) {
        queuePair = context.self().number;
        domain = context.domain();
        this.queue = queue;
        this.keys = keys;
        keyConfiguration = new KeyConfiguration(context, queue, times.keyConfiguration());
        hasTurn = times.hasTurnForLocalRequests();
        registerCost = times.registration();
        invalidateCost = times.invalidation();
        bindCost = times.windowBinding();
    }

    /** Returns true if even operations with a duration of 0 take turns at the link. */
    boolean hasTurn() {
        return hasTurn;
    }

    boolean isUnderWay() {
        return isUnderWay;
    }

    /** Begins an operation and returns its duration in ns. */
    long begin(final int slot) {
        isUnderWay = true;
        return switch (queue.at(slot).operation) {
            case Operation.REGISTER_MEMORY -> registerCost;
            case Operation.BIND_WINDOW -> bindCost;
            case Operation.LOCAL_INVALIDATE -> invalidateCost;
            case Operation.CONFIGURE_KEY -> keyConfiguration.cost();
            default -> 0;
        };
    }

    /** Finishes an operation and returns its completion status. */
    int end(final int slot) {
        isUnderWay = false;
        return switch (queue.at(slot).operation) {
            case Operation.REGISTER_MEMORY -> register(slot);
            case Operation.BIND_WINDOW -> bind(slot);
            case Operation.LOCAL_INVALIDATE ->
                invalidate(queue.at(slot).key) ? CompletionStatus.SUCCESS : CompletionStatus.LOC_QP_OP_ERR;
            case Operation.CONFIGURE_KEY -> keyConfiguration.carryOut(slot);
            default -> CompletionStatus.SUCCESS;
        };
    }

    private int register(final int slot) {
        final SendArguments arguments = queue.arguments;
        final boolean isRegistered = arguments.regions[slot].register(
                domain, arguments.pageLists[slot], queue.at(slot).key, arguments.access[slot]);
        return isRegistered ? CompletionStatus.SUCCESS : CompletionStatus.LOC_QP_OP_ERR;
    }

    private int bind(final int slot) {
        final SendArguments arguments = queue.arguments;
        final PostedSend request = queue.at(slot);
        final RnicMemoryWindow window = (RnicMemoryWindow) arguments.windows[slot];
        final boolean isBound = window.bind(
                domain,
                queuePair,
                request.key,
                arguments.memoryRegions[slot],
                request.remoteAddress,
                arguments.ranges[slot],
                arguments.access[slot]);
        return isBound ? CompletionStatus.SUCCESS : CompletionStatus.MW_BIND_ERR;
    }

    /** Invalidates the key that a READ specifies, if any. Returns false if the key's rules do not permit it. */
    boolean invalidateAfterRead(final long position) {
        final int slot = queue.slot(position);
        return queue.at(slot).operation != Operation.RDMA_READ_WITH_INVALIDATE
                || invalidate((int) queue.arguments.operands[slot]);
    }

    /** Invalidates a local key. Returns false if the key's rules do not permit it. */
    private boolean invalidate(final int key) {
        return keys.invalidate(domain, queuePair, key);
    }

    /** Interrupts the current operation because the sender goes back. The operation restarts later. */
    void interrupt() {
        isUnderWay = false;
    }
}
