// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.jetbrains.lincheck.datastructures.verifier.LinearizabilityVerifier;
import org.jetbrains.lincheck.datastructures.verifier.Verifier;
import org.junit.jupiter.api.Test;

/**
 * Acquiring, with growth and without, releasing, endpoints, close and closeWhenReturned together: every outcome is one
 * that the same calls give one after the other. Only tryAcquireNow may find nothing though a buffer is free; it has
 * done nothing then, and is in no other call's way.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public class ClosingLinearizabilityTest {
    private static final int THREADS = 4;
    private static final int BUFFERS = 2;

    private final ReceiveArena arena;
    private final ArenaEndpoint[] endpoints = new ArenaEndpoint[THREADS];
    private final Deque<Long>[] held = ArenaLinearizability.newHeld();
    private final long[] heldByEndpoint = new long[THREADS];

    public ClosingLinearizabilityTest() {
        final ArenaLinearizability.Nothing nothing = new ArenaLinearizability.Nothing();
        arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(nothing)
                .memory((length, alignment) -> nothing)
                .bufferSize(4096)
                .shardSize(4096)
                .maxShards(BUFFERS)
                .leakDetection(LeakDetection.DISABLED)
                .threadCacheSize(0));
        for (int i = 0; i < THREADS; i++) {
            endpoints[i] = arena.newEndpoint(0, 1);
            heldByEndpoint[i] = ReceiveArena.NONE;
        }
        final long[] all = new long[BUFFERS];
        arena.tryAcquire(all, 0, BUFFERS);
        arena.release(all, 0, BUFFERS);
    }

    /** 1 with a buffer, 0 with none, -1 if it is closed. */
    @Operation
    public int acquire(@Param(name = "thread") final int thread) {
        try {
            final long handle = arena.tryAcquire();
            if (handle == ReceiveArena.NONE) {
                return 0;
            }
            held[thread].push(handle);
            return 1;
        } catch (final IllegalStateException e) {
            return -1;
        }
    }

    /** Returns true if there was a buffer at hand. */
    @Operation
    public boolean acquireNow(@Param(name = "thread") final int thread) {
        final long handle = arena.tryAcquireNow();
        if (handle != ReceiveArena.NONE) {
            held[thread].push(handle);
        }
        return handle != ReceiveArena.NONE;
    }

    /** Stands for an acquireNow that found nothing. */
    public boolean nothing() {
        return false;
    }

    /** Releases the buffer that the thread took last, if it holds one. */
    @Operation
    public boolean release(@Param(name = "thread") final int thread) {
        if (held[thread].isEmpty()) {
            return false;
        }
        arena.release(held[thread].pop());
        return true;
    }

    /** As {@link #acquire}, through the endpoint of the thread, which may have one out. */
    @Operation
    public int acquireThroughEndpoint(@Param(name = "thread") final int thread) {
        try {
            final long handle = endpoints[thread].tryAcquire();
            if (handle == ReceiveArena.NONE) {
                return 0;
            }
            heldByEndpoint[thread] = handle;
            return 1;
        } catch (final IllegalStateException e) {
            return -1;
        }
    }

    /** Releases the buffer of the thread's endpoint, if it has one out. */
    @Operation
    public boolean releaseThroughEndpoint(@Param(name = "thread") final int thread) {
        final long handle = heldByEndpoint[thread];
        heldByEndpoint[thread] = ReceiveArena.NONE;
        if (handle != ReceiveArena.NONE) {
            endpoints[thread].release(handle);
        }
        return handle != ReceiveArena.NONE;
    }

    /** Returns true if it is closed then. */
    @Operation
    public boolean close() {
        try {
            arena.close();
            return true;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    /** Returns false if it was closed before. */
    @Operation
    public boolean closeWhenReturned() {
        try {
            arena.closeWhenReturned();
            return true;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    /** Returns true if every shard was given back. */
    @Operation
    public boolean isGone() {
        return arena.metrics().bytesAllocated() == 0;
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .iterations(5)
                .invocationsPerIteration(150)
                .threads(3)
                .actorsPerThread(3)
                .verifier(NowMayFail.class)
                .sequentialSpecification(Counted.class)
                .check(getClass());
    }

    @Test
    void shouldBeLinearizableUnderModelChecking() {
        new ModelCheckingOptions()
                .iterations(Integer.getInteger("lincheck.iterations", 1))
                .invocationsPerIteration(20)
                .threads(2)
                .actorsPerThread(3)
                .verifier(NowMayFail.class)
                .sequentialSpecification(Counted.class)
                .check(getClass());
    }

    /** Takes each acquireNow that found nothing for a call that does nothing. */
    public static final class NowMayFail implements Verifier {
        private final LinearizabilityVerifier exact;

        /** Made by Lincheck. */
        public NowMayFail(final Class<?> specification) {
            exact = new LinearizabilityVerifier(specification);
        }

        @Override
        public boolean verifyResults(final ExecutionScenario scenario, final ExecutionResult results) {
            final List<List<Actor>> parallel = new ArrayList<>();
            for (int thread = 0; thread < scenario.getParallelExecution().size(); thread++) {
                final List<ResultWithClock> ofThread =
                        results.getParallelResultsWithClock().get(thread);
                parallel.add(replace(
                        scenario.getParallelExecution().get(thread),
                        ofThread.stream().map(ResultWithClock::getResult).toList()));
            }
            return exact.verifyResults(
                    new ExecutionScenario(
                            replace(scenario.getInitExecution(), results.getInitResults()),
                            parallel,
                            replace(scenario.getPostExecution(), results.getPostResults()),
                            null),
                    results);
        }

        private static List<Actor> replace(final List<Actor> actors, final List<?> results) {
            final List<Actor> replaced = new ArrayList<>();
            for (int i = 0; i < actors.size(); i++) {
                final Actor actor = actors.get(i);
                final boolean failed = actor.getMethod().getName().equals("acquireNow")
                        && results.get(i).toString().equals("false");
                replaced.add(failed ? nothingActor() : actor);
            }
            return replaced;
        }

        private static Actor nothingActor() {
            try {
                return new Actor(ClosingLinearizabilityTest.class.getMethod("nothing"), List.of());
            } catch (final NoSuchMethodException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The same calls one after the other. */
    public static final class Counted {
        private final int[] holds = new int[THREADS];
        private final boolean[] endpointHolds = new boolean[THREADS];
        private int out;
        private boolean closing;
        private boolean closed;

        /** Made by Lincheck. */
        public Counted() {}

        /** See the operation. */
        public int acquire(final int thread) {
            if (closing || closed || out == BUFFERS) {
                return closing || closed ? -1 : 0;
            }
            out++;
            holds[thread]++;
            return 1;
        }

        /** See the operation; at least as one that found a buffer. */
        public boolean acquireNow(final int thread) {
            return acquire(thread) == 1;
        }

        /** See the operation. */
        public boolean nothing() {
            return false;
        }

        /** See the operation. */
        public boolean release(final int thread) {
            if (holds[thread] == 0) {
                return false;
            }
            holds[thread]--;
            comeBack();
            return true;
        }

        private void comeBack() {
            out--;
            closed |= closing && out == 0;
        }

        /** See the operation. */
        public int acquireThroughEndpoint(final int thread) {
            if (endpointHolds[thread] || closing || closed || out == BUFFERS) {
                return !endpointHolds[thread] && (closing || closed) ? -1 : 0;
            }
            out++;
            endpointHolds[thread] = true;
            return 1;
        }

        /** See the operation. */
        public boolean releaseThroughEndpoint(final int thread) {
            if (!endpointHolds[thread]) {
                return false;
            }
            endpointHolds[thread] = false;
            comeBack();
            return true;
        }

        /** See the operation. */
        public boolean close() {
            closed |= out == 0;
            return closed;
        }

        /** See the operation. */
        public boolean closeWhenReturned() {
            if (closing || closed) {
                return false;
            }
            closing = true;
            closed = out == 0;
            return true;
        }

        /** See the operation. */
        public boolean isGone() {
            return closed;
        }
    }
}
