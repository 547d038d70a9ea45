// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.rpcrdma.capture.AckSyndrome;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.capture.ConnectionDatagram;
import org.rpcrdma.capture.RoceFrame;
import org.rpcrdma.nic.FabricTap;
import org.rpcrdma.nic.PacketKind;
import org.rpcrdma.nic.PacketView;
import org.rpcrdma.nic.config.ConnectionMessage;
import org.rpcrdma.nic.config.ConnectionPath;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;

/**
 * Writes the packets and the connection messages of a fabric into a capture, as the frames that they would be on a
 * link. Hosts have IPv4 addresses. Packets that are not of reliable connections, flushes and atomic writes are left
 * out. A write that fails is an {@link UncheckedIOException}.
 */
public final class FrameTap implements FabricTap {
    private final CaptureWriter writer;
    private final Simulation simulation;
    private final int mtu;
    private final long origin;
    private final ConnectionDatagram datagram = new ConnectionDatagram();

    /**
     * Makes a tap of a fabric whose time begins at 0.
     *
     * @param writer takes the frames.
     * @param simulation the fabric's clock.
     * @param mtu what connection requests ask for, bytes.
     */
    public FrameTap(final CaptureWriter writer, final Simulation simulation, final int mtu) {
        this(writer, simulation, mtu, 0);
    }

    /**
     * Makes a tap.
     *
     * @param writer takes the frames.
     * @param simulation the network's clock.
     * @param mtu what connection requests ask for, bytes.
     * @param origin the capture's time when the clock was at 0, nanoseconds.
     */
    public FrameTap(final CaptureWriter writer, final Simulation simulation, final int mtu, final long origin) {
        this.writer = writer;
        this.simulation = simulation;
        this.mtu = mtu;
        this.origin = origin;
    }

    @Override
    public void onPacket(final PacketView packet) {
        if (isLeftOut(packet)) {
            return;
        }
        final RoceFrame frame = writer.newFrame(origin + packet.departureNanos());
        frame.route(ipv4(packet.source()), ipv4(packet.destination()));
        frame.transport(
                packet.sourceQueuePair(),
                packet.destinationQueuePair(),
                packet.psn(),
                packet.isAcknowledgeRequested(),
                packet.isSolicited());
        if (packet.flowLabel() != 0) {
            frame.flow(packet.flowLabel());
        }
        final boolean hasPayload = operation(frame, packet);
        if (hasPayload) {
            packet.copyPayload(frame.payloadAddress());
        }
        frame.end(hasPayload ? packet.payloadLength() : 0);
        add(frame);
    }

    private static boolean isLeftOut(final PacketView packet) {
        return packet.transport() != QueuePairType.RC
                || packet.kind() == PacketKind.FLUSH
                || packet.kind() == PacketKind.ATOMIC_WRITE;
    }

    /** Writes the headers of an operation. Returns true if the packet's payload goes behind them. */
    private static boolean operation(final RoceFrame frame, final PacketView packet) {
        final int sequence = packet.messageSequence();
        switch (packet.kind()) {
            case SEND -> send(frame, packet);
            case WRITE -> write(frame, packet);
            case READ_REQUEST -> frame.readRequest(packet.remoteAddress(), packet.remoteKey(), packet.messageLength());
            case READ_RESPONSE -> frame.readResponse(packet.isFirst(), packet.isLast(), sequence);
            case ATOMIC -> atomic(frame, packet);
            case ACK -> frame.acknowledge(AckSyndrome.ACK, sequence);
            case RNR_NAK -> frame.acknowledge(AckSyndrome.rnrNak(packet.rnrTimer()), sequence);
            case SEQUENCE_NAK -> frame.acknowledge(AckSyndrome.SEQUENCE_ERROR, sequence);
            case NAK -> frame.acknowledge(refusal(packet.status()), sequence);
            case ATOMIC_RESPONSE -> {
                frame.atomicResponse(sequence, packet.value());
                return false;
            }
            default -> throw new IllegalStateException("packets of this kind are not written: kind=" + packet.kind());
        }
        return true;
    }

