// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.net.InetSocketAddress;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.link.DisturbedLink;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketListener;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.link.SharedWindow;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;

/**
 * A link over a real network: a UDP socket on RoCEv2's port of one local address. Each packet is sent as one datagram.
 * If the socket rejects a datagram, the datagram counts as lost and is retransmitted.
 *
 * <p>Packets are collected, and sent together when no event is due or before the socket is polled.
 *
 * <p>Acknowledgements are sent at the end of a turn of the loop, after the handlers' responses; see
 * {@link HeldAcknowledgements}.
 *
 * <p>Packets of a connection do not contain their source queue pair. If a packet comes from the host of the destination
 * queue pair's peer, the link assumes that the peer has sent it. A device also reaches itself through its socket.
 * Confined to the loop's thread.
 */
public final class UdpLink extends DisturbedLink implements AutoCloseable {
    /** The maximum number of messages that one system call receives. */
    private static final int BATCH = Incoming.MOST;

    /** The maximum number of outstanding packets per queue pair. */
    private static final int WINDOW = 256;
    /** The initial window per host, in packets: half of a small socket buffer, in packets of 4 KB. */
    private static final int FIRST_WINDOW = 32;
    /**
     * The share of a peer's socket buffer that one host may fill, as a divisor. The peer's buffer is assumed to have
     * the size that this host grants to a socket without privileges. The rest is for other hosts, for packets sent
     * while shares were larger, and for retransmissions while the receiver is not running.
     */
    private static final int SHARE_OF_BUFFER = 2;
    /**
     * The time, in milliseconds, for which acknowledgements may wait. It is much shorter than the time for which peers
     * wait for acknowledgements, and much longer than most turns.
     */
    private static final int TURN_MILLIS = 20;

    private final RealTime timeline;
    private final UdpSocket socket;
    private final PacketPool packets;
    private final PacketListener listener;
    private final ArrivalListener arrivals;
    private final RemoteHosts hosts;
    private final HeldAcknowledgements held;
    private final UnsafeBuffer management =
            new UnsafeBuffer(BufferUtil.allocateDirectAligned(ManagementLayout.LENGTH, Long.BYTES));
    private final PacketOrigin managementOrigin;
    private IntFunction<PacketSink> queuePairs = number -> null;
    private ManagementTaker managementTaker = (source, datagram) -> {};
    private int managementPsn;
    /**
     * The maximum number of messages that the next system call receives. It is initially 1, so that the first message
     * is handled before more are received.
     */
    private int batch = 1;
    /** The time, in ns, for which the kernel held the current packet's datagram. */
    private long waited;
    /** True if responses to READs or atomics may be waiting in the socket. */
    private boolean hasResponses;
    /** True if one of the datagrams that arrived together was not an acknowledgement. */
    private boolean hasMessage;

    /**
     * Creates a link that is up and has no local queue pairs yet.
     *
     * @param socket   the socket, bound to the link's address and port.
     * @param mtu      the maximum payload of a packet, in bytes.
     * @param packets  the pool to which sent packets return.
     * @param random   determines the faults of sent packets.
     * @param listener receives reports of sent packets.
     * @param arrivals receives reports of received packets and of all datagrams.
     */
    public UdpLink(
            final RealTime timeline,
            final UdpSocket socket,
            final int mtu,
            final PacketPool packets,
            final RandomGenerator random,
            final PacketListener listener,
            final ArrivalListener arrivals) {
        super(Gid.of(socket.local().getAddress()), mtu, random, timeline);
        final InetSocketAddress local = socket.local();
        this.timeline = timeline;
        this.socket = socket;
        this.packets = packets;
        this.listener = listener;
        this.arrivals = arrivals;
        socket.report(arrivals);
        held = new HeldAcknowledgements(packets, this::sendNow, this::transmitLate, this::lateIsOver, TURN_MILLIS);
        hosts = new RemoteHosts(local, FIRST_WINDOW, Math.max(FIRST_WINDOW, socket.room(mtu) / SHARE_OF_BUFFER));
        managementOrigin = new PacketOrigin(gid, ManagementLayout.QUEUE_PAIR, QueuePairType.UD, null);
    }

    @Override
    public void attach(final IntFunction<PacketSink> newQueuePairs) {
        queuePairs = newQueuePairs;
    }

    /** Delivers management datagrams to a connection manager from now on. Before this call, they are dropped. */
    public void attachManagement(final ManagementTaker taker) {
        managementTaker = taker;
    }

