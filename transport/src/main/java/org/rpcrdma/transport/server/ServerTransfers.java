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
 * The transfers of one server connection: posts each when the send queue has free entries, and follows its chains to
 * completion. Requests that do not fit wait in FIFO order until posted requests have completed. Posting therefore never
 * overflows the queue, large transfers are not starved, and a short reply waits only for earlier ones.
 *
 * <pre>
 *   submit ----> waits for entries ----> chain posted ... chain completed ----> returns the call
 * </pre>
 */
final class ServerTransfers {
    /** Stages the next requests of a call's transfer and returns their chain. */
    interface Stager {
        SendRequests stage(Call call, int count);
    }

    private final CallConnection connection;
    private final CallPool calls;
    private final Stager stager;
    private final int longestChain;
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();

    /** Free entries of the send queue, in work requests. */
    private int room;

    /** Posted chains. */
    private int chains;

    /**
     * @param sendDepth    entries of the send queue, in work requests.
     * @param longestChain maximum work requests of a chain; a longer transfer takes several chains.
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

    /** Queues a call's transfer and posts it when its turn comes. */
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
                // Before the Send, because the peer may use the credit as soon as the Send arrives.
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
            // Part of the chain may still be in progress: the call is kept until the queue pair is closed.
            chains--;
        }
    }

    /**
     * Handles the completion of a work request.
     *
     * @return the call whose chain it completes, or null.
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

    /** Removes a waiting call that has nothing posted and returns it; null if there is none. */
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
