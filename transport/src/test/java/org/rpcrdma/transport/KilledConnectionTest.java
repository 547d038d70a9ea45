// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.device;
import static org.rpcrdma.transport.TransportFixture.fillPattern;
import static org.rpcrdma.transport.TransportFixture.pattern;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Effort;

/**
 * Closes the connection at each event of a run while calls of every kind are in flight. Each call is still answered
 * correctly and exactly once, and its memory is not written afterwards.
 */
class KilledConnectionTest extends TransportTest {
    private static final int CALLS = 12;
    private static final int PLACE = 32_768;
    private static final int RESULT = 16_384;
    private static final byte GIVEN_BACK = 0x5a;
    /** The number of events between the points at which successive runs close the connection. */
    private static final int STRIDE = Effort.of(13, 1);

    /** Stages calls of every kind: inline calls, and calls with each of the chunks that the transport can choose. */
    private ClientCall stage(final int xid) {
        final int length = xid % 6 == 5 ? 4096 : 64;
        final ClientCall call = fixture.stage(xid, length);
        final long place = fixture.address(PLACE * xid);
        switch (xid % 6) {
            case 1 -> call.argument(40, place, 10_000);
            case 2 -> {
                call.result(place + RESULT, 10_000);
                call.longestReply(place, 11_000);
            }
            case 3 -> call.longestReply(place + RESULT, 9_000);
            case 4 -> {
                call.readSegment(40, place, 9_000);
                call.readSegment(40, place + 10_000, 100);
                call.beginWriteChunk();
                call.writeSegment(place + RESULT, 5_000);
                call.writeSegment(place + RESULT + 5_000, 5_000);
            }
            default -> {
                // The call is inline or, if the message is long, uses a Position-Zero Read chunk.
            }
        }
        return call;
    }

    private static int length(final int xid) {
        return xid % 6 == 5 ? 4096 : 64;
    }

    private static void serve(final RpcCall call) {
        for (int i = 0; i < call.writeChunkCount(); i++) {
            final int length = call.writeChunkCapacity(i);
            fillPattern(call.writeChunk(i, length), length, call.xid());
        }
        final int length = call.hasReplyChunk() ? call.replyChunkCapacity() : 64;
        fillPattern(call.replyMessage(), length, call.xid());
        call.reply(length);
    }

    /** Checks a reply, then reuses the released memory. */
    private final class Checker implements ReplyHandler {
        private final int xid;
        private int outcomes;
        private String failure;

        Checker(final int xid) {
            this.xid = xid;
        }

        @Override
        public void onReply(final RpcReply reply) {
            outcomes++;
            assertEquals(xid, reply.xid());
            final int written = xid % 6 == 2 || xid % 6 == 4 ? reply.writeChunkLength(0) : reply.replyChunkLength();
            final int[] expected = {0, 0, 10_000, 9_000, 10_000, 0};
            assertEquals(expected[xid % 6], written);
            for (int i = 0; i < written; i++) {
                assertEquals(pattern(xid, i), fixture.memory.getByte(PLACE * xid + RESULT + i), "at " + i);
            }
            giveBack();
        }

        @Override
        public void onFailure(final String reason) {
            outcomes++;
            failure = reason;
            giveBack();
        }

        private void giveBack() {
            fixture.memory.setMemory(PLACE * xid, PLACE, GIVEN_BACK);
        }

        void assertUntouched() {
            for (int i = 0; i < PLACE; i += 8) {
                assertEquals(0x5a5a5a5a5a5a5a5aL, fixture.memory.getLong(PLACE * xid + i), "xid=" + xid + " at=" + i);
            }
        }
    }

    private TransportFixture start(final KillingDevice killer, final boolean isClients) {
        return fixture.open(
                KilledConnectionTest::serve,
                server -> server.device(isClients ? device(server) : killer.over(device(server)))
                        .credits(4)
                        .receiveBatch(2),
                client -> client.device(isClients ? killer.over(device(client)) : device(client))
                        .credits(6)
                        .tries(3));
    }

    /** Runs once to count the events, then once for each event or, by default, for a selection of events. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAnswerEveryCallOnceWhereverTheConnectionEnds(final boolean isClients) {
        final int events = run(isClients, Integer.MAX_VALUE);
        assertTrue(events > 200, "events=" + events);
        for (int event = 0; event < events; event += STRIDE) {
            run(isClients, event);
        }
    }

    /** Runs the workload and returns the number of events. */
    private int run(final boolean isClients, final int killedAt) {
        int events = 0;
        final KillingDevice killer = new KillingDevice();
        start(killer, isClients).client.connect();
        final List<Checker> checkers = new ArrayList<>();
        for (int xid = 0; xid < CALLS; xid++) {
            final Checker checker = new Checker(xid);
            checkers.add(checker);
            stage(xid).send(length(xid), checker);
        }
        while (fixture.simulation.step()) {
            if (events++ == killedAt) {
                killer.kill();
            }
        }
        for (final Checker checker : checkers) {
            final String where = "xid=" + checker.xid + " killed at " + killedAt;
            assertEquals(1, checker.outcomes, where);
            assertNull(checker.failure, where);
            checker.assertUntouched();
        }
        assertEquals(0, fixture.client.callsOutstanding());
        assertEquals(0, fixture.client.callsQueued());
        assertEquals(0, fixture.regionsInUse());
        fixture.close();
        return events;
    }
}