    /**
     * Sends a management datagram, which may be lost, duplicated or delayed like other packets.
     *
     * @param destination the receiver's port.
     * @param datagram    the 256 bytes of the datagram; the caller may reuse the buffer when this method returns.
     */
    public void sendManagement(final Gid destination, final DirectBuffer datagram) {
        final RemoteHost host = hosts.find(destination);
        if (host == null || !state.isUp()) {
            return;
        }
        held.endTurn();
        final Packet packet = packets.take();
        final RemoteQueuePair to = host.queuePair(this, ManagementLayout.QUEUE_PAIR);
        packet.begin(Packet.SEND, QueuePairType.UD, managementOrigin, 0, to, managementPsn++);
        packet.qkey = ManagementLayout.QUEUE_KEY;
        management.putBytes(0, datagram, 0, ManagementLayout.LENGTH);
        packet.payload.addCopy(management.addressOffset(), ManagementLayout.LENGTH);
        if (!faults.isActive()) {
            carry(packet, 0);
        } else if (faults.loses(packet)) {
            packets.give(packet);
        } else {
            disturb(packet);
        }
        socket.flush();
    }

    @Override
    public int mtu(final Gid destination) {
        final RemoteHost host = hosts.find(destination);
        return host == null ? mtu : Math.min(mtu, host.mtu());
    }

    @Override
    public int window() {
        return WINDOW;
    }

    @Override
    public SharedWindow sharedWindow(final PacketSink destination) {
        return ((RemoteQueuePair) destination).host.window();
    }

    /** Returns a queue pair of a host, or null if the link cannot reach the address. The queue pair need not exist. */
    @Override
    public PacketSink find(final Gid destination, final int number) {
        final RemoteHost host = hosts.find(destination);
        return host == null ? null : host.queuePair(this, number);
    }

    /** Returns the maximum number of packets per system call. */
    public int packetsACall() {
        return socket.packetsACall();
    }

    /** Returns the link's datagram counters. */
    public WireCounters wireCounters() {
        return socket.counters();
    }

    @Override
    public long send(final Packet packet) {
        if (isResponse(packet)) {
            held.endTurn();
            hasResponses = true;
        } else {
            held.requestLeaves();
        }
        return sendNow(packet);
    }

    private static boolean isResponse(final Packet packet) {
        return packet.kind == Packet.READ_RESPONSE || packet.kind == Packet.ATOMIC_RESPONSE;
    }

    private long sendNow(final Packet packet) {
        final long now = timeline.nanoTime();
        final boolean isDisturbed = faults.isActive();
        if (isDropped(packet, now, isDisturbed)) {
            packets.give(packet);
            return now;
        }
        if (isDisturbed) {
            disturb(packet);
        } else {
            carry(packet, 0);
        }
        return now;
    }

    /**
     * Sends a response. Acknowledgements are sent at the end of the turn. Other responses are sent immediately, after
     * the held acknowledgements. Late acknowledgements bypass the datagrams that the socket has collected, so responses
     * to earlier requests are sent first.
     */
    @Override
    public void sendAhead(final Packet packet, final long notBefore) {
        if (packet.kind == Packet.ACK) {
            if (hasResponses) {
                socket.flush();
                hasResponses = false;
            }
            if (held.add(packet, timeline.nanoTime())) {
                socket.flush();
            }
        } else {
            held.endTurn();
            sendNow(packet);
        }
    }

    /** Sends an acknowledgement during a long turn. Any thread may call this method. */
    private void transmitLate(final Packet packet) {
        if (packet.destination instanceof RemoteQueuePair to && state.isUp()) {
            socket.sendLate(packet, to.number(), to.host.destination);
        }
    }

    private void lateIsOver(final Packet packet) {
        if (listener.isOn()) {
            listener.packetLeaves(packet, timeline.nanoTime());
        }
        if (packet.destination instanceof RemoteQueuePair to) {
            socket.reportLate(packet, to.number(), to.host.destination);
        }
        packets.give(packet);
    }

    private boolean isDropped(final Packet packet, final long now, final boolean isDisturbed) {
        if (packet.destination == null) {
            return true;
        }
        if (!state.isUp()) {
            counters.linkDown++;
            return true;
        }
        if (listener.isOn()) {
            listener.packetLeaves(packet, now);
        }
        if (packet.payload.length() > mtu) {
            counters.tooLong++;
            return true;
        }
        return isDisturbed && faults.loses(packet);
    }

    private void disturb(final Packet packet) {
        faults.corrupt(packet);
        if (faults.isDuplicated()) {
            final Packet twin = packets.take();
            twin.copy(packet);
            carry(twin, faults.twinDelay());
        }
        carry(packet, faults.delay());
    }

    /** Sends a packet immediately or, if a fault delays it, later. */
    private void carry(final Packet packet, final long delay) {
        if (delay == 0) {
            transmit(packet);
            return;
        }
        if (packet.payload.length() != 0) {
            packet.payload.detach();
        }
        timeline.schedule(packet, timeline.nanoTime() + delay);
    }

