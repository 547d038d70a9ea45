// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.rpcrdma.testkit.ManualClock;

/** The base class for tests that use a driver which counts handles and a clock which the test advances. */
abstract class CountedPoolsTest {
    static final FrmrKey KEY = FrmrKey.of(1, 8);

    final CountingDriver driver = new CountingDriver();
    final ManualClock clock = new ManualClock();
    final FrmrPools pools = new FrmrPools(driver, clock);

    final int[] popped(final int handles) {
        final int[] popped = new int[handles];
        for (int i = 0; i < handles; i++) {
            popped[i] = pools.pop(KEY);
        }
        return popped;
    }

    final void pushAll(final int... handles) {
        for (final int handle : handles) {
            pools.push(KEY, handle);
        }
    }

    /** Advances the time, and then asserts that the driver has a given number of live handles. */
    final void assertLiveAfter(final int seconds, final int live) {
        clock.advanceSeconds(seconds);
        assertEquals(live, driver.live.size());
    }
}
