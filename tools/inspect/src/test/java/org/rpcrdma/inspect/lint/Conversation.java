// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.InvariantCrc;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.RoceLayout;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.rnic.roce.Syndrome;
import org.rpcrdma.wire.CmPrivateData;

/** Builds a capture of one connection, message by message. Side 0 is the client. */
public final class Conversation {
    public static final int MSG = 0;
    public static final int NOMSG = 1;
    private static final long[] HOSTS = {RoceLayout.IPV4_MAPPED | 0x0a00_0001, RoceLayout.IPV4_MAPPED | 0x0a00_0002};
    private static final int[] QUEUE_PAIRS = {0x11, 0x12};
    private static final int NFS_PORT = 20049;

    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private final CaptureWriter writer;
    private final InternetHeader header = new InternetHeader();
    private final InvariantCrc crc = new InvariantCrc();
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(8192);
    private final RocePacket packet = new RocePacket(bytes);
    private final UnsafeBuffer ip = new UnsafeBuffer(new byte[9000]);
    private final int[] psns = {100, 0xff_fff0};
    private long now;

    private Conversation() {
        try {
            writer = new CaptureWriter(Channels.newChannel(file));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a capture in the middle of a connection. */
    public static Conversation midway() {
        return new Conversation();
    }

    /** Starts a capture with the set-up of a connection. Both ends accept remote invalidation and 4096 bytes inline. */
    public static Conversation connected() {
        return new Conversation().connect(privateData(true, 4096), privateData(true, 4096));
    }

    public static byte[] privateData(final boolean takesInvalidation, final int size) {
        final UnsafeBuffer data = new UnsafeBuffer(new byte[CmPrivateData.LENGTH]);
        CmPrivateData.write(data, 0, takesInvalidation, size, size);
        return data.byteArray();
    }

    public static Conversation connected(final byte[] clientData, final byte[] serverData) {
        return new Conversation().connect(clientData, serverData);
    }

    private Conversation connect(final byte[] clientData, final byte[] serverData) {
        manage(0, ManagementLayout.CONNECT_REQUEST, datagram -> {
            ManagementLayout.LOCAL_ID.set(datagram, 0, 7);
            ManagementLayout.REQUEST_QUEUE_PAIR.set(datagram, 0, QUEUE_PAIRS[0]);
            ManagementLayout.REQUEST_PSN.set(datagram, 0, psns[1]);
            ManagementLayout.REQUEST_SERVICE_ID.set(datagram, 0, ManagementLayout.IP_TCP_SERVICE | NFS_PORT);
            ManagementLayout.IP_PRIVATE_DATA.set(datagram, 0, clientData);
        });
        manage(1, ManagementLayout.CONNECT_REPLY, datagram -> {
            ManagementLayout.LOCAL_ID.set(datagram, 0, 8);
            ManagementLayout.REMOTE_ID.set(datagram, 0, 7);
            ManagementLayout.REPLY_QUEUE_PAIR.set(datagram, 0, QUEUE_PAIRS[1]);
            ManagementLayout.REPLY_PSN.set(datagram, 0, psns[0]);
            ManagementLayout.REPLY_PRIVATE_DATA.set(datagram, 0, serverData);
        });
        return this;
    }

    private void manage(final int side, final int attribute, final Consumer<UnsafeBuffer> fields) {
        final UnsafeBuffer datagram = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);
        ManagementLayout.begin(datagram, 0, attribute, 1);
        fields.accept(datagram);
        packet.begin(Opcodes.DATAGRAM_SEND_ONLY, ManagementLayout.QUEUE_PAIR, 0, false, false)
                .datagram(ManagementLayout.QUEUE_KEY, ManagementLayout.QUEUE_PAIR);
        packet.bytes().putBytes(packet.payloadOffset(), datagram, 0, ManagementLayout.LENGTH);
        add(side, ManagementLayout.LENGTH);
    }

    /** Sends a message that consists of the given words. */
    public Conversation send(final int side, final int[]... words) {
        begin(side, Opcodes.SEND_ONLY);
        put(side, join(words));
        return this;
    }

    /** Sends bytes that start with a message of words. */
    public Conversation sendBytes(final int side, final int length, final int[]... words) {
        begin(side, Opcodes.SEND_ONLY);
        packet.bytes().setMemory(packet.payloadOffset(), length, (byte) 0);
        put(side, join(words), length);
        return this;
    }

    public Conversation sendInvalidating(final int side, final int key, final int[]... words) {
        begin(side, Opcodes.SEND_ONLY_INVALIDATE).invalidated(key);
        put(side, join(words));
        return this;
    }

    /** Writes from one side into the other side's memory, in one packet. */
    public Conversation write(final int side, final int key, final long address, final int length) {
        begin(side, Opcodes.WRITE_ONLY).memory(address, key, length);
        add(side, length);
        return this;
    }

    /** Sends one side's READ request for the other side's memory. */
    public Conversation read(final int side, final int key, final long address, final int length) {
        begin(side, Opcodes.READ_REQUEST).memory(address, key, length);
        add(side, 0);
        return this;
    }

    /** Answers the other side's latest READ with words, in one packet. */
    public Conversation readAnswer(final int side, final int... words) {
        packet.begin(Opcodes.READ_RESPONSE_ONLY, QUEUE_PAIRS[1 - side], psns[1 - side] - 1, false, false)
                .answer(Syndrome.ACK, 1);
        put(side, words);
        return this;
    }

    /** Sends a NAK for the other side's latest request. */
    public Conversation nak(final int side, final int syndrome) {
        packet.begin(Opcodes.ACKNOWLEDGE, QUEUE_PAIRS[1 - side], psns[1 - side] - 1, false, false)
                .answer(syndrome, 1);
        add(side, 0);
        return this;
    }

    /** Acknowledges all packets that the other side has sent. */
    public Conversation acknowledge(final int side) {
        packet.begin(Opcodes.ACKNOWLEDGE, QUEUE_PAIRS[1 - side], psns[1 - side] - 1, false, false)
                .answer(Syndrome.ACK, 1);
        add(side, 0);
        return this;
    }

    /** Advances the time. */
    public Conversation pause(final long nanos) {
        now += nanos;
        return this;
    }

    /** Omits a packet from the capture. */
    public Conversation lose(final int side) {
        psns[side]++;
        return this;
    }

    /** Steps back in the sequence of packets, so that some are sent again. */
    public Conversation back(final int side, final int packets) {
        psns[side] -= packets;
        return this;
    }

    private RocePacket begin(final int side, final int opcode) {
        return packet.begin(opcode, QUEUE_PAIRS[1 - side], psns[side]++, true, false);
    }

    private void put(final int side, final int[] words) {
        put(side, words, words.length * Integer.BYTES);
    }

    private void put(final int side, final int[] words, final int length) {
        for (int i = 0; i < words.length; i++) {
            packet.bytes().putInt(packet.payloadOffset() + i * Integer.BYTES, words[i], BIG_ENDIAN);
        }
        add(side, length);
    }

    private void add(final int side, final int payload) {
        now += 1000;
        header.route(0, HOSTS[side], 0, HOSTS[1 - side]).ports(50_000, RoceLayout.ROCE_PORT);
        final int length = crc.seal(header, bytes, packet.end(payload));
        try {
            writer.add(ip, header.write(ip, packet.bytes(), length), now, now);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the capture. */
    public byte[] file() {
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

    /** Returns the number of connections that lint reports as incomplete. */
    long partialConnections() throws IOException {
        final Linter linter = new Linter(finding -> {});
        CaptureReader.read(Path.of("test.pcap"), new ByteArrayInputStream(file()), linter);
        return linter.partialConnections();
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

    public static int[] words(final int... words) {
        return words;
    }

    public static int[] join(final int[]... parts) {
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

    /** Returns the four words that precede the chunk lists. */
    public static int[] head(final int xid, final int credits, final int procedure) {
        return words(xid, 1, credits, procedure);
    }

    public static int[] noChunks() {
        return words(0, 0, 0);
    }

    public static int[] segment(final int handle, final long offset, final int length) {
        return words(handle, length, (int) (offset >>> 32), (int) offset);
    }

    public static int[] readSegment(final int position, final int handle, final long offset, final int length) {
        return join(words(1, position), segment(handle, offset, length));
    }

    /** Returns a Write chunk, or the Reply chunk. */
    public static int[] chunk(final int[]... segments) {
        return join(words(1, segments.length), join(segments));
    }

    public static int[] rpcCall(final int xid) {
        return words(xid, 0, 2, 100003, 3, 1, 0, 0, 0, 0);
    }

    public static int[] rpcReply(final int xid) {
        return words(xid, 1, 0, 0, 0, 0);
    }

    /** Adds a call without chunks. */
    public Conversation call(final int xid) {
        return send(0, head(xid, 32, MSG), noChunks(), rpcCall(xid));
    }

    /** Adds a reply without chunks. */
    public Conversation reply(final int xid, final int credits) {
        return send(1, head(xid, credits, MSG), noChunks(), rpcReply(xid));
    }
}
