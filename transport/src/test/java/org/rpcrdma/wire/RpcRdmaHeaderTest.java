// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests headers word by word (RFC 8166, section 4, in hexadecimal), in both kinds of buffers. */
class RpcRdmaHeaderTest {
    private static final int START = 12;
    private static final byte DIRT = 0x55;

    private final byte[] bytes = new byte[4096];
    private final UnsafeBuffer agrona = new UnsafeBuffer(bytes);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final RpcRdmaHeader header = new RpcRdmaHeader();

    static Stream<Arguments> headers() {
        return Stream.of(
                written(
                        "cafe0001 1 80 0  0 0 0",
                        to -> to.begin(0xcafe0001, 128, 0).finish()),
                written(
                        "7 1 0 1  1 0 a1 1000 fedcba98 1000  1 70 a2 ffffffff 0 2  0"
                                + "  1 2 b1 a 0 14 b2 b 0 15  1 0  0  1 1 c1 7 ffffffff fffffff8",
                        to -> to.begin(7, 0, RpcRdmaHeader.RDMA_NOMSG)
                                .readSegment(0, 0xa1, 4096, 0xfedc_ba98_0000_1000L)
                                .readSegment(112, 0xa2, -1, 2)
                                .writeChunk()
                                .segment(0xb1, 10, 20)
                                .segment(0xb2, 11, 21)
                                .writeChunk()
                                .replyChunk()
                                .segment(0xc1, 7, -8)
                                .finish()),
                written(
                        "7 1 20 0  1 4 a 3 0 2  0  1 0  0  0",
                        to -> to.begin(7, 32, 0)
                                .readSegment(4, 10, 3, 2)
                                .writeChunk()
                                .finish()),
                written(
                        "7 1 20 0  0 0  1 0",
                        to -> to.begin(7, 32, 0).replyChunk().finish()),
                written(
                        "7 1 0 0  0 0  1 2 c1 1 0 2 c2 3 0 4",
                        to -> to.begin(7, 0, 0)
                                .replyChunk()
                                .segment(0xc1, 1, 2)
                                .segment(0xc2, 3, 4)
                                .finish()),
                written("5 2 40 4  1 1 fffffffe", to -> to.versionError(5, 2, 64, 1, -2)),
                written("5 1 ffffffff 4  2", to -> to.chunkError(5, 1, -1)));
    }

    private static Arguments written(final String words, final ToIntFunction<RpcRdmaHeaderWriter> writing) {
        return Arguments.of(words.replaceAll(" +", " "), writing);
    }

    @Test
    void shouldReadTheBufferThatItWrappedLast() {
        final UnsafeBuffer other = new UnsafeBuffer(new byte[bytes.length]);
        final int length =
                writer.wrap(other, START, bytes.length).begin(2, 32, 0).finish();
        writer.wrap(agrona, START, bytes.length).begin(1, 32, 0).finish();
        header.wrap(other, START, length);
        assertEquals(2, header.xid());
        header.wrap(agrona, START, length);
        assertEquals(1, header.xid());
        header.wrap(other, START, length);
        assertEquals(2, header.xid());
    }

    @ParameterizedTest
    @MethodSource("headers")
    void shouldWriteItsWordsInTheRoomThatItHas(final String words, final ToIntFunction<RpcRdmaHeaderWriter> writing) {
        final int length = 4 * words.split(" ").length;
        for (int capacity = 0; capacity < length; capacity++) {
            Arrays.fill(bytes, DIRT);
            final RpcRdmaHeaderWriter small = writer.wrap(agrona, START, capacity);
            assertRefused("header does not fit: capacity=" + capacity, () -> writing.applyAsInt(small));
            assertDirty(START + capacity);
        }
        assertEquals(length, writing.applyAsInt(writer.wrap(agrona, START, length)));
        final List<String> found = new ArrayList<>();
        for (int i = START; i < START + length; i += 4) {
            found.add(Integer.toHexString(agrona.getInt(i, ByteOrder.BIG_ENDIAN)));
        }
        assertEquals(words, String.join(" ", found));
        assertDirty(START + length);
    }

    private void assertDirty(final int from) {
        for (int i = from; i < from + 64; i++) {
            assertEquals(DIRT, bytes[i]);
        }
    }

