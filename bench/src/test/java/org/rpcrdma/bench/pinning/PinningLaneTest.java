// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

class PinningLaneTest {
    private static final int PAGE = 4096;

    private static SimulatedDevice device(final DeviceConfiguration configuration) {
        return new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1", configuration);
    }

    private static PinningLanes lanes(final SimulatedDevice device, final PinningPool pool, final int pairs) {
        return new PinningLanes(
                device,
                new PinningPlan(PAGE, PAGE, 1, pool, pairs),
                () -> device.memory().allocate(PAGE, PAGE),
                List.of(device.newEventLoop()));
    }

    private static void run(final PinningLanes lanes) {
        while (lanes.all().get(0).step()) {
            // step() makes the calls
        }
    }

    @Test
    void shouldReuseOneMkeyThatNoMeasuredRegistrationHasMadeIfThePoolIsWarm() {
        try (SimulatedDevice device = device(DeviceConfiguration.DEFAULT);
                PinningLanes lanes = lanes(device, PinningPool.WARM, 7)) {
            run(lanes);

            assertEquals(1, device.registrationStatistics().handlesCreated());
            assertEquals(8, device.registrationStatistics().handlesTaken());
            assertEquals(7, lanes.registered().count());
            assertEquals(7, lanes.deregistered().count());
            assertEquals(
                    CostModel.defaults().get("cpu.reg_user_mr"),
                    lanes.registered().mean());
        }
    }

    @Test
    void shouldCreateAnMkeyForEachRegistrationIfThePoolIsCold() {
        try (SimulatedDevice device = device(DeviceConfiguration.DEFAULT);
                PinningLanes lanes = lanes(device, PinningPool.COLD, 7)) {
            run(lanes);

            assertEquals(7, device.registrationStatistics().handlesCreated());
            assertEquals(7, lanes.registered().count());
            assertEquals(7, lanes.deregistered().count());
        }
    }

    @Test
    void shouldDeregisterIfTheProcessReachesItsPinLimit() {
        try (SimulatedDevice device = device(DeviceConfiguration.DEFAULT.withMemlock(3 * PAGE))) {
            final PinningLanes lanes = lanes(device, PinningPool.COLD, 7);
            final VerbsException refused = assertThrows(VerbsException.class, () -> run(lanes));
            assertEquals(Errno.ENOMEM, refused.errno());

            lanes.close();
            // Closing the device fails if any domain, region or memory remains.
        }
    }

    @Test
    void shouldCountFromTheFirstMeasuredCallToTheLast() {
        try (SimulatedDevice device = device(DeviceConfiguration.DEFAULT);
                PinningLanes lanes = lanes(device, PinningPool.WARM, 5)) {
            run(lanes);

            final double pair = lanes.registered().mean() + lanes.deregistered().mean();
            assertEquals(1e9 / pair, lanes.pairsPerSecond(), 1e-6);
        }
    }
}
