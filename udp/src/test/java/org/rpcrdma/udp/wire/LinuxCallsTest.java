// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.verbs.QueuePairType.RC;
import static org.rpcrdma.verbs.QueuePairType.UD;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.codec.PacketEncoder;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.InvariantCrc;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.verbs.Gid;

/**
 * Tests how runs of datagrams are sent and received through Linux's calls, and the fallbacks for calls that accept or
 * deliver only some of the datagrams.
 */
@EnabledOnOs(OS.LINUX)
@EnabledForJreRange(min = JRE.JAVA_22)
class LinuxCallsTest {
    private static final int NUMBER = 0x123456;
    private static final int LARGE = 1024;
    private static final int HEADERS = 16;
    /**
     * The size, in bytes, of the control message with the arrival time, which precedes the control message with the
     * segment length.
     */
    private static final int TIME_STAMP = 32;

    private static final long WAIT_NANOS = 5_000_000;
    private static final long CLOCKS_DIFFER = 1_000_000;
    /** The minimum waiting time that is reported for a datagram whose arrival time is known. */
    private static final long KNOWN_NANOS = WAIT_NANOS - CLOCKS_DIFFER;

    private final Packet packet = new Packet();
    private final ByteBuffer memory = ByteBuffer.allocateDirect(4096);

    /**
     * Calls whose results a test can replace. The function {@code received} maps the number of messages that the system
     * delivered to the number that the call returns.
     */
    private static final class Faulty extends LinuxCalls {
        private final Deque<Integer> sendResults = new ArrayDeque<>();
        private IntUnaryOperator received = count -> count;
        private int sends;

        Faulty(final LinuxSocket socket, final InetSocketAddress local) {
            super(socket, local.getAddress(), true);
        }

        @Override
        int send(final int messages) {
            sends++;
            final Integer result = sendResults.poll();
            if (result == null) {
                return super.send(messages);
            }
            return result > 0 ? super.send(result) : result;
        }

        @Override
        int receive(final int most) {
            return received.applyAsInt(super.receive(most));
        }
    }

    /** Two local sockets. */
    private static final class Ends implements AutoCloseable {
        final InetSocketAddress here;
        final InetSocketAddress there;
        final UdpSocket sender;
        final UdpSocket receiver;
        final Destination host;
        final InternetHeader source;
        private Faulty sending;
        private Faulty receiving;

        Ends(final String ip) throws IOException {
            sender = FreePort.open(ip, at -> new UdpSocket(at, (channel, linux) -> sending = new Faulty(linux, at)));
            receiver =
                    FreePort.open(ip, at -> new UdpSocket(at, (channel, linux) -> receiving = new Faulty(linux, at)));
            here = sender.local();
            there = receiver.local();
            host = Destination.of(here, Gid.of(there.getAddress()), there);
            source = Destination.of(here, Gid.of(there.getAddress()), there).header();
        }

        /** Receives the next message, which the system may deliver some time after it has been sent. */
        void takeMessage() {
            Patience.await(() -> receiver.take(1) > 0, Thread::onSpinWait, () -> "nothing came");
        }

        /**
         * Receives the given number of datagrams. Returns their lengths, which are negative for datagrams with a wrong
         * CRC.
         */
        List<Integer> take(final int count) {
            final List<Integer> lengths = new ArrayList<>();
            Patience.await(
                    () -> lengths.size() >= count,
                    () -> {
                        receiver.take(Incoming.MOST);
                        while (receiver.next()) {
                            assertEquals(here, receiver.sender());
                            lengths.add(receiver.hasPacket() && receiver.isIntact(source) ? length() : -length());
                        }
                    },
                    () -> "some are missing: taken=" + lengths);
            return lengths;
        }

        private int length() {
            return receiver.decoder().payloadLength();
        }

        @Override
        public void close() {
            sender.close();
            receiver.close();
        }
    }

    private Packet packet(final int length) {
        packet.begin(Packet.SEND, RC, new PacketOrigin(new Gid(0, 1), NUMBER, RC, null), 0, null, length);
        if (length != 0) {
            packet.payload.add(BufferUtil.address(memory), length);
        }
        return packet;
    }

