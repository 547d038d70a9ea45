// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.echo;
import static org.rpcrdma.transport.TransportFixture.pattern;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.testkit.Effort;

/** Tests that lost and delayed packets slow down calls but do not end connections. */
class FaultyLinkTest extends TransportTest {
    private static final int CALLS = Effort.of(1000, 3000);
    private static final int AT_ONCE = 8;
    private static final int ROOM = 64 * 1024;
    private static final int LENGTH = 60;
    private static final int POSITION = 40;

    private final List<String> failures = new ArrayList<>();
    private int issued;
    private int answered;

    @ParameterizedTest
    @CsvSource({"0.01, 0.01, 5000, 0", "0.01, 0, 1, 0", "0, 0.05, 200000, 0", "0, 0, 1, 0.2", "0.01, 0.02, 30000, 0.02"
    })
    void shouldEndNoConnection(final double loss, final double late, final long delay, final double twice) {
        final FaultPlan plan =
                FaultPlan.NONE.withLoss(loss).withReordering(late, delay).withDuplication(twice);
        fixture.connect(FaultyLinkTest::answer);
        fixture.fabric.setFaultPlan(plan);
        for (int place = 0; place < AT_ONCE; place++) {
            call(place);
        }
        fixture.run();
        assertEquals(List.of(), fixture.disconnections);
        assertEquals(List.of(), failures);
        assertEquals(CALLS, answered);
        assertEquals(1, fixture.connected);
        assertEquals(0, fixture.client.figures().retransmissions());
        assertTrue(fixture.ended.isEmpty());
        fixture.fabric.setFaultPlan(FaultPlan.NONE);
    }

    /** Answers with the call's message, and writes the same number of bytes as were read. */
    private static void answer(final RpcCall call) {
        final int length = call.readLength(0);
        final int seed = call.message().getByte(call.messageOffset() + 4);
        for (int i = 0; i < length; i += 101) {
            assertEquals(pattern(seed, i), call.readPayload().getByte(call.readPayloadOffset(0) + i), "byte " + i);
        }
        echo(call);
    }

    /** Sends a call with a Read chunk, and sends the next call after its reply. */
    private void call(final int place) {
        if (issued == CALLS) {
            return;
        }
        final int xid = ++issued;
        final int length = 1000 + 997 * xid % (ROOM - 1000);
        final ClientCall call = fixture.stage(xid, LENGTH);
        fixture.fill(place * ROOM, length, call.message().getByte(4));
        call.readSegment(POSITION, fixture.address(place * ROOM), length);
        final Outcome outcome = new Outcome();
        call.send(LENGTH, outcome.then(() -> {
            if (outcome.isReply()) {
                answered++;
                call(place);
            } else {
                failures.add(outcome.failure);
            }
        }));
    }
}