    /** Sends a delayed packet. */
    @Override
    public void deliver(final Packet packet) {
        transmit(packet);
    }

    private void transmit(final Packet packet) {
        final RemoteQueuePair to = (RemoteQueuePair) packet.destination;
        socket.add(packet, to.number(), to.host.destination);
        packets.give(packet);
    }

    /** Sends the collected packets, and then the acknowledgements that have waited too long. */
    public void flush() {
        if (held.joinRequests(timeline.nanoTime()) && socket.hasPackets()) {
            held.endTurn();
        }
        socket.flush();
    }

    /** Ends the turn before the loop sleeps, and sends the held acknowledgements. Returns true if any were sent. */
    boolean endTurn() {
        final boolean hasEnded = held.endTurn();
        socket.flush();
        return hasEnded;
    }

    /**
     * Processes the datagrams that have arrived. If no datagram has arrived, the turn may end. Returns true if a
     * datagram has arrived.
     */
    public boolean receive() {
        flush();
        handArrivals();
        final int count = socket.take(batch);
        if (count != 0) {
            // The loop's time then includes the time for which the datagrams waited.
            timeline.catchUp();
            hasMessage = false;
            handArrivals();
            if (!hasMessage) {
                held.onlyAcknowledged();
            }
        }
        if (held.isTurnOver(count == 0, timeline.nanoTime())) {
            endTurn();
        }
        batch = Math.min(BATCH, count == batch ? 2 * count : Math.max(1, count));
        return count != 0;
    }

    /** Processes the received datagrams or, after a failure, the remaining datagrams. */
    private void handArrivals() {
        while (socket.next()) {
            if (arrivals.takesDatagrams()) {
                reportArrival();
            }
            if (socket.hasPacket()) {
                take();
            }
        }
    }

    private void reportArrival() {
        final Gid sender = Gid.of(socket.sender().getAddress());
        if (arrivals.isForeign(sender)) {
            socket.reportArrival(hosts.from(sender), arrivals);
        }
    }

    private void take() {
        if (socket.decoder().destination() == ManagementLayout.QUEUE_PAIR) {
            takeManagement();
            return;
        }
        final PacketSink destination = queuePairs.apply(socket.decoder().destination());
        if (destination == null) {
            socket.counters().toNobody++;
            return;
        }
        if (socket.decoder().transport() == QueuePairType.UD) {
            takeDatagram(destination);
        } else if (destination.peer() instanceof RemoteQueuePair peer
                && peer.host.address.getAddress().equals(socket.sender().getAddress())) {
            if (isIntact(peer.host.inbound)) {
                hand(peer, destination);
            }
        } else {
            socket.counters().strange++;
        }
    }

    /** Returns true if the datagram in the socket's buffer is intact. Otherwise, counts it and returns false. */
    private boolean isIntact(final InternetHeader header) {
        if (!socket.isIntact(header)) {
            socket.counters().corrupt++;
            return false;
        }
        if (!state.isUp()) {
            counters.linkDown++;
        }
        return state.isUp();
    }

    private void takeDatagram(final PacketSink destination) {
        final Gid sender = Gid.of(socket.sender().getAddress());
        if (!isIntact(hosts.from(sender))) {
            return;
        }
        final RemoteHost host = hosts.find(sender);
        if (host == null) {
            socket.counters().strange++;
        } else {
            hand(host.queuePair(this, socket.decoder().source()), destination);
        }
    }

    private void takeManagement() {
        final Gid sender = Gid.of(socket.sender().getAddress());
        if (!socket.decoder().isManagement()) {
            socket.counters().malformed++;
        } else if (isIntact(hosts.from(sender))) {
            socket.decoder().copyPayload(management);
            managementTaker.take(sender, management);
        }
    }

    private void hand(final RemoteQueuePair source, final PacketSink destination) {
        final Packet packet = packets.take();
        final PacketOrigin origin = source.origin(socket.decoder().transport());
        socket.decode(packet, origin, destination);
        if (!packet.transport.isReliable()) {
            packet.payload.detach();
        }
        if (arrivals.isOn()) {
            arrivals.packetLeaves(packet, timeline.nanoTime());
        }
        waited = socket.waited();
        hasMessage |= packet.kind != Packet.ACK;
        destination.receive(packet);
    }

    @Override
    public long nextTurn() {
        return timeline.nanoTime();
    }

    @Override
    public long lastDeparture() {
        return timeline.nanoTime();
    }

    @Override
    public long lastArrival() {
        return timeline.nanoTime();
    }

    @Override
    public long waited() {
        return waited;
    }

    /** Does nothing, because payloads are copied to the socket's memory when they are sent. */
    @Override
    public void detachPayloads() {}

    /** Closes the socket. */
    @Override
    public void close() {
        held.close();
        socket.flush();
        socket.close();
    }
}
