// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPoolStatistics;
import org.rpcrdma.frmr.FrmrPools;

/**
 * Publishes the figures of {@link FrmrPools}. Each meter is the sum of a figure of {@link FrmrPoolStatistics} over all
 * pools.
 */
public final class FrmrMeters extends FigureMeters<List<FrmrPoolStatistics>> {
    /**
     * Creates a binder.
     *
     * @param figures the pools; the caller keeps ownership.
     * @param tags    the tags that all meters have. Meters with the same name must have different tags.
     * @throws IllegalArgumentException if the figures or the tags are null.
     */
    public FrmrMeters(final FrmrPools figures, final Iterable<Tag> tags) {
        super(
                "rpcrdma.frmr.",
                figures == null
                        ? null
                        : () -> figures.pools().stream()
                                .map(FrmrPool::statistics)
                                .toList(),
                tags);
    }

    @Override
    void bind(final Meters<List<FrmrPoolStatistics>> meters) {
        meters.gauge("pools", "pools, one per kind of handle", List::size);
        meters.gauge("handles.in.use", "handles in use", sum(FrmrPoolStatistics::inUse));
        meters.gauge("handles.queued", "idle handles in the pools", sum(FrmrPoolStatistics::queued));
        meters.gauge(
                "handles.pinned", "minimum number of handles that the pools keep", sum(FrmrPoolStatistics::pinned));
        meters.counter("hits", "pops that found a handle", sum(FrmrPoolStatistics::hits));
        meters.counter("misses", "pops that created a handle", sum(FrmrPoolStatistics::misses));
        meters.counter("handles.made", "handles created by the driver", sum(FrmrPoolStatistics::created));
        meters.counter("handles.destroyed", "handles destroyed by the driver", sum(FrmrPoolStatistics::destroyed));
        meters.counter("handles.dropped", "handles dropped while in use", sum(FrmrPoolStatistics::dropped));
    }

    private static ToDoubleFunction<List<FrmrPoolStatistics>> sum(final ToLongFunction<FrmrPoolStatistics> value) {
        return pools -> pools.stream().mapToLong(value).sum();
    }
}
