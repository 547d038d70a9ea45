// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.region.RnicFastRegion;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.testkit.Inside;

/** Inspects the key table of a device. */
final class ValidKeys {
    private static final int INDEXES = 1 << 16;
    private static final int LOW_BYTE = 8;

    private ValidKeys() {}

    /**
     * Counts the registered fast-register regions.
     *
     * @param device the device, which must never have had more than 65,536 keys at the same time.
     * @return the number of the device's keys that give a peer access to memory.
     */
    static int fastRegistered(final SimulatedDevice device) {
        final KeyTable keys = Inside.of(device, KeyTable.class);
        int valid = 0;
        for (int index = 1; index < INDEXES; index++) {
            if (keys.at(index << LOW_BYTE) instanceof RnicFastRegion region && region.isValid()) {
                valid++;
            }
        }
        return valid;
    }
}
