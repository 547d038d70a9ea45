// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * The counters of an on-demand region, as {@code rdma statistic show mr} prints it (the counters of the
 * kernel's mlx5 driver).
 *
 * @param pageFaults               pages made present because the device needed them.
 * @param pageFaultsHandled        faults that did so.
 * @param pageInvalidations        pages taken from the device because the memory's mapping changed.
 * @param pageInvalidationsHandled changes that did so.
 * @param pagePrefetch             pages made present by advice; they are not among the faults.
 */
public record OnDemandStatistics(
        long pageFaults,
        long pageFaultsHandled,
        long pageInvalidations,
        long pageInvalidationsHandled,
        long pagePrefetch) {}
