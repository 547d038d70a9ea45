// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.rnic.config.Personality.MLX5;
import static org.rpcrdma.rnic.config.Personality.RXE;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/** Tests simulated testbeds that are limited to another device's features. */
class SimulatedTestbedTest {
    private static final TestbedOptions CHOSEN = TestbedOptions.DEFAULT.withVariable("MLX5_CQE_SIZE", "128");

    private final ExtendedDevice device = new Fabric(new Simulation(1), CostModel.defaults())
            .attach("sim0", "10.98.0.1", DeviceConfiguration.DEFAULT.without(DeviceCapability.FLUSH));
    private final TestbedFactory like = SimulatedTestbed.factoryLike(MLX5, MLX5, device.attributes()::has);

    @Test
    void shouldLackTheFeaturesThatTheOtherDeviceLacks() {
        try (Testbed bed = like.open(TestbedOptions.DEFAULT);
                Testbed another = bed.another(TestbedOptions.DEFAULT)) {
            for (final Testbed each : new Testbed[] {bed, another}) {
                assertEquals(MLX5, each.personality());
                assertTrue(each.has(DeviceCapability.UC));
                assertFalse(each.has(DeviceCapability.FLUSH));
                assertMessage(RowSkipped.class, "has no flush", () -> each.require(DeviceCapability.FLUSH));
            }
        }
    }

    @Test
    void shouldLeaveNoChoiceThatAHostsDeviceDoesNot() {
        assertThrows(RowSkipped.class, () -> like.open(CHOSEN));
        SimulatedTestbed.factory(MLX5).open(CHOSEN).close();
        final TestbedFactory real = DeviceTestbed.factory("rxe-stand-in", Devices::open, RXE);
        assertThrows(RowSkipped.class, () -> real.open(CHOSEN));
        real.open(TestbedOptions.DEFAULT).close();
    }
}
