// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import static org.rpcrdma.rnic.connect.RnicConnectionManager.NOTHING;

import java.net.InetSocketAddress;
import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.Rejection;

/** The wire of the side that requests a connection. It repeats REQ until the peer answers. */
final class AskingWire extends MadWire {
    /** True if the peer has requested more time (MRA). */
    private boolean isExtended;
    /** True if REQ has been repeated with a smaller MTU. */
    private boolean isShortened;

    AskingWire(final MadWires wires, final int id, final long transaction) {
        super(wires, id, transaction, State.REQUESTED);
    }

    @Override
    public void request() {
        final InetSocketAddress remote = side().remote();
        setPeer(remote.isUnresolved() ? wires().gid() : Gid.of(remote.getAddress()));
        wires().dialogs().add(this);
        if (remote.isUnresolved() || GidAddress.isIpv4(peer()) != GidAddress.isIpv4(wires().gid())) {
            become(State.ENDED);
            startTimer(0);
            return;
        }
        side().shorten(wires().mtu(peer()));
        ask();
    }

    private void ask() {
        writer().request(transaction(), id(), side().offer(), side().local(), side().remote(), path(), times());
        sendRepeatedly();
    }

    @Override
    void onWaited() {
        if (is(State.ENDED)) {
            forget();
            side().rejected("no such host: address=" + side().remote());
        } else if (!sendAgain()) {
            end();
            side().rejected("the host does not answer: address=" + side().remote());
        }
    }

    @Override
    void onReceipt(final int serviceCode) {
        if (is(State.REQUESTED) && !isExtended) {
            isExtended = true;
            startTimer(MadTimes.service(serviceCode) + times().timeout());
        }
    }

    @Override
    boolean onReply(final DirectBuffer buffer, final int offset) {
        if (ManagementLayout.TRANSACTION.getLong(buffer, offset) != transaction()) {
            return false;
        }
        if (is(State.ESTABLISHED)) {
            ready();
        }
        return is(State.ESTABLISHED) || is(State.REQUESTED) && onFirstReply(buffer, offset);
    }

    private boolean onFirstReply(final DirectBuffer buffer, final int offset) {
        final int number = ManagementLayout.REPLY_QUEUE_PAIR.get(buffer, offset);
        final PacketSink sink = wires().findPeer(peer(), number);
        if (sink == null) {
            return false;
        }
        setPeerNumbers(ManagementLayout.LOCAL_ID.get(buffer, offset), number);
        establish();
        side().replied(offer(sink, buffer, offset));
        return true;
    }

    private Offer offer(final PacketSink sink, final DirectBuffer buffer, final int offset) {
        final Offer own = side().offer();
        return new Offer(
                sink,
                own.mtu(),
                ManagementLayout.REPLY_PSN.get(buffer, offset),
                own.flowLabel(),
                new ConnectionParameters(
                        ManagementLayout.REPLY_PRIVATE_DATA.get(buffer, offset),
                        ManagementLayout.REPLY_RESPONDER_RESOURCES.get(buffer, offset),
                        ManagementLayout.REPLY_INITIATOR_DEPTH.get(buffer, offset),
                        own.parameters().retryCount(),
                        ManagementLayout.REPLY_RNR_RETRIES.get(buffer, offset)));
    }

    @Override
    public void ready() {
        wires().writer().ready(transaction(), id(), peerId());
        wires().send(peer());
    }

    @Override
    public void giveUp() {
        if (is(State.REQUESTED)) {
            wires().writer().reject(transaction(), id(), 0, MessageWriter.REQUEST, RejectReason.TIMEOUT, NOTHING);
            wires().send(peer());
            end();
        }
    }

    /** Repeats REQ once, with the path MTU that the peer accepts. */
    @Override
    boolean asksAgain(final DirectBuffer buffer, final int offset) {
        if (!is(State.REQUESTED)
                || isShortened
                || ManagementLayout.REJECT_REASON.get(buffer, offset) != RejectReason.INVALID_MTU
                || ManagementLayout.REJECT_INFORMATION_LENGTH.get(buffer, offset) == 0) {
            return false;
        }
        final int code = ManagementLayout.REJECT_MTU.get(buffer, offset);
        if (code < 1 || ManagementLayout.mtu(code) >= side().offer().mtu()) {
            return false;
        }
        isShortened = true;
        side().shorten(ManagementLayout.mtu(code));
        beginTransaction();
        ask();
        return true;
    }

    @Override
    void onRejected(final int reason, final byte[] privateData) {
        side().rejected(
                        reason == ConnectionMessage.INVALID_SERVICE_ID
                                ? "no listener: address=" + side().remote()
                                : Rejection.describe(reason, privateData));
    }

    @Override
    void leave() {
        wires().dialogs().remove(this);
    }

    @Override
    void onReady() {
        wires().counters().strays++;
    }

    @Override
    public void reply() {
        throw new IllegalStateException("this side sent the request");
    }

    @Override
    public void reject(final int reason, final byte[] privateData) {
        throw new IllegalStateException("this side sent the request");
    }
}
