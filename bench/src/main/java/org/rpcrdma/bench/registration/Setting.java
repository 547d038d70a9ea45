// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A pool's floor and its device's aging period.
 *
 * @param pinned the minimum number of handles in the pool, including handles in use.
 * @param aging  the period in seconds.
 */
public record Setting(int pinned, int aging) {
    private static final int[] PERIODS = {60, 300, 900, 3600};

    /**
     * Returns the settings to compare for a pool: several aging periods without a floor, and floors at the median and
     * the peak use.
     */
    static List<Setting> of(final PoolDemand demand) {
        final Set<Setting> settings = new LinkedHashSet<>();
        for (final int period : PERIODS) {
            settings.add(new Setting(0, period));
        }
        if (demand.isPinnable()) {
            settings.add(new Setting(demand.usual(), PERIODS[0]));
            settings.add(new Setting(demand.most(), PERIODS[0]));
        }
        return List.copyOf(settings);
    }
}
