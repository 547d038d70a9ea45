// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A handler that throws is its caller's problem: every other call keeps its outcome, and the connection goes on. */
class FailingHandlerTest {
    private static final int CALLS = 8;

    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<RuntimeException> thrown = new ArrayList<>();

    private void fail() {
        final RuntimeException failure = new IllegalStateException("handler " + thrown.size());
        thrown.add(failure);
        throw failure;
    }

    /** Every other handler throws. */
    private void sendAll(final TransportFixture fixture, final int length) {
        for (int xid = 0; xid < CALLS; xid++) {
            final Outcome outcome = new Outcome();
            outcomes.add(outcome.then(xid % 2 == 0 ? this::fail : () -> {}));
            final ClientCall call = fixture.stage(xid, length);
            if (length > 4000) {
                // What the caller offers goes out as it is, and the message behind it inline.
                call.replySegment(fixture.address(0), 4096);
            }
            call.send(length, outcome);
        }
    }

    private void assertAllHaveOneOutcome() {
        for (int i = 0; i < CALLS; i++) {
            assertEquals(1, outcomes.get(i).calls, "outcomes of call " + i);
        }
        assertEquals(CALLS / 2, thrown.size());
    }

    private int runPastFailures(final TransportFixture fixture) {
        int failures = 0;
        for (boolean again = true; again; ) {
            try {
                fixture.simulation.run();
                again = false;
            } catch (final IllegalStateException e) {
                failures += 1 + e.getSuppressed().length;
            }
        }
        return failures;
    }

    @Test
    void shouldTellEveryCallAndTheListenerThatTheConnectionEnded() {
        try (TransportFixture fixture = new TransportFixture(call -> {}).connect()) {
            sendAll(fixture, 40);
            fixture.simulation.run();
            fixture.client.disconnect();
            final RuntimeException first = assertThrows(IllegalStateException.class, fixture.simulation::run);
            assertAllHaveOneOutcome();
            assertEquals(List.of("the client disconnected"), fixture.disconnections);
            assertSame(thrown.get(0), first);
            assertArrayEquals(thrown.subList(1, thrown.size()).toArray(), first.getSuppressed());
            assertEquals(0, fixture.client.callsOutstanding());
            runPastFailures(fixture);
        }
    }

    @Test
    void shouldGiveEverythingBackWhenAHandlerThrowsInsideClose() {
        try (TransportFixture fixture = new TransportFixture(call -> {}).connect()) {
            sendAll(fixture, 40);
            assertThrows(IllegalStateException.class, fixture.client::close);
            assertAllHaveOneOutcome();
            assertEquals(List.of("the client was closed"), fixture.disconnections);
        }
    }

    @Test
    void shouldServeOnWhenTheHandlerOfAReplyThrows() {
        try (TransportFixture fixture = new TransportFixture(TransportFixture::echo).connect()) {
            sendAll(fixture, 40);
            assertEquals(CALLS / 2, runPastFailures(fixture));
            assertAllHaveOneOutcome();
            assertTrue(outcomes.stream().allMatch(Outcome::isReply));
            assertServes(fixture);
        }
    }

    @Test
    void shouldServeOnWhenTheHandlerOfARefusedCallThrows() {
        try (TransportFixture fixture = new TransportFixture(TransportFixture::echo)) {
            // They wait until the connection is there, and are refused together.
            fixture.client.connect();
            sendAll(fixture, 4096);
            assertEquals(CALLS / 2, runPastFailures(fixture));
            assertAllHaveOneOutcome();
            assertServes(fixture);
        }
    }

    private static void assertServes(final TransportFixture fixture) {
        final Outcome last = new Outcome();
        fixture.stage(CALLS, 40).send(40, last);
        fixture.simulation.run();
        assertTrue(last.isReply(), last.failure);
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldSendWhatWaitsWhenTheListenerThrows() {
        final Outcome outcome = new Outcome();
        try (TransportFixture fixture = new TransportFixture(
                TransportFixture::echo, server -> server, client -> client.listener(new ThrowingListener()))) {
            fixture.client.connect();
            fixture.stage(1, 40).send(40, outcome);
            assertEquals(1, runPastFailures(fixture));
            assertTrue(outcome.isReply(), outcome.failure);
            fixture.client.disconnect();
            assertEquals(1, runPastFailures(fixture));
        }
    }

    private static final class ThrowingListener implements ClientListener {
        @Override
        public void onConnected() {
            throw new IllegalStateException("connected");
        }

        @Override
        public void onDisconnected(final String reason) {
            throw new IllegalStateException("disconnected");
        }
    }
}
