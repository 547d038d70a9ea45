// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.util.List;
import java.util.Optional;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.IommuMode;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DeviceProvider;

/** A stand-in for soft-RoCE of this host: a simulated device without what the kernel keeps to itself, as Linux 6.1. */
public final class StandInSoftRoce implements DeviceProvider {
    public static final String NAME = "rxe-stand-in";

    /** For the service loader. */
    public StandInSoftRoce() {}

    @Override
    public List<String> names() {
        return List.of(NAME);
    }

    @Override
    public Optional<String> driver(final String name) {
        return name.equals(NAME) ? Optional.of("rdma_rxe") : Optional.empty();
    }

    @Override
    public Device open(final String name) {
        return new Fabric(new Simulation(1), CostModel.defaults())
                .attach(
                        name,
                        "10.77.0.1",
                        DeviceConfiguration.DEFAULT
                                .withPersonality(Personality.RXE)
                                .withIommuMode(IommuMode.OFF)
                                .without(
                                        DeviceCapability.FAST_REGISTER,
                                        DeviceCapability.LOCAL_DMA_LKEY,
                                        DeviceCapability.ON_DEMAND));
    }
}
