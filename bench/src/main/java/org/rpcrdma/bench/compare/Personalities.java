// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Devices;

/** Selects the simulated counterpart of a host's device by its driver. */
public final class Personalities {
    private static final String SOFT_ROCE = "rdma_rxe";

    /** The prefix of devices on UDP sockets. */
    private static final String UDP = "udp";

    /** The driver of mlx5 devices, and the prefix of their subfunctions' driver ({@code mlx5_core.sf}). */
    private static final String MLX5 = "mlx5_core";

    private Personalities() {}

    /**
     * Returns the personality for a device's driver, regardless of the device's name. For an unknown driver, returns
     * the specification's personality.
     */
    public static Personality ofDevice(final String name) {
        return Devices.driver(name).map(Personalities::ofDriver).orElse(Personality.SPEC);
    }

    /** Returns true if a device is implemented in software. */
    public static boolean isSoftware(final String name) {
        return isUdp(name) || Devices.driver(name).filter(SOFT_ROCE::equals).isPresent();
    }

    /** Returns true if a device is a UDP device, which runs in this process. */
    public static boolean isUdp(final String name) {
        return Devices.driver(name).filter(UDP::equals).isPresent();
    }

    static Personality ofDriver(final String driver) {
        if (driver.equals(SOFT_ROCE)) {
            return Personality.RXE;
        }
        return driver.startsWith(MLX5) ? Personality.MLX5 : Personality.SPEC;
    }
}
