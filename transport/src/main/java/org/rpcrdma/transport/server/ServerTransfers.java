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
 * The transfers of one connection of a server: posts each as the send queue has room, and follows its chains to their
 * end. Requests that do not fit wait, first come, first served, until requests that were posted have completed. So
 * posting never overflows the queue, the largest transfer has its turn, and the shortest reply waits only for those
 * before it.
 *
 * <pre>
 *   submit ----> waits for room ----> chain posted ... chain completed ----> the call is returned
 * </pre>
 */
final class ServerTransfers {
    /** Stages the next requests of a call's transfer, and returns their chain. */
    interface Stager {
        SendRequests stage(Call call, int count);
    }

    private final CallConnection connection;
    private final CallPool calls;
    private final Stager stager;
    private final int longestChain;
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();

    /** Work requests that the send queue has room for. */
    private int room;

    /** Chains that are posted. */
    private int chains;

    /**
     * @param sendDepth    work requests that the send queue holds.
     * @param longestChain work requests of one chain at most; a longer transfer takes several chains.
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

    /** Has a call's transfer posted when its turn comes. */
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
                // Ahead of the Send: the peer may use the credit as soon as that arrives.
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
            // A part of it may still be under way: the call is kept until the queue pair is closed.
            chains--;
        }
    }

    /**
     * Takes the completion of a request.
     *
     * @return the call whose chain ends with it; null if none does.
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

    /** Takes off a call that waits for room and has nothing under way; returns null if there is none. */
    Call abandon() {
        Call call = waiting.poll();
        while (call != null && call.chains > 0) {
            call = waiting.poll();
        }
        return call;
    }

    /** Returns true if the device has completed all that was posted. */
    boolean isIdle() {
        return chains == 0;
    }
}
