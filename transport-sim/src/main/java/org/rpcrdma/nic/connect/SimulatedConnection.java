// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.connect;

import java.net.InetSocketAddress;
import org.rpcrdma.nic.endpoint.ConnectionEnd;
import org.rpcrdma.nic.endpoint.SimulatedQueuePair;
import org.rpcrdma.nic.host.Processor;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;

/** One side of a connection. A queue pair that fails or is closed ends it, and either side's end ends the other. */
final class SimulatedConnection implements Connection, ConnectionEnd {
    private final SimulatedConnectionManager manager;
    private final SimulatedQueuePair queuePair;
    private final ConnectionParameters parameters;
    private final int startingPsn;
    private final int flowLabel;
    private final InetSocketAddress remote;
    private final InetSocketAddress local;
    private final Processor processor;
    private final ConnectionHandler handler;
    private final int id;
    private SimulatedConnection peer;
    private State state = State.CONNECTING;

    private enum State {
        CONNECTING,
        ESTABLISHED,
        ENDED
    }

    SimulatedConnection(
            final SimulatedConnectionManager manager,
            final SimulatedQueuePair queuePair,
            final ConnectionParameters parameters,
            final int startingPsn,
            final int flowLabel,
            final InetSocketAddress remote,
            final InetSocketAddress local,
            final Processor processor,
            final ConnectionHandler handler) {
        this.manager = manager;
        this.queuePair = queuePair;
        this.parameters = parameters;
        this.startingPsn = startingPsn;
        this.flowLabel = flowLabel;
        this.remote = remote;
        this.local = local;
        this.processor = processor;
        this.handler = handler;
        id = manager.messages().newId();
        queuePair.setConnection(this);
    }

    @Override
    public InetSocketAddress remote() {
        return remote;
    }

    @Override
    public InetSocketAddress local() {
        return local;
    }

    /** Returns its number at this side's connection manager. */
    int id() {
        return id;
    }

    /** Returns the address of this side. */
    Gid gid() {
        return manager.gid();
    }

    /** Returns this side's connection manager. */
    SimulatedConnectionManager manager() {
        return manager;
    }

    SimulatedQueuePair queuePair() {
        return queuePair;
    }

    ConnectionParameters parameters() {
        return parameters;
    }

    /** Returns the PSN of the first packet that it takes from its peer. */
    int startingPsn() {
        return startingPsn;
    }

    /** Returns the flow label of the packets of both sides. */
    int flowLabel() {
        return flowLabel;
    }

    /** Returns how many READs and atomics it answers at a time: no more than the peer asks for. */
    private int responderResources(final SimulatedConnection other) {
        return Math.min(parameters.responderResources(), other.parameters.initiatorDepth());
    }

    /** Returns its parameters with no more READs either way than it and its peer can do. */
    ConnectionParameters granted(final SimulatedConnection other) {
        return new ConnectionParameters(
                parameters.privateData(),
                responderResources(other),
                other.responderResources(this),
                parameters.retryCount(),
                parameters.rnrRetryCount());
    }

    boolean isConnecting() {
        return state == State.CONNECTING;
    }

    /**
     * Joins this side's queue pair to the peer's, in the state RTS. As in rdma_cm, either side says how often its peer
     * retries after an RNR NAK, and the side that asked how often both retry otherwise.
     */
    void join(final SimulatedConnection other, final int retryCount) {
        peer = other;
        queuePair.connect(
                other.queuePair,
                new QueuePairParameters()
                        .set(QueuePairParameter.RECEIVE_PSN, startingPsn)
                        .set(QueuePairParameter.SEND_PSN, other.startingPsn)
                        .set(QueuePairParameter.MAX_DESTINATION_READ_ATOMIC, responderResources(other))
                        .set(QueuePairParameter.MAX_READ_ATOMIC, other.responderResources(this))
                        .set(QueuePairParameter.RETRY_COUNT, retryCount)
                        .set(QueuePairParameter.RNR_RETRY, other.parameters.rnrRetryCount()),
                flowLabel);
    }

    /** Reports the RTU to the peer. */
    void tellReady() {
        manager.messages().readyToUse(this, peer);
    }

    /** Gives up, though the peer accepted the connection. */
    void giveUp(final SimulatedConnection accepted) {
        manager.giveUp(this, accepted);
    }

    void established(final byte[] privateData) {
        state = State.ESTABLISHED;
        manager.call(processor, () -> handler.onEstablished(this, privateData));
    }

    /** Ends a connection that does not come about. */
    void rejected(final String reason) {
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
        if (peer != null) {
            manager.end(this, peer, wasEstablished);
        }
        manager.afterRoundTrip(() -> tellEnd(wasEstablished));
    }

    /** Takes and answers the peer's DREQ. */
    void disconnectedByPeer() {
        manager.messages().disconnected(this, peer);
        endedByPeer();
    }

    /** Takes the peer's end; it takes effect once the data that arrived before it is in memory. */
    void endedByPeer() {
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
            manager.call(processor, () -> handler.onDisconnected(this));
        } else {
            tellRejected("the connection ended before it was established");
        }
    }

    private void tellRejected(final String reason) {
        manager.call(processor, () -> handler.onRejected(this, reason));
    }
}
