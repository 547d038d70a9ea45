// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetSocketAddress;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.VerbsException;

/** A connection request, as seen by the listening side. */
final class RnicConnectionRequest implements ConnectionRequest {
    private final RnicConnectionManager manager;
    private final ConnectionWire wire;
    private final Offer asking;
    private final Addresses addresses;
    private boolean isAnswered;

    RnicConnectionRequest(
            final RnicConnectionManager manager,
            final ConnectionWire wire,
            final Offer asking,
            final Addresses addresses) {
        this.manager = manager;
        this.wire = wire;
        this.asking = asking;
        this.addresses = addresses;
    }

    /** Calls a listener's handler. If the handler throws an exception before it answers, the request is rejected. */
    void handTo(final ConnectionManager.ListenHandler handler) {
        try {
            handler.onRequest(this);
        } catch (final Throwable e) {
            if (!isAnswered) {
                reject(RnicConnectionManager.NOTHING);
            }
            throw e;
        }
    }

    @Override
    public byte[] privateData() {
        return RnicConnectionManager.padded(asking.parameters().privateData(), ConnectionParameters.REQUEST_DATA);
    }

    @Override
    public InetSocketAddress remote() {
        return addresses.remote();
    }

    @Override
    public Connection accept(
            final QueuePair queuePair,
            final ConnectionParameters parameters,
            final EventLoop loop,
            final ConnectionHandler handler) {
        checkUnanswered();
        if (wire.isWithdrawn()) {
            throw new VerbsException(Errno.EINVAL, "the peer withdrew its request: remote=" + remote());
        }
        parameters.check(ConnectionParameters.ACCEPT_DATA);
        final RnicConnection accepted =
                manager.newConnection(wire, addresses, queuePair, parameters, asking.flowLabel(), loop, handler);
        isAnswered = true;
        accepted.accept(asking);
        return accepted;
    }

    @Override
    public void reject(final byte[] privateData) {
        checkUnanswered();
        ConnectionParameters.checkPrivateData(privateData, ConnectionParameters.REJECT_DATA);
        isAnswered = true;
        wire.reject(ConnectionMessage.CONSUMER_REJECT, privateData);
    }

    private void checkUnanswered() {
        if (isAnswered) {
            throw new VerbsException(Errno.EINVAL, "request was already answered: remote=" + remote());
        }
    }
}
