// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class RpcRdmaHeaderTest {
    private static final int START = 12;

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[4096]);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final RpcRdmaHeader header = new RpcRdmaHeader();

    private RpcRdmaHeaderWriter begin(final int procedure) {
        return writer.wrap(buffer, START, 4000).begin(0xcafe0001, 128, procedure);
    }

    @Test
    void shouldHaveNoChunksBeforeItIsWrapped() {
        assertEquals(0, header.readSegmentCount());
        assertEquals(0, header.writeChunkCount());
        assertFalse(header.hasReplyChunk());
        assertEquals(0, header.replySegmentCount());
    }

    @Test
    void shouldReadEmptyLists() {
        final int length = begin(RpcRdmaHeader.RDMA_MSG).finish();

        assertEquals(RpcRdmaHeader.MIN_LENGTH, length);
        assertEquals(HeaderStatus.VALID, header.wrap(buffer, START, length));
        assertEquals(0xcafe0001, header.xid());
        assertEquals(1, header.version());
        assertEquals(128, header.credits());
        assertEquals(RpcRdmaHeader.RDMA_MSG, header.procedure());
        assertEquals(28, header.headerLength());
        assertEquals(0, header.readSegmentCount());
        assertEquals(0, header.writeChunkCount());
        assertFalse(header.hasReplyChunk());
        assertEquals(0, header.replySegmentCount());
    }

    @Test
    void shouldReadBackEveryList() {
        begin(RpcRdmaHeader.RDMA_NOMSG);
        writer.readSegment(0, 0xa1, 4096, 0xfedc_ba98_0000_1000L);
        writer.readSegment(112, 0xa2, -1, 2);
        writer.writeChunk().segment(0xb1, 10, 20).segment(0xb2, 11, 21).writeChunk();
        writer.replyChunk().segment(0xc1, 7, -8);
        final int length = writer.finish();

        assertEquals(HeaderStatus.VALID, header.wrap(buffer, START, length + 100));
        assertEquals(length, header.headerLength());
        assertEquals(2, header.readSegmentCount());
        assertEquals(0, header.readPosition(0));
        assertEquals(0xa1, header.readHandle(0));
        assertEquals(4096, header.readLength(0));
        assertEquals(0xfedc_ba98_0000_1000L, header.readOffset(0));
        assertEquals(112, header.readPosition(1));
        assertEquals(0xffff_ffffL, header.readLength(1));
        assertEquals(2, header.writeChunkCount());
        assertEquals(2, header.writeSegmentCount(0));
        assertEquals(0, header.writeSegmentCount(1));
        assertEquals(0xb2, header.writeHandle(0, 1));
        assertEquals(11, header.writeLength(0, 1));
        assertEquals(21, header.writeOffset(0, 1));
        assertTrue(header.hasReplyChunk());
        assertEquals(1, header.replySegmentCount());
        assertEquals(0xc1, header.replyHandle(0));
        assertEquals(7, header.replyLength(0));
        assertEquals(-8, header.replyOffset(0));
    }

    @Test
    void shouldReadErrorsOfAnyVersion() {
        final int versionLength = writer.wrap(buffer, START, 28).versionError(5, 2, 64, 1, 1);
        assertEquals(HeaderStatus.VALID, header.wrap(buffer, START, versionLength));
        assertEquals(2, header.version());
        assertEquals(RpcRdmaHeader.ERR_VERS, header.errorCode());
        assertEquals(1, header.lowestVersion());
        assertEquals(1, header.highestVersion());
        assertEquals(28, header.headerLength());

        final int chunkLength = writer.wrap(buffer, START, 20).chunkError(5, 1, 64);
        assertEquals(HeaderStatus.VALID, header.wrap(buffer, START, chunkLength));
        assertEquals(RpcRdmaHeader.ERR_CHUNK, header.errorCode());
        assertEquals(20, header.headerLength());
    }

    @Test
    void shouldRefuseEveryTruncation() {
        begin(RpcRdmaHeader.RDMA_MSG).readSegment(4, 1, 2, 3).writeChunk().segment(1, 2, 3);
        final int length = writer.replyChunk().segment(4, 5, 6).finish();
        for (int shorter = 0; shorter < length; shorter++) {
            final int expected = shorter < 16 ? HeaderStatus.TOO_SHORT : HeaderStatus.TRUNCATED;
            assertEquals(expected, header.wrap(buffer, START, shorter), "length=" + shorter);
            assertEquals(0, header.readSegmentCount());
            assertEquals(0, header.writeChunkCount());
            assertFalse(header.hasReplyChunk());
        }
        assertEquals(HeaderStatus.VALID, header.wrap(buffer, START, length));
    }

    @Test
    void shouldRefuseWhatIsNotOfTheProtocol() {
        final int length = begin(RpcRdmaHeader.RDMA_MSG).finish();
        assertEquals(HeaderStatus.BAD_VERSION, withWord(4, 2, length));
        assertEquals(HeaderStatus.BAD_PROCEDURE, withWord(12, 5, length));
        assertEquals(HeaderStatus.BAD_PROCEDURE, withWord(12, -1, length));
        assertEquals(HeaderStatus.BAD_LIST, withWord(16, 2, length));
        assertEquals(HeaderStatus.BAD_LIST, withWord(20, -1, length));
        assertEquals(HeaderStatus.BAD_LIST, withWord(24, 7, length));
        assertEquals(HeaderStatus.TRUNCATED, withWord(16, 1, length));
        final int error = writer.wrap(buffer, START, 100).chunkError(1, 1, 1);
        assertEquals(HeaderStatus.BAD_CODE, withWord(16, 3, error));
        assertEquals(HeaderStatus.TRUNCATED, withWord(16, RpcRdmaHeader.ERR_VERS, error));
    }

    /** The status with one word changed; the word is put back. */
    private int withWord(final int at, final int value, final int length) {
        final int before = buffer.getInt(START + at, BIG_ENDIAN);
        buffer.putInt(START + at, value, BIG_ENDIAN);
        final int status = header.wrap(buffer, START, length);
        buffer.putInt(START + at, before, BIG_ENDIAN);
        return status;
    }

    @Test
    void shouldRefuseCountsThatOverflow() {
        final int length = begin(RpcRdmaHeader.RDMA_MSG).replyChunk().finish();
        for (final int count : new int[] {1, 0x1000_0000, 0x0fff_ffff, 0x8000_0000, -1, Integer.MAX_VALUE}) {
            assertEquals(HeaderStatus.TRUNCATED, withWord(length - 4, count, length), "count=" + count);
        }
    }

    @Test
    void shouldLimitWriteChunks() {
        begin(RpcRdmaHeader.RDMA_MSG);
        for (int i = 0; i < RpcRdmaHeader.MAX_WRITE_CHUNKS; i++) {
            writer.writeChunk();
        }
        assertEquals(HeaderStatus.VALID, header.wrap(buffer, START, writer.finish()));
        assertEquals(RpcRdmaHeader.MAX_WRITE_CHUNKS, header.writeChunkCount());

        begin(RpcRdmaHeader.RDMA_MSG);
        for (int i = 0; i <= RpcRdmaHeader.MAX_WRITE_CHUNKS; i++) {
            writer.writeChunk();
        }
        assertEquals(HeaderStatus.TOO_MANY_CHUNKS, header.wrap(buffer, START, writer.finish()));
        assertEquals(0, header.writeChunkCount());
    }

    @Test
    void shouldRefuseIndexesThatAreNotThere() {
        begin(RpcRdmaHeader.RDMA_MSG).readSegment(0, 1, 2, 3).writeChunk().segment(1, 2, 3);
        header.wrap(buffer, START, writer.finish());
        assertThrows(IndexOutOfBoundsException.class, () -> header.readHandle(1));
        assertThrows(IndexOutOfBoundsException.class, () -> header.readHandle(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> header.writeHandle(1, 0));
        assertThrows(IndexOutOfBoundsException.class, () -> header.writeHandle(0, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> header.replyHandle(0));
    }

    @Test
    void shouldRefuseToWriteOutOfOrderOrBeyondTheBuffer() {
        assertThrows(
                IllegalStateException.class, () -> begin(RpcRdmaHeader.RDMA_MSG).segment(1, 2, 3));
        assertThrows(
                IllegalStateException.class,
                () -> begin(RpcRdmaHeader.RDMA_MSG).writeChunk().readSegment(0, 1, 2, 3));
        assertThrows(
                IllegalStateException.class,
                () -> begin(RpcRdmaHeader.RDMA_MSG).replyChunk().writeChunk());
        assertThrows(
                IllegalStateException.class, () -> writer.wrap(buffer, 0, 99).finish());
        assertThrows(IllegalArgumentException.class, () -> begin(RpcRdmaHeader.RDMA_DONE));
        final RpcRdmaHeaderWriter full = writer.wrap(buffer, 0, 27).begin(1, 1, RpcRdmaHeader.RDMA_MSG);
        assertThrows(IllegalStateException.class, full::finish);
        assertEquals(0, buffer.getInt(24), "nothing written beyond the capacity");
    }

    @Test
    void shouldNameEveryStatus() {
        for (int status = HeaderStatus.VALID; status <= HeaderStatus.BAD_AUTH; status++) {
            assertFalse(HeaderStatus.nameOf(status).startsWith("status="), "status=" + status);
        }
        assertEquals("status=9", HeaderStatus.nameOf(9));
    }
}
