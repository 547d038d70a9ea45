// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.rnic.endpoint.RnicQueuePair;
import org.rpcrdma.rnic.host.HostLoop;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.host.Task;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.VerbsException;

/**
 * The connection manager of a device. {@link ConnectionWires} carry the messages of its connections.
 *
 * <pre>
 * connecting side            listening side
 *    connect   --- REQ --->  onRequest
 * onEstablished &lt;-- REP ---  accept          (or &lt;-- REJ --- reject, or no listener)
 *              --- RTU --->  onEstablished
 *   disconnect --- DREQ -->  onDisconnected
 * onDisconnected &lt;- DREP --
 * </pre>
 *
 * <p>A disconnection does not overtake packets. It arrives after all packets that were sent before it, and takes effect
 * when their data is in memory.
 *
 * <p>The side that disconnects is notified without waiting for the peer.
 *
 * <p>Private data is padded with zeros to its full size before delivery, as in librdmacm.
 */
public final class RnicConnectionManager implements ConnectionManager {
    public static final byte[] NOTHING = {};

    private static final int MAX_PORT = 65535;
    private static final int FIRST_EPHEMERAL_PORT = 32768;
    private static final int EPHEMERAL_PORTS = 28232;
    private static final int FLOW_LABELS = (1 << 20) - 1;
    private static final int PORT_FACTOR = 31;

    private final DeviceProfile device;
    private final String ipAddress;
    private final Timeline timeline;
    private final HostLoops loops;
    private final Link link;
    private final ConnectionWires wires;
    private final Int2ObjectHashMap<Listener> listeners = new Int2ObjectHashMap<>();
    private final Meter meter;

    private int connectionsAsked;

    /**
     * Creates a connection manager without listeners.
     *
     * @param device    the device's profile.
     * @param ipAddress the host's numeric IP address.
     * @param timeline  the clock.
     * @param loops     the host's event loops.
     * @param meter     records the connections.
     * @param link      the device's link.
     * @param wires     carry the messages to peers.
     */
    public RnicConnectionManager(
            final DeviceProfile device,
            final String ipAddress,
            final Timeline timeline,
            final HostLoops loops,
            final Meter meter,
            final Link link,
            final ConnectionWires wires) {
        this.device = device;
        this.ipAddress = ipAddress;
        this.timeline = timeline;
        this.loops = loops;
        this.link = link;
        this.wires = wires;
        this.meter = meter;
        wires.attach(this);
    }

    @Override
    public InetAddress localAddress() {
        return new InetSocketAddress(ipAddress, 0).getAddress();
    }

    @Override
    public AutoCloseable listen(final int port, final EventLoop loop, final ListenHandler handler) {
        if (port < 1 || port > MAX_PORT) {
            throw new VerbsException(Errno.EINVAL, "port out of range: port=" + port + " limit=" + MAX_PORT);
        }
        if (listeners.containsKey(port)) {
            throw new VerbsException(
                    Errno.EADDRINUSE, "port is already in use: port=" + port + " device=" + device.name());
        }
        final Listener listener = new Listener(port, loops.own(loop), handler);
        listeners.put(port, listener);
        return listener;
    }

    @Override
    public Connection connect(
            final InetSocketAddress remote,
            final QueuePair queuePair,
            final ConnectionParameters parameters,
            final EventLoop loop,
            final ConnectionHandler handler) {
        final int port = FIRST_EPHEMERAL_PORT + connectionsAsked % EPHEMERAL_PORTS;
        parameters.check(ConnectionParameters.REQUEST_DATA);
        final RnicConnection connection = newConnection(
                wires.newWire(),
                new Addresses(remote, new InetSocketAddress(ipAddress, port)),
                queuePair,
                parameters,
                flowLabel(port, remote.getPort()),
                loop,
                handler);
        connectionsAsked++;
        connection.request();
        return connection;
    }

    /** Checks the queue pair and creates a connection of this device. */
    RnicConnection newConnection(
            final ConnectionWire wire,
            final Addresses addresses,
            final QueuePair queuePair,
            final ConnectionParameters parameters,
            final int flowLabel,
            final EventLoop loop,
            final ConnectionHandler handler) {
        final RnicQueuePair own = (RnicQueuePair) queuePair;
        if (own.link() != link || !own.canConnect()) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "queue pair cannot be connected: number=" + own.number() + " device="
                            + own.device().name());
        }
        final HostLoop ownLoop = loops.own(loop);
        meter.connecting();
        final Offer offer = new Offer(own, link.mtu(), wires.newStartingPsn(), flowLabel, parameters);
        return new RnicConnection(this, wire, own, offer, addresses, ownLoop, handler);
    }

    /** Returns a connection's flow label, derived from the ports of its request as in Linux's rdma_cm. */
    private static int flowLabel(final int sourcePort, final int destinationPort) {
        return sourcePort * PORT_FACTOR + destinationPort & FLOW_LABELS;
    }

    public int listenerCount() {
        return listeners.size();
    }

    /** Calls a handler on its loop. */
    void call(final HostLoop loop, final Runnable body) {
        loop.ready(Task.of(body));
    }

    /**
     * Handles a peer's request.
     *
     * @param asking    the peer's parameters.
     * @param wire      the wire to the peer.
     * @param addresses the peer's address and this side's address.
     * @return false, without effect, if no listener uses the port.
     */
    public boolean take(final Offer asking, final ConnectionWire wire, final Addresses addresses) {
        final Listener listener = listeners.get(addresses.local().getPort());
        if (listener == null) {
            return false;
        }
        final RnicConnectionRequest request = new RnicConnectionRequest(this, wire, asking, addresses);
        call(listener.loop, () -> request.handTo(listener.handler));
        return true;
    }

    public Gid gid() {
        return device.gid();
    }

    /** Schedules a call at the given time. Returns false, without effect, if the time is not in the future. */
    boolean waitsUntil(final long time, final Runnable body) {
        final boolean isAhead = time > timeline.nanoTime();
        if (isAhead) {
            send(time, body);
        }
        return isAhead;
    }

    void afterRoundTrip(final Runnable body) {
        send(loops.eventTime() + 2 * wires.oneWay(), body);
    }

    private void send(final long time, final Runnable body) {
        timeline.schedule(Event.of(body), time);
    }

    /** A listener on a port. */
    private final class Listener implements AutoCloseable {
        private final int port;
        private final HostLoop loop;
        private final ListenHandler handler;

        Listener(final int port, final HostLoop loop, final ListenHandler handler) {
            this.port = port;
            this.loop = loop;
            this.handler = handler;
        }

        @Override
        public void close() {
            if (!listeners.remove(port, this)) {
                throw new VerbsException(Errno.EINVAL, "listener is already closed: port=" + port);
            }
        }
    }

    /** Returns private data in the form in which it is delivered: padded with zeros. */
    static byte[] padded(final byte[] data, final int size) {
        return Arrays.copyOf(data, size);
    }
}
