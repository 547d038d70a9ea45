// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The counters of an on-demand region, as {@code rdma statistic show mr} prints them for the kernel's mlx5 driver.
 *
 * @param pageFaults               the number of pages faulted in.
 * @param pageFaultsHandled        the number of faults that made pages present.
 * @param pageInvalidations        the number of pages invalidated because the memory's mapping changed.
 * @param pageInvalidationsHandled the number of mapping changes that invalidated pages.
 * @param pagePrefetch             the number of pages prefetched by advice, which are not counted as faults.
 */
public record OnDemandStatistics(
        long pageFaults,
        long pageFaultsHandled,
        long pageInvalidations,
        long pageInvalidationsHandled,
        long pagePrefetch) {}
