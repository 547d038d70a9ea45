// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/**
 * A consistent snapshot of a pool's figures. In every snapshot,
 * {@code created = destroyed + dropped + queued + inUse + destroying} and
 * {@code hits + misses = pushed + dropped + inUse}.
 *
 * @param queued     the number of queued handles, both active and inactive.
 * @param inUse      the number of handles that are popped and not yet pushed or dropped.
 * @param maxInUse   the maximum number of handles that have been in use concurrently.
 * @param pinned     the minimum number of handles, including handles in use.
 * @param destroying the number of handles that an ageing pass is destroying.
 * @param hits       the number of pops that found a handle.
 * @param misses     the number of pops that created a handle.
 * @param pushed     the number of pushes.
 * @param dropped    the number of drops.
 * @param created    the number of handles that the driver created, either for pops or for the floor.
 * @param destroyed  the number of handles that the driver destroyed.
 * @param passes     the number of ageing passes.
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
