// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.verbs.Devices;

/** Which simulation a device of the host is held against. */
public final class Personalities {
    private static final String SOFT_ROCE = "rdma_rxe";

    /** Of devices on UDP sockets. */
    private static final String UDP = "udp";

    /** Of whole devices, and of parts of them ({@code mlx5_core.sf}). */
    private static final String MLX5 = "mlx5_core";

    private Personalities() {}

    /**
     * Returns the personality of a device's driver, whatever the device's name is; the specification's for any other
     * driver.
     */
    public static Personality ofDevice(final String name) {
        return Devices.driver(name).map(Personalities::ofDriver).orElse(Personality.SPEC);
    }

    /** Returns true if a device's driver makes it of software, without a NIC. */
    public static boolean isSoftware(final String name) {
        return isUdp(name) || Devices.driver(name).filter(SOFT_ROCE::equals).isPresent();
    }

    /** Returns true if a device is one on a UDP socket, which runs in this program. */
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
