// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPools;

/**
 * Computes the peak number of fast-register regions of each size that a replay needs. A client allocates these regions
 * before it connects, so that no RPC waits for an allocation.
 */
final class RegionDemand {
    private final Map<Integer, Integer> inUseByPages = new HashMap<>();
    private final SortedMap<Integer, Integer> peakByPages = new TreeMap<>();

    /** Computes a workload's peaks. A call is issued as soon as the replies that precede it have arrived. */
    RegionDemand(final List<Exchange> exchanges) {
        final Exchange[] byReply = new Exchange[exchanges.size()];
        exchanges.forEach(exchange -> byReply[exchange.replyIndex()] = exchange);
        int replied = 0;
        for (final Exchange exchange : exchanges) {
            while (replied < exchange.repliesAhead()) {
                forEachSegment(byReply[replied++], pages -> inUseByPages.merge(pages, -1, Integer::sum));
            }
            forEachSegment(
                    exchange, pages -> peakByPages.merge(pages, inUseByPages.merge(pages, 1, Integer::sum), Math::max));
        }
    }

    /** Passes the number of pages in each segment of a call's chunks to a consumer. */
    private static void forEachSegment(final Exchange call, final IntConsumer pages) {
        for (final byte[] data : call.readData()) {
            pages.accept(pages(data.length));
        }
        for (final int[] chunk : call.writeSegments()) {
            for (final int length : chunk) {
                pages.accept(pages(length));
            }
        }
        for (final int length : call.replySegments()) {
            pages.accept(pages(length));
        }
    }

    private static int pages(final int length) {
        return (length + ChunkMemory.PAGE_SIZE - 1) / ChunkMemory.PAGE_SIZE;
    }

    /** Pins the regions in the pools. The smallest size comes first, because otherwise a larger pool would serve it. */
    void pin(final FrmrPools pools) {
        peakByPages.forEach((pages, regions) -> pools.setPinned(FrmrKey.of(0, pages), regions));
    }
}
