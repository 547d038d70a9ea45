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

/**
 * Tests handlers that throw exceptions. All other calls still receive their outcomes, and the connection continues to
 * work.
 */
class FailingHandlerTest extends TransportTest {
    private static final int CALLS = 8;

    private final List<Outcome> outcomes = new ArrayList<>();
    private final List<RuntimeException> thrown = new ArrayList<>();

    private void fail() {
        final RuntimeException failure = new IllegalStateException("handler " + thrown.size());
        thrown.add(failure);
        throw failure;
    }

    /** Sends calls. Every second handler throws an exception. */
    private void sendAll(final int length) {
        for (int xid = 0; xid < CALLS; xid++) {
            final Outcome outcome = new Outcome();
            outcomes.add(outcome.then(xid % 2 == 0 ? this::fail : () -> {}));
            final ClientCall call = fixture.stage(xid, length);
            if (length > 4000) {
                // The caller's Reply chunk is sent unchanged, and the message follows inline.
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

    private int runPastFailures() {
        int failures = 0;
        for (boolean again = true; again; ) {
            try {
                fixture.run();
                again = false;
            } catch (final IllegalStateException e) {
                failures += 1 + e.getSuppressed().length;
            }
        }
        return failures;
    }

    @Test
    void shouldNotifyEveryCallAndTheListenerThatTheConnectionEnded() {
        fixture.connect(call -> {});
        sendAll(40);
        fixture.run();
        fixture.client.disconnect();
        final RuntimeException first = assertThrows(IllegalStateException.class, fixture::run);
        assertAllHaveOneOutcome();
        assertEquals(List.of("the client disconnected"), fixture.disconnections);
        assertSame(thrown.get(0), first);
        assertArrayEquals(thrown.subList(1, thrown.size()).toArray(), first.getSuppressed());
        assertEquals(0, fixture.client.callsOutstanding());
        runPastFailures();
    }

    @Test
    void shouldReleaseEverythingWhenAHandlerThrowsInsideClose() {
        fixture.connect(call -> {});
        sendAll(40);
        assertThrows(IllegalStateException.class, fixture.client::close);
        assertAllHaveOneOutcome();
        assertEquals(List.of("the client was closed"), fixture.disconnections);
    }

    @Test
    void shouldServeOnWhenTheHandlerOfAReplyThrows() {
        fixture.connect(TransportFixture::echo);
        sendAll(40);
        assertEquals(CALLS / 2, runPastFailures());
        assertAllHaveOneOutcome();
        assertTrue(outcomes.stream().allMatch(Outcome::isReply));
        assertServes();
    }

    @Test
    void shouldServeOnWhenTheHandlerOfARefusedCallThrows() {
        fixture.open(TransportFixture::echo);
        // The calls wait for the connection and are rejected together.
        fixture.client.connect();
        sendAll(4096);
        assertEquals(CALLS / 2, runPastFailures());
        assertAllHaveOneOutcome();
        assertServes();
    }

    private void assertServes() {
        fixture.send(fixture.stage(CALLS, 40), 40, 0).answered();
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldSendWaitingCallsWhenTheListenerThrows() {
        final Outcome outcome = new Outcome();
        fixture.open(TransportFixture::echo, server -> server, client -> client.listener(new ThrowingListener()));
        fixture.client.connect();
        fixture.stage(1, 40).send(40, outcome);
        assertEquals(1, runPastFailures());
        assertTrue(outcome.isReply(), outcome.failure);
        fixture.client.disconnect();
        assertEquals(1, runPastFailures());
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
