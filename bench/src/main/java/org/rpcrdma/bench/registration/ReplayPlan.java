// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import org.rpcrdma.frmr.FrmrPools;

/**
 * How registrations are replayed.
 *
 * @param aging the aging period of FRMR pools in seconds.
 * @param pinned the floor of each pool that the registrations use, from the start; 0 for none.
 * @param restart seconds after which the registrations are repeated, as by a restarted application; 0 for no
 *     repetition.
 */
public record ReplayPlan(int aging, int pinned, int restart) {
    /** The defaults of Linux: one pass, an aging period of 60 s, no floor. */
    public static final ReplayPlan DEFAULT = new ReplayPlan(FrmrPools.DEFAULT_AGING_PERIOD_SECONDS, 0, 0);
}
