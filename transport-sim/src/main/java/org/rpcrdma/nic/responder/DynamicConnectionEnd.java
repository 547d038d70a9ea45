// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import org.rpcrdma.nic.link.Link;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketOrigin;
import org.rpcrdma.nic.link.PacketSink;
import org.rpcrdma.nic.link.TimerCodes;
import org.rpcrdma.nic.queue.ReceiveQueue;
import org.rpcrdma.nic.transmit.Hardware;
import org.rpcrdma.nic.transmit.Peer;
import org.rpcrdma.nic.transmit.QueuePairContext;
import org.rpcrdma.nic.transmit.QueuePairEvents;
import org.rpcrdma.nic.transmit.TurnTaker;
import org.rpcrdma.nic.transmit.TurnTimer;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;

/**
 * The target's end of one dynamic connection: a responder with turns on the link of its own. It answers under the
 * target's number; the application does not know of it, and is notified of nothing.
 */
final class DynamicConnectionEnd extends TurnTaker implements PacketSink, QueuePairEvents {
    private static final int EPOCH = 1;

    private final Hardware hardware;
    private final PacketOrigin self;
    private final Peer peer;
    private final ReceiveTarget target;
    private final ResponseSender responses;
    private final Responder responder;
    private boolean isOperational = true;

    /**
     * Makes an end that takes requests.
     *
     * @param context   of the target's queue pair.
     * @param receives  the queue that Receives come from.
     * @param initiator the other end.
     * @param firstPsn  the number to begin with.
     */
    DynamicConnectionEnd(
            final QueuePairContext context,
            final ReceiveQueue receives,
            final PacketSink initiator,
            final long firstPsn) {
        hardware = context.hardware();
        final PacketOrigin all = context.self();
        self = new PacketOrigin(all.gid, all.number, all.type, this);
        final QueuePairParameters parameters = context.parameters();
        peer = new Peer(hardware.packets(), hardware.link(), self, EPOCH, parameters);
        peer.connect(initiator);
        peer.allow(parameters.get(QueuePairParameter.ACCESS_FLAGS));
        final TurnTimer turn = new TurnTimer(this, hardware.simulation(), hardware.transmitter());
        final QueuePairContext own =
                new QueuePairContext(hardware, self, context.domain(), parameters, peer, turn, this);
        target = new ReceiveTarget(own, context.domain(), receives);
        responses = new ResponseSender(own);
        responses.setRnrWait(TimerCodes.rnrWait(parameters.get(QueuePairParameter.MIN_RNR_TIMER)));
        responder = new Responder(own, target, responses);
        responder.connect(
                parameters.get(QueuePairParameter.PATH_MTU),
                hardware.attributes().maxReadAtomic(),
                firstPsn);
    }

    @Override
    public int number() {
        return self.number;
    }

    @Override
    public Link link() {
        return hardware.link();
    }

    @Override
    public int epoch() {
        return EPOCH;
    }

    /** Takes a packet that came to the target. */
    void take(final Packet packet) {
        packet.sendTo(this);
        peer.heard(packet.originEpoch);
        receive(packet);
    }

    @Override
    public void receive(final Packet packet) {
        if (isOperational && peer.sent(packet)) {
            hardware.contexts().begin(self.number);
            responder.request(packet);
        } else {
            hardware.packets().give(packet);
        }
    }

    @Override
    public boolean transmit(final long now) {
        return isOperational && hasResponses && responses.isReady(now) && responses.transmit();
    }

    /** Takes requests of a new connection. Returns false if the one before did not come to its end. */
    boolean reconnect(final long firstPsn) {
        return isOperational && responder.reconnect(firstPsn);
    }

    /** Returns when the data of the packets that arrived so far is in memory. */
    long lastLanding() {
        return responder.lastLanding();
    }

    @Override
    public boolean isOperational() {
        return isOperational;
    }

    /** Completes the Receives that it took with WR_FLUSH_ERR. */
    @Override
    public void fail() {
        if (isOperational) {
            isOperational = false;
            hardware.link().detachPayloads();
            responder.flush();
        }
    }

    /** Forgets the Receives that it took. */
    void drop() {
        isOperational = false;
        hardware.link().detachPayloads();
        responder.drop();
        target.drop();
    }

    @Override
    public void sendFailed() {
        throw new IllegalStateException("it sends no requests: number=" + self.number);
    }

    @Override
    public void sendQueueDrained() {
        throw new IllegalStateException("it sends no requests: number=" + self.number);
    }

    @Override
    public void signatureFailed() {
        throw new IllegalStateException("it sends no requests: number=" + self.number);
    }

    /** Raises nothing: the application knows of no responders of targets. */
    @Override
    public void raise(final AsyncEventType event) {}
}
