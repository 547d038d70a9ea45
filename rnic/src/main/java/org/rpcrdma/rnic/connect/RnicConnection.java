// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetSocketAddress;
import org.rpcrdma.rnic.endpoint.ConnectionEnd;
import org.rpcrdma.rnic.endpoint.RnicQueuePair;
import org.rpcrdma.rnic.host.HostLoop;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;

/** One side of a connection. It is closed when its queue pair fails or is closed, or when the peer closes its side. */
public final class RnicConnection implements Connection, ConnectionEnd {
    private final RnicConnectionManager manager;
    private final ConnectionWire wire;
    private final RnicQueuePair queuePair;
    private final Addresses addresses;
    private final HostLoop loop;
    private final ConnectionHandler handler;
    private final int id;
    private Offer offer;
    private State state = State.CONNECTING;

    private enum State {
        CONNECTING,
        ESTABLISHED,
        ENDED
    }

    RnicConnection(
            final RnicConnectionManager manager,
            final ConnectionWire wire,
            final RnicQueuePair queuePair,
            final Offer offer,
            final Addresses addresses,
            final HostLoop loop,
            final ConnectionHandler handler) {
        this.manager = manager;
        this.wire = wire;
        this.queuePair = queuePair;
        this.offer = offer;
        this.addresses = addresses;
        this.loop = loop;
        this.handler = handler;
        id = wire.attach(this);
        queuePair.setConnection(this);
    }

    @Override
    public InetSocketAddress remote() {
        return addresses.remote();
    }

    @Override
    public InetSocketAddress local() {
        return addresses.local();
    }

    /** Returns the connection id that this side's connection manager uses. */
    public int id() {
        return id;
    }

    /** Returns this side's address. */
    public Gid gid() {
        return manager.gid();
    }

    /** Returns this side's parameters. */
    public Offer offer() {
        return offer;
    }

    /** Reduces the maximum payload per packet that this side offers, in bytes. */
    public void shorten(final int mtu) {
        offer = offer.withMtu(mtu);
    }

    public boolean isConnecting() {
        return state == State.CONNECTING;
    }

    /** Requests the connection. */
    public void request() {
        wire.request();
    }

    /** Accepts a peer's request. */
    public void accept(final Offer asking) {
        join(asking, asking.parameters().retryCount());
        wire.reply();
    }

    /** Handles the peer's acceptance, while this side is connecting. */
    public void replied(final Offer accepted) {
        join(accepted, offer.parameters().retryCount());
        established(accepted.parameters().privateData(), ConnectionParameters.ACCEPT_DATA);
        wire.ready();
    }

    /** Returns true if a packet from the peer has arrived. */
    public boolean hasHeardPeer() {
        return queuePair.hasHeardPeer();
    }

    /** Handles the confirmation that the peer has received this side's acceptance. */
    public void ready() {
        if (state == State.CONNECTING) {
            established(RnicConnectionManager.NOTHING, 0);
        }
    }

    /**
     * Connects this side's queue pair to the peer's queue pair, in the state RTS. As in rdma_cm, each side determines
     * how often its peer retries after an RNR NAK, and the requesting side determines the other retry count for both
     * sides.
     */
    private void join(final Offer peer, final int retryCount) {
        queuePair.connect(
                peer.queuePair(),
                new QueuePairParameters()
                        .set(QueuePairParameter.PATH_MTU, Math.min(offer.mtu(), peer.mtu()))
                        .set(QueuePairParameter.RECEIVE_PSN, offer.startingPsn())
                        .set(QueuePairParameter.SEND_PSN, peer.startingPsn())
                        .set(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC, offer.responderResources(peer))
                        .set(QueuePairParameter.MAX_READ_ATOMIC, peer.responderResources(offer))
                        .set(QueuePairParameter.RETRY_COUNT, retryCount)
                        .set(QueuePairParameter.RNR_RETRY, peer.parameters().rnrRetryCount()),
                offer.flowLabel());
    }

    private void established(final byte[] privateData, final int size) {
        state = State.ESTABLISHED;
        final byte[] delivered = RnicConnectionManager.padded(privateData, size);
        manager.call(loop, () -> handler.onEstablished(this, delivered));
    }

    /** Closes a connection that could not be established. */
    public void rejected(final String reason) {
        if (state == State.CONNECTING) {
            state = State.ENDED;
            queuePair.setConnection(null);
            tellRejected(reason);
        }
    }

    @Override
    public void disconnect() {
        end();
    }

    @Override
    public void queuePairFailed() {
        end();
    }

    private void end() {
        if (state == State.ENDED) {
            return;
        }
        final boolean wasEstablished = state == State.ESTABLISHED;
        state = State.ENDED;
        queuePair.fail();
        if (wasEstablished) {
            wire.disconnect();
        } else {
            wire.giveUp();
        }
        manager.afterRoundTrip(() -> tellEnd(wasEstablished));
    }

    /** Handles the peer's DREQ and answers it. */
    public void disconnectedByPeer() {
        wire.disconnected();
        endedByPeer();
    }

    /** Handles the peer's disconnection after all data that arrived earlier has been written to memory. */
    public void endedByPeer() {
        if (state == State.ENDED || manager.waitsUntil(queuePair.lastLanding(), this::endedByPeer)) {
            return;
        }
        final boolean wasEstablished = state == State.ESTABLISHED;
        state = State.ENDED;
        queuePair.fail();
        tellEnd(wasEstablished);
    }

    private void tellEnd(final boolean wasEstablished) {
        if (wasEstablished) {
            manager.call(loop, () -> handler.onDisconnected(this));
        } else {
            tellRejected("the connection ended before it was established");
        }
    }

    private void tellRejected(final String reason) {
        manager.call(loop, () -> handler.onRejected(this, reason));
    }
}
