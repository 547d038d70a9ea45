// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.roce.Opcodes.ACKNOWLEDGE;
import static org.rpcrdma.rnic.roce.Opcodes.ATOMIC_ACKNOWLEDGE;
import static org.rpcrdma.rnic.roce.Opcodes.COMPARE_SWAP;
import static org.rpcrdma.rnic.roce.Opcodes.DATAGRAM_SEND_ONLY;
import static org.rpcrdma.rnic.roce.Opcodes.FETCH_ADD;
import static org.rpcrdma.rnic.roce.Opcodes.FLUSH;
import static org.rpcrdma.rnic.roce.Opcodes.READ_REQUEST;
import static org.rpcrdma.rnic.roce.Opcodes.READ_RESPONSE_FIRST;
import static org.rpcrdma.rnic.roce.Opcodes.READ_RESPONSE_LAST;
import static org.rpcrdma.rnic.roce.Opcodes.READ_RESPONSE_MIDDLE;
import static org.rpcrdma.rnic.roce.Opcodes.READ_RESPONSE_ONLY;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_FIRST;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_LAST;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_LAST_IMMEDIATE;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_LAST_INVALIDATE;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_MIDDLE;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_ONLY;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_ONLY_IMMEDIATE;
import static org.rpcrdma.rnic.roce.Opcodes.SEND_ONLY_INVALIDATE;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_FIRST;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_LAST;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_LAST_IMMEDIATE;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_MIDDLE;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_ONLY;
import static org.rpcrdma.rnic.roce.Opcodes.WRITE_ONLY_IMMEDIATE;
import static org.rpcrdma.verbs.CompletionStatus.BAD_RESP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_ACCESS_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_INV_REQ_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_OP_ERR;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.Consumer;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.codec.PacketDecoder;
import org.rpcrdma.rnic.codec.PacketEncoder;
import org.rpcrdma.rnic.link.Link;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.SendArguments;
import org.rpcrdma.rnic.roce.ManagementLayout;
import org.rpcrdma.rnic.roce.RocePacket;
import org.rpcrdma.rnic.roce.Syndrome;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

class PacketFormatTest {
    private static final int ICRC = 4;
    private static final int DESTINATION = 0xabcdef;
    private static final int SOURCE = 0x123456;
    private static final int PSN = 0xfffffe;
    private static final long ADDRESS = 0x8899_aabb_ccdd_eeffL;
    private static final int KEY = 0x9001_0203;
    private static final int IMMEDIATE = 0x8102_0304;
    /** The positions of a packet in its message: middle, first, last, only. */
    private static final int[] PARTS = {
        READ_RESPONSE_MIDDLE, READ_RESPONSE_FIRST, READ_RESPONSE_LAST, READ_RESPONSE_ONLY
    };

    private static final int SEQUENCE = 0x765432;

    private final ByteBuffer datagram = ByteBuffer.allocateDirect(8192);
    private final PacketEncoder encoder = new PacketEncoder(datagram);
    private final PacketDecoder decoder = new PacketDecoder(datagram);
    private final ByteBuffer memory = ByteBuffer.allocateDirect(4096);
    private final Packet packet = new Packet();
    private final Packet read = new Packet();
    private final Sink sink = new Sink();
    private final RocePacket expected = new RocePacket(ByteBuffer.allocateDirect(8192));

    private record Sink() implements PacketSink {
        @Override
        public Link link() {
            return null;
        }

        @Override
        public int number() {
            return DESTINATION;
        }

        @Override
        public int epoch() {
            return 3;
        }

        @Override
        public void receive(final Packet received) {}
    }

    /** Writes a packet with a payload. */
    private void begin(final byte kind, final QueuePairType type, final int length) {
        packet.begin(kind, type, new PacketOrigin(new Gid(0, 1), SOURCE, type, sink), 0, sink, PSN);
        packet.messageSequence = SEQUENCE;
        packet.remoteAddress = ADDRESS;
        packet.remoteKey = KEY;
        packet.messageLength = 9000;
        final Random bytes = new Random(length);
        for (int i = 0; i < length; i++) {
            memory.put(i, (byte) bytes.nextInt());
        }
        if (length != 0) {
            packet.payload.add(BufferUtil.address(memory), length);
        }
    }

    private void begin(final byte kind, final int length, final boolean isFirst, final boolean isLast) {
        begin(kind, QueuePairType.RC, length);
        packet.isFirst = isFirst;
        packet.isLast = isLast;
    }