    private void add(final Ends ends, final int count, final int length) {
        for (int i = 0; i < count; i++) {
            ends.sender.add(packet(length), NUMBER, ends.host);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "::1"})
    void shouldSendRunsOfEqualLengthAndReceiveEachDatagram(final String ip) throws IOException {
        try (Ends ends = new Ends(ip)) {
            add(ends, 20, 4096);
            add(ends, 3, 8);
            add(ends, 2, LARGE);
            ends.sender.flush();
            final List<Integer> expected = new ArrayList<>();
            expected.addAll(Collections.nCopies(20, 4096));
            expected.addAll(Collections.nCopies(3, 8));
            expected.addAll(Collections.nCopies(2, LARGE));
            assertEquals(expected, ends.take(25));
            assertEquals(25, ends.sender.counters().sent);
            // There are four runs: 15 datagrams of 4 KB; 5 datagrams of 4 KB and one of 8 bytes; 2 of 8 bytes; and the
            // 2 large ones.
            assertEquals(4, ends.sender.counters().sentRuns);
            assertEquals(1, ends.sending.sends);
        }
    }

    /**
     * A receiver that does not let the system coalesce datagrams receives them separately, with the identifications 0,
     * 1, 2, and so on.
     */
    @Test
    void shouldComputeTheCrcOfARunsNthDatagramForIdentificationN() throws IOException {
        try (Ends ends = new Ends("127.0.0.1");
                DatagramChannel peer = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
            final InetSocketAddress to = (InetSocketAddress) peer.getLocalAddress();
            final Destination host = Destination.of(ends.here, Gid.of(to.getAddress()), to);
            for (int i = 0; i < 70; i++) {
                ends.sender.add(packet(LARGE), NUMBER, host);
            }
            ends.sender.flush();
            assertEquals(2, ends.sender.counters().sentRuns);
            for (int i = 0; i < 70; i++) {
                final ByteBuffer datagram = ByteBuffer.allocateDirect(8192);
                peer.receive(datagram);
                final int crc = datagram.position() - 4;
                host.header().identification(i % 62).setPayloadLength(crc + 4);
                final int received = Integer.reverseBytes(datagram.getInt(crc));
                assertEquals(received, new InvariantCrc().of(host.header(), datagram, crc), "datagram " + i);
            }
        }
    }

