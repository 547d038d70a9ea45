// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;

/** Writes IP packets between two hosts that use the same IP version. */
public final class HandMadePackets {
    private final InternetHeader header = new InternetHeader();
    private final InvariantCrc crc = new InvariantCrc();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(8192);
    private final RocePacket packet = new RocePacket(bytes);

    /** The most recently written IP packet. */
    public final UnsafeBuffer ip = new UnsafeBuffer(new byte[9000]);

    /** Sets the IPv4 addresses of the packets. */
    public HandMadePackets route(final int source, final int destination) {
        return route(
                0,
                RoceLayout.IPV4_MAPPED | Integer.toUnsignedLong(source),
                0,
                RoceLayout.IPV4_MAPPED | Integer.toUnsignedLong(destination));
    }

    HandMadePackets route(
            final long sourceHigh, final long sourceLow, final long destinationHigh, final long destinationLow) {
        header.route(sourceHigh, sourceLow, destinationHigh, destinationLow).ports(50_000, RoceLayout.ROCE_PORT);
        return this;
    }

    /** Writes a packet and returns the length of the IP packet. */
    public int make(final Consumer<RocePacket> headers, final byte[] payload) {
        headers.accept(packet);
        packet.bytes().putBytes(packet.payloadOffset(), payload);
        return header.write(ip, packet.bytes(), crc.seal(header, bytes, packet.end(payload.length)));
    }
}
