// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.lint;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.AckSyndrome;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.capture.ConnectionDatagram;
import org.rpcrdma.capture.RoceFrame;
import org.rpcrdma.wire.CmPrivateData;

/** A capture of one connection, put together message by message. Side 0 is the client. */
final class Conversation {
    static final int MSG = 0;
    static final int NOMSG = 1;
    private static final int[] HOSTS = {0x0a00_0001, 0x0a00_0002};
    private static final int[] QUEUE_PAIRS = {0x11, 0x12};
    private static final int NFS_PORT = 20049;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final CaptureWriter writer;
    private final ConnectionDatagram datagram = new ConnectionDatagram();
    private final int[] psns = {100, 0xff_fff0};
    private long now;

    private Conversation() {
        try {
            writer = new CaptureWriter(Channels.newChannel(file));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Begins in the middle of a connection. */
    static Conversation midway() {
        return new Conversation();
    }

    /** Begins with a connection whose ends take remote invalidation, and 4096 bytes inline. */
    static Conversation connected() {
        return new Conversation().connect(privateData(true, 4096), privateData(true, 4096));
    }

    static byte[] privateData(final boolean takesInvalidation, final int size) {
        final UnsafeBuffer data = new UnsafeBuffer(new byte[CmPrivateData.LENGTH]);
        CmPrivateData.write(data, 0, takesInvalidation, size, size);
        return data.byteArray();
    }

    static Conversation connected(final byte[] clientData, final byte[] serverData) {
        return new Conversation().connect(clientData, serverData);
    }

    private Conversation connect(final byte[] clientData, final byte[] serverData) {
        final RoceFrame request = frame(0);
        request.management();
        datagram.request(request.buffer(), request.payloadOffset(), 1, 7);
        datagram.requestQueuePair(QUEUE_PAIRS[0], psns[1], 16, 7, 7, 4096);
        datagram.requestAddresses(HOSTS[0], HOSTS[1], 1000, NFS_PORT, clientData);
        end(request, ConnectionDatagram.LENGTH);
        final RoceFrame reply = frame(1);
        reply.management();
        datagram.reply(reply.buffer(), reply.payloadOffset(), 1, 8, 7, serverData);
        datagram.replyQueuePair(QUEUE_PAIRS[1], psns[0], 16, 7, HOSTS[1]);
        end(reply, ConnectionDatagram.LENGTH);
        return this;
    }

    /** Sends a message of words. */
    Conversation send(final int side, final int[]... words) {
        final RoceFrame frame = packet(side);
        frame.send(true, true);
        put(frame, join(words));
        return this;
    }

    /** Sends bytes, of which the first are those of a message of words. */
    Conversation sendBytes(final int side, final int length, final int[]... words) {
        final RoceFrame frame = packet(side);
        frame.send(true, true);
        frame.buffer().setMemory(frame.payloadOffset(), length, (byte) 0);
        put(frame, join(words), length);
        return this;
    }

    Conversation sendInvalidating(final int side, final int key, final int[]... words) {
        final RoceFrame frame = packet(side);
        frame.sendWithInvalidate(true, key);
        put(frame, join(words));
        return this;
    }

    /** Writes from one side into the memory of the other, in one packet. */
    Conversation write(final int side, final int key, final long address, final int length) {
        final RoceFrame frame = packet(side);
        frame.write(true, true, address, key, length);
        end(frame, length);
        return this;
    }

    /** Asks from one side for memory of the other. */
    Conversation read(final int side, final int key, final long address, final int length) {
        final RoceFrame frame = packet(side);
        frame.readRequest(address, key, length);
        end(frame, 0);
        return this;
    }

    /** Acknowledges, from one side, all that the other sent. */
    Conversation acknowledge(final int side) {
        final RoceFrame frame = frame(side);
        frame.transport(QUEUE_PAIRS[side], QUEUE_PAIRS[1 - side], psns[1 - side] - 1 & 0xff_ffff, false, false);
        frame.acknowledge(AckSyndrome.ACK, 1);
        end(frame, 0);
        return this;
    }

    /** Leaves a packet out of the capture. */
    Conversation lose(final int side) {
        psns[side]++;
        return this;
    }

    /** Goes back in the sequence of packets, to send some once more. */
    Conversation back(final int side, final int packets) {
        psns[side] -= packets;
        return this;
    }

    private RoceFrame packet(final int side) {
        final RoceFrame frame = frame(side);
        frame.transport(QUEUE_PAIRS[side], QUEUE_PAIRS[1 - side], psns[side]++ & 0xff_ffff, true, false);
        return frame;
    }

    private RoceFrame frame(final int side) {
        now += 1000;
        final RoceFrame frame = writer.newFrame(now);
        frame.route(HOSTS[side], HOSTS[1 - side]);
        return frame;
    }

    private void put(final RoceFrame frame, final int[] words) {
        put(frame, words, words.length * Integer.BYTES);
    }

    private void put(final RoceFrame frame, final int[] words, final int length) {
        for (int i = 0; i < words.length; i++) {
            frame.buffer().putInt(frame.payloadOffset() + i * Integer.BYTES, words[i], BIG_ENDIAN);
        }
        end(frame, length);
    }

    private void end(final RoceFrame frame, final int payload) {
        frame.end(payload);
        try {
            writer.add(frame, now);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the capture. */
    byte[] file() {
        try {
            writer.close();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }

    List<Finding> lint() {
        return lint(file());
    }

    static List<Finding> lint(final byte[] capture) {
        final List<Finding> findings = new ArrayList<>();
        try {
            CaptureReader.read(Path.of("test.pcap"), new ByteArrayInputStream(capture), new Linter(findings::add));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        return findings;
    }

    static int[] words(final int... words) {
        return words;
    }

    static int[] join(final int[]... parts) {
        int length = 0;
        for (final int[] part : parts) {
            length += part.length;
        }
        final int[] all = new int[length];
        int at = 0;
        for (final int[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    /** The four words in front of the chunk lists. */
    static int[] head(final int xid, final int credits, final int procedure) {
        return words(xid, 1, credits, procedure);
    }

    static int[] noChunks() {
        return words(0, 0, 0);
    }

    static int[] segment(final int handle, final long offset, final int length) {
        return words(handle, length, (int) (offset >>> 32), (int) offset);
    }

    static int[] readSegment(final int position, final int handle, final long offset, final int length) {
        return join(words(1, position), segment(handle, offset, length));
    }

    /** A Write chunk, or the Reply chunk. */
    static int[] chunk(final int[]... segments) {
        return join(words(1, segments.length), join(segments));
    }

    static int[] rpcCall(final int xid) {
        return words(xid, 0, 2, 100003, 3, 1, 0, 0, 0, 0);
    }

    static int[] rpcReply(final int xid) {
        return words(xid, 1, 0, 0, 0, 0);
    }

    /** A call without chunks. */
    Conversation call(final int xid) {
        return send(0, head(xid, 32, MSG), noChunks(), rpcCall(xid));
    }

    /** A reply without chunks. */
    Conversation reply(final int xid, final int credits) {
        return send(1, head(xid, credits, MSG), noChunks(), rpcReply(xid));
    }
}
