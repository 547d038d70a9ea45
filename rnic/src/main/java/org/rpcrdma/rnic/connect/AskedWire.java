// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.verbs.Gid;

/**
 * The wire to a peer that requests a connection.
 *
 * <p>To prevent amplification, the wire sends at most one datagram in response to each of the peer's datagrams until
 * the peer has proved its address. The wire repeats REP for each repeated REQ. {@link Dialogs#mayRepeat} limits
 * unsolicited repeats. Any packet from the peer counts as an RTU. The wire remains for some time after the connection
 * has ended, so that a late repeat of REQ has no effect.
 */
final class AskedWire extends MadWire {
    private final Offer asking;
    private final int askedPsn;
    /** The REJ to send again if the REQ is repeated, or null. */
    private UnsafeBuffer rejection;

    private long wait;
    private long deadline;
    private boolean isExtended;

    AskedWire(final MadWires wires, final int id, final Gid peer, final RequestMessage request, final Offer asking) {
        super(wires, id, request.transaction(), State.ASKED);
        this.asking = asking;
        askedPsn = request.startingPsn();
        setPeer(peer);
        setPeerNumbers(request.id(), request.queuePair());
        startTimer(times().lifetime());
    }

    /** Returns true if the connection is not established yet. */
    boolean isHalfOpen() {
        return is(State.ASKED) || is(State.REPLIED);
    }

    /**
     * Returns true if a REQ with the same connection number is a repeat of this connection's REQ. Otherwise, the REQ is
     * a new request that reuses the number.
     */
    boolean isAskedBy(final RequestMessage request) {
        return request.transaction() == transaction()
                && request.queuePair() == peerQueuePair()
                && request.startingPsn() == askedPsn;
    }

    /** Handles a repeated REQ. */
    void onRepeatedRequest() {
        if (is(State.ASKED)) {
            wires().writer().receipt(transaction(), id(), peerId(), MadTimes.serviceCode());
            wires().send(peer());
        } else if (is(State.REPLIED)) {
            send();
        } else if (rejection != null) {
            wires().send(peer(), rejection);
        }
    }

    @Override
    public void reply() {
        final Offer offer = side().offer();
        writer().reply(transaction(), id(), peerId(), offer.queuePair().number(), offer.granted(asking), path());
        become(State.REPLIED);
        send();
        deadline = wires().now() + times().lifetime();
        wait = times().firstLook();
        startTimer(wait);
    }

    @Override
    public void reject(final int reason, final byte[] privateData) {
        if (is(State.ASKED)) {
            rejection = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
            wires().writer()
                    .to(rejection)
                    .reject(transaction(), 0, peerId(), MessageWriter.REQUEST, reason, privateData);
            wires().send(peer(), rejection);
            end();
        }
    }

    /** Aborts the connection without sending a message; the peer's next message will be answered. */
    @Override
    public void giveUp() {
        if (is(State.REPLIED)) {
            end();
        }
    }

    @Override
    void onReady() {
        if (is(State.REPLIED)) {
            becomeReady();
        } else if (is(State.ENDED)) {
            wires().writer().disconnect(transaction(), id(), peerId(), peerQueuePair());
            wires().send(peer());
        }
    }

    private void becomeReady() {
        wires().dialogs().close(this);
        establish();
        side().ready();
    }

    @Override
    void onReceipt(final int serviceCode) {
        if (is(State.REPLIED) && !isExtended) {
            isExtended = true;
            deadline += MadTimes.service(serviceCode);
        }
    }

    @Override
    void onWaited() {
        if (is(State.ENDED)) {
            forget();
        } else if (is(State.REPLIED) && side().hasHeardPeer()) {
            becomeReady();
        } else if (is(State.ASKED) || wires().now() >= deadline) {
            giveRoom();
        } else {
            waitOn();
        }
    }

    /** Ends the half-open connection without sending a message, because the peer may not exist. */
    void giveRoom() {
        if (is(State.ASKED)) {
            end();
        } else {
            endByPeer();
        }
    }

    private void waitOn() {
        if (wait == times().timeout() && wires().dialogs().mayRepeat(peer())) {
            send();
        }
        wait = Math.min(2 * wait, times().timeout());
        startTimer(wait);
    }

    @Override
    void leave() {
        if (isHalfOpen()) {
            wires().dialogs().close(this);
        }
        startTimer(2 * times().timeout());
        wires().dialogs().retire(this);
    }

    @Override
    boolean asksAgain(final DirectBuffer buffer, final int offset) {
        return false;
    }

    @Override
    void onRejected(final int reason, final byte[] privateData) {
        side().endedByPeer();
    }

    @Override
    boolean onReply(final DirectBuffer buffer, final int offset) {
        return false;
    }

    @Override
    public void request() {
        throw new IllegalStateException("the peer sent the request");
    }

    @Override
    public void ready() {
        throw new IllegalStateException("the peer sent the request");
    }
}
