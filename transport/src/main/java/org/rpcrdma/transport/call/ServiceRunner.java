// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.net.InetSocketAddress;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.ServiceFailureListener;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.verbs.VerbsException;

/** Hands the calls of one connection to the service, and answers for it those that it fails on. */
public final class ServiceRunner {
    private final CallConnection connection;
    private final PeerConnection caller;
    private final RpcService service;
    private final ServiceFailureListener failureListener;
    private int serving;

    public ServiceRunner(
            final CallConnection connection,
            final PeerConnection caller,
            final RpcService service,
            final ServiceFailureListener failureListener) {
        this.connection = connection;
        this.caller = caller;
        this.service = service;
        this.failureListener = failureListener;
    }

    /** Returns the connection as the service sees it. */
    public PeerConnection caller() {
        return caller;
    }

    /**
     * Notifies the service that the connection is there.
     *
     * @param local this side's address.
     */
    public void begin(final InetSocketAddress local) {
        caller.begin(local);
        tell(() -> service.onConnect(caller));
    }

    /** Notifies the service that the connection has begun to end, if it was notified of the connection. */
    public void end() {
        if (caller.isOpen()) {
            caller.end();
            tell(() -> service.onDisconnect(caller, connection.closeReason()));
        }
    }

    private void tell(final Runnable event) {
        try {
            event.run();
        } catch (final Throwable e) {
            connection.failures().collect(() -> failureListener.onConnectionFailure(caller, e));
            throwLater(e);
        }
    }

    private void throwLater(final Throwable failure) {
        if (failure instanceof Error) {
            connection.failures().add(failure);
        }
    }

    /** Returns the number of calls that the service has. */
    public int serving() {
        return serving;
    }

    /** Hands a call to the service. If the service throws, reports the exception and answers the call. */
    public void serve(final Call call) {
        final ServerCall handle = call.handle;
        final int xid = call.header.xid();
        call.state = Call.SERVING;
        serving++;
        handle.begin();
        try {
            service.onCall(handle);
        } catch (final Throwable e) {
            onFailure(call, handle, xid, e);
        }
        handle.endOnCall();
    }

    /** An Error is not the call's alone: the event loop throws it, too, when the connection has done its own work. */
    private void onFailure(final Call call, final ServerCall handle, final int xid, final Throwable failure) {
        if (handle.isUnanswered()) {
            answerFailure(call, handle);
        } else if (!handle.isDeferred()) {
            onBrokenAnswer(call, handle, failure);
        }
        connection.failures().collect(() -> failureListener.onServiceFailure(caller, xid, failure));
        throwLater(failure);
    }

    /**
     * With an RPC reply if the call can have one, otherwise with an RDMA_ERROR. Nothing of the service's own answer
     * goes.
     */
    private void answerFailure(final Call call, final ServerCall handle) {
        try {
            final boolean fits = !handle.askedTooMuch() && SystemError.answers(call);
            handle.endUnanswered();
            call.owner.forgetAnswer(call);
            if (fits) {
                replyWithSystemError(call);
            } else {
                call.owner.refuse(call);
            }
        } catch (final Throwable e) {
            failAnswer(e);
            onBrokenAnswer(call, handle, e);
        }
    }

    private static void replyWithSystemError(final Call call) {
        SystemError.write(call.owner.replyMessage(call, SystemError.LENGTH), call.header.xid());
        call.owner.reply(call, SystemError.LENGTH);
    }

    /** The service's answer cannot be sent: reports why, and answers as if the service had failed. */
    public void replaceAnswer(final Call call, final VerbsException cause) {
        if (!call.isReplaced) {
            reportUnsent(call, cause);
        }
        call.owner.forgetAnswer(call);
        if (!replacedBySystemError(call)) {
            call.owner.refuse(call);
        }
    }

    /** Reports an answer of the service's that cannot be sent. */
    public void reportUnsent(final Call call, final VerbsException cause) {
        final int xid = call.header.xid();
        connection.failures().collect(() -> failureListener.onServiceFailure(caller, xid, cause));
    }

    /**
     * Once at most: if this reply cannot be sent either, the RDMA_ERROR is left, which needs no memory but a send
     * buffer.
     */
    private static boolean replacedBySystemError(final Call call) {
        if (call.isReplaced || !SystemError.answers(call)) {
            return false;
        }
        call.isReplaced = true;
        try {
            SystemError.write(call.owner.replyMessage(call, SystemError.LENGTH), call.header.xid());
        } catch (final VerbsException e) {
            return false;
        }
        call.owner.reply(call, SystemError.LENGTH);
        return true;
    }

    /** Ends the connection if an answer came to nothing on its way: its state is unknown. */
    public void onBrokenAnswer(final Call call, final ServerCall handle, final Throwable cause) {
        if (call.handle == handle && call.state == Call.SERVING) {
            failAnswer(cause);
            end(call);
        }
    }

    private void failAnswer(final Throwable cause) {
        connection.fail(EndCause.SERVICE, "a call cannot be answered: " + cause);
    }

    /** Notes that the service has answered a call. */
    public void answered() {
        serving--;
    }

    /** Takes a call from the service, and releases it. */
    public void end(final Call call) {
        serving--;
        call.owner.release(call);
    }
}
