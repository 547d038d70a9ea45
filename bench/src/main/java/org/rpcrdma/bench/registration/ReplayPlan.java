// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import org.rpcrdma.frmr.FrmrPools;

/**
 * How registrations are replayed.
 *
 * @param aging   the ageing period of FRMR pools, seconds.
 * @param pinned  handles that each pool of the registrations keeps at least, from the beginning; 0 for none.
 * @param restart seconds after which the registrations are made once more, as by an application that started again;
 *                0 if they are not.
 */
public record ReplayPlan(int aging, int pinned, int restart) {
    /** As Linux begins: one pass, ageing of 60 s, no floor. */
    public static final ReplayPlan DEFAULT = new ReplayPlan(FrmrPools.DEFAULT_AGING_PERIOD_SECONDS, 0, 0);
}