    /** Asserts that the datagram has the given opcode and extension, and that reading it returns the packet. */
    private void check(final boolean isAckRequested, final int opcode, final Consumer<RocePacket> extension) {
        final int length = packet.kind == Packet.ATOMIC_RESPONSE ? 0 : packet.payload.length();
        expected.begin(opcode, DESTINATION, PSN, isAckRequested, packet.isSolicited);
        extension.accept(expected);
        if (length != 0) {
            packet.payload.peek(expected.bytes().addressOffset() + expected.payloadOffset());
        }
        final int end = expected.end(length);
        assertEquals(end, encoder.encode(packet, DESTINATION));
        assertEquals(new UnsafeBuffer(expected.bytes(), 0, end), new UnsafeBuffer(datagram, 0, end));
        checkRead(end);
    }

    private static void nothing(final RocePacket packet) {}

    private void checkRead(final int end) {
        assertTrue(decoder.wrap(end + ICRC));
        assertEquals(DESTINATION, decoder.destination());
        assertEquals(packet.transport, decoder.transport());
        decoder.decode(read, packet.origin, sink);
        assertEquals(packet.kind, read.kind);
        assertEquals(packet.transport, read.transport);
        assertEquals(packet.psn, read.psn);
        assertEquals(packet.isFirst, read.isFirst);
        assertEquals(packet.isLast, read.isLast);
        assertEquals(packet.isSolicited, read.isSolicited);
        assertEquals(packet.isInvalidating, read.isInvalidating);
        assertEquals(packet.hasImmediate, read.hasImmediate);
        assertEquals(3, read.epoch);
        assertEquals(0, read.originEpoch);
        final int length = packet.payload.length();
        assertEquals(length, read.payload.length());
        if (length != 0) {
            final ByteBuffer bytes = ByteBuffer.allocateDirect(4096);
            final ByteBuffer expected = ByteBuffer.allocateDirect(4096);
            read.payload.peek(BufferUtil.address(bytes));
            packet.payload.peek(BufferUtil.address(expected));
            assertEquals(expected, bytes);
        }
    }

    private void checkMemory() {
        assertEquals(ADDRESS, read.remoteAddress);
        assertEquals(KEY, read.remoteKey);
    }

    @Test
    void shouldSendAndReadSends() {
        begin(Packet.SEND, 4096, true, false);
        check(false, SEND_FIRST, PacketFormatTest::nothing);
        begin(Packet.SEND, 256, false, false);
        check(false, SEND_MIDDLE, PacketFormatTest::nothing);
        begin(Packet.SEND, 3, false, true);
        packet.isSolicited = true;
        check(true, SEND_LAST, PacketFormatTest::nothing);
        begin(Packet.SEND, 0, true, true);
        check(true, SEND_ONLY, PacketFormatTest::nothing);
        for (final boolean isFirst : new boolean[] {true, false}) {
            begin(Packet.SEND, 5, isFirst, true);
            packet.hasImmediate = true;
            packet.immediate = IMMEDIATE;
            check(true, isFirst ? SEND_ONLY_IMMEDIATE : SEND_LAST_IMMEDIATE, to -> to.immediate(IMMEDIATE));
            assertEquals(IMMEDIATE, read.immediate);
            begin(Packet.SEND, 6, isFirst, true);
            packet.isInvalidating = true;
            check(true, isFirst ? SEND_ONLY_INVALIDATE : SEND_LAST_INVALIDATE, to -> to.invalidated(KEY));
            assertEquals(KEY, read.remoteKey);
        }
    }

    @Test
    void shouldSendAndReadWrites() {
        begin(Packet.WRITE, 1024, true, false);
        check(false, WRITE_FIRST, to -> to.memory(ADDRESS, KEY, 9000));
        checkMemory();
        assertEquals(9000, read.messageLength);
        begin(Packet.WRITE, 1024, false, false);
        check(false, WRITE_MIDDLE, PacketFormatTest::nothing);
        begin(Packet.WRITE, 1, false, true);
        check(true, WRITE_LAST, PacketFormatTest::nothing);
        begin(Packet.WRITE, 7, true, true);
        check(true, WRITE_ONLY, to -> to.memory(ADDRESS, KEY, 9000));
        for (final boolean isFirst : new boolean[] {true, false}) {
            begin(Packet.WRITE, 5, isFirst, true);
            packet.hasImmediate = true;
            packet.immediate = IMMEDIATE;
            check(true, isFirst ? WRITE_ONLY_IMMEDIATE : WRITE_LAST_IMMEDIATE, to -> {
                if (isFirst) {
                    to.memory(ADDRESS, KEY, 9000);
                }
                to.immediate(IMMEDIATE);
            });
            assertEquals(IMMEDIATE, read.immediate);
        }
    }

