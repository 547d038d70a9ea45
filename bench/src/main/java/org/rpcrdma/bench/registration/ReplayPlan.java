// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import org.rpcrdma.frmr.FrmrPools;

/**
 * The settings for replaying registrations.
 *
 * @param aging   the aging period of FRMR pools in seconds.
 * @param pinned  the floor, from the start, of each pool that the registrations use; 0 for no floor.
 * @param restart the number of seconds after which the registrations are repeated, as if an application had restarted;
 *                0 for no repetition.
 */
public record ReplayPlan(int aging, int pinned, int restart) {
    /** The Linux defaults: one pass, an aging period of 60 s, and no floor. */
    public static final ReplayPlan DEFAULT = new ReplayPlan(FrmrPools.DEFAULT_AGING_PERIOD_SECONDS, 0, 0);
}
