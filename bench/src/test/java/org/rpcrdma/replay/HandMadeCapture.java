// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.rnic.roce.Field;
import org.rpcrdma.rnic.roce.HandMadePackets;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** A capture that a test composes frame by frame, with one client host and one server host. */
final class HandMadeCapture {
    static final int NFS = 100_003;
    static final int CALLBACKS = 0x4000_0000;
    private static final int CLIENT = 0x0a620002;
    private static final int SERVER = 0x0a620001;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final CaptureWriter writer;
    private final HandMadePackets packets = new HandMadePackets();
    private long nanos;
    private int communication;

    HandMadeCapture() {
        try {
            writer = new CaptureWriter(Channels.newChannel(file));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds a connection whose set-up is part of the capture. */
    Wire connect(final int clientPair, final int serverPair, final int firstPsn) {
        final int id = ++communication;
        manage(
                CLIENT,
                SERVER,
                ManagementLayout.CONNECT_REQUEST,
                id,
                0,
                ManagementLayout.REQUEST_QUEUE_PAIR,
                clientPair);
        manage(
                SERVER,
                CLIENT,
                ManagementLayout.CONNECT_REPLY,
                id + 1000,
                id,
                ManagementLayout.REPLY_QUEUE_PAIR,
                serverPair);
        return join(clientPair, serverPair, firstPsn);
    }

    /** Adds a connection that was set up before the capture. */
    Wire join(final int clientPair, final int serverPair, final int firstPsn) {
        return new Wire(clientPair, serverPair, firstPsn);
    }

    private void manage(
            final int from,
            final int to,
            final int attribute,
            final int localId,
            final int remoteId,
            final Field queuePair,
            final int number) {
        final UnsafeBuffer datagram = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
        ManagementLayout.begin(datagram, 0, attribute, communication);
        ManagementLayout.LOCAL_ID.set(datagram, 0, localId);
        ManagementLayout.REMOTE_ID.set(datagram, 0, remoteId);
        queuePair.set(datagram, 0, number);
        final int one = ManagementLayout.QUEUE_PAIR;
        frame(
                from,
                to,
                packet -> packet.begin(Opcodes.DATAGRAM_SEND_ONLY, one, communication, false, false)
                        .datagram(ManagementLayout.QUEUE_KEY, one),
                datagram.byteArray());
    }

    private void frame(final int from, final int to, final Consumer<RocePacket> headers, final byte[] payload) {
        nanos += 1000;
        final int length = packets.route(from, to).make(headers, payload);
        try {
            writer.add(packets.ip, length, nanos, nanos);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the workload that a replay reads from the capture. */
    Workload workload() throws IOException {
        writer.close();
        return Workload.read(Path.of("hand-made"), new ByteArrayInputStream(file.toByteArray()));
    }

    /** Returns a call message. The bytes after its header are different in each call. */
    static byte[] call(final int xid, final int program, final int length, final int seed) {
        final byte[] message = filled(length, seed);
        final UnsafeBuffer words = new UnsafeBuffer(message);
        final int[] head = {xid, RpcMessage.CALL, RpcMessage.RPC_VERSION, program, 3, 1, 0, 0, 0, 0};
        for (int i = 0; i < head.length; i++) {
            words.putInt(i * Integer.BYTES, head[i], BIG_ENDIAN);
        }
        return message;
    }

    /** Returns a reply message. */
    static byte[] reply(final int xid, final int length, final int seed) {
        final byte[] message = filled(length, seed);
        final UnsafeBuffer words = new UnsafeBuffer(message);
        final int[] head = {xid, RpcMessage.REPLY, RpcMessage.ACCEPTED, 0, 0, 0};
        for (int i = 0; i < head.length; i++) {
            words.putInt(i * Integer.BYTES, head[i], BIG_ENDIAN);
        }
        return message;
    }

    static byte[] filled(final int length, final int seed) {
        final byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (seed * 31 + i * 7);
        }
        return bytes;
    }

    /** The client's memory: a remote key, an address and a length. */
    record Segment(int key, long address, int length) {}

    /** A connection's frames. Each operation adds one packet with the next sequence number of its direction. */
    final class Wire {
        private final int clientPair;
        private final int serverPair;
        private int clientPsn;
        private int serverPsn;

        private Wire(final int clientPair, final int serverPair, final int firstPsn) {
            this.clientPair = clientPair;
            this.serverPair = serverPair;
            clientPsn = firstPsn;
            serverPsn = firstPsn + 1000;
        }

        /** Sends an inline call from the client, with or without a Write chunk of one segment. */
        Wire call(final byte[] message, final Segment... writeChunk) {
            return fromClient(send(message, writeChunk));
        }

        /**
         * Sends an inline reply from the server, with the numbers of bytes that the server wrote to the Write chunk.
         */
        Wire reply(final byte[] message, final Segment... writeChunk) {
            return fromServer(send(message, writeChunk));
        }

        /** Sends a reverse-direction call from the server, or the client's reply to it. */
        Wire reverse(final boolean byServer, final byte[] message) {
            return byServer ? fromServer(send(message)) : fromClient(send(message));
        }

        /** Sends a message from the client that is not RPC-over-RDMA. */
        Wire foreign(final byte[] data) {
            return fromClient(data);
        }

        /** Writes the server's data by RDMA. */
        Wire write(final Segment to, final byte[] data) {
            return writePart(to, data, true, true, data.length);
        }

        /**
         * Sends one packet of an RDMA WRITE that has several packets. Every packet except the last is as large as the
         * MTU, 1,024 bytes.
         */
        Wire writePart(final Segment to, final byte[] data, final boolean isFirst, final boolean isLast) {
            return writePart(to, data, isFirst, isLast, to.length());
        }

        private Wire writePart(
                final Segment to, final byte[] data, final boolean isFirst, final boolean isLast, final int length) {
            final int first = isLast ? Opcodes.WRITE_ONLY : Opcodes.WRITE_FIRST;
            final int opcode = isFirst ? first : isLast ? Opcodes.WRITE_LAST : Opcodes.WRITE_MIDDLE;
            final int psn = serverPsn++;
            frame(
                    SERVER,
                    CLIENT,
                    packet -> {
                        packet.begin(opcode, clientPair, psn, false, false);
                        if (isFirst) {
                            packet.memory(to.address(), to.key(), length);
                        }
                    },
                    data);
            return this;
        }

        /**
         * Moves the server's next sequence number back, to retransmit packets, or forward, as if packets had not been
         * captured.
         */
        Wire serverSkips(final int packets) {
            serverPsn += packets;
            return this;
        }

        /** Moves the client's next sequence number back or forward. */
        Wire clientSkips(final int packets) {
            clientPsn += packets;
            return this;
        }

        private Wire fromClient(final byte[] bytes) {
            final int psn = clientPsn++;
            frame(CLIENT, SERVER, to -> to.begin(Opcodes.SEND_ONLY, serverPair, psn, false, false), bytes);
            return this;
        }

        private Wire fromServer(final byte[] bytes) {
            final int psn = serverPsn++;
            frame(SERVER, CLIENT, to -> to.begin(Opcodes.SEND_ONLY, clientPair, psn, false, false), bytes);
            return this;
        }

        private byte[] send(final byte[] message, final Segment... writeChunk) {
            final int room = RpcRdmaHeader.MIN_LENGTH + 64;
            final UnsafeBuffer buffer = new UnsafeBuffer(new byte[room + message.length]);
            final int xid = ByteBuffer.wrap(message).getInt();
            final RpcRdmaHeaderWriter header =
                    new RpcRdmaHeaderWriter().wrap(buffer, 0, room).begin(xid, 64, RpcRdmaHeader.RDMA_MSG);
            if (writeChunk.length > 0) {
                header.writeChunk();
                for (final Segment segment : writeChunk) {
                    header.segment(segment.key(), segment.length(), segment.address());
                }
            }
            final int length = header.finish();
            buffer.putBytes(length, message);
            final byte[] bytes = new byte[length + message.length];
            buffer.getBytes(0, bytes);
            return bytes;
        }
    }
}