    @ParameterizedTest
    @MethodSource("headers")
    void shouldReadItsWordsAndRefuseEveryTruncation(final String words) {
        final int length = put(words);
        for (int shorter = 0; shorter < length; shorter++) {
            final int expected = shorter < 16 ? HeaderStatus.TOO_SHORT : HeaderStatus.TRUNCATED;
            assertEquals(expected, header.wrap(agrona, START, shorter), "length=" + shorter);
            assertListsAreEmpty();
        }
        for (final int received : new int[] {length, length + 100}) {
            assertEquals(HeaderStatus.VALID, header.wrap(agrona, START, received));
            assertEquals(length, header.headerLength());
            assertEquals(words, read());
        }
        assertEquals(HeaderStatus.TOO_SHORT, header.wrap(agrona, START, 15));
        assertEquals(-1, header.procedure());
    }

    private int put(final String words) {
        final String[] each = words.split(" +");
        for (int i = 0; i < each.length; i++) {
            agrona.putInt(START + 4 * i, Integer.parseUnsignedInt(each[i], 16), ByteOrder.BIG_ENDIAN);
        }
        return 4 * each.length;
    }

    /** Returns all fields as words, in wire order. */
    private String read() {
        final List<Number> words = new ArrayList<>();
        Collections.addAll(words, header.xid(), header.version(), header.credits(), header.procedure());
        if (header.procedure() == RpcRdmaHeader.RDMA_ERROR) {
            words.add(header.errorCode());
            if (header.errorCode() == RpcRdmaHeader.ERR_VERS) {
                Collections.addAll(words, header.lowestVersion(), header.highestVersion());
            }
        } else {
            readLists(words);
        }
        return words.stream()
                .map(word -> Integer.toHexString((int) word.longValue()))
                .collect(Collectors.joining(" "));
    }

