// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.roce.ManagementLayout.ATTRIBUTE;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REPLY;
import static org.rpcrdma.rnic.roce.ManagementLayout.CONNECT_REQUEST;
import static org.rpcrdma.rnic.roce.ManagementLayout.DISCONNECT_QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.DISCONNECT_REPLY;
import static org.rpcrdma.rnic.roce.ManagementLayout.DISCONNECT_REQUEST;
import static org.rpcrdma.rnic.roce.ManagementLayout.LOCAL_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.READY_TO_USE;
import static org.rpcrdma.rnic.roce.ManagementLayout.REMOTE_ID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_ACK_DELAY;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_GUID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_INITIATOR_DEPTH;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_PRIVATE_DATA;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_PSN;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_QUEUE_PAIR;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_RESPONDER_RESOURCES;
import static org.rpcrdma.rnic.roce.ManagementLayout.REPLY_RNR_RETRIES;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_ACK_TIMEOUT;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_FLOW_CONTROL;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_GUID;
import static org.rpcrdma.rnic.roce.ManagementLayout.REQUEST_PACKET_RATE;
import static org.rpcrdma.rnic.roce.ManagementLayout.TRANSACTION;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.roce.Field;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.host.EngineSettings;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Gid;

/** Writes and reads messages, and compares them with datagrams captured from Linux's connection managers. */
class CapturedMessagesTest {
    private static final Path[] FOLDERS = {
        Path.of("../bench/src/main/resources/captures"), Path.of("../tools/inspect/src/test/resources/captures")
    };
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int IPV4 = 14;
    private static final int UDP_PORT = IPV4 + 22;
    private static final int QUEUE_PAIR = IPV4 + 33;
    private static final int MAD = IPV4 + 48;
    private static final int ROCE = 4791;

    private final UnsafeBuffer written = new UnsafeBuffer(new byte[ManagementLayout.LENGTH]);

    /** A datagram and its source and destination addresses. */
    private record Captured(Gid source, Gid destination, UnsafeBuffer bytes) {
        int get(final Field field) {
            return field.get(bytes, 0);
        }

        long transaction() {
            return TRANSACTION.getLong(bytes, 0);
        }

        int id() {
            return get(LOCAL_ID);
        }

        int peerId() {
            return get(REMOTE_ID);
        }

        /** Returns the bytes with the given fields set to zero. */
        byte[] without(final Field... fields) {
            final UnsafeBuffer copy = new UnsafeBuffer(bytes.byteArray().clone());
            Arrays.stream(fields).forEach(field -> field.set(copy, 0, 0));
            return copy.byteArray();
        }
    }

