// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.transport.TransportFixture.device;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a server whose send queue is too short for the calls. All requests are nevertheless sent, in chains. */
class SendQueueTest extends TransportTest {
    private static final int SEGMENTS = 20;
    private static final int SEGMENT = 100;
    private static final int BYTES = SEGMENTS * SEGMENT;

    private TransportFixture start(final RpcService service, final int depth, final int elements) {
        final WeakDevice weak = new WeakDevice(depth, 1000, 512, elements);
        return fixture.open(
                service,
                server -> server.device(weak.over(device(server))).bufferSize(8192),
                client -> client.bufferSize(8192));
    }

    /** Copies the Read chunks to the Write chunks. */
    private static void copy(final RpcCall call) {
        if (call.readSegmentCount() > 0) {
            call.writeChunk(0, BYTES).putBytes(0, call.readPayload(), 0, BYTES);
        }
        call.replyMessage().putBytes(0, call.message(), call.messageOffset(), 64);
        call.reply(64);
    }

    private Outcome sendLarge(final int xid) {
        final int at = 100_000 * xid;
        final ClientCall call = fixture.stage(xid, 64);
        for (int i = 0; i < SEGMENTS; i++) {
            fixture.fill(at + 1000 * i, SEGMENT, xid + i);
            call.readSegment(40, fixture.address(at + 1000 * i), SEGMENT);
        }
        call.beginWriteChunk();
        for (int i = 0; i < SEGMENTS; i++) {
            call.writeSegment(fixture.address(at + 50_000 + 1000 * i), SEGMENT);
        }
        final Outcome outcome = new Outcome(1);
        call.send(64, outcome);
        return outcome;
    }

    private void assertCopied(final int xid) {
        final byte[] read = new byte[SEGMENT];
        final byte[] written = new byte[SEGMENT];
        for (int i = 0; i < SEGMENTS; i++) {
            fixture.memory.getBytes(100_000 * xid + 1000 * i, read);
            fixture.memory.getBytes(100_000 * xid + 50_000 + 1000 * i, written);
            assertArrayEquals(read, written, "call " + xid + " segment " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 7, 20, 21, 40, 41, 42, 100})
    void shouldMoveMoreSegmentsThanTheQueueTakes(final int depth) {
        start(SendQueueTest::copy, depth, 1).connect();
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 0; xid < 30; xid++) {
            outcomes.add(sendLarge(xid));
        }
        fixture.run();
        Outcome.assertAllAnsweredInTurn(outcomes);
        for (int xid = 0; xid < 30; xid++) {
            assertEquals(BYTES, outcomes.get(xid).writeChunkLengths[0]);
            assertCopied(xid);
        }
        assertEquals(0, fixture.regionsInUse());
        assertEquals(List.of(), fixture.disconnections);
    }
}