    private static void send(final RoceFrame frame, final PacketView packet) {
        if (packet.isInvalidating()) {
            frame.sendWithInvalidate(packet.isFirst(), packet.remoteKey());
        } else if (packet.hasImmediate()) {
            frame.sendWithImmediate(packet.isFirst(), packet.immediate());
        } else {
            frame.send(packet.isFirst(), packet.isLast());
        }
    }

    private static void write(final RoceFrame frame, final PacketView packet) {
        final long address = packet.remoteAddress();
        if (packet.hasImmediate()) {
            frame.writeWithImmediate(
                    packet.isFirst(), address, packet.remoteKey(), packet.messageLength(), packet.immediate());
        } else {
            frame.write(packet.isFirst(), packet.isLast(), address, packet.remoteKey(), packet.messageLength());
        }
    }

    private static void atomic(final RoceFrame frame, final PacketView packet) {
        if (packet.isCompareAndSwap()) {
            frame.compareAndSwap(packet.remoteAddress(), packet.remoteKey(), packet.operand(), packet.swap());
        } else {
            frame.fetchAndAdd(packet.remoteAddress(), packet.remoteKey(), packet.operand());
        }
    }

    private static int refusal(final int status) {
        return switch (status) {
            case CompletionStatus.REM_INV_REQ_ERR -> AckSyndrome.INVALID_REQUEST;
            case CompletionStatus.REM_ACCESS_ERR -> AckSyndrome.REMOTE_ACCESS_ERROR;
            default -> AckSyndrome.REMOTE_OPERATIONAL_ERROR;
        };
    }

    @Override
    public void onConnectionMessage(final ConnectionMessage message) {
        final RoceFrame frame = writer.newFrame(origin + message.departureNanos());
        frame.route(ipv4(message.source()), ipv4(message.destination()));
        frame.management();
        write(frame, message);
        frame.end(ConnectionDatagram.LENGTH);
        add(frame);
    }

    private void write(final RoceFrame frame, final ConnectionMessage message) {
        final int at = frame.payloadOffset();
        final long transaction = message.transaction();
        final int local = message.localId();
        final int remote = message.remoteId();
        switch (message.type()) {
            case REQ -> request(frame, message);
            case REP -> reply(frame, message);
            case RTU -> datagram.readyToUse(frame.buffer(), at, transaction, local, remote);
            case REJ ->
                datagram.reject(
                        frame.buffer(), at, transaction, local, remote, message.reason(), message.privateData());
            case DREQ -> datagram.disconnect(frame.buffer(), at, transaction, local, remote, message.queuePair());
            default -> datagram.disconnected(frame.buffer(), at, transaction, local, remote);
        }
    }

    private void request(final RoceFrame frame, final ConnectionMessage message) {
        final ConnectionParameters parameters = message.parameters();
        final ConnectionPath path = message.path();
        datagram.request(frame.buffer(), frame.payloadOffset(), message.transaction(), message.localId());
        datagram.requestQueuePair(
                message.queuePair(),
                path.startingPsn(),
                parameters.responderResources(),
                parameters.initiatorDepth(),
                parameters.retryCount(),
                parameters.rnrRetryCount(),
                mtu);
        datagram.requestPath(path.flowLabel(), path.ackTimeout());
        datagram.requestAddresses(
                ipv4(message.source()),
                ipv4(message.destination()),
                message.sourcePort(),
                message.destinationPort(),
                message.privateData());
    }

    private void reply(final RoceFrame frame, final ConnectionMessage message) {
        final ConnectionParameters parameters = message.parameters();
        datagram.reply(
                frame.buffer(),
                frame.payloadOffset(),
                message.transaction(),
                message.localId(),
                message.remoteId(),
                message.privateData());
        datagram.replyQueuePair(
                message.queuePair(),
                message.path().startingPsn(),
                parameters.responderResources(),
                parameters.initiatorDepth(),
                message.path().ackDelay(),
                parameters.rnrRetryCount(),
                ipv4(message.source()));
    }

    private void add(final RoceFrame frame) {
        try {
            writer.add(frame, origin + simulation.nanoTime());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int ipv4(final Gid host) {
        return (int) host.interfaceId();
    }
}