    private void readLists(final List<Number> words) {
        for (int i = 0; i < header.readSegmentCount(); i++) {
            Collections.addAll(words, 1, header.readPosition(i));
            segment(words, header.readHandle(i), header.readLength(i), header.readOffset(i));
        }
        words.add(0);
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            Collections.addAll(words, 1, header.writeSegmentCount(chunk));
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                segment(
                        words,
                        header.writeHandle(chunk, i),
                        header.writeLength(chunk, i),
                        header.writeOffset(chunk, i));
            }
        }
        words.add(0);
        words.add(header.hasReplyChunk() ? 1 : 0);
        if (header.hasReplyChunk()) {
            words.add(header.replySegmentCount());
        }
        for (int i = 0; i < header.replySegmentCount(); i++) {
            segment(words, header.replyHandle(i), header.replyLength(i), header.replyOffset(i));
        }
    }

    private static void segment(final List<Number> words, final int handle, final long length, final long offset) {
        Collections.addAll(words, handle, length, offset >> 32, offset);
    }

    @Test
    void shouldHaveNoChunksBeforeItIsWrapped() {
        assertListsAreEmpty();
    }

    private void assertListsAreEmpty() {
        assertEquals(0, header.readSegmentCount());
        assertEquals(0, header.writeChunkCount());
        assertEquals(0, header.replySegmentCount());
        assertEquals(false, header.hasReplyChunk());
    }

    /** Most of these would be complete headers if the invalid part of a list were read as the next list. */
    @ParameterizedTest
    @CsvSource({
        "7 2 20 0  0 0 0, bad version, 10",
        "7 1 20 5  0 0 0, bad procedure, 10",
        "7 1 20 ffffffff  0 0 0, bad procedure, 10",
        "7 1 20 0  2 0 0, bad list, 10",
        "7 1 20 0  2, bad list, 10",
        "7 1 20 0  1 0 0 0 0 0  2, bad list, 10",
        "7 1 20 0  1 0 0 0, truncated, 10",
        "7 1 20 0  1 0 0 0 0 0, truncated, 10",
        "7 1 20 0  0 ffffffff 0, bad list, 10",
        "7 1 20 0  0 2, bad list, 10",
        "7 1 20 0  0  1 0  2, bad list, 10",
        "7 1 20 0  0  1 0  1 5, truncated, 10",
        "7 1 20 0  0  1 0, truncated, 10",
        "7 1 20 0  0 0 7, bad list, 10",
        "7 1 20 0  0 0  1 1, truncated, 10",
        "7 1 20 0  0 0  1 fffffff, truncated, 10",
        "7 1 20 0  0 0  1 10000000, truncated, 10",
        "7 1 20 0  0 0  1 7fffffff, truncated, 10",
        "7 1 20 0  0 0  1 80000000, truncated, 10",
        "7 1 20 0  0 0  1 ffffffff, truncated, 10",
        "7 1 20 2  40 80, truncated, 10",
        "7 1 20 2  40 80  0 0 0, valid, 24",
        "7 1 20 3, valid, 10",
        "7 1 20 4  3 0 0, bad code, 10",
        "7 1 20 4  1, truncated, 10",
    })
    void shouldAcceptOrRefuseAndThenHaveNoChunks(final String words, final String status, final String headerLength) {
        final int length = put(words);
        assertEquals(status, HeaderStatus.nameOf(header.wrap(agrona, START, length)));
        assertEquals(Integer.parseInt(headerLength, 16), header.headerLength());
        assertListsAreEmpty();
    }

    @Test
    void shouldLimitWriteChunks() {
        final String most = "7 1 20 0  0" + " 1 0".repeat(RpcRdmaHeader.MAX_WRITE_CHUNKS);
        assertEquals(HeaderStatus.VALID, header.wrap(agrona, START, put(most + " 0 0")));
        assertEquals(RpcRdmaHeader.MAX_WRITE_CHUNKS, header.writeChunkCount());
        assertEquals(HeaderStatus.TOO_MANY_CHUNKS, header.wrap(agrona, START, put(most + " 1 0 0 0")));
        assertListsAreEmpty();
    }

    @Test
    void shouldRefuseIndexesOutOfRange() {
        header.wrap(agrona, START, put("7 1 20 0  1 0 1 2 0 3  0  1 1 1 2 0 3  0  0"));
        assertMissing("read segment: index=1 count=1", () -> header.readHandle(1));
        assertMissing("read segment: index=-1 count=1", () -> header.readHandle(-1));
        assertMissing("write chunk: index=1 count=1", () -> header.writeHandle(1, 0));
        assertMissing("write segment: index=1 count=1", () -> header.writeHandle(0, 1));
        assertMissing("reply segment: index=0 count=0", () -> header.replyHandle(0));
    }

    private static void assertMissing(final String what, final Executable use) {
        assertMessage(IndexOutOfBoundsException.class, "no such " + what, use);
    }

    @Test
    void shouldRefuseToWriteOutOfOrder() {
        writer.wrap(agrona, START, 4000);
        assertOutOfOrder("finish", writer::finish);
        assertOutOfOrder("segment", () -> writer.segment(1, 2, 3));
        assertOutOfOrder("read segment", () -> writer.readSegment(1, 2, 3, 4));
        assertOutOfOrder("write chunk", writer::writeChunk);
        assertOutOfOrder("reply chunk", writer::replyChunk);
        writer.begin(1, 1, RpcRdmaHeader.RDMA_MSG);
        assertOutOfOrder("begin", () -> writer.begin(1, 1, RpcRdmaHeader.RDMA_MSG));
        assertOutOfOrder("segment", () -> writer.segment(1, 2, 3));
        writer.writeChunk();
        assertOutOfOrder("read segment", () -> writer.readSegment(1, 2, 3, 4));
        writer.replyChunk();
        assertOutOfOrder("write chunk", writer::writeChunk);
        assertOutOfOrder("reply chunk", writer::replyChunk);
        writer.finish();
        assertOutOfOrder("segment", () -> writer.segment(1, 2, 3));
        for (final int procedure : new int[] {RpcRdmaHeader.RDMA_MSGP, -1}) {
            assertMessage(
                    IllegalArgumentException.class,
                    "procedure must be RDMA_MSG or RDMA_NOMSG: procedure=" + procedure,
                    () -> writer.begin(1, 1, procedure));
        }
    }

    private void assertOutOfOrder(final String piece, final Executable use) {
        assertRefused("header part written out of order: part=" + piece, use);
    }

    private static void assertRefused(final String refusal, final Executable use) {
        assertEquals(refusal, assertThrows(IllegalStateException.class, use).getMessage());
    }

    @Test
    void shouldNameEveryStatus() {
        for (int status = HeaderStatus.VALID; status <= HeaderStatus.BAD_AUTH; status++) {
            assertEquals(-1, HeaderStatus.nameOf(status).indexOf('='), "status=" + status);
        }
        assertEquals("status=9", HeaderStatus.nameOf(9));
        assertEquals("status=-1", HeaderStatus.nameOf(-1));
    }
}
