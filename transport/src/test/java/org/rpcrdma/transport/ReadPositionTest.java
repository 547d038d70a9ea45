// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests the positions of Read chunks in a message. Messages have 64 inline bytes, and segments have at least 100 bytes.
 */
class ReadPositionTest extends TransportTest {
    private static final int LENGTH = 64;

    private ClientCall call;
    private boolean hasPositionZeroChunk;
    private int errors;
    private final List<String> seen = new ArrayList<>();

    @BeforeEach
    void connect() {
        fixture.connect(this::serve);
    }

    private void serve(final RpcCall served) {
        for (int i = 0; i < served.readSegmentCount(); i++) {
            final int offset = served.readPayloadOffset(i);
            seen.add(served.readPosition(i) + ":"
                    + Byte.toUnsignedInt(served.readPayload().getByte(offset)) + "+" + served.readLength(i) + "@"
                    + offset);
        }
        TransportFixture.echo(served);
    }

    private ReadPositionTest begin() {
        call = fixture.stage(1, LENGTH);
        return this;
    }

    private ReadPositionTest read(final int position, final int length) {
        hasPositionZeroChunk |= position == 0;
        call.readSegment(position, fixture.address(0), length);
        return this;
    }

    private Outcome sent() {
        return (fixture.send(call, hasPositionZeroChunk ? 0 : LENGTH, 0));
    }

    private void assertServed() {
        final Outcome outcome = sent();
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(errors, fixture.metrics().errorsSent());
    }

    private void assertRefused() {
        assertEquals("the peer answered ERR_CHUNK", sent().failure);
        assertEquals(++errors, fixture.metrics().errorsSent());
    }

    @Test
    void shouldAdmitAPositionUpToTheEndOfTheInlineMessage() {
        begin().read(4, 100).assertServed();
        begin().read(LENGTH, 100).assertServed();
        begin().read(LENGTH, 101).read(LENGTH, 200).assertServed();
    }

    @Test
    void shouldRefuseAPositionBeyondTheMessage() {
        begin().read(LENGTH + 4, 100).assertRefused();
        begin().read(1 << 30, 100).assertRefused();
    }

    @Test
    void shouldCountChunksBeforeAPositionWithTheirPadding() {
        begin().read(8, 100).read(LENGTH + 100, 100).assertServed();
        begin().read(8, 100).read(LENGTH + 104, 100).assertRefused();
        begin().read(8, 101).read(LENGTH + 104, 100).assertServed();
        begin().read(8, 101).read(LENGTH + 108, 100).assertRefused();
        begin().read(8, 50).read(8, 51).read(LENGTH + 104, 100).assertServed();
        begin().read(8, 50).read(8, 51).read(LENGTH + 108, 100).assertRefused();
    }

    @Test
    void shouldTakePositionsInAnyOrder() {
        begin().read(12, 100).read(8, 100).assertServed();
        begin().read(8, 100).read(12, 100).read(8, 100).assertServed();
        begin().read(LENGTH + 152, 100).read(8, 50).read(12, 50).read(8, 50).assertServed();
        begin().read(LENGTH + 156, 100).read(8, 50).read(12, 50).read(8, 50).assertRefused();
    }

    @Test
    void shouldAdmitPositionsAfterAPositionZeroChunk() {
        begin().read(0, 400).read(0, 400).assertServed();
        begin().read(0, 400).read(400, 100).assertServed();
        begin().read(0, 400).read(400, 100).read(500, 100).assertServed();
    }

    @Test
    void shouldTakeAPositionZeroChunkAnywhereInTheList() {
        begin().read(8, 100).read(0, 400).assertServed();
        begin().read(500, 100).read(0, 200).read(400, 100).read(0, 200).assertServed();
    }

    @Test
    void shouldRefusePositionsBeyondAPositionZeroChunk() {
        begin().read(0, 400).read(404, 100).assertRefused();
        begin().read(404, 100).read(0, 400).assertRefused();
    }

    /** Chunks arrive in order of their positions. The segments of a chunk arrive in the order of the list. */
    @Test
    void shouldHandChunksToTheServiceByPosition() {
        for (int i = 0; i < 400; i++) {
            fixture.memory.putByte(i, (byte) i);
        }
        call = fixture.stage(1, LENGTH);
        call.readSegment(100, fixture.address(40), 20);
        call.readSegment(12, fixture.address(0), 10);
        call.readSegment(100, fixture.address(60), 20);
        call.readSegment(8, fixture.address(200), 3);
        call.readSegment(12, fixture.address(10), 30);
        seen.clear();
        assertServed();
        assertEquals("8:200+3@0 12:0+10@3 12:10+30@13 100:40+20@43 100:60+20@63", String.join(" ", seen));
    }

    /**
     * The list is unordered, and it has more segments than a sort that detects runs could sort without additional
     * memory.
     */
    @Test
    void shouldTakeALongListInAnyOrder() {
        final int segments = 60;
        call = fixture.stage(1, LENGTH);
        for (int i = 0; i < segments; i++) {
            fixture.memory.putByte(i, (byte) i);
            call.readSegment(4 * (1 + i * 37 % segments), fixture.address(i), 1);
        }
        seen.clear();
        assertServed();
        assertEquals(segments, seen.size());
        for (int i = 0; i < segments; i++) {
            // Position 4 * (1 + i) belongs to segment j with 37 * j = i (mod 60), so j = 13 * i (mod 60).
            assertEquals(4 * (1 + i) + ":" + i * 13 % segments + "+1@" + i, seen.get(i));
        }
    }
}
