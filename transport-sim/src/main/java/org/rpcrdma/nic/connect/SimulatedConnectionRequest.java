// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.connect;

import java.net.InetSocketAddress;
import org.rpcrdma.nic.cost.ConnectionMessage;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.Rejection;
import org.rpcrdma.verbs.VerbsException;

/** A request as the listening side sees it. */
final class SimulatedConnectionRequest implements ConnectionRequest {
    private static final String NO_ANSWER = "the peer did not answer";

    private final SimulatedConnectionManager manager;
    private final SimulatedConnection asking;
    private final InetSocketAddress remote;
    private boolean isAnswered;

    SimulatedConnectionRequest(
            final SimulatedConnectionManager manager,
            final SimulatedConnection asking,
            final InetSocketAddress remote) {
        this.manager = manager;
        this.asking = asking;
        this.remote = remote;
    }

    /** Calls a listener's handler; one that throws and has not answered refuses the peer. */
    void handTo(final ConnectionManager.ListenHandler handler) {
        try {
            handler.onRequest(this);
        } catch (final Throwable e) {
            if (!isAnswered) {
                reject(SimulatedConnectionManager.NOTHING);
            }
            throw e;
        }
    }

    @Override
    public byte[] privateData() {
        return SimulatedConnectionManager.padded(
                asking.parameters().privateData(), SimulatedConnectionManager.REQUEST_DATA);
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
        final SimulatedConnection accepted = manager.newConnection(
                remote,
                asking.remote(),
                queuePair,
                parameters,
                SimulatedConnectionManager.ACCEPT_DATA,
                asking.flowLabel(),
                loop,
                handler);
        isAnswered = true;
        accepted.join(asking, asking.parameters().retryCount());
        manager.messages().reply(accepted, asking);
        manager.callAfterOneWay(asking.manager(), () -> reply(accepted), () -> {
            accepted.endedByPeer();
            asking.rejected(NO_ANSWER);
        });
        return accepted;
    }

    @Override
    public void reject(final byte[] privateData) {
        checkUnanswered();
        SimulatedConnectionManager.checkPrivateData(privateData, SimulatedConnectionManager.REJECT_DATA);
        isAnswered = true;
        manager.messages().refuse(asking, ConnectionMessage.CONSUMER_REJECT, privateData);
        final String reason = Rejection.describe(ConnectionMessage.CONSUMER_REJECT, privateData);
        manager.callAfterOneWay(asking.manager(), () -> asking.rejected(reason), () -> asking.rejected(NO_ANSWER));
    }

    /** Takes the REP at the side that asked; the RTU goes back at once. */
    private void reply(final SimulatedConnection accepted) {
        if (!asking.isConnecting()) {
            asking.giveUp(accepted);
            return;
        }
        asking.join(accepted, asking.parameters().retryCount());
        asking.tellReady();
        asking.established(SimulatedConnectionManager.padded(
                accepted.parameters().privateData(), SimulatedConnectionManager.ACCEPT_DATA));
        manager.afterLinkDelay(asking.manager(), () -> ready(accepted), accepted::endedByPeer);
    }

    /** Takes the RTU. */
    private static void ready(final SimulatedConnection accepted) {
        if (accepted.isConnecting()) {
            accepted.established(SimulatedConnectionManager.NOTHING);
        }
    }

    private void checkUnanswered() {
        if (isAnswered) {
            throw new VerbsException(Errno.EINVAL, "request is answered already: remote=" + remote);
        }
    }
}
