// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The counters of an on-demand region, as {@code rdma statistic show mr} prints them for the kernel's mlx5 driver.
 *
 * @param pageFaults               pages faulted in.
 * @param pageFaultsHandled        faults that made pages present.
 * @param pageInvalidations        pages invalidated because the memory's mapping changed.
 * @param pageInvalidationsHandled mapping changes that invalidated pages.
 * @param pagePrefetch             pages prefetched by advice; not counted as faults.
 */
public record OnDemandStatistics(
        long pageFaults,
        long pageFaultsHandled,
        long pageInvalidations,
        long pageInvalidationsHandled,
        long pagePrefetch) {}
