// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.connect;

import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import org.rpcrdma.ibverbs.device.DeviceContext;
import org.rpcrdma.ibverbs.device.NativeObject;
import org.rpcrdma.ibverbs.device.SocketAddresses;
import org.rpcrdma.ibverbs.event.ConnectionEvent;
import org.rpcrdma.ibverbs.event.ConnectionEvents;
import org.rpcrdma.ibverbs.event.IbvEventLoop;
import org.rpcrdma.ibverbs.layout.ConnectionLayout;
import org.rpcrdma.ibverbs.layout.SocketAddressLayout;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.ibverbs.queue.IbvQueuePair;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.VerbsException;

/**
 * A peer's connection request. Until it is accepted or rejected, the request owns its identifier, which keeps the
 * device open.
 *
 * <p>The peer may time out before the request is answered, and the library does not report this. In this case,
 * accepting the request fails, and {@code rdma_reject} fails with EINVAL, because Linux's {@code ib_send_cm_rej} finds
 * the connection in a state in which it has no peer.
 */
final class IbvConnectionRequest implements ConnectionRequest {
    private final DeviceContext device;
    private final ConnectionEvents events;
    private final ConnectionEvent request;
    private final InetSocketAddress remote;
    private Answer answer = Answer.NONE;

    private enum Answer {
        NONE,
        GIVEN,
        /** Accepting the request failed, and the peer was rejected. */
        FAILED
    }

    IbvConnectionRequest(final DeviceContext device, final ConnectionEvents events, final ConnectionEvent request) {
        this.device = device;
        this.events = events;
        this.request = request;
        remote = SocketAddresses.read(
                Native.segment(request.identifier() + ConnectionLayout.ID_REMOTE, SocketAddressLayout.SIZE));
        device.open().opened();
    }

    /**
     * Passes the request to a listener's handler. Rejects the peer if the handler throws an exception before it has
     * accepted or rejected the request.
     */
    void handTo(final ConnectionManager.ListenHandler handler) {
        try {
            handler.onRequest(this);
        } catch (final Throwable e) {
            if (answer == Answer.NONE) {
                refuse(e);
            }
            throw e;
        }
    }

    private void refuse(final Throwable reason) {
        try {
            destroy();
        } catch (final VerbsException e) {
            reason.addSuppressed(e);
        }
    }

    @Override
    public byte[] privateData() {
        return request.privateData();
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public Connection accept(
            final QueuePair queuePair,
            final ConnectionParameters parameters,
            final EventLoop loop,
            final ConnectionHandler handler) {
        checkUnanswered();
        parameters.check(ConnectionParameters.ACCEPT_DATA);
        final IbvConnection connection = new IbvConnection(
                NativeObject.own(device, IbvQueuePair.class, queuePair),
                IbvEventLoop.own(device, loop),
                parameters,
                handler,
                remote);
        connection.adopt(events, request);
        answered(Answer.FAILED);
        connection.accept(request);
        answer = Answer.GIVEN;
        return connection;
    }

    @Override
    public void reject(final byte[] privateData) {
        ConnectionParameters.checkPrivateData(privateData, ConnectionParameters.REJECT_DATA);
        if (answer == Answer.FAILED) {
            return;
        }
        checkUnanswered();
        try {
            send(privateData);
        } finally {
            destroy();
        }
    }

    /** Destroys the identifier. This rejects the peer if the request has not been answered. */
    private void destroy() {
        device.connectionLibrary().destroyId.check(request.identifier());
        answered(Answer.GIVEN);
    }

    private void answered(final Answer given) {
        answer = given;
        device.open().closed();
    }

    /** Sends a rejection, or does nothing if the peer no longer exists. */
    private void send(final byte[] privateData) {
        try (Arena arena = Arena.ofConfined()) {
            final long data =
                    arena.allocateFrom(ValueLayout.JAVA_BYTE, privateData).address();
            final int errno = device.connectionLibrary().reject.errno(request.identifier(), data, privateData.length);
            if (errno != 0 && errno != Errno.EINVAL.value()) {
                throw Errnos.exception(errno, "rdma_reject failed");
            }
        }
    }

    private void checkUnanswered() {
        if (answer != Answer.NONE) {
            throw new VerbsException(Errno.EINVAL, "request was already answered: remote=" + remote);
        }
    }
}
