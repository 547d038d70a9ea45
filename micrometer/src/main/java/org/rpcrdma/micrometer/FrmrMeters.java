// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.micrometer;

import io.micrometer.core.instrument.Tag;
import java.util.function.ToIntFunction;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;

/**
 * Meters of {@link FrmrPools}:
 *
 * <pre>
 *   rpcrdma.frmr.pools           pools of one kind of handle each
 *   rpcrdma.frmr.handles.in.use  handles that are out
 *   rpcrdma.frmr.handles.queued  handles that are kept
 * </pre>
 */
public final class FrmrMeters extends FigureMeters<FrmrPools> {
    /**
     * Makes a binder.
     *
     * @param figures the pools, which stay the caller's.
     * @param tags    tags of all its meters; meters of the same name need different ones.
     * @throws IllegalArgumentException if there are no figures or tags.
     */
    public FrmrMeters(final FrmrPools figures, final Iterable<Tag> tags) {
        super(figures == null ? null : () -> figures, tags);
    }

    @Override
    void bind(final Meters<FrmrPools> meters) {
        meters.gauge(
                        "rpcrdma.frmr.pools",
                        "pools",
                        "pools of one kind of handle each",
                        pools -> pools.pools().size())
                .gauge(
                        "rpcrdma.frmr.handles.in.use",
                        "handles",
                        "handles that are out",
                        pools -> sum(pools, FrmrPool::inUse))
                .gauge(
                        "rpcrdma.frmr.handles.queued",
                        "handles",
                        "handles that are kept",
                        pools -> sum(pools, FrmrPool::queued));
    }

    private static int sum(final FrmrPools pools, final ToIntFunction<FrmrPool> value) {
        return pools.pools().stream().mapToInt(value).sum();
    }
}
