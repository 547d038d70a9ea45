// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.rpcrdma.transport.call.CallContext;
import org.rpcrdma.transport.call.CallContexts;
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
        SendRequests stage(CallContext call, int count);
    }

    private final CallConnection connection;
    private final CallContexts contexts;
    private final Stager stager;
    private final SendBacklog backlog;

    /** Chains that are posted. */
    private int chains;

    ServerTransfers(
            final CallConnection connection,
            final CallContexts contexts,
            final Stager stager,
            final SendBacklog backlog) {
        this.connection = connection;
        this.contexts = contexts;
        this.stager = stager;
        this.backlog = backlog;
    }

    /** Has a call's transfer posted when its turn comes. */
    void submit(final CallContext call) {
        backlog.add(call);
        postWaiting();
    }

    private void postWaiting() {
        CallContext call;
        while ((call = backlog.next()) != null) {
            post(call, backlog.takeChain());
        }
    }

    private void post(final CallContext call, final int count) {
        final boolean last = call.posted + count == call.workRequests;
        final SendRequests chain = stager.stage(call, count);
        call.posted += count;
        if (last && call.state != CallContext.READING) {
            // Ahead of the Send: the peer may use the credit as soon as that arrives.
            call.releaseReceive(connection);
        }
        if (connection.isOpen()) {
            postChain(call, chain);
        }
    }

    private void postChain(final CallContext call, final SendRequests chain) {
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
    CallContext completed(final long wrId) {
        final int requests = WorkRequestId.requests(wrId);
        if (requests == 0) {
            return null;
        }
        final CallContext call = contexts.get(WorkRequestId.call(wrId));
        call.chains--;
        chains--;
        backlog.completed(requests);
        postWaiting();
        return call;
    }

    /** Takes off a call that waits for room and has nothing under way; returns null if there is none. */
    CallContext abandon() {
        CallContext call = backlog.abandon();
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
