// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the states of a call with a table of transitions. */
class CallTest {
    private static final int STEPS = 20_000;

    private final Call call = new Call(7);

    private enum State {
        FREE,
        ARRIVED,
        READING,
        SERVING,
        DEFERRED,
        CLAIMED,
        ANSWERED,
        REPLYING,
        REFUSING
    }

    private enum Transition {
        BEGIN(State.ARRIVED, State.FREE),
        FETCH(State.READING, State.ARRIVED),
        SERVE(State.SERVING, State.ARRIVED, State.READING),
        ANSWER(State.ANSWERED, State.SERVING),
        DEFER(State.DEFERRED, State.SERVING),
        CLAIM(State.CLAIMED, State.DEFERRED),
        WITHDRAW(State.DEFERRED, State.CLAIMED),
        DELIVER(State.ANSWERED, State.CLAIMED),
        REPLY(State.REPLYING, State.ANSWERED),
        REFUSE(State.REFUSING, State.ARRIVED, State.ANSWERED),
        END(State.FREE, State.ARRIVED, State.READING, State.SERVING, State.ANSWERED, State.REPLYING, State.REFUSING);

        private final State to;
        private final Set<State> from;

        Transition(final State to, final State first, final State... others) {
            this.to = to;
            from = EnumSet.of(first, others);
        }
    }

    private void make(final Transition transition, final long turn) {
        switch (transition) {
            case BEGIN -> call.begin(null, 0, 0);
            case FETCH -> call.fetch();
            case SERVE -> call.serve();
            case ANSWER -> {
                if (!call.checkUnanswered(turn)) {
                    assertTrue(call.claimAnswer(turn));
                    return;
                }
                throw new IllegalStateException("deferred");
            }
            case CLAIM -> {
                if (call.checkUnanswered(turn)) {
                    assertFalse(call.claimAnswer(turn));
                    return;
                }
                throw new IllegalStateException("not deferred");
            }
            case DEFER -> call.defer();
            case WITHDRAW -> call.withdrawClaim();
            case DELIVER -> call.deliver();
            case REPLY -> call.reply();
            case REFUSE -> call.refuse();
            case END -> call.end();
        }
    }

    private void assertState(final State state, final long turn) {
        assertEquals(state == State.READING, call.isReading());
        assertEquals(state == State.REPLYING, call.isReplying());
        assertEquals(state == State.REFUSING, call.isRefusing());
        assertEquals(state == State.SERVING, call.isServing(turn));
        assertEquals(state == State.ANSWERED, call.isAnswered(turn));
        if (state == State.SERVING || state == State.DEFERRED) {
            assertEquals(state == State.DEFERRED, call.checkUnanswered(turn));
        } else {
            assertThrows(IllegalStateException.class, () -> call.checkUnanswered(turn));
        }
    }

    private void assertHasEnded(final long turn) {
        assertFalse(call.isServing(turn));
        assertFalse(call.isAnswered(turn));
        assertThrows(IllegalStateException.class, () -> call.checkUnanswered(turn));
        assertThrows(IllegalStateException.class, () -> call.claimAnswer(turn));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void shouldAllowOnlyTheTransitionsOfTheTable(final long seed) {
        final Random random = new Random(seed);
        final Transition[] all = Transition.values();
        State state = State.FREE;
        final List<Long> ended = new ArrayList<>();
        for (int step = 0; step < STEPS; step++) {
            final Transition transition = all[random.nextInt(all.length)];
            final long turn = call.turn();
            if (transition.from.contains(state)) {
                make(transition, turn);
                state = transition.to;
                if (transition == Transition.BEGIN) {
                    ended.add(turn);
                }
            } else {
                assertThrows(IllegalStateException.class, () -> make(transition, turn));
            }
            assertState(state, call.turn());
            if (!ended.isEmpty()) {
                assertHasEnded(ended.get(random.nextInt(ended.size())));
            }
        }
        assertTrue(ended.size() > STEPS / 100, "calls: " + ended.size());
    }

    @Test
    void shouldReportBothStatesOfAnInvalidTransition() {
        assertMessage(IllegalStateException.class, "a call that is free cannot become replying: call=7", call::reply);
    }

    @Test
    void shouldUseTheHandleOfACallAgainUnlessAnotherThreadMayHoldIt() {
        final ServerCall first = serve();
        call.claimAnswer(call.turn());
        call.end();
        assertSame(first, serve());
        call.defer();
        call.claimAnswer(call.turn());
        call.deliver();
        call.end();
        assertNotSame(first, serve());
        assertThrows(IllegalStateException.class, first::drop);
        assertTrue(call.isServing(call.turn()));
    }

    private ServerCall serve() {
        call.begin(null, 0, 0);
        return call.serve();
    }

    @Test
    void shouldLetOneOfManyThreadsAnswer() throws InterruptedException {
        serve();
        call.defer();
        final long turn = call.turn();
        final AtomicInteger answers = new AtomicInteger();
        final AtomicInteger refusals = new AtomicInteger();
        final CountDownLatch go = new CountDownLatch(1);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            final Thread thread = new Thread(() -> {
                try {
                    go.await();
                    call.claimAnswer(turn);
                    answers.incrementAndGet();
                } catch (final IllegalStateException e) {
                    refusals.incrementAndGet();
                } catch (final InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            threads.add(thread);
        }
        go.countDown();
        for (final Thread thread : threads) {
            thread.join();
        }
        assertEquals(1, answers.get());
        assertEquals(7, refusals.get());
    }
}
