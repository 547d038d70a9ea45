// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.function.BiFunction;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

class UdpSocketTest {
    private static final int WINDOW = 32;
    private static final int NUMBER = 0x123456;

    /** Stores the IP packet of the latest datagram. */
    static final class Recorder implements ArrivalListener {
        final UnsafeBuffer ip = new UnsafeBuffer(new byte[9000]);
        int length;

        @Override
        public boolean isOn() {
            return true;
        }

        @Override
        public void packetLeaves(final Packet packet, final long nanos) {}

        @Override
        public boolean takesDatagrams() {
            return true;
        }

        @Override
        public boolean isForeign(final Gid host) {
            return true;
        }

        @Override
        public void datagram(final InternetHeader header, final ByteBuffer datagram, final int bytes) {
            length = header.write(ip, new UnsafeBuffer(datagram), bytes);
        }
    }

    private final Recorder recorder = new Recorder();
    private final Packet packet = new Packet();
    private final ByteBuffer memory = ByteBuffer.allocateDirect(4096);

    private Packet begin(final byte kind, final QueuePairType type, final int length) {
        packet.begin(kind, type, new PacketOrigin(new Gid(0, 1), NUMBER, type, null), 0, null, kind);
        packet.remoteAddress = 0x8899_aabb_ccdd_eeffL;
        packet.remoteKey = 77;
        packet.operand = 4096;
        packet.flushTypes = SendRequests.FLUSH_GLOBAL;
        if (length != 0) {
            packet.payload.add(BufferUtil.address(memory), length);
        }
        return packet;
    }

    private void assertReportedAsReceived(final ByteBuffer received, final InetSocketAddress sender, final int port) {
        final int headers = recorder.length - received.remaining();
        assertEquals(new UnsafeBuffer(received, 0, received.remaining()), payload(headers));
        final ByteBuffer ip = ByteBuffer.wrap(recorder.ip.byteArray());
        assertEquals(sender.getPort(), ip.getShort(headers - 8) & 0xffff);
        assertEquals(port, ip.getShort(headers - 6) & 0xffff);
        assertEquals(received.remaining() + 8, ip.getShort(headers - 4));
        final byte[] address = sender.getAddress().getAddress();
        assertEquals(ByteBuffer.wrap(address), ip.slice(address.length == 4 ? 12 : 8, address.length));
    }

    private UnsafeBuffer payload(final int headers) {
        return new UnsafeBuffer(recorder.ip, headers, recorder.length - headers);
    }

    /** Opens a socket that uses either the system's calls or the JDK's calls. */
    private static UdpSocket open(final String ip, final boolean isPlain) throws IOException {
        return FreePort.open(
                ip,
                here -> isPlain
                        ? new UdpSocket(here, (channel, linux) -> new ChannelCalls(channel))
                        : new UdpSocket(here));
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1, false", "127.0.0.1, true", "::1, false", "::1, true"})
    void shouldReportSentAndReceivedDatagrams(final String ip, final boolean isPlain) throws IOException {
        try (UdpSocket socket = open(ip, isPlain);
                DatagramChannel peer = DatagramChannel.open().bind(new InetSocketAddress(ip, 0))) {
            final InetSocketAddress here = socket.local();
            socket.report(recorder);
            assertTrue(!isPlain || socket.packetsACall() == 1);
            final InetSocketAddress there = (InetSocketAddress) peer.getLocalAddress();
            final RemoteHost host = new RemoteHost(Gid.of(there.getAddress()), here, there, WINDOW, WINDOW);
            for (int round = 0; round < 6; round++) {
                final Packet sent = switch (round) {
                    case 0 -> begin(Packet.SEND, QueuePairType.RC, 1023);
                    case 1 -> begin(Packet.SEND, QueuePairType.UD, 256);
                    case 2 -> begin(Packet.WRITE, QueuePairType.UC, 4096);
                    case 3 -> begin(Packet.FLUSH, QueuePairType.RC, 0);
                    case 4 -> begin(Packet.ATOMIC_WRITE, QueuePairType.RC, 0);
                    default -> begin(Packet.ACK, QueuePairType.RC, 0);
                };
                socket.add(sent, NUMBER, host.destination);
                final long before = socket.counters().sentBytes;
                socket.flush();
                final long bytes = socket.counters().sentBytes - before;
                final ByteBuffer received = ByteBuffer.allocateDirect(8192);
                assertEquals(here, peer.receive(received));
                assertEquals(bytes, received.flip().remaining());
                assertReportedAsReceived(received, here, there.getPort());
                peer.send(received, here);
                Patience.await(() -> socket.take(1) > 0, Thread::onSpinWait, () -> "nothing came");
                assertTrue(socket.next());
                socket.reportArrival(host.inbound, recorder);
                assertReportedAsReceived(received.rewind(), there, here.getPort());
                assertTrue(socket.hasPacket(), "round " + round);
            }
        }
    }

    /**
     * The peer's socket buffer is assumed to have the size that every user is granted, even if this host's buffer is
     * larger because of a privilege.
     */
    @Test
    void shouldComputeTheRoomOfAnUnprivilegedBuffer() throws IOException {
        final int[] given = new int[1];
        final BiFunction<DatagramChannel, LinuxSocket, DatagramCalls> narrowing = (channel, linux) -> {
            try {
                given[0] = channel.getOption(StandardSocketOptions.SO_RCVBUF);
                channel.setOption(StandardSocketOptions.SO_RCVBUF, given[0] / 4);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            return new ChannelCalls(channel);
        };
        try (UdpSocket socket = FreePort.open("127.0.0.1", here -> new UdpSocket(here, narrowing))) {
            assertNotEquals(given[0], socket.channel().getOption(StandardSocketOptions.SO_RCVBUF));
            assertEquals(given[0] / (4096 + 512), socket.room(4096));
        }
    }
}
