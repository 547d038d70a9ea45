// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.VerbsException;

/** The transfers of a server's connection: posts what its send queue has room for, and follows each chain to its end. */
final class ServerTransfers {
    private final ServerCalls calls;
    private final ServerConnection connection;
    private final ServerResources shared;
    private final SendBacklog backlog;

    /** Chains that are posted. */
    private int chains;

    ServerTransfers(final ServerCalls calls, final ServerConnection connection, final ServerResources shared) {
        this.calls = calls;
        this.connection = connection;
        this.shared = shared;
        backlog = new SendBacklog(this, shared.depths);
    }

    /** Has a call's transfer done, when its turn comes. */
    void submit(final CallContext call) {
        backlog.submit(call);
    }

    /** Posts requests of a call's transfer; the send queue has room for them. */
    void post(final CallContext call, final int count) {
        final boolean last = call.posted + count == call.workRequests;
        shared.window.open(call, count);
        switch (call.state) {
            case CallContext.READING -> shared.reads.stage(call);
            case CallContext.REPLYING -> shared.replies.stage(call);
            default -> shared.replies.stageError(call);
        }
        call.posted += count;
        if (last && call.state != CallContext.READING) {
            // Ahead of the Send: the peer may use the credit as soon as that arrives.
            calls.releaseReceive(call);
        }
        if (connection.isOpen()) {
            postChain(call);
        }
    }

    private void postChain(final CallContext call) {
        call.chains++;
        chains++;
        try {
            connection.post(shared.window.chain);
        } catch (final VerbsException e) {
            // What was posted of it may still be under way: the call is kept until the queue pair is closed.
            chains--;
            connection.fail("a transfer cannot be posted: " + e.getMessage());
        }
    }

    /** A request of a transfer is done with. */
    void onSendDone(final long id, final boolean success) {
        final int requests = TransferId.requests(id);
        if (requests == 0) {
            return;
        }
        final CallContext call = shared.calls.get(TransferId.call(id));
        final boolean last = TransferId.isLast(id);
        call.chains--;
        chains--;
        backlog.done(requests);
        if (!connection.isOpen() || !success) {
            releaseWhenDone(call);
        } else if (last && call.state == CallContext.READING) {
            calls.pulled(call);
        } else if (last) {
            final String endReason = call.endReason;
            calls.release(call);
            if (endReason != null) {
                connection.fail(endReason);
            }
        }
    }

    /** What is under way for a call of a connection that has ended comes back chain by chain. */
    private void releaseWhenDone(final CallContext call) {
        if (call.chains == 0) {
            calls.release(call);
        }
    }

    /** Gives up what waits for room in the send queue. */
    void abandonWaiting() {
        CallContext call;
        while ((call = backlog.abandon()) != null) {
            releaseWhenDone(call);
        }
    }

    /** Whether the device is done with all that was posted. */
    boolean isIdle() {
        return chains == 0;
    }
}
