// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.connect;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.nic.config.ConnectionMessage;
import org.rpcrdma.nic.config.ConnectionMessage.Type;
import org.rpcrdma.nic.config.ConnectionPath;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.link.TimerCodes;
import org.rpcrdma.roce.ManagementLayout;
import org.rpcrdma.verbs.Gid;

/** Reports the messages that a connection manager sends to a listener, as datagrams, too. Others carry them. */
final class ConnectionMessages {
    /** A disconnection is a transaction of its own. */
    private static final long DISCONNECTION = 1L << 32;

    private static final byte[] NOTHING = {};

    private final DeviceProfile device;
    private final HostProcessors processors;
    private final ConnectionListener listener;
    private final long handling;
    private final long linkDelay;
    private final UnsafeBuffer datagram = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
    private final MessageWriter writer;
    private final MadTimes times;
    private int connections;
    private int datagrams;

    ConnectionMessages(final DeviceProfile device, final HostProcessors processors, final ConnectionListener listener) {
        this.device = device;
        this.processors = processors;
        this.listener = listener;
        writer = new MessageWriter(device.gid()).to(datagram);
        times = new MadTimes(device.costs());
        handling = device.costs().nanos(CostParameter.CM_LATENCY);
        linkDelay = device.costs().nanos(CostParameter.LINK_DELAY);
    }

    /** Returns a number for a connection of this device. */
    int newId() {
        return ++connections;
    }

    /** Reports a REQ, asked for at the time of the processor that pays. */
    void request(final SimulatedConnection from, final Gid to) {
        if (listener.isOn()) {
            writer.request(from.id(), from.id(), from.offer(), from.local(), from.remote(), path(from), times);
            report(new ConnectionMessage(
                    Type.REQ,
                    processors.paying().nanoTime() + handling,
                    device.gid(),
                    to,
                    from.id(),
                    from.id(),
                    0,
                    from.offer().queuePair().number(),
                    from.local().getPort(),
                    from.remote().getPort(),
                    from.offer().parameters(),
                    path(from),
                    0,
                    from.offer().parameters().privateData()));
        }
    }

    /** Reports a REP, asked for at the time of the processor that pays. */
    void reply(final SimulatedConnection from, final SimulatedConnection to) {
        if (listener.isOn()) {
            final int number = from.offer().queuePair().number();
            writer.reply(to.id(), from.id(), to.id(), number, from.offer().granted(to.offer()), path(from));
            report(new ConnectionMessage(
                    Type.REP,
                    processors.paying().nanoTime() + handling,
                    device.gid(),
                    to.gid(),
                    to.id(),
                    from.id(),
                    to.id(),
                    number,
                    0,
                    0,
                    from.offer().granted(to.offer()),
                    path(from),
                    0,
                    from.offer().parameters().privateData()));
        }
    }

    /** Reports a REJ of a request, by a side without a connection: asked for at the time of the processor that pays. */
    void refuse(final SimulatedConnection to, final int reason, final byte[] privateData) {
        if (listener.isOn()) {
            writer.reject(to.id(), 0, to.id(), MessageWriter.REQUEST, reason, privateData);
            tell(
                    Type.REJ,
                    processors.paying().nanoTime() + handling,
                    to.gid(),
                    to.id(),
                    0,
                    to.id(),
                    0,
                    reason,
                    privateData);
        }
    }

    /** Reports a REJ, which arrives at a time, of a side that does not go on with a connection. */
    void giveUp(final SimulatedConnection from, final SimulatedConnection to, final long arrival) {
        if (listener.isOn()) {
            final int reason = ConnectionMessage.CONSUMER_REJECT;
            writer.reject(to.id(), from.id(), to.id(), MessageWriter.REPLY, reason, NOTHING);
            tell(Type.REJ, arrival - linkDelay, to.gid(), to.id(), from.id(), to.id(), 0, reason, NOTHING);
        }
    }

    /** Reports an RTU, sent at once. */
    void readyToUse(final SimulatedConnection from, final SimulatedConnection to) {
        if (listener.isOn()) {
            writer.ready(from.id(), from.id(), to.id());
            tell(Type.RTU, now(), to.gid(), from.id(), from.id(), to.id(), 0, 0, NOTHING);
        }
    }

    /** Reports a DREQ that arrives at a time. */
    void disconnect(final SimulatedConnection from, final SimulatedConnection to, final long arrival) {
        if (listener.isOn()) {
            final long transaction = DISCONNECTION | from.id();
            final int number = to.offer().queuePair().number();
            writer.disconnect(transaction, from.id(), to.id(), number);
            tell(Type.DREQ, arrival - linkDelay, to.gid(), transaction, from.id(), to.id(), number, 0, NOTHING);
        }
    }

    /** Reports a DREP, sent at once. */
    void disconnected(final SimulatedConnection from, final SimulatedConnection to) {
        if (listener.isOn()) {
            final long transaction = DISCONNECTION | to.id();
            writer.disconnected(transaction, from.id(), to.id());
            tell(Type.DREP, now(), to.gid(), transaction, from.id(), to.id(), 0, 0, NOTHING);
        }
    }

    private ConnectionPath path(final SimulatedConnection from) {
        final Offer offer = from.offer();
        final long timeout = device.costs().nanos(CostParameter.ACK_TIMEOUT);
        return ConnectionPath.of(offer.startingPsn(), offer.flowLabel(), TimerCodes.acknowledgementCode(timeout));
    }

    private long now() {
        return processors.eventTime();
    }

    private void tell(
            final Type type,
            final long departure,
            final Gid to,
            final long transaction,
            final int localId,
            final int remoteId,
            final int queuePair,
            final int reason,
            final byte[] privateData) {
        report(new ConnectionMessage(
                type,
                departure,
                device.gid(),
                to,
                transaction,
                localId,
                remoteId,
                queuePair,
                0,
                0,
                null,
                null,
                reason,
                privateData));
    }

    private void report(final ConnectionMessage message) {
        listener.connectionMessage(message, datagram, datagrams++);
    }
}
