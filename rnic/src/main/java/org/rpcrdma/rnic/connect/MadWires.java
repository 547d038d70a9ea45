// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import java.util.function.IntSupplier;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.port.ProtocolTimes;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.Gid;

/**
 * Carries a connection manager's messages as datagrams between queue pair 1 of one port and queue pair 1 of another.
 * Any host can send datagrams to these queue pairs. A datagram belongs to a connection only if it comes from the peer's
 * address and contains the connection's unpredictable numbers.
 */
public final class MadWires implements ConnectionWires {
    private static final int FIRST_QUEUE_PAIR = 2;

    private final Timeline timeline;
    private final Link link;
    private final DatagramPipe pipe;
    private final IntSupplier random;
    private final MadTimes times;
    private final MessageWriter writer;
    private final UnsafeBuffer datagram = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
    private final Dialogs dialogs = new Dialogs();
    private final ManagementCounters counters = new ManagementCounters();
    private final MadReceiver receiver;

    /**
     * Creates the connection management of a port.
     *
     * @param timeline the clock.
     * @param costs    timeouts and retries.
     * @param link     the port's link, which finds the stand-ins for peers' queue pairs.
     * @param pipe     receives outgoing datagrams.
     * @param random   a source of unpredictable 32-bit numbers.
     */
    public MadWires(
            final Timeline timeline,
            final ProtocolTimes times,
            final Link link,
            final DatagramPipe pipe,
            final IntSupplier random) {
        this.timeline = timeline;
        this.link = link;
        this.pipe = pipe;
        this.random = random;
        this.times = new MadTimes(times);
        writer = new MessageWriter(link.gid());
        receiver = new MadReceiver(this);
    }

    @Override
    public void attach(final RnicConnectionManager manager) {
        receiver.attach(manager);
    }

    @Override
    public ConnectionWire newWire() {
        final int id = newId();
        return new AskingWire(this, id, newTransaction(id));
    }

    @Override
    public long oneWay() {
        return 0;
    }

    @Override
    public int newStartingPsn() {
        return random.getAsInt() & Psn.MASK;
    }

    /**
     * Processes a datagram that has arrived at queue pair 1.
     *
     * @param source   the sending port, according to the IP and UDP headers.
     * @param datagram the whole datagram; not retained.
     */
    public void receive(final Gid source, final DirectBuffer datagram) {
        receive(source, datagram, 0, datagram.capacity());
    }

    /**
     * Processes a datagram that has arrived at queue pair 1.
     *
     * @param source the sending port, according to the IP and UDP headers.
     * @param buffer the buffer that contains the datagram; not retained.
     * @param offset the offset of the datagram's first byte.
     * @param length the datagram's length in bytes, which may have any value.
     */
    public void receive(final Gid source, final DirectBuffer buffer, final int offset, final int length) {
        counters.received++;
        if (ManagementLayout.isConnectionManagement(buffer, offset, length)
                && ManagementLayout.STATUS.get(buffer, offset) == 0
                && ManagementLayout.ATTRIBUTE_MODIFIER.get(buffer, offset) == 0) {
            receiver.take(source, buffer, offset);
        } else {
            counters.malformed++;
        }
    }

    /** Returns the datagram counters. */
    public ManagementCounters counters() {
        return counters;
    }

    /** Returns the number of half-open incoming connections. */
    public int halfOpen() {
        return dialogs.halfOpen();
    }

    /** Returns the number of connections, including recently closed ones. */
    public int size() {
        return dialogs.size();
    }

    Dialogs dialogs() {
        return dialogs;
    }

    MadTimes times() {
        return times;
    }

    Gid gid() {
        return link.gid();
    }

    int mtu() {
        return link.mtu();
    }

    /** Returns the maximum payload of a packet to a peer, in bytes. */
    int mtu(final Gid peer) {
        return link.mtu(peer);
    }

    /** Returns an unused connection number. */
    int newId() {
        int id;
        do {
            id = random.getAsInt();
        } while (id == 0 || dialogs.find(id) != null);
        return id;
    }

    long newTransaction(final int id) {
        return (long) random.getAsInt() << Integer.SIZE | id & 0xffff_ffffL;
    }

    /** Returns the stand-in for a peer's queue pair, or null if the number is invalid. */
    PacketSink findPeer(final Gid gid, final int number) {
        return number < FIRST_QUEUE_PAIR ? null : link.find(gid, number);
    }

    /** Returns a writer for the datagram that the next {@link #send(Gid)} sends. */
    MessageWriter writer() {
        return writer.to(datagram);
    }

    void send(final Gid destination) {
        send(destination, datagram);
    }

    void send(final Gid destination, final DirectBuffer message) {
        counters.sent++;
        pipe.send(destination, message);
    }

    long now() {
        return timeline.nanoTime();
    }

    void schedule(final Event event, final long nanos) {
        timeline.schedule(event, timeline.nanoTime() + nanos);
    }

    void cancel(final Event event) {
        timeline.cancel(event);
    }
}
