// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

/**
 * A pool's figures at one moment. At every moment {@code created = destroyed + dropped + queued + inUse + destroying}
 * and {@code hits + misses = pushed + dropped + inUse}.
 *
 * @param queued     handles that are kept for use, active and inactive.
 * @param inUse      handles that are popped and neither pushed nor dropped yet.
 * @param maxInUse   the most handles that were ever in use at once.
 * @param pinned     handles that the pool keeps at least, those in use included.
 * @param destroying handles that an ageing pass has taken out and is destroying.
 * @param hits       pops that found a handle.
 * @param misses     pops that had one made.
 * @param pushed     handles that were pushed.
 * @param dropped    handles that were dropped.
 * @param created    handles that the driver made, for pops and for pinning.
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
