// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.verbs.VerbsException;

/** Who takes care of a call that a service has: what {@link ServerCall} needs to be answered. All on the event loop. */
abstract class CallOwner {
    private final TransportConnection connection;
    private final InetSocketAddress remote;
    private final RpcService service;
    private final ServiceFailureListener failureListener;
    private final CallContexts contexts;

    /** Calls that the service has. */
    int serving;

    CallOwner(
            final TransportConnection connection,
            final InetSocketAddress remote,
            final RpcService service,
            final ServiceFailureListener failureListener,
            final CallContexts contexts) {
        this.connection = connection;
        this.remote = remote;
        this.service = service;
        this.failureListener = failureListener;
        this.contexts = contexts;
    }

    /** Hands a call to the service. What that throws is reported, and its call answered. */
    final void serve(final CallContext call) {
        final ServerCall handle = call.handle;
        final int xid = call.header.xid();
        call.state = CallContext.SERVING;
        serving++;
        handle.begin();
        try {
            service.onCall(handle);
        } catch (final Throwable e) {
            onFailure(call, handle, xid, e);
        }
        handle.endOnCall();
    }

    /** An Error is not the call's alone: it comes out of the event loop, too, when the connection has done its own work. */
    private void onFailure(final CallContext call, final ServerCall handle, final int xid, final Throwable failure) {
        if (handle.isUnanswered()) {
            answerFailure(call, handle);
        } else if (!handle.isDeferred()) {
            endBrokenAnswer(call, handle, failure);
        }
        connection.failures.collect(() -> failureListener.onServiceFailure(remote, xid, failure));
        if (failure instanceof Error) {
            connection.failures.add(failure);
        }
    }

    /** With an RPC reply if the call is one that can have it, otherwise with an RDMA_ERROR. Nothing of the service's own answer goes. */
    private void answerFailure(final CallContext call, final ServerCall handle) {
        try {
            final boolean fits = !handle.askedTooMuch() && SystemError.answers(call);
            handle.endUnanswered();
            forgetAnswer(call);
            if (fits) {
                SystemError.write(replyMessage(call, SystemError.LENGTH), call.header.xid());
                reply(call, SystemError.LENGTH);
            } else {
                refuse(call);
            }
        } catch (final Throwable e) {
            failAnswer(e);
            endBrokenAnswer(call, handle, e);
        }
    }

    /** The service's answer cannot be sent: nothing of it goes, its owner learns why, and the caller is answered as if the service had failed. */
    final void replaceAnswer(final CallContext call, final VerbsException cause) {
        if (!call.isReplaced) {
            reportUnsent(call, cause);
        }
        forgetAnswer(call);
        if (!replyWithSystemError(call)) {
            refuse(call);
        }
    }

    final void reportUnsent(final CallContext call, final VerbsException cause) {
        final int xid = call.header.xid();
        connection.failures.collect(() -> failureListener.onServiceFailure(remote, xid, cause));
    }

    /** Once at most: what keeps this reply from its way, too, leaves the RDMA_ERROR, which needs no memory but a send buffer. */
    private boolean replyWithSystemError(final CallContext call) {
        if (call.isReplaced || !SystemError.answers(call)) {
            return false;
        }
        call.isReplaced = true;
        try {
            SystemError.write(replyMessage(call, SystemError.LENGTH), call.header.xid());
        } catch (final VerbsException e) {
            return false;
        }
        reply(call, SystemError.LENGTH);
        return true;
    }

    /** Ends the connection if an answer has come to nothing on its way: nobody knows what state it left. */
    final void endBrokenAnswer(final CallContext call, final ServerCall handle, final Throwable cause) {
        if (call.handle == handle && call.state == CallContext.SERVING) {
            failAnswer(cause);
            endService(call);
        }
    }

    private void failAnswer(final Throwable cause) {
        connection.fail("a call cannot be answered: " + cause);
    }

    final void endService(final CallContext call) {
        serving--;
        release(call);
    }

    /** Gives back all that a call has, and the call. */
    abstract void release(CallContext call);

    /** Gives back a call that has nothing any more, and tells who wanted to know. */
    final void end(final CallContext call) {
        final Runnable whenDone = call.whenDone;
        call.end();
        contexts.give(call);
        if (whenDone != null) {
            connection.failures.collect(whenDone);
        }
    }

    /** Credits that the caller is granted now. */
    abstract int credits();

    abstract CallLimits limits();

    abstract PayloadPool payloads();

    abstract LateAnswers lateAnswers();

    /** Bytes that a reply message may have. */
    abstract int replyCapacity(CallContext call);

    /** Where a reply message of a length within the capacity is written; memory for it is taken where it is not there. */
    abstract MutableDirectBuffer replyMessage(CallContext call, int length);

    abstract void reply(CallContext call, int length);

    abstract void refuse(CallContext call);

    abstract void drop(CallContext call);

    /** Gives back what the service has taken or named for its answer. */
    abstract void forgetAnswer(CallContext call);

    /** The call may be answered by another thread, which finds all memory for the answer there. */
    abstract void defer(CallContext call);

    /** A call that was deferred is back on the event loop. */
    abstract void endDeferral();

    /** A call that was deferred has been answered; its connection may have ended long ago. */
    abstract void onDelivered();

    /** The way back to the caller. */
    abstract ReverseChannel reverseChannel();
}