    private static List<Captured> captured(final String name) throws IOException {
        final Path file = Arrays.stream(FOLDERS)
                .map(folder -> folder.resolve(name + ".pcap.gz"))
                .filter(Files::exists)
                .findFirst()
                .orElseThrow();
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return management(in.readAllBytes());
        }
    }

    private static List<Captured> management(final byte[] file) throws IOException {
        final ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        final List<Captured> all = new ArrayList<>();
        for (int at = FILE_HEADER; at < file.length; at += RECORD_HEADER + bytes.getInt(at + 8)) {
            final int frame = at + RECORD_HEADER;
            if (bytes.getInt(at + 8) > MAD + ManagementLayout.LENGTH && isManagement(file, frame)) {
                all.add(new Captured(
                        gid(file, frame + IPV4 + 12),
                        gid(file, frame + IPV4 + 16),
                        new UnsafeBuffer(
                                Arrays.copyOfRange(file, frame + MAD, frame + MAD + ManagementLayout.LENGTH))));
            }
        }
        return all;
    }

    private static boolean isManagement(final byte[] file, final int frame) {
        final ByteBuffer bytes = ByteBuffer.wrap(file);
        return bytes.getShort(frame + UDP_PORT) == ROCE
                && bytes.getInt(frame + QUEUE_PAIR) >>> 8 == ManagementLayout.QUEUE_PAIR;
    }

    private static Gid gid(final byte[] file, final int at) throws IOException {
        return Gid.of(InetAddress.getByAddress(Arrays.copyOfRange(file, at, at + 4)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio", "own-client", "recall"})
    void shouldWriteEveryMessageAsLinuxDid(final String name) throws IOException {
        final int[] counts = new int[DISCONNECT_REPLY + 1];
        for (final Captured message : captured(name)) {
            final int attribute = message.get(ATTRIBUTE);
            counts[attribute]++;
            write(message, attribute);
            final Captured ours = new Captured(null, null, written);
            if (attribute == CONNECT_REQUEST) {
                final Field[] own = {REQUEST_GUID, REQUEST_PACKET_RATE, REQUEST_FLOW_CONTROL};
                assertArrayEquals(message.without(own), ours.without(own));
            } else if (attribute == CONNECT_REPLY) {
                assertArrayEquals(message.without(REPLY_GUID), ours.without(REPLY_GUID));
            } else {
                assertArrayEquals(message.without(), ours.without());
            }
        }
        assertTrue(counts[CONNECT_REQUEST] > 0);
        assertEquals(counts[CONNECT_REQUEST], counts[CONNECT_REPLY]);
        assertEquals(counts[CONNECT_REQUEST], counts[READY_TO_USE]);
        final int ends = name.startsWith("nfs") ? 0 : counts[CONNECT_REQUEST];
        assertEquals(ends, counts[DISCONNECT_REQUEST]);
        assertEquals(ends, counts[DISCONNECT_REPLY]);
    }

    /** Writes a message again, from the values that its reader returns. */
    private void write(final Captured message, final int attribute) {
        final MessageWriter writer = new MessageWriter(message.source()).to(written);
        switch (attribute) {
            case CONNECT_REQUEST -> writeRequest(writer, message);
            case CONNECT_REPLY -> writeReply(writer, message);
            case READY_TO_USE -> writer.ready(message.transaction(), message.id(), message.peerId());
            case DISCONNECT_REQUEST ->
                writer.disconnect(
                        message.transaction(), message.id(), message.peerId(), message.get(DISCONNECT_QUEUE_PAIR));
            case DISCONNECT_REPLY -> writer.disconnected(message.transaction(), message.id(), message.peerId());
            default -> throw new AssertionError("attribute=" + attribute);
        }
    }

    private static void writeRequest(final MessageWriter writer, final Captured message) {
        final RequestMessage read = new RequestMessage(message.bytes(), 0);
        assertEquals(RequestMessage.FINE, read.check(message.source(), message.destination(), 4096));
        final Offer offer = read.offer(new NumberedSink(read.queuePair()));
        final int ackTimeout = message.get(REQUEST_ACK_TIMEOUT);
        writer.request(
                read.transaction(),
                read.id(),
                offer,
                read.addresses().remote(),
                read.addresses().local(),
                ConnectionPath.of(offer.startingPsn(), offer.flowLabel(), ackTimeout),
                new MadTimes(EngineSettings.protocol(CostModel.defaults())));
    }

    private static void writeReply(final MessageWriter writer, final Captured message) {
        writer.reply(
                message.transaction(),
                message.id(),
                message.peerId(),
                message.get(REPLY_QUEUE_PAIR),
                new ConnectionParameters(
                        REPLY_PRIVATE_DATA.get(message.bytes(), 0),
                        message.get(REPLY_RESPONDER_RESOURCES),
                        message.get(REPLY_INITIATOR_DEPTH),
                        0,
                        message.get(REPLY_RNR_RETRIES)),
                new ConnectionPath(message.get(REPLY_PSN), 0, 0, message.get(REPLY_ACK_DELAY)));
    }

    /**
     * A captured Linux client connects to our server. The client's later messages contain the number of the original
     * Linux server's queue pair.
     */
    @Test
    void shouldAcceptLinuxsRequests() throws IOException {
        final Simulation simulation = new Simulation(1);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final LossyDatagrams network = new LossyDatagrams(simulation);
        network.copies = datagram -> 0;
        final ManagedHost server = new ManagedHost(fabric, network, "sim0", "10.98.0.1");
        final ManagedHost client = new ManagedHost(fabric, network, "sim1", "10.98.0.2");
        final ManagedHost.Side side = server.new Side();
        final InetSocketAddress[] from = new InetSocketAddress[1];
        server.connections.listen(20049, server.loop, request -> {
            from[0] = request.remote();
            request.accept(side.queuePair, new ConnectionParameters(new byte[0], 0, 128, 7, 0), server.loop, side);
        });
        // The queue pair that replaces the Linux server's queue pair has the same number, 17.
        assertEquals(17, client.new Side().queuePair.number());
        final Captured request = captured("nfs3").get(0);
        server.wires.receive(request.source(), request.bytes(), 0, ManagementLayout.LENGTH);
        simulation.runUntil(1_000_000);
        assertEquals(new InetSocketAddress("10.98.0.2", 0x8b27), from[0]);
        final LossyDatagrams.Sent reply = network.first(CONNECT_REPLY);
        assertEquals(request.id(), reply.get(REMOTE_ID));
        assertEquals(request.transaction(), TRANSACTION.getLong(reply.bytes(), 0));
        assertEquals(128, reply.get(REPLY_INITIATOR_DEPTH));

        final UnsafeBuffer ready =
                new UnsafeBuffer(captured("nfs3").get(2).bytes().byteArray());
        server.wires.receive(request.source(), ready, 0, ManagementLayout.LENGTH);
        simulation.runUntil(2_000_000);
        assertEquals(List.of(), side.told, "another server's number");
        REMOTE_ID.set(ready, 0, reply.get(LOCAL_ID));
        server.wires.receive(request.source(), ready, 0, ManagementLayout.LENGTH);
        simulation.runUntil(3_000_000);
        assertEquals(List.of("established"), side.told);
    }
}
