// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.JavaPrograms;

/**
 * Tests stack overflows at each depth of a call to an arena. No lock may remain held, and the arena must either
 * continue to work or reject every use. It must never hand out a buffer that another thread holds.
 */
class FullStackTest {
    private static final int STACK_BYTES = 256 << 10;
    /** The number of consecutive successes after which the stack is considered deep enough. */
    private static final int ENOUGH = 5;

    private static final int SHARDS = 2;
    private static final int BUFFERS = 16 * SHARDS;
    private static final int HELD = 3;
    private static final long PATIENCE_MILLIS = 20_000;

    /** The calls to make when a thread's stack is nearly full. */
    enum Step {
        ACQUIRE(use -> use.arena.acquire()),
        RELEASE(use -> use.arena.release(use.held[0])),
        ACQUIRE_BATCH(use -> use.arena.tryAcquire(new long[BUFFERS], 0, BUFFERS - 2 * HELD)),
        RELEASE_BATCH(use -> use.arena.release(use.held, 0, HELD)),
        ENDPOINT_ACQUIRE(use -> use.endpoint.acquire()),
        ENDPOINT_RELEASE(use -> use.endpoint.release(use.endpointHeld[0])),
        ENDPOINT_RESERVE(use -> {
            use.endpoint.reserve(8);
            use.endpoint.reserve(0);
        }),
        RELEASE_ELSEWHERE(use -> use.arena.release(use.endpointHeld[0])),
        NEW_ENDPOINT(use -> use.arena.newEndpoint(4, 4).close()),
        LEASE(use -> use.arena.lease().close()),
        RETAIN(use -> {
            use.arena.retain();
            use.arena.close();
        }),
        BUFFERS_OUT(use -> use.arena.buffersOut(2)),
        TRIM(use -> use.arena.trim());

        private final Consumer<Use> call;

        Step(final Consumer<Use> call) {
            this.call = call;
        }
    }

    @Test
    void shouldKeepNoLockIfTheStackIsFull() throws Exception {
        // Run the code in the interpreter, because compiled methods have frames of different sizes, and the JVM would
        // compile calls during the test.
        check("-Xint");
    }

    @Test
    void shouldKeepNoLockIfLeavingItTakesMoreStackThanTakingIt() throws Exception {
        final String interpreted = "-XX:CompileCommand=exclude,java/util/concurrent/locks/";
        check(
                "-Xcomp",
                "-XX:TieredStopAtLevel=1",
                "-XX:CompileCommand=quiet",
                interpreted + "ReentrantLock.unlock",
                interpreted + "ReentrantLock.isHeldByCurrentThread",
                interpreted + "AbstractQueuedSynchronizer.release");
    }

    private static void check(final String... compilation) throws Exception {
        final List<String> options = new ArrayList<>(List.of(compilation));
        options.add("-Xmx64m");
        final String printed = JavaPrograms.run(JavaPrograms.of(FullStackTest.class, options));
        assertEquals(Step.values().length, printed.lines().count(), printed);
        printed.lines().forEach(line -> assertTrue(line.endsWith(" wrong=0"), printed));
        printed.lines().forEach(line -> assertFalse(line.contains("full=0 "), printed));
    }

    /** Runs in the child JVM. Repeats each step, beginning at the deepest level, until it succeeds. */
    public static void main(final String[] arguments) throws InterruptedException {
        for (final Step step : Step.values()) {
            for (int i = 0; i < 3; i++) {
                // Load classes and link calls, because the JVM does not retry linking after this error.
                final Use use = new Use();
                step.call.accept(use);
                use.checkByAnother("linked");
            }
        }
        for (final Step step : Step.values()) {
            int full = 0;
            int wrong = 0;
            int succeeded = 0;
            for (int less = 0; succeeded < ENOUGH; less++) {
                final Use use = new Use();
                final boolean isFull = use.inSmallStack(step, less);
                full += isFull ? 1 : 0;
                succeeded = isFull ? 0 : succeeded + 1;
                wrong += use.checkByAnother(step + " less=" + less) ? 0 : 1;
            }
            System.out.println(step + " full=" + full + " wrong=" + wrong);
        }
        // A thread may be waiting for a lock.
        Runtime.getRuntime().halt(0);
    }

    private static final class Use {
        private final FakeDevice device = new FakeDevice();
        private final ReceiveArena arena =
                new ReceiveArena(device.stripedContext().maxShards(SHARDS).leakListener(leak -> {}));
        private final ArenaEndpoint endpoint = arena.newEndpoint(8, BUFFERS);
        private final long[] held = new long[HELD];
        private final long[] endpointHeld = new long[HELD];
        private int left;
        private boolean isFull;
        private volatile Throwable failure;

        Use() {
            arena.tryAcquire(held, 0, HELD);
            endpoint.tryAcquire(endpointHeld, 0, HELD);
        }

        /**
         * Runs a step when the stack is a given number of frames above the deepest level. Returns true if the stack
         * overflowed.
         */
        boolean inSmallStack(final Step step, final int less) throws InterruptedException {
            final Thread thread = new Thread(
                    null,
                    () -> {
                        left = Integer.MAX_VALUE;
                        isFull = dive(step);
                        left = Integer.MAX_VALUE - left - less;
                        isFull = dive(step);
                    },
                    "small stack",
                    STACK_BYTES);
            thread.start();
            thread.join();
            return isFull;
        }

        private boolean dive(final Step step) {
            try {
                step(step);
                return false;
            } catch (final StackOverflowError e) {
                return true;
            }
        }

        private void step(final Step step) {
            left--;
            if (left > 0) {
                step(step);
            } else {
                step.call.accept(this);
            }
        }

        /**
         * Acquires every free buffer once, on another thread, unless the arena rejects this. Returns false if the
         * result is wrong.
         */
        boolean checkByAnother(final String name) throws InterruptedException {
            final Thread thread = new Thread(this::check);
            thread.setDaemon(true);
            thread.setUncaughtExceptionHandler((failed, e) -> failure = e);
            thread.start();
            thread.join(PATIENCE_MILLIS);
            if (thread.isAlive()) {
                System.err.println(name + ": waits in " + Arrays.toString(thread.getStackTrace()));
            } else if (failure != null) {
                System.err.println(name + ": " + failure);
                failure.printStackTrace();
            }
            return !thread.isAlive() && failure == null;
        }

        private void check() {
            final long[] more = new long[BUFFERS];
            int count = 0;
            try {
                long handle;
                while ((handle = arena.tryAcquire()) != ReceiveArena.NONE) {
                    more[count++] = handle;
                }
                arena.buffersOut(1);
            } catch (final IllegalStateException e) {
                if (!(e.getCause() instanceof StackOverflowError)) {
                    throw e;
                }
                // The arena has failed.
                return;
            }
            assertEquals(
                    count,
                    Arrays.stream(more, 0, count).map(arena::address).distinct().count());
        }
    }
}
