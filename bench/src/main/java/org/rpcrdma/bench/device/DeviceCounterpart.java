// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.compare.Personalities;
import org.rpcrdma.bench.probe.DeviceProbe;
import org.rpcrdma.bench.probe.Primitive;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;

/**
 * The simulated counterpart of a device of the host, without the features that the device lacks.
 *
 * @param name          the device's name.
 * @param configuration the simulated device's configuration.
 * @param seed          the seed of the simulation.
 */
public record DeviceCounterpart(String name, DeviceConfiguration configuration, long seed) {
    /** The costs that only a hardware NIC has: firmware commands, and DMA over a bus. */
    public static final List<CostParameter> NOT_IN_SOFTWARE = List.of(
            CostParameter.CREATE_MKEY,
            CostParameter.DESTROY_MKEY,
            CostParameter.FIRMWARE_CREATE_CQ,
            CostParameter.FIRMWARE_CREATE_QP,
            CostParameter.CONNECT_WAIT,
            CostParameter.DMA_READ,
            CostParameter.DMA_WRITE,
            CostParameter.DMA_OCCUPANCY,
            CostParameter.EVENT_LATENCY);

    private static final String ADDRESS = "10.98.0.1";

    /** The delay after an RNR NAK. Our binding sets the same delay as ibv_rc_pingpong. */
    private static final long RNR_NANOS = 640_000;

    static DeviceCounterpart of(final Device device, final Personality personality, final ComparisonSettings settings) {
        final DeviceAttributes attributes = device.attributes();
        return new DeviceCounterpart(
                device.name(),
                settings.hardware()
                        .device()
                        .withPersonality(personality)
                        .without(Arrays.stream(DeviceCapability.values())
                                .filter(capability -> !attributes.has(capability))
                                .toArray(DeviceCapability[]::new)),
                settings.seeds().first());
    }

    boolean isSoftware() {
        return Personalities.isSoftware(name);
    }

    /** Returns the parameters of features that the device lacks. */
    List<CostParameter> absent() {
        return isSoftware() ? NOT_IN_SOFTWARE : List.of();
    }

    /** Returns a named cost model, without the features that the device lacks. */
    CostModel base(final String machine) {
        CostModel costs = CostModel.preset(machine).with(CostParameter.RNR_TIMER, RNR_NANOS);
        for (final CostParameter absent : absent()) {
            costs = costs.with(absent, 0);
        }
        return costs;
    }

    SimulatedDevice open(final CostModel costs) {
        return new Fabric(new Simulation(seed), costs).attach(name, ADDRESS, configuration);
    }

    /** Probes the simulated device. */
    Map<Primitive, Long> probe(final CostModel costs) {
        try (SimulatedDevice device = open(costs)) {
            return DeviceProbe.runOnce(device);
        }
    }
}
