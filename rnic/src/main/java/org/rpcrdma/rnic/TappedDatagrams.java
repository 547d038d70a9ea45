// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.codec.PacketEncoder;
import org.rpcrdma.rnic.config.ConnectionMessage;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.roce.FlowLabel;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.InvariantCrc;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RoceLayout;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.verbs.Gid;

/**
 * Passes datagrams with their IP headers to a tap. Simulated packets and connection messages are first encoded as
 * datagrams.
 */
@SuppressWarnings("exports") // used only by this project's devices
public final class TappedDatagrams {
    private static final int CAPACITY = 9000;
    /** The UDP source port that soft-RoCE uses for queue pair 1. */
    private static final int MANAGEMENT_PORT = 0xd872;

    private final DeviceTap tap;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
    private final PacketEncoder encoder = new PacketEncoder(bytes);
    private final RocePacket written = new RocePacket(bytes);
    private final InternetHeader header = new InternetHeader();
    private final InvariantCrc crc = new InvariantCrc();

    private final UnsafeBuffer datagram = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer packet = new UnsafeBuffer(ByteBuffer.allocateDirect(CAPACITY));

    TappedDatagrams(final DeviceTap tap) {
        this.tap = tap;
    }

    /** Encodes a simulated packet and passes it to the tap. */
    void packet(final Packet simulated, final long nanos) {
        final int source = simulated.origin.number;
        final int destination = simulated.destination.number();
        final int label = simulated.origin.flowLabel;
        route(simulated.origin.gid, simulated.destination.gid());
        header.ports(
                FlowLabel.sourcePort(label == 0 ? FlowLabel.of(source, destination) : label), RoceLayout.ROCE_PORT);
        sealAndPass(encoder.encode(simulated, destination), nanos);
    }

    /** Encodes a simulated connection message and passes it to the tap. */
    void connectionMessage(final ConnectionMessage message, final DirectBuffer management, final int psn) {
        route(message.source(), message.destination());
        header.ports(MANAGEMENT_PORT, RoceLayout.ROCE_PORT);
        final int opcode = Opcodes.DATAGRAM_SEND_ONLY;
        written.begin(opcode, ManagementLayout.QUEUE_PAIR, psn, true, false)
                .datagram(ManagementLayout.QUEUE_KEY, ManagementLayout.QUEUE_PAIR);
        written.bytes().putBytes(written.payloadOffset(), management, 0, ManagementLayout.LENGTH);
        sealAndPass(written.end(ManagementLayout.LENGTH), message.departureNanos());
    }

    private void route(final Gid source, final Gid destination) {
        header.route(
                source.subnetPrefix(), source.interfaceId(), destination.subnetPrefix(), destination.interfaceId());
    }

    private void sealAndPass(final int end, final long nanos) {
        pass(header, bytes, crc.seal(header, bytes, end), nanos);
    }

    /**
     * Passes a datagram to the tap.
     *
     * @param way     the IP and UDP headers of the datagram.
     * @param payload the bytes after the UDP header.
     * @param length  the length of the datagram in bytes.
     * @param nanos   the time of departure or arrival, in ns.
     */
    public void pass(final InternetHeader way, final ByteBuffer payload, final int length, final long nanos) {
        datagram.wrap(payload);
        tap.onDatagram(packet, way.write(packet, datagram, length), nanos);
    }
}