    @Test
    void shouldSendAndReadReads() {
        begin(Packet.READ_REQUEST, 0, true, true);
        check(true, READ_REQUEST, to -> to.memory(ADDRESS, KEY, 9000));
        checkMemory();
        assertEquals(9000, read.messageLength);
        for (int part = 0; part < 4; part++) {
            final boolean isFirst = (part & 1) != 0;
            final boolean isLast = (part & 2) != 0;
            begin(Packet.READ_RESPONSE, 9, isFirst, isLast);
            check(false, PARTS[part], to -> {
                if (isFirst || isLast) {
                    to.answer(Syndrome.ACK, SEQUENCE);
                }
            });
            assertEquals(isFirst || isLast ? SEQUENCE : 0, read.messageSequence);
        }
    }

    /** A NAK in a response's extended header fails the request, although no NIC sends this kind of response. */
    @ParameterizedTest
    @ValueSource(bytes = {Packet.READ_RESPONSE, Packet.ATOMIC_RESPONSE})
    void shouldReadResponsesThatAreNotPositiveAsBad(final byte kind) {
        begin(kind, 8, true, true);
        final int end = encoder.encode(packet, DESTINATION);
        datagram.put(RocePacket.BTH_LENGTH, (byte) Syndrome.REMOTE_ACCESS_ERROR);
        assertTrue(decoder.wrap(end + ICRC));
        decoder.decode(read, packet.origin, sink);
        assertEquals(BAD_RESP_ERR, read.status);
    }

    @Test
    void shouldSendAndReadAtomics() {
        begin(Packet.ATOMIC, 0, true, true);
        packet.operation = Operation.COMPARE_AND_SWAP;
        packet.operand = -5;
        packet.swap = 77;
        check(true, COMPARE_SWAP, to -> to.atomic(ADDRESS, KEY, 77, -5));
        checkMemory();
        assertEquals(Operation.COMPARE_AND_SWAP, read.operation);
        assertEquals(-5, read.operand);
        assertEquals(77, read.swap);
        packet.operation = Operation.FETCH_AND_ADD;
        packet.operand = -9;
        check(true, FETCH_ADD, to -> to.atomic(ADDRESS, KEY, -9, 0));
        assertEquals(Operation.FETCH_AND_ADD, read.operation);
        assertEquals(-9, read.operand);
        begin(Packet.ATOMIC_RESPONSE, 0, true, true);
        packet.payload.setLong(ADDRESS);
        check(false, ATOMIC_ACKNOWLEDGE, to -> to.answer(Syndrome.ACK, SEQUENCE).original(ADDRESS));
    }

    @Test
    void shouldSendAndReadAnswers() {
        begin(Packet.ACK, 0, true, true);
        check(false, ACKNOWLEDGE, to -> to.answer(Syndrome.ACK, SEQUENCE));
        assertEquals(SEQUENCE, read.messageSequence);
        begin(Packet.SEQUENCE_NAK, 0, true, true);
        check(false, ACKNOWLEDGE, to -> to.answer(Syndrome.SEQUENCE_ERROR, SEQUENCE));
        for (int code = 0; code < 32; code++) {
            final int timer = code;
            begin(Packet.RNR_NAK, 0, true, true);
            packet.wait = TimerCodes.rnrWait(code);
            check(false, ACKNOWLEDGE, to -> to.answer(Syndrome.NOT_READY | timer, SEQUENCE));
            assertEquals(packet.wait, read.wait);
        }
        final int[] statuses = {REM_INV_REQ_ERR, REM_ACCESS_ERR, REM_OP_ERR};
        for (int i = 0; i < statuses.length; i++) {
            final int syndrome = Syndrome.INVALID_REQUEST + i;
            begin(Packet.NAK, 0, true, true);
            packet.status = statuses[i];
            check(false, ACKNOWLEDGE, to -> to.answer(syndrome, SEQUENCE));
            assertEquals(statuses[i], read.status);
        }
    }

