// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Tests a client that does not answer the server's calls. */
class ReverseCallTimeoutTest extends TransportTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final int LENGTH = 48;

    private final ArrayDeque<RpcCall> unanswered = new ArrayDeque<>();
    private final Outcome outcome = new Outcome();

    /** Calls the client back, then answers its call. */
    private void callBack(final RpcCall call) {
        final UnsafeBuffer message = new UnsafeBuffer(new byte[LENGTH]);
        message.putInt(0, 7, BIG_ENDIAN);
        call.reverseChannel().call(message, 0, LENGTH, outcome);
        call.reply(LENGTH);
    }

    /** Starts a server that calls its client back after 1 second. */
    private void start(final long timeoutNanos) {
        fixture.connect(
                this::callBack,
                server -> server.reverseDirection(true).reverseCallTimeout(timeoutNanos),
                client -> client.reverseService(unanswered::add));
        fixture.simulation.runUntil(SECOND);
        TransportFixture.stage(fixture.client, 1, LENGTH).send(LENGTH, new Outcome());
        fixture.simulation.runUntil(2 * SECOND);
        assertEquals(1, unanswered.size());
    }

    @Test
    void shouldCloseTheConnectionWhenTheLimitIsOver() {
        start(5 * SECOND);
        fixture.simulation.runUntil(6 * SECOND);
        assertTrue(fixture.disconnections.isEmpty());
        assertNull(outcome.failure);
        fixture.simulation.runUntil(7 * SECOND);
        assertEquals("no reply to a reverse call arrived in time: timeoutNanos=5000000000", outcome.failure);
        assertEquals(1, fixture.disconnections.size());
        unanswered.remove().drop();
    }

    @Test
    void shouldWaitForeverWithoutALimit() {
        start(0);
        fixture.simulation.runUntil(TimeUnit.DAYS.toNanos(1));
        assertTrue(fixture.disconnections.isEmpty());
        assertNull(outcome.failure);
        unanswered.remove().drop();
    }
}
