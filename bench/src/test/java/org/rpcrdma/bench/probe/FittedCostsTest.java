// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;

/** Tests the fit of a cost model to probes of devices with known costs. Times are virtual. */
class FittedCostsTest {
    /** The fit finds a cost of zero to within the rounding of the probe. */
    private static final double ROUNDING_NANOS = 2;

    /**
     * All other costs of a NIC's preset stay unchanged, so that the fit returns the original costs. A stream of
     * messages does not show whether time is spent on a queue pair's interval or on completions, so all presets have
     * the same interval.
     */
    @ParameterizedTest
    @ValueSource(strings = {"intel", "connectx3"})
    void shouldFindTheCostsOfANic(final String preset) {
        final CostModel actual = CostModel.preset(preset)
                .with(CostParameter.FIRMWARE_CREATE_CQ, 0)
                .with(CostParameter.FIRMWARE_CREATE_QP, 0)
                .with(CostParameter.CONNECT_WAIT, 0)
                .with("nic.queue_interval", CostModel.defaults().get(CostParameter.QUEUE_INTERVAL));
        final CostModel found = FittedCosts.fit(probe(actual), CostModel.preset("intel"), FittedCostsTest::probe);
        for (final Primitive primitive : Primitive.values()) {
            final double expected = actual.get(primitive.parameter());
            final double tolerance = expected == 0 ? ROUNDING_NANOS : 0.03 * expected;
            assertEquals(expected, found.get(primitive.parameter()), tolerance, primitive.name());
        }
    }

    @Test
    void shouldFindNoNegativeCosts() {
        final Map<Primitive, Long> measured = new EnumMap<>(Primitive.class);
        for (final Primitive primitive : Primitive.values()) {
            measured.put(primitive, 1000L);
        }
        measured.put(Primitive.REGISTER_16, 10L);
        measured.put(Primitive.REGISTER_256, 10L);
        final CostModel costs = FittedCosts.fit(measured, CostModel.defaults(), FittedCostsTest::probe);
        assertEquals(0, costs.get(CostParameter.REG_USER_MR_PAGE), "large regions that were cheaper than a small one");
        assertEquals(0, costs.get(CostParameter.LINK_DELAY), "the NIC's own latencies are longer");
        assertEquals(1000, costs.get(CostParameter.DOORBELL));
        assertEquals(0, costs.get(CostParameter.POST_SEND), "as a Receive");
        assertEquals(0, costs.get(CostParameter.POST_BYTE), "64 KB as 64 bytes");
        assertTrue(costs.get(CostParameter.LINK_RATE) > 500_000, "64 KB as 64 bytes");
    }

    private static Map<Primitive, Long> probe(final CostModel costs) {
        try (SimulatedDevice device = new Fabric(new Simulation(1), costs).attach("sim0", "10.98.0.1")) {
            return DeviceProbe.runOnce(device);
        }
    }
}
