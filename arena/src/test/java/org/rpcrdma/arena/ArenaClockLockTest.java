// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.verbs.Clock;

/** Tests a clock that holds a lock in all its methods and while it runs a task, which {@link Clock} permits. */
@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArenaClockLockTest {
    private final ReentrantLock lock = new ReentrantLock();
    private final HookedClock clock = new HookedClock();

    static Stream<Consumer<ReceiveArena>> uses() {
        return Stream.of(
                arena -> arena.tryAcquire(new long[17], 0, 17), ReceiveArena::close, arena -> arena.setAgingPeriod(7));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void shouldHoldNoLockThatATaskWaitsForWhileItCallsTheClock(final Consumer<ReceiveArena> use) throws Exception {
        final ReceiveArena arena = new ReceiveArena(new FakeDevice().context().clock(clock));
        arena.release(arena.acquire());
        final CountDownLatch running = new CountDownLatch(1);
        final Thread tasks = new Thread(() -> {
            lock.lock();
            running.countDown();
            arena.setAgingPeriod(3);
            clock.hand.advanceSeconds(3);
            arena.buffersOut(1);
            lock.unlock();
        });
        clock.onAll(() -> {
            clock.onAll(this::waitForTheLock);
            tasks.start();
            assertTrue(assertDoesNotThrow(() -> running.await(100, TimeUnit.SECONDS)));
            waitForTheLock();
        });
        use.accept(arena);
        tasks.join();
    }

    private void waitForTheLock() {
        lock.lock();
        lock.unlock();
    }
}
