// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import static org.rpcrdma.rnic.connect.RnicConnectionManager.NOTHING;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.roce.Field;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.verbs.Gid;

/**
 * Delivers datagrams to their connections. If no connection matches and the specification requires an answer, the
 * answer is one datagram of the same size, and no state is kept.
 */
final class MadReceiver {

    private final MadWires wires;
    private final Dialogs dialogs;
    private final ManagementCounters counters;
    private RnicConnectionManager manager;

    private Gid source;
    private DirectBuffer buffer;
    private int offset;

    MadReceiver(final MadWires wires) {
        this.wires = wires;
        dialogs = wires.dialogs();
        counters = wires.counters();
    }

    void attach(final RnicConnectionManager newManager) {
        manager = newManager;
    }

    /** Handles a connection-management datagram. */
    void take(final Gid from, final DirectBuffer datagram, final int at) {
        source = from;
        buffer = datagram;
        offset = at;
        switch (get(ManagementLayout.ATTRIBUTE)) {
            case ManagementLayout.CONNECT_REQUEST -> onRequest(new RequestMessage(buffer, offset));
            case ManagementLayout.MESSAGE_RECEIPT -> onReceipt();
            case ManagementLayout.CONNECT_REJECT -> onReject();
            case ManagementLayout.CONNECT_REPLY -> onReply();
            case ManagementLayout.READY_TO_USE -> onReady();
            case ManagementLayout.DISCONNECT_REQUEST -> onDisconnect();
            case ManagementLayout.DISCONNECT_REPLY -> onDisconnected();
            case ManagementLayout.SERVICE_REQUEST -> onServiceRequest();
            default -> counters.strays++;
        }
    }

    private void onRequest(final RequestMessage request) {
        final int reason = request.check(source, wires.gid(), wires.mtu());
        if (reason == RequestMessage.MALFORMED) {
            counters.malformed++;
            return;
        }
        final AskedWire known = dialogs.findRequest(source, request.id());
        if (known != null && known.isAskedBy(request)) {
            counters.repeats++;
            known.onRepeatedRequest();
        } else if (reason != RequestMessage.FINE) {
            reject(request, reason);
        } else if (known != null && !known.isWithdrawn()) {
            reject(request, RejectReason.DUPLICATE_ID);
        } else if (dialogs.makeRoom(source)) {
            beginInsteadOf(known, request);
        } else {
            counters.refused++;
        }
    }

    /**
     * Begins a connection. If the peer reuses the number of an ended connection, {@code ended} is that connection;
     * otherwise it is null.
     */
    private void beginInsteadOf(final AskedWire ended, final RequestMessage request) {
        if (ended != null) {
            ended.forget();
        }
        begin(request);
    }

    private void begin(final RequestMessage request) {
        final PacketSink sink = wires.findPeer(source, request.queuePair());
        if (sink == null) {
            counters.malformed++;
            return;
        }
        final Offer offer = request.offer(sink);
        if (offer.mtu() > wires.mtu(source)) {
            reject(request, RejectReason.INVALID_MTU);
            return;
        }
        final AskedWire wire = new AskedWire(wires, wires.newId(), source, request, offer);
        if (manager.take(offer, wire, request.addresses())) {
            dialogs.addRequest(wire);
        } else {
            wire.forget();
            reject(request, ConnectionMessage.INVALID_SERVICE_ID);
        }
    }

    private void reject(final RequestMessage request, final int reason) {
        final MessageWriter writer = wires.writer();
        writer.reject(request.transaction(), 0, request.id(), MessageWriter.REQUEST, reason, NOTHING);
        if (reason == RejectReason.INVALID_MTU) {
            writer.addMtu(wires.mtu(source));
        }
        wires.send(source);
    }

    private void onReceipt() {
        final MadWire wire = addressed();
        if (wire == null || wire.transaction() != transaction()) {
            counters.strays++;
        } else {
            wire.onReceipt(get(ManagementLayout.RECEIPT_SERVICE_TIME));
        }
    }

    private void onReject() {
        final MadWire wire = get(ManagementLayout.REMOTE_ID) == 0 ? unanswered() : addressed();
        if (wire == null || !wire.onReject(buffer, offset)) {
            counters.strays++;
        }
    }

    /** Returns the connection requested by a peer that gave up waiting before it learned the local number, or null. */
    private AskedWire unanswered() {
        final AskedWire wire = dialogs.findRequest(source, get(ManagementLayout.LOCAL_ID));
        return wire != null && wire.isHalfOpen() ? wire : null;
    }

    private void onReply() {
        final MadWire wire = addressed();
        if (wire == null || !wire.onReply(buffer, offset)) {
            counters.strays++;
            wires.writer()
                    .reject(
                            transaction(),
                            get(ManagementLayout.REMOTE_ID),
                            get(ManagementLayout.LOCAL_ID),
                            MessageWriter.REPLY,
                            RejectReason.INVALID_ID,
                            NOTHING);
            wires.send(source);
        }
    }

    private void onReady() {
        final MadWire wire = addressed();
        if (wire == null || wire.transaction() != transaction()) {
            counters.strays++;
        } else {
            wire.onReady();
        }
    }

    /**
     * Handles a DREQ. A DREQ is always answered, even if no connection matches, because its sender has already closed
     * the connection.
     */
    private void onDisconnect() {
        final MadWire wire = addressed();
        if (dialogs.find(get(ManagementLayout.REMOTE_ID)) != null
                && (wire == null || !wire.hasQueuePair(get(ManagementLayout.DISCONNECT_QUEUE_PAIR)))) {
            counters.strays++;
            return;
        }
        wires.writer().disconnected(transaction(), get(ManagementLayout.REMOTE_ID), get(ManagementLayout.LOCAL_ID));
        wires.send(source);
        if (wire != null) {
            wire.onDisconnect();
        }
    }

    private void onDisconnected() {
        final MadWire wire = addressed();
        if (wire == null || !wire.onDisconnected(transaction())) {
            counters.strays++;
        }
    }

    private void onServiceRequest() {
        wires.writer()
                .noService(
                        transaction(),
                        get(ManagementLayout.SERVICE_REQUEST_ID),
                        ManagementLayout.SERVICE_REQUEST_SERVICE_ID.getLong(buffer, offset));
        wires.send(source);
    }

    /**
     * Returns the connection with the datagram's local number, or null if the datagram does not come from the
     * connection's peer.
     */
    private MadWire addressed() {
        final MadWire wire = dialogs.find(get(ManagementLayout.REMOTE_ID));
        return wire != null && wire.isFrom(source, get(ManagementLayout.LOCAL_ID)) ? wire : null;
    }

    private long transaction() {
        return ManagementLayout.TRANSACTION.getLong(buffer, offset);
    }

    private int get(final Field field) {
        return field.get(buffer, offset);
    }
}
