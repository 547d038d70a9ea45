// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.replay.CapturedRegistration;
import org.rpcrdma.replay.RegistrationTrace;

/**
 * The number of a pool's handles in use over time.
 *
 * @param device     the device's name.
 * @param key        the pool's key in the syntax of rdma(8).
 * @param isPinnable true if a user may pin the pool.
 * @param idle       the number of idle handles at the start.
 * @param steps      the changes in chronological order; the first step is the start, at time 0.
 */
public record PoolDemand(String device, String key, boolean isPinnable, int idle, List<Step> steps) {
    /**
     * A change of the handles in use.
     *
     * @param nanos the time since the first step, in nanoseconds.
     * @param inUse the number of handles in use from then on.
     */
    public record Step(long nanos, int inUse) {}

    /** Returns the maximum number of handles in use. */
    public int most() {
        return steps.stream().mapToInt(Step::inUse).max().orElse(0);
    }

    /** Returns the median number of handles in use over the steps. */
    public int usual() {
        final int[] sorted = steps.stream().mapToInt(Step::inUse).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Returns the time from the first step to the last. */
    public long durationNanos() {
        return steps.get(steps.size() - 1).nanos();
    }

    /** Returns a demand on the same pool with different steps. */
    PoolDemand withSteps(final Step... others) {
        return new PoolDemand(device, key, isPinnable, 0, List.of(others));
    }

    /**
     * Returns the demand that a capture's registrations place on the pools in which the mlx5 driver would keep them.
     */
    public static Collection<PoolDemand> of(final RegistrationTrace trace, final String device) {
        final FrmrPools pools = PoolRun.newPools();
        final Map<FrmrKey, List<long[]>> changes = new LinkedHashMap<>();
        for (final CapturedRegistration registration : trace.registrations()) {
            final FrmrKey key = pools.pool(FrmrKey.of(0, registration.pages())).key();
            final List<long[]> ofPool = changes.computeIfAbsent(key, unused -> new ArrayList<>());
            ofPool.add(new long[] {registration.beginNanos(), 1});
            ofPool.add(new long[] {registration.endNanos(), -1});
        }
        final List<PoolDemand> demands = new ArrayList<>();
        changes.forEach((key, ofPool) -> demands.add(
                new PoolDemand(device, "0:" + Long.toHexString(key.dmaBlocks()) + ":0:0", true, 0, steps(ofPool))));
        return demands;
    }

    /** Adds up changes. If handles are returned and taken at the same time, the returns come first. */
    private static List<Step> steps(final List<long[]> changes) {
        changes.sort(Comparator.comparingLong((long[] change) -> change[0]).thenComparingLong(change -> change[1]));
        final List<Step> steps = new ArrayList<>(List.of(new Step(0, 0)));
        int inUse = 0;
        for (final long[] change : changes) {
            inUse += (int) change[1];
            steps.add(new Step(change[0], inUse));
        }
        return steps;
    }
}
