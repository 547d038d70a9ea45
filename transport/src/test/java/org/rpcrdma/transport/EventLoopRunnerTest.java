// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.LangUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;

@Timeout(60)
class EventLoopRunnerTest {
    private final EventLoop loop = new Fabric(new Simulation(1), CostModel.defaults())
            .attach("sim0", "10.98.0.2")
            .newEventLoop();

    @Test
    void shouldRunTheTasksOfOtherThreadsInOneSeparateThread() throws InterruptedException {
        final List<Integer> seen = new ArrayList<>();
        final AtomicInteger strangers = new AtomicInteger();
        final int threads = 4;
        final int each = 1000;
        try (EventLoopRunner runner = EventLoopRunner.start("loop", loop)) {
            final CountDownLatch ran = new CountDownLatch(threads * each);
            for (int t = 0; t < threads; t++) {
                final int thread = t;
                new Thread(() -> {
                            for (int i = 0; i < each; i++) {
                                final int number = thread * each + i;
                                runner.execute(() -> {
                                    strangers.addAndGet(runner.isOwner() ? 0 : 1);
                                    seen.add(number);
                                    ran.countDown();
                                });
                            }
                        })
                        .start();
            }
            assertTrue(ran.await(30, TimeUnit.SECONDS));
            assertEquals(0, strangers.get());
            assertEquals(threads * each, runner.call(seen::size));
            assertFalse(runner.isOwner());
        }
    }

    @Test
    void shouldThrowWhatACalledTaskThrows() {
        try (EventLoopRunner runner = EventLoopRunner.start("loop", loop)) {
            final Runnable failing = () -> {
                throw new AssertionError("a bug");
            };
            assertMessage(AssertionError.class, "a bug", () -> runner.call(failing));
            assertEquals(7, runner.call(() -> 7));
        }
    }

    @Test
    void shouldReportWhatTasksAndTimersThrowAndContinue() {
        final List<Throwable> failures = new ArrayList<>();
        final Throwable error = new AssertionError("task");
        final RuntimeException exception = new IllegalStateException("timer");
        try (EventLoopRunner runner = EventLoopRunner.start("loop", loop, failures::add)) {
            runner.execute(() -> LangUtil.rethrowUnchecked(error));
            final CompletableFuture<Void> fired = new CompletableFuture<>();
            runner.call(() -> loop.newTimer(() -> {
                        fired.complete(null);
                        throw exception;
                    })
                    .arm(1000));
            runner.await(fired);
            assertEquals(List.of(error, exception), runner.call(() -> List.copyOf(failures)));
        }
    }

    @Test
    void shouldRunTheLoopInTheCallersThreadWhileThatWaits() {
        try (EventLoopRunner runner = EventLoopRunner.here(loop)) {
            final CompletableFuture<Thread> fired = new CompletableFuture<>();
            loop.newTimer(() -> fired.complete(Thread.currentThread())).arm(50_000_000);
            assertTrue(runner.isOwner());
            assertEquals(Thread.currentThread(), runner.await(fired));
            final CompletableFuture<Thread> other = new CompletableFuture<>();
            new Thread(() -> runner.execute(() -> other.complete(Thread.currentThread()))).start();
            assertEquals(Thread.currentThread(), runner.await(other));
        }
    }

    @Test
    void shouldRefuseToWaitForItself() {
        try (EventLoopRunner runner = EventLoopRunner.start("loop", loop)) {
            assertMessage(
                    IllegalStateException.class,
                    "a handler or task must not wait for its own event loop: thread=loop",
                    () -> runner.call(() -> runner.await(new CompletableFuture<Void>())));
            assertThrows(IllegalStateException.class, () -> runner.call(runner::close));
            assertEquals(1, runner.call(() -> 1));
        }
    }

    @Test
    void shouldRunWhatItHasTakenAndRefuseMoreOnceClosed() {
        final AtomicInteger ran = new AtomicInteger();
        final EventLoopRunner runner = EventLoopRunner.start("loop", loop);
        for (int i = 0; i < 100; i++) {
            runner.execute(ran::incrementAndGet);
        }
        runner.close();
        runner.close();
        assertEquals(100, ran.get());
        assertThrows(RejectedExecutionException.class, () -> runner.execute(ran::incrementAndGet));
        assertThrows(RejectedExecutionException.class, () -> runner.call(() -> 1));
    }

    @Test
    void shouldReportWhatIsMissing() {
        assertThrows(IllegalArgumentException.class, () -> EventLoopRunner.start("loop", null));
        assertThrows(IllegalArgumentException.class, () -> EventLoopRunner.start(null, loop));
        assertThrows(IllegalArgumentException.class, () -> EventLoopRunner.start("loop", loop, null));
    }
}
