/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where in a message a Read chunk may be said to belong. Messages are 64 bytes inline, and no segment shorter than 100. */
class ReadPositionTest {
    private static final int LENGTH = 64;

    private TransportFixture fixture;
    private ClientCall call;
    private int errors;

    @BeforeEach
    void connect() {
        fixture = new TransportFixture(TransportFixture::echo).connect();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private ReadPositionTest begin() {
        call = fixture.stage(1, LENGTH);
        return this;
    }

    private ReadPositionTest read(final int position, final int length) {
        call.readSegment(position, fixture.address(0), length);
        return this;
    }

    private Outcome sent() {
        final Outcome outcome = new Outcome();
        call.send(call instanceof CallSlot slot && slot.segments.hasPositionZero() ? 0 : LENGTH, outcome);
        fixture.simulation.run();
        return outcome;
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
    void shouldRefuseDecreasingPositions() {
        begin().read(12, 100).read(8, 100).assertRefused();
        begin().read(8, 100).read(12, 100).read(8, 100).assertRefused();
    }

    @Test
    void shouldAdmitPositionsBehindAPositionZeroChunk() {
        begin().read(0, 400).read(0, 400).assertServed();
        begin().read(0, 400).read(400, 100).assertServed();
        begin().read(0, 400).read(400, 100).read(500, 100).assertServed();
    }

    @Test
    void shouldRefusePositionsBeyondAPositionZeroChunk() {
        begin().read(0, 400).read(404, 100).assertRefused();
        begin().read(8, 100).read(0, 400).assertRefused();
    }
}
