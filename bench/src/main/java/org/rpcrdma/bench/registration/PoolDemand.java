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
 * Handles of one pool in use over time: what a pool has to serve.
 *
 * @param device     the device's name.
 * @param key        the pool's key as rdma(8) writes it.
 * @param isPinnable true if a user may pin the pool.
 * @param idle       handles that lie idle at the beginning.
 * @param steps      the changes in order of time; the first is the beginning, at 0.
 */
public record PoolDemand(String device, String key, boolean isPinnable, int idle, List<Step> steps) {
    /**
     * A change.
     *
     * @param nanos since the first.
     * @param inUse handles in use from then on.
     */
    public record Step(long nanos, int inUse) {}

    /** Returns the most handles in use at once. */
    public int most() {
        return steps.stream().mapToInt(Step::inUse).max().orElse(0);
    }

    /** Returns the middle one of the steps' handles in use. */
    public int usual() {
        final int[] sorted = steps.stream().mapToInt(Step::inUse).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Returns the time from the first step to the last. */
    public long durationNanos() {
        return steps.get(steps.size() - 1).nanos();
    }

    /** Returns a demand of the same pool with other steps. */
    PoolDemand withSteps(final Step... others) {
        return new PoolDemand(device, key, isPinnable, 0, List.of(others));
    }

    /** Returns what the registrations of a capture ask of the pools that mlx5's driver would put them into. */
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

    /** Adds up changes; one that ends as another begins makes room for it. */
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
