// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/**
 * A consistent snapshot of a pool's figures. In every snapshot, {@code created = destroyed + dropped + queued + inUse +
 * destroying} and {@code hits + misses = pushed + dropped + inUse}.
 *
 * @param queued     queued handles, active and inactive.
 * @param inUse      handles that were popped and not yet pushed or dropped.
 * @param maxInUse   the largest number of handles ever in use concurrently.
 * @param pinned     the minimum number of handles, including handles in use.
 * @param destroying handles that an ageing pass is destroying.
 * @param hits       pops that found a handle.
 * @param misses     pops that created a handle.
 * @param pushed     handles that were pushed.
 * @param dropped    handles that were dropped.
 * @param created    handles that the driver created, for pops and for the floor.
 * @param destroyed  handles that the driver destroyed.
 * @param passes     ageing passes.
 */
public record FrmrPoolStatistics(
        int queued,
        int inUse,
        int maxInUse,
        int pinned,
        int destroying,
        long hits,
        long misses,
        long pushed,
        long dropped,
        long created,
        long destroyed,
        long passes) {}
