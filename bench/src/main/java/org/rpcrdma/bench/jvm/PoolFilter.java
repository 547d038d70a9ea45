// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.rpcrdma.frmr.FrmrPoolStatus;

/** Which pools to show, as an {@link ObjectFilter}. */
public final class PoolFilter implements Predicate<PoolRow> {
    private static final Map<String, ToLongFunction<FrmrPoolStatus>> NUMBERS = Map.of(
            "ats", pool -> pool.isAts() ? 1 : 0,
            "access_flags", pool -> Integer.toUnsignedLong(pool.getAccessFlags()),
            "vendor_key", FrmrPoolStatus::getVendorKey,
            "num_dma_blocks", FrmrPoolStatus::getDmaBlocks,
            "queue", FrmrPoolStatus::getQueued,
            "in_use", FrmrPoolStatus::getInUse,
            "max_in_use", FrmrPoolStatus::getMaxInUse,
            "pinned", FrmrPoolStatus::getPinned);

    private final ObjectFilter<FrmrPoolStatus> filter;

    private PoolFilter(final ObjectFilter<FrmrPoolStatus> filter) {
        this.filter = filter;
    }

    /** Reads the words that follow {@code frmr show}. */
    public static PoolFilter parse(final List<String> words) {
        return new PoolFilter(ObjectFilter.parse(words, NUMBERS));
    }

    /** Returns the words that begin a filter. */
    public static Set<String> words() {
        return ObjectFilter.words(NUMBERS.keySet());
    }

    /** Returns the one device to show; null for all. */
    String device() {
        return filter.device();
    }

    @Override
    public boolean test(final PoolRow row) {
        return filter.test(row.device(), row.pool());
    }
}
