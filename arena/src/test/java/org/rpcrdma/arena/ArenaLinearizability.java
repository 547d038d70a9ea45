// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
import org.rpcrdma.arena.jvm.StackRoom;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * Checks that acquire, release, endpoint calls, close and closeWhenReturned take effect atomically: every outcome of
 * concurrent calls must equal the outcome of some sequential order. The order does not determine which buffer is
 * acquired, because lower buffers may become free during the search. Only tryAcquireNow may fail to find a buffer
 * although one is free; it then has no effect and does not affect other calls.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
public abstract class ArenaLinearizability {
    /**
     * The time after which Lincheck reports a hang. It is long because a busy host may need seconds to transform a
     * class on its first use, in the middle of a run. Model checking detects deadlocked threads by their repeated
     * steps.
     */
    private static final long NEVER_MILLIS = TimeUnit.DAYS.toMillis(1);

    private static final int THREADS = 5;
    private static final int BUFFERS = 3;

    final ReceiveArena arena;
    private final ArenaEndpoint[] endpoints = new ArenaEndpoint[THREADS];
    private final List<Deque<Long>> held = new ArrayList<>();
    private final long[] heldByEndpoint = new long[THREADS];

    /** Creates an arena of three shards with one buffer each. */
    ArenaLinearizability(final int stripeSize) {
        this(context(stripeSize).shardSize(4096).maxShards(BUFFERS));
    }

    /** Creates an arena with three buffers in one shard, which consists of one piece per buffer. */
    ArenaLinearizability() {
        this(context(0).bufferSize(5440).shardSize(16_384).maxShards(1));
    }

    private ArenaLinearizability(final ReceiveArena.Context context) {
        arena = new ReceiveArena(context);
        for (int i = 0; i < THREADS; i++) {
            held.add(new ArrayDeque<>());
            endpoints[i] = arena.newEndpoint(0, 1);
            heldByEndpoint[i] = ReceiveArena.NONE;
        }
    }

    private static ReceiveArena.Context context(final int stripeSize) {
        final Nothing nothing = new Nothing();
        return new ReceiveArena.Context()
                .mapper(nothing)
                .memory((length, alignment) -> {
                    if (length > nothing.length()) {
                        throw new VerbsException(Errno.ENOMEM, "fragmented");
                    }
                    return nothing;
                })
                .bufferSize(4096)
                .leakDetection(LeakDetection.DISABLED)
                .stripeSize(stripeSize);
    }

    /** Returns 1 if a buffer was acquired, 0 if no buffer was free, or -1 if the arena is closed. */
    @Operation
    public int acquire(@Param(name = "thread") final int thread) {
        try {
            final long handle = arena.tryAcquire();
            if (handle == ReceiveArena.NONE) {
                return 0;
            }
            held.get(thread).push(handle);
            return 1;
        } catch (final IllegalStateException e) {
            return -1;
        }
    }

    /** Returns true if a buffer was acquired immediately. */
    @Operation
    public boolean acquireNow(@Param(name = "thread") final int thread) {
        final long handle = arena.tryAcquireNow();
        if (handle != ReceiveArena.NONE) {
            held.get(thread).push(handle);
        }
        return handle != ReceiveArena.NONE;
    }

    /** Represents an acquireNow that found no buffer. */
    public boolean nothing() {
        return false;
    }

    /** Releases the buffer that the thread acquired last, if the thread holds a buffer. */
    @Operation
    public boolean release(@Param(name = "thread") final int thread) {
        if (held.get(thread).isEmpty()) {
            return false;
        }
        arena.release(held.get(thread).pop());
        return true;
    }

    /**
     * Acquires a buffer as {@link #acquire} does, but through the thread's endpoint, which has a quota of one buffer.
     */
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

    /** Releases the endpoint's buffer, if the endpoint holds a buffer. */
    @Operation
    public boolean releaseThroughEndpoint(@Param(name = "thread") final int thread) {
        final long handle = heldByEndpoint[thread];
        heldByEndpoint[thread] = ReceiveArena.NONE;
        if (handle != ReceiveArena.NONE) {
            endpoints[thread].release(handle);
        }
        return handle != ReceiveArena.NONE;
    }

    /** Returns true if the arena is closed afterwards. */
    @Operation
    public boolean close() {
        try {
            arena.close();
            return true;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    /** Returns false if the arena was already closed. */
    @Operation
    public boolean closeWhenReturned() {
        try {
            arena.closeWhenReturned();
            return true;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .iterations(Effort.of(2, 5))
                .invocationsPerIteration(150)
                .threads(3)
                .actorsPerThread(3)
                .invocationTimeout$lincheck(NEVER_MILLIS)
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
                .invocationTimeout$lincheck(NEVER_MILLIS)
                // Lincheck must not mistake its recursion for a spin loop.
                .addGuarantee(forClasses(StackRoom.class.getName()).allMethods().ignore())
                .verifier(NowMayFail.class)
                .sequentialSpecification(Counted.class)
                .check(getClass());
    }

    /** Verifies outcomes, and treats each acquireNow that found no buffer as a call without effect. */
    public static final class NowMayFail implements Verifier {
        private final LinearizabilityVerifier exact;

        /** Called by Lincheck. */
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
                return new Actor(ArenaLinearizability.class.getMethod("nothing"), List.of());
            } catch (final NoSuchMethodException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** The same calls, executed sequentially. */
    public static final class Counted {
        private final int[] holds = new int[THREADS];
        private final boolean[] endpointHolds = new boolean[THREADS];
        private int out;
        private boolean closing;
        private boolean closed;

        /** Called by Lincheck. */
        public Counted() {}

        /** See the concurrent operation. */
        public int acquire(final int thread) {
            if (closing || closed || out == BUFFERS) {
                return closing || closed ? -1 : 0;
            }
            out++;
            holds[thread]++;
            return 1;
        }

        /** See the concurrent operation; this one always finds a buffer. */
        public boolean acquireNow(final int thread) {
            return acquire(thread) == 1;
        }

        /** See the concurrent operation. */
        public boolean nothing() {
            return false;
        }

        /** See the concurrent operation. */
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

        /** See the concurrent operation. */
        public int acquireThroughEndpoint(final int thread) {
            if (endpointHolds[thread] || closing || closed || out == BUFFERS) {
                return !endpointHolds[thread] && (closing || closed) ? -1 : 0;
            }
            out++;
            endpointHolds[thread] = true;
            return 1;
        }

        /** See the concurrent operation. */
        public boolean releaseThroughEndpoint(final int thread) {
            if (!endpointHolds[thread]) {
                return false;
            }
            endpointHolds[thread] = false;
            comeBack();
            return true;
        }

        /** See the concurrent operation. */
        public boolean close() {
            closed |= out == 0;
            return closed;
        }

        /** See the concurrent operation. */
        public boolean closeWhenReturned() {
            if (closing || closed) {
                return false;
            }
            closing = true;
            closed = out == 0;
            return true;
        }

        /** See the concurrent operation. */
        public boolean isGone() {
            return closed;
        }
    }

    /**
     * Address-only memory with a mapping that needs no device. The methods are minimal, because Lincheck examines every
     * step that they execute.
     */
    static final class Nothing implements AddressBlock, ShardMapper, FakeMapping {
        @Override
        public ShardMapping map(final MemoryBlock shard) {
            return this;
        }

        @Override
        public long address() {
            return 4096;
        }

        @Override
        public long length() {
            return 8192;
        }

        @Override
        public void close() {}
    }
}
