// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AnswerStateTest {
    private final AnswerState state = new AnswerState();

    @Test
    void shouldAnswerAtOnceOnTheEventLoop() {
        state.beginServing();
        assertTrue(state.claimAnswer());
        assertTrue(state.end());
    }

    @Test
    void shouldRefuseSecondAnswer() {
        state.beginServing();
        state.claimAnswer();
        assertThrows(IllegalStateException.class, state::claimAnswer);
        assertThrows(IllegalStateException.class, state::checkUnanswered);
    }

    @Test
    void shouldLeaveAnswerOfDeferredCallToTheEventLoop() {
        state.beginServing();
        state.deferAnswer();
        assertTrue(state.checkUnanswered());
        assertFalse(state.claimAnswer());
        assertThrows(IllegalStateException.class, state::claimAnswer);
    }

    @Test
    void shouldNotReuseWhatAnotherThreadMayHold() {
        state.beginServing();
        state.deferAnswer();
        assertFalse(state.end());
        assertTrue(state.isDeferred());
    }

    @Test
    void shouldLetOneOfManyThreadsAnswer() throws InterruptedException {
        state.beginServing();
        state.deferAnswer();
        final AtomicInteger answers = new AtomicInteger();
        final AtomicInteger refusals = new AtomicInteger();
        final CountDownLatch go = new CountDownLatch(1);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            final Thread thread = new Thread(() -> {
                try {
                    go.await();
                    state.claimAnswer();
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
