// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.PacketView;
import org.rpcrdma.rnic.connect.MadWires;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.udp.wire.UdpLink;
import org.rpcrdma.udp.wire.WireCounters;
import org.rpcrdma.verbs.QueuePairType;

/**
 * A hostile network around a UDP device with an RPC server. An honest caller calls the server throughout. The following
 * senders send datagrams:
 *
 * <pre>
 * strangers                 connection management, packets to any queue pair, noise
 * the honest peer's name    the same, and packets to its queue pair with wrong numbers
 * a connected peer          packets to its own queue pairs with the right numbers
 * </pre>
 *
 * <p>Most datagrams have a changed field, are truncated or are too long. Some have a wrong invariant CRC.
 */
final class UdpFuzz implements DeviceTap, AutoCloseable {
    private static final int HONEST = 2;
    private static final int STRANGERS = 3;
    private static final int BATCH = 32;
    private static final int TARGETS = 4;
    private static final long SLICE = 50_000;
    private static final long IDLE_NANOS = 5_000_000_000L;
    private static final int CREDITS = 8;
    private static final int AHEAD = 1 << 20;
    private static final int BEHIND = 1 << 12;
    private static final int QUEUE_PAIR_NUMBERS = 64;
    private static final int MEGABYTE = 1 << 20;

    private final SeededRandom random;
    private final UdpNetwork network = new UdpNetwork();
    private final UdpDevice device = network.attach("udp0", UdpAddresses.address(1));
    private final UdpDevice honestDevice = network.attach("udp1", UdpAddresses.address(HONEST));
    private final InetSocketAddress victim = new InetSocketAddress(UdpAddresses.address(1), UdpNetwork.PORT);
    private final RpcRdmaServer server;
    private final HonestCaller honest;
    private final List<HostileHost> strangers = new ArrayList<>();
    private final HostileHost spoofing = new HostileHost(UdpAddresses.address(HONEST), 0, victim);
    private final HostileHost connected = new HostileHost(UdpAddresses.address(9), UdpNetwork.PORT, victim);
    private final List<HostileTarget> reliable = new ArrayList<>();
    private final HostileTarget unreliable;
    private final HostileTarget datagrams;
    private final DatagramForge forge;
    /** The queue pair of the honest connection on the device. The next field is the PSN of its last packet. */
    private int honestQueuePair;

    private int honestPsn;
    /** The PSN of the last packet to which the honest peer responds. */
    private int askedPsn;

    private long sent;

    UdpFuzz(final long seed) {
        random = new SeededRandom(seed);
        forge = new DatagramForge(random);
        network.setTap(this);
        server = new RpcRdmaServer(TransportFixture.serverOn(device)
                .idlePeriod(IDLE_NANOS)
                .credits(CREDITS)
                .maxCredits(CREDITS)
                .service(HonestCaller::serve));
        honest = new HonestCaller(honestDevice, new InetSocketAddress(victim.getAddress(), TransportFixture.PORT));
        for (int i = 0; i < STRANGERS; i++) {
            strangers.add(new HostileHost(UdpAddresses.address(HONEST + 1 + i), UdpNetwork.PORT, victim));
        }
        for (int i = 0; i < TARGETS; i++) {
            reliable.add(new HostileTarget(device, QueuePairType.RC, connected.gid, random));
        }
        unreliable = new HostileTarget(device, QueuePairType.UC, connected.gid, random);
        datagrams = new HostileTarget(device, QueuePairType.UD, connected.gid, random);
    }

    @Override
    public void onPacket(final PacketView packet) {
        if (packet.source().equals(honestDevice.gid(1, 0))) {
            honestQueuePair = packet.destinationQueuePair();
            if (packet.kind() == PacketKind.SEND) {
                honestPsn = packet.psn();
            }
        } else if (packet.destination().equals(honestDevice.gid(1, 0)) && packet.kind() != PacketKind.ACK) {
            askedPsn = packet.psn();
        }
    }

    private void await(final String what, final BooleanSupplier condition) {
        Patience.await(condition, this::pass, () -> what);
    }

    private void pass() {
        network.timeline().nanoTime();
        network.timeline().runUntil(network.timeline().nanoTime() + SLICE);
    }

    /** Sends datagrams, and checks that all guarantees hold. */
    void run(final long count) {
        await("the honest peer was not answered", () -> honest.answered > 0);
        while (sent < count) {
            for (int i = 0; i < BATCH; i++) {
                attack();
            }
            sent += BATCH;
            pass();
            look();
        }
        final int answered = honest.answered;
        await("the honest peer gets no more answers", () -> honest.answered > answered + 8);
        allTargets().forEach(HostileTarget::assertUntouched);
    }

    /** Sends connection requests from strangers that never complete the handshake. */
    void flood(final long count) {
        for (long i = 0; i < count; i += BATCH) {
            for (int k = 0; k < BATCH; k++) {
                final HostileHost from = strangers.get(random.nextInt(STRANGERS));
                forge.ask(from.gid, device.gid(1, 0), TransportFixture.PORT);
                from.send(forge.bytes, forge.length, true);
            }
            sent += BATCH;
            pass();
            look();
        }
        final int answered = honest.answered;
        await("the honest peer gets no more answers", () -> honest.answered > answered + 8);
    }

