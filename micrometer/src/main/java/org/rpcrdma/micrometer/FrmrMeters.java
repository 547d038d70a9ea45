// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.function.ToLongFunction;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPoolStatistics;
import org.rpcrdma.frmr.FrmrPools;

/** Meters of {@link FrmrPools}: sums of {@link FrmrPoolStatistics} over the pools. */
public final class FrmrMeters extends FigureMeters<List<FrmrPoolStatistics>> {
    /**
     * Makes a binder.
     *
     * @param figures the pools, which stay the caller's.
     * @param tags    tags of all its meters; meters of the same name need different ones.
     * @throws IllegalArgumentException if there are no figures or tags.
     */
    public FrmrMeters(final FrmrPools figures, final Iterable<Tag> tags) {
        super(
                figures == null
                        ? null
                        : () -> figures.pools().stream()
                                .map(FrmrPool::statistics)
                                .toList(),
                tags);
    }

    @Override
    void bind(final Meters<List<FrmrPoolStatistics>> meters) {
        meters.gauge("rpcrdma.frmr.pools", "pools of one kind of handle each", pools -> pools.size())
                .gauge(
                        "rpcrdma.frmr.handles.in.use",
                        "handles that are out",
                        pools -> sum(pools, FrmrPoolStatistics::inUse))
                .gauge(
                        "rpcrdma.frmr.handles.queued",
                        "handles that are kept",
                        pools -> sum(pools, FrmrPoolStatistics::queued))
                .gauge(
                        "rpcrdma.frmr.handles.pinned",
                        "handles that pools keep at least",
                        pools -> sum(pools, FrmrPoolStatistics::pinned))
                .counter("rpcrdma.frmr.hits", "pops that found a handle", pools -> sum(pools, FrmrPoolStatistics::hits))
                .counter(
                        "rpcrdma.frmr.misses",
                        "pops that had a handle made",
                        pools -> sum(pools, FrmrPoolStatistics::misses))
                .counter(
                        "rpcrdma.frmr.handles.made",
                        "handles that the driver made",
                        pools -> sum(pools, FrmrPoolStatistics::created))
                .counter(
                        "rpcrdma.frmr.handles.destroyed",
                        "handles that the driver destroyed",
                        pools -> sum(pools, FrmrPoolStatistics::destroyed))
                .counter(
                        "rpcrdma.frmr.handles.dropped",
                        "handles that were dropped in use",
                        pools -> sum(pools, FrmrPoolStatistics::dropped));
    }

    private static long sum(final List<FrmrPoolStatistics> pools, final ToLongFunction<FrmrPoolStatistics> value) {
        return pools.stream().mapToLong(value).sum();
    }
}
