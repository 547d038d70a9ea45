// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.StillClock;

/**
 * Checks that pop, push, drop, ageing passes and the queued count are linearizable: every concurrent outcome must equal
 * the outcome of some sequential order. Lincheck generates the calls, runs them and searches for this order. A handle
 * is labelled when it is first pushed, so that later pops can identify it. Handles without a label are regarded as
 * equal.
 *
 * <p>{@link FrmrFiguresLinearizabilityTest} checks the number of handles in use. As documented, a pop that finds no
 * handle is counted when its handle has been created, not when it searches.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
@Param(name = "label", gen = IntGen.class, conf = "1:9")
public class FrmrLinearizabilityTest {
    /**
     * The time after which Lincheck reports a hang. It is long because a busy host may need seconds to transform a
     * class on its first use. Model checking detects deadlocked threads by their repeated steps.
     */
    static final long NEVER_MILLIS = TimeUnit.DAYS.toMillis(1);

    private static final int THREADS = 4;

    private final FrmrPool pool = new FrmrPools(new Numbers(), new StillClock()).pool(FrmrKey.of(1, 8));
    private final Map<Integer, Integer> labels = new ConcurrentHashMap<>();
    private final Deque<Integer>[] held = Labelled.newHeld();

    /** Pops a handle. Returns its label, or 0 if it was never pushed. */
    @Operation
    public int pop(@Param(name = "thread") final int thread) {
        final int handle = pool.pop();
        held[thread].push(handle);
        return labels.getOrDefault(handle, 0);
    }

    /** Pushes the handle that the thread popped last, if the thread holds one. */
    @Operation
    public boolean push(@Param(name = "thread") final int thread, @Param(name = "label") final int label) {
        if (held[thread].isEmpty()) {
            return false;
        }
        final int handle = held[thread].pop();
        labels.put(handle, label);
        pool.push(handle);
        return true;
    }

    /** Drops the handle that the thread popped last, if the thread holds one. */
    @Operation
    public boolean drop(@Param(name = "thread") final int thread) {
        if (held[thread].isEmpty()) {
            return false;
        }
        held[thread].pop();
        pool.drop();
        return true;
    }

    /** Runs an ageing pass. */
    @Operation
    public void pass() {
        pool.pass();
    }

    /** Returns the number of handles in the pool. */
    @Operation
    public int queued() {
        return pool.queued();
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .iterations(Effort.of(1, 10))
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(4)
                .invocationTimeout$lincheck(NEVER_MILLIS)
                .sequentialSpecification(Labelled.class)
                .check(getClass());
    }

    @Test
    void shouldBeLinearizableUnderModelChecking() {
        new ModelCheckingOptions()
                .iterations(Effort.of(1, 8))
                .invocationsPerIteration(Effort.of(50, 150))
                .threads(2)
                .actorsPerThread(3)
                .invocationTimeout$lincheck(NEVER_MILLIS)
                .sequentialSpecification(Labelled.class)
                .check(getClass());
    }

    /** The same calls, executed sequentially. */
    public static final class Labelled {
        private final Deque<Integer> active = new ArrayDeque<>();
        private final Deque<Integer> inactive = new ArrayDeque<>();
        private final int[] holds = new int[THREADS];

        /** Called by Lincheck. */
        public Labelled() {}

        @SuppressWarnings({"unchecked", "rawtypes"})
        static Deque<Integer>[] newHeld() {
            final Deque<Integer>[] held = new Deque[THREADS];
            for (int i = 0; i < THREADS; i++) {
                held[i] = new ArrayDeque<>();
            }
            return held;
        }

        /** See the concurrent operation. */
        public int pop(final int thread) {
            holds[thread]++;
            if (!active.isEmpty()) {
                return active.pop();
            }
            return inactive.isEmpty() ? 0 : inactive.pop();
        }

        /** See the concurrent operation. */
        public boolean push(final int thread, final int label) {
            if (holds[thread] == 0) {
                return false;
            }
            holds[thread]--;
            active.push(label);
            return true;
        }

        /** See the concurrent operation. */
        public boolean drop(final int thread) {
            if (holds[thread] == 0) {
                return false;
            }
            holds[thread]--;
            return true;
        }

        /** See the concurrent operation. */
        public void pass() {
            inactive.clear();
            while (!active.isEmpty()) {
                inactive.addFirst(active.removeLast());
            }
        }

        /** See the concurrent operation. */
        public int queued() {
            return active.size() + inactive.size();
        }
    }

    /** A driver that numbers handles. */
    static final class Numbers implements FrmrDriver {
        private final AtomicInteger next = new AtomicInteger();

        @Override
        public void create(final FrmrKey key, final int[] handles, final int count) {
            for (int i = 0; i < count; i++) {
                handles[i] = next.getAndIncrement();
            }
        }

        @Override
        public void destroy(final int[] handles, final int count) {}
    }
}
