// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jetbrains.lincheck.datastructures.ThreadIdGen;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.StillClock;

/**
 * Checks that a pool's figures change atomically with its handles. The number of handles in use, and the maximum of
 * this number, must be exact while other threads pop and push. The pool has enough handles that no pop needs to create
 * one.
 */
@Param(name = "thread", gen = ThreadIdGen.class)
@Tag("long")
public class FrmrFiguresLinearizabilityTest {
    private static final int HANDLES = 16;

    private final FrmrPools pools = new FrmrPools(new FrmrLinearizabilityTest.Numbers(), new StillClock());
    private final FrmrPool pool = pools.pool(FrmrKey.of(1, 8));
    private final int[] holds = new int[4];
    private final int[][] held = new int[4][HANDLES];

    /** Fills the pool. */
    public FrmrFiguresLinearizabilityTest() {
        pools.setPinned(pool.key(), HANDLES);
    }

    /** Pops a handle. */
    @Operation
    public void pop(@Param(name = "thread") final int thread) {
        held[thread][holds[thread]++] = pool.pop();
    }

    /** Pushes a handle if the thread holds one. */
    @Operation
    public boolean push(@Param(name = "thread") final int thread) {
        if (holds[thread] == 0) {
            return false;
        }
        pool.push(held[thread][--holds[thread]]);
        return true;
    }

    /** Drops a handle if the thread holds one. */
    @Operation
    public boolean drop(@Param(name = "thread") final int thread) {
        if (holds[thread] == 0) {
            return false;
        }
        holds[thread]--;
        pool.drop();
        return true;
    }

    /** Returns all figures in one snapshot. */
    @Operation
    public String statistics() {
        final FrmrPoolStatistics now = pool.statistics();
        return now.queued() + " " + now.inUse() + " " + now.maxInUse() + " " + now.hits() + " " + now.pushed() + " "
                + now.dropped();
    }

    @Test
    void shouldBeLinearizableUnderStress() {
        new StressOptions()
                .iterations(Effort.of(3, 10))
                .invocationsPerIteration(200)
                .threads(2)
                .actorsPerThread(4)
                .invocationTimeout$lincheck(FrmrLinearizabilityTest.NEVER_MILLIS)
                .sequentialSpecification(Figures.class)
                .check(getClass());
    }

    /** The same calls, executed sequentially. */
    public static final class Figures {
        private final int[] holds = new int[4];
        private int queued = HANDLES;
        private int inUse;
        private int maxInUse;
        private int hits;
        private int pushed;
        private int dropped;

        /** Called by Lincheck. */
        public Figures() {}

        /** See the concurrent operation. */
        public void pop(final int thread) {
            holds[thread]++;
            queued--;
            hits++;
            maxInUse = Math.max(maxInUse, ++inUse);
        }

        /** See the concurrent operation. */
        public boolean push(final int thread) {
            if (holds[thread] == 0) {
                return false;
            }
            holds[thread]--;
            inUse--;
            queued++;
            pushed++;
            return true;
        }

        /** See the concurrent operation. */
        public boolean drop(final int thread) {
            if (holds[thread] == 0) {
                return false;
            }
            holds[thread]--;
            inUse--;
            dropped++;
            return true;
        }

        /** See the concurrent operation. */
        public String statistics() {
            return queued + " " + inUse + " " + maxInUse + " " + hits + " " + pushed + " " + dropped;
        }
    }
}
