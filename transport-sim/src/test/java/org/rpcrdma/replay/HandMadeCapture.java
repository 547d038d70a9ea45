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
import org.rpcrdma.capture.RoceFrame;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** A capture that a test writes frame by frame, of one client's and one server's host. */
final class HandMadeCapture {
    static final int NFS = 100_003;
    static final int CALLBACKS = 0x4000_0000;
    private static final int CLIENT = 0x0a620002;
    private static final int SERVER = 0x0a620001;
    private static final int MANAGEMENT_BYTES = 256;
    private static final int REQUEST = 0x10;
    private static final int REPLY = 0x13;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final CaptureWriter writer;
    private long nanos;
    private int communication;

    HandMadeCapture() {
        try {
            writer = new CaptureWriter(Channels.newChannel(file));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A connection whose beginning the capture shows. */
    Wire connect(final int clientPair, final int serverPair, final int firstPsn) {
        final int id = ++communication;
        manage(CLIENT, SERVER, REQUEST, id, 0, 32, clientPair);
        manage(SERVER, CLIENT, REPLY, id + 1000, id, 12, serverPair);
        return join(clientPair, serverPair, firstPsn);
    }

    /** A connection that was there before the capture. */
    Wire join(final int clientPair, final int serverPair, final int firstPsn) {
        return new Wire(clientPair, serverPair, firstPsn);
    }

    private void manage(
            final int from,
            final int to,
            final int attribute,
            final int local,
            final int remote,
            final int pairAt,
            final int pair) {
        final ByteBuffer datagram = ByteBuffer.allocate(MANAGEMENT_BYTES);
        datagram.put(0, (byte) 1).put(1, (byte) 7).put(2, (byte) 2).put(3, (byte) 3);
        datagram.putShort(16, (short) attribute).putInt(24, local).putInt(28, remote);
        datagram.putInt(24 + pairAt, pair << 8);
        frame(from, to, 1, 1, 0, frame -> frame.datagram(0x8001_0000, 1), datagram.array());
    }

    private void frame(
            final int from,
            final int to,
            final int sourcePair,
            final int pair,
            final int psn,
            final Consumer<RoceFrame> operation,
            final byte[] payload) {
        nanos += 1000;
        final RoceFrame frame = writer.newFrame(nanos);
        frame.route(from, to);
        frame.transport(sourcePair, pair, psn, false, false);
        operation.accept(frame);
        frame.buffer().putBytes(frame.payloadOffset(), payload);
        frame.end(payload.length);
        try {
            writer.add(frame, nanos);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a replay makes of the capture. */
    Workload workload() throws IOException {
        writer.close();
        return Workload.read(Path.of("hand-made"), new ByteArrayInputStream(file.toByteArray()));
    }

    /** The message of a call: its bytes behind the head are unlike those of other calls. */
    static byte[] call(final int xid, final int program, final int length, final int seed) {
        final byte[] message = filled(length, seed);
        final UnsafeBuffer words = new UnsafeBuffer(message);
        final int[] head = {xid, RpcMessage.CALL, RpcMessage.RPC_VERSION, program, 3, 1, 0, 0, 0, 0};
        for (int i = 0; i < head.length; i++) {
            words.putInt(i * Integer.BYTES, head[i], BIG_ENDIAN);
        }
        return message;
    }

    /** The message of a reply. */
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

    /** Memory of the client: a remote key, an address and a length. */
    record Segment(int key, long address, int length) {}

    /** A connection's frames; each operation is a packet, with the next number of its direction. */
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

        /** The client sends a call inline, with a Write chunk of one segment, or without. */
        Wire call(final byte[] message, final Segment... writeChunk) {
            return fromClient(send(message, writeChunk));
        }

        /** The server sends a reply inline, which says what it left in the Write chunk. */
        Wire reply(final byte[] message, final Segment... writeChunk) {
            return fromServer(send(message, writeChunk));
        }

        /** The server calls, or the client answers such a call. */
        Wire reverse(final boolean byServer, final byte[] message) {
            return byServer ? fromServer(send(message)) : fromClient(send(message));
        }

        /** The server writes by RDMA. */
        Wire write(final Segment to, final byte[] data) {
            frame(
                    SERVER,
                    CLIENT,
                    serverPair,
                    clientPair,
                    serverPsn++,
                    frame -> frame.write(true, true, to.address(), to.key(), data.length),
                    data);
            return this;
        }

        /** One packet of an RDMA WRITE of several: all but the last as long as a MTU of 1,024. */
        Wire writePart(final Segment to, final byte[] data, final boolean isFirst, final boolean isLast) {
            frame(
                    SERVER,
                    CLIENT,
                    serverPair,
                    clientPair,
                    serverPsn++,
                    frame -> frame.write(isFirst, isLast, to.address(), to.key(), to.length()),
                    data);
            return this;
        }

        /** The server goes back, or forth, by so many packets: it sends again, or the capture lacks some. */
        Wire serverSkips(final int packets) {
            serverPsn += packets;
            return this;
        }

        /** The client goes back, or forth, by so many packets. */
        Wire clientSkips(final int packets) {
            clientPsn += packets;
            return this;
        }

        private Wire fromClient(final byte[] bytes) {
            frame(CLIENT, SERVER, clientPair, serverPair, clientPsn++, frame -> frame.send(true, true), bytes);
            return this;
        }

        private Wire fromServer(final byte[] bytes) {
            frame(SERVER, CLIENT, serverPair, clientPair, serverPsn++, frame -> frame.send(true, true), bytes);
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
