// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

import static org.rpcrdma.rnic.connect.RnicConnectionManager.NOTHING;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.rnic.config.ConnectionMessage.Type;
import org.rpcrdma.rnic.connect.ConnectionListener;
import org.rpcrdma.rnic.connect.ConnectionPath;
import org.rpcrdma.rnic.connect.MadTimes;
import org.rpcrdma.rnic.connect.MessageWriter;
import org.rpcrdma.rnic.connect.RnicConnection;
import org.rpcrdma.rnic.port.ProtocolTimes;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.verbs.Gid;

/**
 * Reports a connection manager's messages to a listener. Each message is also reported as the datagram that would carry
 * it. Does not deliver the messages.
 */
final class ConnectionMessages {
    /** The bit that distinguishes a disconnection's transaction from the connection's transaction. */
    private static final long DISCONNECTION = 1L << 32;

    private final Gid gid;
    private final HostProcessors processors;
    private final ConnectionListener listener;
    private final long handling;
    private final long linkDelay;
    private final MadTimes times;
    /** The latest message as a datagram; null until a message is reported. */
    private UnsafeBuffer datagram;

    private MessageWriter writer;
    private int connections;
    private int datagrams;

    ConnectionMessages(
            final Gid gid,
            final CostModel costs,
            final ProtocolTimes times,
            final HostProcessors processors,
            final ConnectionListener listener) {
        this.gid = gid;
        this.processors = processors;
        this.listener = listener;
        this.times = new MadTimes(times);
        handling = costs.nanos(CostParameter.CM_LATENCY);
        linkDelay = costs.nanos(CostParameter.LINK_DELAY);
    }

    /** Returns a new connection ID for this device. */
    int newId() {
        return ++connections;
    }

    /** Reports a REQ. It is sent at the paying processor's current time. */
    void request(final RnicConnection from, final Gid to) {
        if (listener.isOn()) {
            final int id = from.id();
            writer().request(id, id, from.offer(), from.local(), from.remote(), path(from), times);
            report(Type.REQ, asked(), to, id, 0, number(from), from.remote().getPort(), 0);
        }
    }

    /** Reports a REP. It is sent at the paying processor's current time. */
    void reply(final RnicConnection from, final RnicConnection to) {
        if (listener.isOn()) {
            writer().reply(
                            to.id(),
                            from.id(),
                            to.id(),
                            number(from),
                            from.offer().granted(to.offer()),
                            path(from));
            report(Type.REP, asked(), to.gid(), from.id(), to.id(), number(from), 0, 0);
        }
    }

    /** Reports a REJ from a side that has no connection object. It is sent at the paying processor's current time. */
    void refuse(final RnicConnection to, final int reason, final byte[] privateData) {
        if (listener.isOn()) {
            writer().reject(to.id(), 0, to.id(), MessageWriter.REQUEST, reason, privateData);
            report(Type.REJ, asked(), to.gid(), 0, to.id(), 0, 0, reason);
        }
    }

    /** Reports a REJ from a side that abandons a connection. The REJ arrives at the given time. */
    void giveUp(final RnicConnection from, final RnicConnection to, final long arrival) {
        if (listener.isOn()) {
            final int reason = ConnectionMessage.CONSUMER_REJECT;
            writer().reject(to.id(), from.id(), to.id(), MessageWriter.REPLY, reason, NOTHING);
            report(Type.REJ, arrival - linkDelay, to.gid(), from.id(), to.id(), 0, 0, reason);
        }
    }

    /** Reports an RTU, which is sent immediately. */
    void readyToUse(final RnicConnection from, final RnicConnection to) {
        if (listener.isOn()) {
            writer().ready(from.id(), from.id(), to.id());
            report(Type.RTU, processors.eventTime(), to.gid(), from.id(), to.id(), 0, 0, 0);
        }
    }

    /** Reports a DREQ that arrives at the given time. */
    void disconnect(final RnicConnection from, final RnicConnection to, final long arrival) {
        if (listener.isOn()) {
            writer().disconnect(DISCONNECTION | from.id(), from.id(), to.id(), number(to));
            report(Type.DREQ, arrival - linkDelay, to.gid(), from.id(), to.id(), number(to), 0, 0);
        }
    }

    /** Reports a DREP, which is sent immediately. */
    void disconnected(final RnicConnection from, final RnicConnection to) {
        if (listener.isOn()) {
            writer().disconnected(DISCONNECTION | to.id(), from.id(), to.id());
            report(Type.DREP, processors.eventTime(), to.gid(), from.id(), to.id(), 0, 0, 0);
        }
    }

    private MessageWriter writer() {
        if (writer == null) {
            datagram = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
            writer = new MessageWriter(gid).to(datagram);
        }
        return writer;
    }

    private static int number(final RnicConnection side) {
        return side.offer().queuePair().number();
    }

    private long asked() {
        return processors.paying().nanoTime() + handling;
    }

    private ConnectionPath path(final RnicConnection from) {
        return ConnectionPath.of(from.offer().startingPsn(), from.offer().flowLabel(), times.acknowledgementCode());
    }

    private void report(
            final Type type,
            final long departure,
            final Gid to,
            final int localId,
            final int remoteId,
            final int queuePair,
            final int port,
            final int reason) {
        final ConnectionMessage message =
                new ConnectionMessage(type, departure, gid, to, localId, remoteId, queuePair, port, reason);
        listener.connectionMessage(message, datagram, datagrams++);
    }
}
