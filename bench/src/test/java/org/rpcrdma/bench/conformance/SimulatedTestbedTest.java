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
package org.rpcrdma.bench.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.CostModel;
import org.rpcrdma.nic.DeviceConfiguration;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.Personality;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;

/** A simulated world that is like another device's. */
class SimulatedTestbedTest {
    private static final TestbedOptions CHOSEN = TestbedOptions.DEFAULT.withReordering(true);

    private final Device device = new Fabric(new Simulation(1), CostModel.defaults())
            .attach("sim0", "10.98.0.1", DeviceConfiguration.DEFAULT.without(DeviceCapability.XRC));
    private final TestbedFactory like = SimulatedTestbed.factoryLike(Personality.MLX5, device);

    @Test
    void shouldLackWhatTheOtherDeviceLacks() {
        try (Testbed bed = like.open(TestbedOptions.DEFAULT);
                Testbed another = bed.another(TestbedOptions.DEFAULT)) {
            for (final Testbed each : new Testbed[] {bed, another}) {
                assertEquals(Personality.MLX5, each.personality());
                assertTrue(each.has(DeviceCapability.UC));
                assertFalse(each.has(DeviceCapability.XRC));
                final RowSkipped skipped = assertThrows(RowSkipped.class, () -> each.require(DeviceCapability.XRC));
                assertEquals("has no xrc", skipped.getMessage());
            }
        }
    }

    @Test
    void shouldLeaveNoChoiceThatAHostsDeviceDoesNot() {
        assertThrows(RowSkipped.class, () -> like.open(CHOSEN));
        SimulatedTestbed.factory(Personality.MLX5).open(CHOSEN).close();
        final TestbedFactory real = DeviceTestbed.factory("rxe-stand-in", Personality.RXE);
        assertThrows(RowSkipped.class, () -> real.open(CHOSEN));
        real.open(TestbedOptions.DEFAULT).close();
    }
}
