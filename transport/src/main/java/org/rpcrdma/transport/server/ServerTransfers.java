// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallPool;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.verbs.SendRequests;

/**
 * The transfers of one connection of a server: posts each as the send queue has room, and follows its chains to their
 * end.
 *
 * <pre>
 *   submit ----> SendBacklog ----> chain posted ... chain completed ----> the call is returned
 *                  waits for room
 * </pre>
 */
final class ServerTransfers {
    /** Stages the next requests of a call's transfer, and returns their chain. */
    interface Stager {
        SendRequests stage(Call call, int count);
    }

    private final CallConnection connection;
    private final CallPool pool;
    private final Stager stager;
    private final SendBacklog backlog;

    /** Chains that are posted. */
    private int chains;

    ServerTransfers(
            final CallConnection connection, final CallPool pool, final Stager stager, final SendBacklog backlog) {
        this.connection = connection;
        this.pool = pool;
        this.stager = stager;
        this.backlog = backlog;
    }

    /** Has a call's transfer posted when its turn comes. */
    void submit(final Call call) {
        backlog.add(call);
        postWaiting();
    }

    private void postWaiting() {
        Call call;
        while ((call = backlog.next()) != null) {
            post(call, backlog.takeChain());
        }
    }

    private void post(final Call call, final int count) {
        final boolean last = call.posted + count == call.workRequests;
        final SendRequests chain = stager.stage(call, count);
        call.posted += count;
        if (last && !call.isReading()) {
            // Ahead of the Send: the peer may use the credit as soon as that arrives.
            call.releaseReceive(connection);
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
        final Call call = pool.get(WorkRequestId.call(wrId));
        call.chains--;
        chains--;
        backlog.completed(requests);
        postWaiting();
        return call;
    }

    /** Takes off a call that waits for room and has nothing under way; returns null if there is none. */
    Call abandon() {
        Call call = backlog.abandon();
        while (call != null && call.chains > 0) {
            call = backlog.abandon();
        }
        return call;
    }

    /** Returns true if the device has completed all that was posted. */
    boolean isIdle() {
        return chains == 0;
    }
}
