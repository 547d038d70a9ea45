// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.ArrayDeque;
import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallPool;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.verbs.SendRequests;

/**
 * The transfers of one server connection. This class posts each transfer when the send queue has free entries, and
 * tracks the transfer's chains until they complete. Requests that do not fit wait in FIFO order until posted requests
 * have completed. Therefore, the queue never overflows, large transfers are not starved, and a short reply waits only
 * for earlier transfers.
 *
 * <pre>
 *   submit ----> waits for entries ----> chain posted ... chain completed ----> returns the call
 * </pre>
 */
final class ServerTransfers {
    /** Stages the next requests of a call's transfer and returns the chain that contains them. */
    interface Stager {
        SendRequests stage(Call call, int count);
    }

    private final CallConnection connection;
    private final CallPool calls;
    private final Stager stager;
    private final int longestChain;
    private final ArrayDeque<Call> waiting = new ArrayDeque<>(1);

    /** The number of free entries in the send queue. */
    private int room;

    /** The number of chains that have been posted but have not yet completed. */
    private int chains;

    /**
     * Creates transfers for a connection with an empty send queue.
     *
     * @param sendDepth    the number of entries in the send queue.
     * @param longestChain the maximum number of work requests per chain; a longer transfer is posted in several chains.
     */
    ServerTransfers(
            final CallConnection connection,
            final CallPool calls,
            final Stager stager,
            final int sendDepth,
            final int longestChain) {
        this.connection = connection;
        this.calls = calls;
        this.stager = stager;
        this.longestChain = longestChain;
        room = sendDepth;
    }

    /** Queues a call's transfer, to be posted when the send queue has free entries. */
    void submit(final Call call) {
        call.posted = 0;
        waiting.add(call);
        postWaiting();
    }

    private void postWaiting() {
        while (!waiting.isEmpty()) {
            final Call call = waiting.peek();
            final int count = Math.min(call.workRequests - call.posted, longestChain);
            if (count > room) {
                return;
            }
            room -= count;
            post(call, count);
        }
    }

    private void post(final Call call, final int count) {
        final SendRequests chain = stager.stage(call, count);
        call.posted += count;
        if (call.posted == call.workRequests) {
            waiting.remove();
            if (!call.isReading()) {
                // Release the Receive buffer before the Send is posted, because the peer may use the credit as soon as
                // the Send arrives.
                call.releaseReceive(connection);
            }
        }
        if (connection.isOpen()) {
            postChain(call, chain);
        }
    }

    private void postChain(final Call call, final SendRequests chain) {
        call.chains++;
        chains++;
        if (!connection.post(chain, "a transfer")) {
            // Part of the chain may be in progress, so the call is retained until the queue pair is closed.
            chains--;
        }
    }

    /**
     * Handles the completion of a work request.
     *
     * @return the call whose chain has completed, or null if the work request does not complete a chain.
     */
    Call completed(final long wrId) {
        final int requests = WorkRequestId.requests(wrId);
        if (requests == 0) {
            return null;
        }
        final Call call = calls.get(WorkRequestId.call(wrId));
        call.chains--;
        chains--;
        room += requests;
        postWaiting();
        return call;
    }

    /** Removes and returns a waiting call that has no posted requests, or returns null if there is no such call. */
    Call abandon() {
        Call call = waiting.poll();
        while (call != null && call.chains > 0) {
            call = waiting.poll();
        }
        return call;
    }

    /** Returns true if the device has completed all posted requests. */
    boolean isIdle() {
        return chains == 0;
    }
}
