// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.InvariantCrc;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.verbs.Gid;

/** Sends prepared datagrams from a given address without changing them, and counts the answers. */
final class HostileHost implements AutoCloseable {
    final Gid gid;
    private final DatagramChannel channel;
    private final InetSocketAddress victim;
    private final InternetHeader header = new InternetHeader();
    private final InvariantCrc invariantCrc = new InvariantCrc();
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(8192);
    private final UnsafeBuffer answer = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
    private boolean isAnswered;

    long sent;
    long sentBytes;
    long received;
    long receivedBytes;
    /** The number of answers that are connection management messages. */
    long management;

    /**
     * Opens a socket.
     *
     * @param address the address to bind to. Either no other host uses the address, or at least the port is unused.
     */
    HostileHost(final String address, final int port, final InetSocketAddress victim) {
        this.victim = victim;
        try {
            channel = DatagramChannel.open().bind(new InetSocketAddress(address, port));
            channel.configureBlocking(false);
            final InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
            gid = Gid.of(local.getAddress());
            header.route(0, gid.interfaceId(), 0, Gid.of(victim.getAddress()).interfaceId())
                    .ports(local.getPort(), victim.getPort());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends a datagram followed by a valid or invalid invariant CRC. */
    void send(final ByteBuffer bytes, final int length, final boolean isIntact) {
        header.setPayloadLength(length + RocePacket.ICRC_LENGTH);
        bytes.clear();
        final int crc = length < RocePacket.BTH_LENGTH ? 0 : invariantCrc.of(header, bytes, length);
        bytes.clear();
        bytes.putInt(length, Integer.reverseBytes(isIntact ? crc : ~crc));
        bytes.limit(length + RocePacket.ICRC_LENGTH).position(0);
        try {
            sentBytes += channel.send(bytes, victim);
            sent++;
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            bytes.clear();
        }
    }

    /** Receives the answers that have arrived. */
    void drain() {
        try {
            incoming.clear();
            while (channel.receive(incoming) != null) {
                received++;
                receivedBytes += incoming.position();
                if ((incoming.get(0) & 0xff) == Opcodes.DATAGRAM_SEND_ONLY) {
                    answer.putBytes(0, incoming, RocePacket.BTH_LENGTH + Opcodes.DETH, ManagementLayout.LENGTH);
                    isAnswered = true;
                    management++;
                }
                incoming.clear();
            }
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the latest message of the connection manager, or null. */
    UnsafeBuffer answer() {
        return isAnswered ? answer : null;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
