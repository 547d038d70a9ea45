/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import org.rpcrdma.nic.Personality;
import org.rpcrdma.verbs.Devices;

/** Which simulation a device of the host is held against. */
final class Personalities {
    private static final String SOFT_ROCE = "rdma_rxe";

    /** Of whole devices, and of parts of them ({@code mlx5_core.sf}). */
    private static final String MLX5 = "mlx5_core";

    private Personalities() {}

    /** That of a device's driver, whatever the device's name is; the specification's where the driver is another, or not known. */
    static Personality ofDevice(final String name) {
        return Devices.driver(name).map(Personalities::ofDriver).orElse(Personality.SPEC);
    }

    static Personality ofDriver(final String driver) {
        if (driver.equals(SOFT_ROCE)) {
            return Personality.RXE;
        }
        return driver.startsWith(MLX5) ? Personality.MLX5 : Personality.SPEC;
    }
}
