// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import static org.rpcrdma.rnic.connect.RnicConnectionManager.NOTHING;

import java.net.InetSocketAddress;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.rnic.connect.Addresses;
import org.rpcrdma.rnic.connect.ConnectionWire;
import org.rpcrdma.rnic.connect.RnicConnection;
import org.rpcrdma.verbs.Rejection;

/** One side's path to a peer in the same simulation. Calls the peer's wire when a message's delay has elapsed. */
final class EventWire implements ConnectionWire {
    private static final String NO_ANSWER = "the peer did not answer";

    private final EventWires wires;
    private RnicConnection side;
    /** The peer's wire; null on the requesting side until the reply has arrived. */
    private EventWire peer;

    EventWire(final EventWires wires, final EventWire peer) {
        this.wires = wires;
        this.peer = peer;
    }

    @Override
    public int attach(final RnicConnection newSide) {
        side = newSide;
        return wires.messages().newId();
    }

    @Override
    public boolean isWithdrawn() {
        return false;
    }

    @Override
    public void request() {
        final InetSocketAddress remote = side.remote();
        final EventWires target = wires.at(remote);
        if (target != null) {
            wires.messages().request(side, target.manager().gid());
        }
        wires.sendBehindPosts(
                target == null ? wires : target,
                this::onRequest,
                () -> side.rejected("the host does not answer: address=" + remote));
    }

    /** Handles a REQ at its destination. */
    private void onRequest() {
        final InetSocketAddress remote = side.remote();
        final EventWires target = wires.at(remote);
        if (target == null) {
            refused("no such host: address=" + remote);
        } else if (!target.manager()
                .take(side.offer(), new EventWire(target, this), new Addresses(side.local(), remote))) {
            target.messages().refuse(side, ConnectionMessage.INVALID_SERVICE_ID, NOTHING);
            refused("no listener: address=" + remote);
        }
    }

    private void refused(final String reason) {
        wires.send(() -> side.rejected(reason));
    }

    @Override
    public void reply() {
        wires.messages().reply(side, peer.side);
        wires.sendBehindPosts(peer.wires, this::onReply, () -> {
            side.endedByPeer();
            peer.side.rejected(NO_ANSWER);
        });
    }

    /** Handles a REP on the requesting side, which immediately sends the RTU. */
    private void onReply() {
        peer.peer = this;
        if (peer.side.isConnecting()) {
            peer.side.replied(side.offer());
        } else {
            peer.refuseReply();
        }
    }

    /** Closes a requested connection before the peer has learned that the connection was accepted. */
    private void refuseReply() {
        final long arrival = wires.oneWayLater();
        wires.messages().giveUp(side, peer.side, arrival);
        wires.send(arrival, peer.side::endedByPeer);
    }

    @Override
    public void reject(final int reason, final byte[] privateData) {
        wires.messages().refuse(peer.side, reason, privateData);
        final String described = Rejection.describe(reason, privateData);
        wires.sendBehindPosts(peer.wires, () -> peer.side.rejected(described), () -> peer.side.rejected(NO_ANSWER));
    }

    @Override
    public void ready() {
        wires.messages().readyToUse(side, peer.side);
        peer.wires.takeAfterLinkDelay(wires, peer.side::ready, peer.side::endedByPeer);
    }

    @Override
    public void giveUp() {
        if (peer != null) {
            final long arrival = wires.oneWayBehindPackets();
            wires.messages().giveUp(side, peer.side, arrival);
            wires.send(arrival, peer.wires, peer.side::endedByPeer, () -> {});
        }
    }

    @Override
    public void disconnect() {
        final long arrival = wires.oneWayBehindPackets();
        wires.messages().disconnect(side, peer.side, arrival);
        wires.send(arrival, peer.wires, peer.side::disconnectedByPeer, () -> {});
    }

    @Override
    public void disconnected() {
        wires.messages().disconnected(side, peer.side);
    }
}