    @Test
    void shouldContinueIfTheSystemAcceptsOnlySomeRuns() throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            ends.sending.sendResults.addAll(List.of(1, -LinuxCalls.EAGAIN, 2, -LinuxCalls.ENOBUFS, -LinuxCalls.EINTR));
            for (int i = 1; i <= 5; i++) {
                add(ends, 2, i * 8);
            }
            ends.sender.flush();
            assertEquals(List.of(8, 8, 16, 16, 24, 24, 32, 32, 40, 40), ends.take(10));
            assertEquals(10, ends.sender.counters().sent);
            assertEquals(0, ends.sender.counters().notSent);
            assertEquals(64, ends.sender.packetsACall());
        }
    }

    @Test
    void shouldDropOnlyTheRunThatDoesNotFit() throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            for (int i = 0; i < 1_000_000; i++) {
                ends.sending.sendResults.add(-LinuxCalls.EAGAIN);
            }
            add(ends, 2, 8);
            ends.sender.flush();
            ends.sending.sendResults.clear();
            add(ends, 2, 16);
            ends.sender.flush();
            assertEquals(List.of(16, 16), ends.take(2));
            assertEquals(2, ends.sender.counters().notSent);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {LinuxCalls.EIO, LinuxCalls.EINVAL, LinuxCalls.EOPNOTSUPP, LinuxCalls.ENOPROTOOPT})
    void shouldSendOneByOneToAHostWithoutSegmentation(final int error) throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            ends.sending.sendResults.addAll(List.of(1, -error));
            add(ends, 1, 0);
            add(ends, 5, LARGE);
            add(ends, 1, 8);
            ends.sender.flush();
            assertEquals(List.of(0, LARGE, LARGE, LARGE, LARGE, LARGE, 8), ends.take(7));
            add(ends, 3, 8);
            ends.sender.flush();
            assertEquals(List.of(8, 8, 8), ends.take(3));
            assertEquals(10, ends.sender.counters().sentRuns);
            final Destination other = Destination.of(ends.here, Gid.of(ends.there.getAddress()), ends.there);
            ends.sender.add(packet(8), NUMBER, other);
            ends.sender.add(packet(8), NUMBER, other);
            ends.sender.flush();
            assertEquals(11, ends.sender.counters().sentRuns);
        }
    }

    /** One datagram is too long for the route. The other datagrams in its run, and the later runs, must not be lost. */
    @Test
    void shouldLoseOnlyTheDatagramsOfARunThatAreTooLong() throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            ends.sending.sendResults.addAll(List.of(-LinuxCalls.EMSGSIZE, -LinuxCalls.EMSGSIZE));
            add(ends, 1, LARGE);
            add(ends, 1, 8);
            ends.sender.flush();
            add(ends, 3, 8);
            ends.sender.flush();
            assertEquals(List.of(8, 8, 8, 8), ends.take(4));
            assertEquals(1, ends.sender.counters().notSent);
            assertEquals(2, ends.sender.counters().sentRuns);
        }
    }

    @Test
    void shouldLoseOnlyTheDatagramThatTheSystemRejects() throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            ends.sending.sendResults.add(-LinuxCalls.EMSGSIZE);
            add(ends, 1, 8);
            add(ends, 1, LARGE);
            ends.sender.flush();
            assertEquals(List.of(LARGE), ends.take(1));
            assertEquals(1, ends.sender.counters().notSent);
            assertEquals(64, ends.sender.packetsACall());
        }
    }

    /** The other datagrams of the run are intact. */
    @Test
    void shouldRejectOnlyTheCorruptDatagramOfARun() throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            final Outgoing run = new Outgoing();
            for (int i = 0; i < 5; i++) {
                run.add(packet(LARGE), NUMBER, ends.host, 64);
            }
            final int third = 2 * run.lengths[0] + HEADERS;
            run.memory.put(third, (byte) ~run.memory.get(third));
            assertEquals(1, ends.sending.send(run, 0));
            assertEquals(List.of(LARGE, LARGE, -LARGE, LARGE, LARGE), ends.take(5));
        }
    }

    /**
     * The system never reports such lengths or truncated control data. Even so, nothing beyond the message may be read.
     */
    @ParameterizedTest
    @CsvSource({"0, 0, 1", "-5, 0, 1", "70000, 0, 1", "1040, 8, 1", "1040, 32, 1", "3, 0, 1734", "1040, 0, 5"})
    void shouldReceiveDatagramsSeparatelyWhateverTheSegments(final int segment, final int flags, final int datagrams)
            throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            ends.receiving.received = count -> {
                if (count == 1) {
                    final int control = LinuxCalls.rest(Incoming.MOST, 0) + LinuxCalls.CONTROL_AT;
                    ends.receiving.receiving.putInt(control + TIME_STAMP + 16, segment);
                    ends.receiving.receiving.putInt(LinuxCalls.FLAGS, flags);
                }
                return count;
            };
            add(ends, 5, LARGE);
            ends.sender.flush();
            final List<Integer> taken = ends.take(datagrams);
            assertEquals(datagrams, taken.size());
            assertEquals(
                    datagrams == 5 ? 5 : 0,
                    taken.stream().filter(length -> length > 0).count());
            assertEquals(datagrams == 5 ? 0 : datagrams, ends.receiver.counters().malformed);
        }
    }

    /**
     * Linux begins to record arrival times only some time after the first socket has enabled them. Until then, it
     * reports the time of the receive call instead.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 5})
    void shouldReportHowLongTheKernelHeldARun(final int datagrams) throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            Patience.await(() -> leastWaited(ends, 1) > KNOWN_NANOS, () -> {}, () -> "it never notes it");
            final long waited = leastWaited(ends, datagrams);
            assertTrue(waited > KNOWN_NANOS, "waited=" + waited);
        }
    }

    /**
     * Sends a run and receives it after a pause. Returns the shortest time for which, according to the system, it held
     * one of the run's datagrams.
     */
    private long leastWaited(final Ends ends, final int datagrams) {
        final long begun = System.nanoTime();
        add(ends, datagrams, LARGE);
        ends.sender.flush();
        final long sent = System.nanoTime();
        while (System.nanoTime() - sent < WAIT_NANOS) {
            Thread.onSpinWait();
        }
        ends.takeMessage();
        final long most = System.nanoTime() - begun + CLOCKS_DIFFER;
        long least = most;
        for (int i = 0; i < datagrams; i++) {
            assertTrue(ends.receiver.next());
            final long waited = ends.receiver.waited();
            assertTrue(waited < most, "waited=" + waited + " most=" + most);
            least = Math.min(least, waited);
        }
        return least;
    }

    /** A timestamp can be in the future if the clock was set back. */
    @Test
    void shouldReportNoWaitForATimestampInTheFuture() throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            ends.receiving.received = count -> {
                final int seconds = LinuxCalls.rest(Incoming.MOST, 0) + LinuxCalls.CONTROL_AT + HEADERS;
                ends.receiving.receiving.putLong(seconds, ends.receiving.receiving.getLong(seconds) + 10);
                return count;
            };
            add(ends, 1, 8);
            ends.sender.flush();
            ends.takeMessage();
            assertTrue(ends.receiver.next());
            assertEquals(0, ends.receiver.waited());
        }
    }

    /** The packet's destination is a remote queue pair, which rejects the packet when it arrives. */
    @ParameterizedTest
    @CsvSource({"127.0.0.1, false", "192.0.2.1, true"})
    void shouldReportHowLongTheKernelHeldAPacket(final String ip, final boolean isTimed) throws IOException {
        final InetAddress local = new InetSocketAddress(ip, 0).getAddress();
        final UdpSocket socket =
                FreePort.open("127.0.0.1", at -> new UdpSocket(at, (channel, linux) -> LinuxCalls.of(linux, local)));
        final UdpSocketTest.Recorder listener = new UdpSocketTest.Recorder();
        try (UdpLink link =
                new UdpLink(new RealTimeLoop(), socket, LARGE, new PacketPool(), new Random(), listener, listener)) {
            link.attach(number -> link.find(link.gid(), number));
            final PacketOrigin origin = new PacketOrigin(link.gid(), NUMBER, UD, null);
            packet.begin(Packet.SEND, UD, origin, 0, link.find(link.gid(), NUMBER), 0);
            link.send(packet);
            assertThrows(IllegalStateException.class, () -> {
                while (true) {
                    link.receive();
                }
            });
            assertEquals(isTimed, link.waited() > 0);
        }
    }

    /**
     * With Linux's default net.core.rmem_max and net.core.wmem_max, users without this privilege are granted only a
     * twentieth of these buffer sizes.
     */
    @Test
    void shouldGrantAnAdministratorTheFullBuffers() throws IOException {
        try (DatagramChannel other = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
                UdpSocket socket = FreePort.open("127.0.0.1", UdpSocket::new)) {
            assumeTrue(LinuxSockets.of(other).set(1, 33, UdpSocket.SOCKET_BUFFER), "no CAP_NET_ADMIN");
            for (final var option : List.of(StandardSocketOptions.SO_RCVBUF, StandardSocketOptions.SO_SNDBUF)) {
                assertTrue(socket.channel().getOption(option) >= UdpSocket.SOCKET_BUFFER, option.name());
            }
        }
    }

    @Test
    void shouldReceiveNothingIfTheSystemReturnsNoMessageOrAnError() throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            assertEquals(0, ends.receiver.take(8));
            ends.receiving.received = count -> -1;
            assertEquals(0, ends.receiver.take(8));
            assertFalse(ends.receiver.next());
        }
    }

    @Test
    void shouldNeitherSendNorReceiveAfterClosing() throws IOException {
        final Ends ends = new Ends("127.0.0.1");
        ends.close();
        add(ends, 2, 8);
        ends.sender.flush();
        assertEquals(2, ends.sender.counters().notSent);
        assertEquals(0, ends.sender.take(8));
        assertEquals(0, ends.sending.sends);
    }

    @Test
    void shouldReportEachOfManySenders() throws IOException {
        try (Ends ends = new Ends("127.0.0.1")) {
            for (int round = 0; round < 2; round++) {
                for (int i = 1; i < 250; i++) {
                    final InetSocketAddress from = new InetSocketAddress(UdpAddresses.address(i), 40_000 + i);
                    try (DatagramChannel peer = DatagramChannel.open().bind(from)) {
                        peer.send(ByteBuffer.allocate(i % 3), ends.there);
                    }
                    ends.takeMessage();
                    assertTrue(ends.receiver.next());
                    assertEquals(from, ends.receiver.sender());
                    assertFalse(ends.receiver.hasPacket());
                }
            }
        }
    }

    /** The tap must receive the header exactly as a capture shows it. */
    @Test
    void shouldReportTheIdentificationOfAReceivedDatagram() throws IOException {
        try (Ends ends = new Ends("127.0.0.1");
                DatagramChannel peer = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0))) {
            final InetSocketAddress from = (InetSocketAddress) peer.getLocalAddress();
            final InternetHeader header = Destination.route(
                            new InternetHeader(), Gid.of(from.getAddress()), Gid.of(ends.there.getAddress()))
                    .ports(from.getPort(), ends.there.getPort())
                    .identification(0xabcd);
            final ByteBuffer datagram = ByteBuffer.allocateDirect(100);
            new InvariantCrc().seal(header, datagram, new PacketEncoder(datagram).encode(packet(8), NUMBER));
            peer.send(datagram, ends.there);
            ends.takeMessage();
            assertTrue(ends.receiver.next());
            final InternetHeader found =
                    Destination.route(new InternetHeader(), Gid.of(from.getAddress()), Gid.of(ends.there.getAddress()));
            assertTrue(ends.receiver.isIntact(found));
            final byte[] expected = new byte[64];
            final byte[] actual = new byte[64];
            header.write(new UnsafeBuffer(expected), new UnsafeBuffer(actual), 0);
            found.write(new UnsafeBuffer(actual), new UnsafeBuffer(new byte[1]), 0);
            assertEquals(ByteBuffer.wrap(expected), ByteBuffer.wrap(actual));
        }
    }
}