    private void look() {
        assertNull(honest.failure, "honest connection");
        allTargets().forEach(HostileTarget::look);
        connected.drain();
        for (final HostileHost stranger : strangers) {
            stranger.drain();
            assertTrue(stranger.received <= stranger.sent, () -> "more answers than datagrams: " + figures());
            assertTrue(stranger.receivedBytes <= stranger.sentBytes, () -> "more bytes than asked: " + figures());
        }
    }

    private List<HostileTarget> allTargets() {
        final List<HostileTarget> all = new ArrayList<>(reliable);
        all.add(unreliable);
        all.add(datagrams);
        return all;
    }

    private void attack() {
        switch (random.nextInt(4)) {
            case 0 -> strange(strangers.get(random.nextInt(STRANGERS)));
            case 1 -> spoof();
            default -> connectedPeer();
        }
    }

    private void strange(final HostileHost from) {
        switch (random.nextInt(4)) {
            case 0 -> forge.noise();
            case 1 -> forge.reliable(random.nextInt(QUEUE_PAIR_NUMBERS), random.nextInt(1 << 24));
            default -> forge.management(from.gid, device.gid(1, 0), TransportFixture.PORT, from.answer());
        }
        send(from);
    }

    private void spoof() {
        switch (random.nextInt(4)) {
            case 0 -> forge.management(spoofing.gid, device.gid(1, 0), TransportFixture.PORT, null);
            case 1 -> forge.answer(honestQueuePair, askedPsn + away());
            default -> forge.request(honestQueuePair, honestPsn + away());
        }
        send(spoofing);
    }

    /** Returns a random distance from the correct number, which an attacker cannot guess. */
    private int away() {
        return random.nextBoolean() ? AHEAD + random.nextInt(AHEAD) : -BEHIND - random.nextInt(AHEAD);
    }

    private void connectedPeer() {
        final int which = random.nextInt(TARGETS + 2);
        final HostileTarget target = which < TARGETS ? reliable.get(which) : which == TARGETS ? unreliable : datagrams;
        forge.keys = new int[] {
            target.granted.rkey(),
            target.granted.rkey(),
            target.secret.rkey(),
            target.foreign.rkey(),
            random.nextInt(99)
        };
        forge.addresses = new long[] {
            target.granted.address(),
            target.granted.address(),
            target.secret.address(),
            target.foreign.address(),
            target.granted.address() + 8192 - 16
        };
        final int psn = target.psn + (random.nextBoolean() ? 0 : random.nextInt(12) - 2);
        if (target == datagrams) {
            forge.datagram(target.queuePair.number(), HostileTarget.QUEUE_KEY);
        } else if (target == unreliable) {
            forge.unreliable(target.queuePair.number(), psn);
        } else {
            forge.reliable(target.queuePair.number(), psn);
        }
        send(connected);
    }

    private void send(final HostileHost from) {
        forge.change();
        from.send(forge.bytes, forge.length, random.nextInt(16) != 0);
    }

    /** Returns the number of requested connections that have not been established. */
    int halfOpen() {
        return Inside.of(device, MadWires.class).halfOpen();
    }

    /**
     * Returns the number of heap bytes in use after a garbage collection, and the number of bytes in direct buffers.
     */
    static long[] memory() {
        System.gc();
        final long heap =
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
        long direct = 0;
        for (final BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            direct += pool.getMemoryUsed();
        }
        return new long[] {heap, direct};
    }

    /** Waits until the half-open connections have timed out. */
    void awaitForgotten(final long nanos) {
        final long end = System.nanoTime() + nanos;
        while ((halfOpen() != 0 || server.connections() > 1) && System.nanoTime() < end) {
            network.timeline().nanoTime();
            network.timeline().runUntil(network.timeline().nanoTime() + MEGABYTE);
        }
    }

    int connections() {
        return server.connections();
    }

    /** Returns the figures so far, in a few lines. */
    String figures() {
        final WireCounters wire = Inside.of(device, UdpLink.class).wireCounters();
        final MadWires wires = Inside.of(device, MadWires.class);
        long strangersSent = 0;
        long strangersBytes = 0;
        long answers = 0;
        long answersBytes = 0;
        for (final HostileHost stranger : strangers) {
            strangersSent += stranger.sent;
            strangersBytes += stranger.sentBytes;
            answers += stranger.received;
            answersBytes += stranger.receivedBytes;
        }
        return "datagrams sent: " + sent + "\nvictim: received=" + wire.received + " malformed=" + wire.malformed
                + " corrupt=" + wire.corrupt + " toNobody=" + wire.toNobody + " strange=" + wire.strange + " sent="
                + wire.sent + " notSent=" + wire.notSent + "\nmanagement: received="
                + wires.counters().received() + " malformed=" + wires.counters().malformed() + " strays="
                + wires.counters().strays() + " refused=" + wires.counters().refused() + " repeats="
                + wires.counters().repeats() + " sent=" + wires.counters().sent() + " halfOpen=" + wires.halfOpen()
                + " known=" + wires.size()
                + "\nstrangers: datagrams=" + strangersSent + " bytes=" + strangersBytes + " answers=" + answers
                + " bytes=" + answersBytes + "\nconnected peer: datagrams=" + connected.sent + " answers="
                + connected.received + "\nin the honest peer's name: " + spoofing.sent + " honest calls answered: "
                + honest.answered + " connections: " + server.connections();
    }

    @Override
    public void close() {
        honest.close();
        server.close();
        allTargets().forEach(HostileTarget::close);
        strangers.forEach(HostileHost::close);
        spoofing.close();
        connected.close();
        network.close();
    }
}