    @Test
    void shouldSendAndReadDatagrams() {
        begin(Packet.SEND, QueuePairType.UD, 256);
        packet.qkey = KEY;
        check(false, DATAGRAM_SEND_ONLY, to -> to.datagram(KEY, SOURCE));
        assertEquals(KEY, read.qkey);
        assertEquals(SOURCE, decoder.source());
        packet.hasImmediate = true;
        packet.immediate = IMMEDIATE;
        checkRead(encoder.encode(packet, DESTINATION));
        assertEquals(IMMEDIATE, read.immediate);
    }

    @Test
    void shouldSendAndReadUnreliableMessages() {
        begin(Packet.WRITE, QueuePairType.UC, 13);
        packet.hasImmediate = true;
        packet.immediate = IMMEDIATE;
        checkRead(encoder.encode(packet, DESTINATION));
        begin(Packet.SEND, QueuePairType.UC, 1024);
        packet.isFirst = false;
        packet.isLast = false;
        checkRead(encoder.encode(packet, DESTINATION));
    }

    @Test
    void shouldSendAndReadFlushesAndAtomicWrites() {
        begin(Packet.FLUSH, 0, true, true);
        packet.flushTypes = SendRequests.FLUSH_PERSISTENT | SendArguments.WHOLE_REGION;
        packet.operand = 0xffff_fff0L;
        check(true, FLUSH, to -> to.flush(SendRequests.FLUSH_PERSISTENT, true).memory(ADDRESS, KEY, -16));
        checkMemory();
        assertEquals(packet.flushTypes, read.flushTypes);
        assertEquals(packet.operand, read.operand);
        begin(Packet.ATOMIC_WRITE, 0, true, true);
        packet.operand = ADDRESS;
        assertTrue(decoder.wrap(encoder.encode(packet, DESTINATION) + ICRC));
        decoder.decode(read, packet.origin, sink);
        assertEquals(ADDRESS, read.operand);
        checkMemory();
    }

    @ParameterizedTest
    @CsvSource({"1, 256, true", "2, 256, false", "1, 252, false"})
    void shouldAcceptManagementDatagramsForQueuePair1Only(final int source, final int length, final boolean isTaken) {
        begin(Packet.SEND, QueuePairType.UD, length);
        packet.origin = new PacketOrigin(new Gid(0, 1), source, QueuePairType.UD, sink);
        packet.qkey = ManagementLayout.QUEUE_KEY;
        assertTrue(decoder.wrap(encoder.encode(packet, 1) + ICRC));
        assertEquals(isTaken, decoder.isManagement());
    }

    @Test
    void shouldRejectPacketsThatNoNicSends() {
        begin(Packet.ACK, 0, true, true);
        final int length = encoder.encode(packet, DESTINATION) + ICRC;
        assertTrue(decoder.wrap(length));
        for (int shorter = 0; shorter < length; shorter++) {
            assertFalse(decoder.wrap(shorter), "length=" + shorter);
        }
        assertFalse(decoder.wrap(length + 4), "an acknowledgement with payload");
        refuse(1, 0x01, "another version");
        refuse(1, 0x10, "a missing pad");
        refuse(2, 0x7f00, "another partition");
        refuse(12, 0x40, "a reserved syndrome");
        refuse(0, 0x0e, "a reserved operation");
        refuse(0, 0x80, "a transport that is not served");
        refuse(0, 0x20, "an acknowledgement of an unreliable connection");
    }

    /** Changes some bits of a byte, asserts that the datagram is rejected, and restores it. */
    private void refuse(final int at, final int bits, final String what) {
        final int length = encoder.encode(packet, DESTINATION) + ICRC;
        datagram.put(at, (byte) (datagram.get(at) ^ bits ^ bits >> 8));
        assertFalse(decoder.wrap(length), what);
    }

    @Test
    void shouldReadOnlyTheBytesOfADatagram() {
        final Random random = new Random(Seed.get());
        int served = 0;
        for (int i = 0; i < 300_000; i++) {
            final int length = random.nextInt(96);
            for (int at = 0; at < length; at += Integer.BYTES) {
                datagram.putInt(at, random.nextInt());
            }
            datagram.put(1, (byte) (datagram.get(1) & 0xf0));
            datagram.putShort(2, (short) -1);
            datagram.put(0, (byte) (datagram.get(0) & 0x7f));
            if (decoder.wrap(length)) {
                served++;
                decoder.decode(read, null, sink);
                assertTrue(read.payload.length() <= length, "seed=" + Seed.get());
            }
        }
        assertTrue(served > 1000, "served=" + served);
    }
}
