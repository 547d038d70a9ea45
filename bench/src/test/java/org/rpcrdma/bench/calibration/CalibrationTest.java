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
package org.rpcrdma.bench.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.nic.CostModel;

/** The cost model beside the published figures that its parameters were fitted to. Times are virtual. */
class CalibrationTest {
    private static final double WITHIN = 0.10;

    @ParameterizedTest
    @EnumSource(Experiment.class)
    void shouldAgreeWithWhatWasPublished(final Experiment experiment) throws IOException {
        final Curve curve = published(experiment);
        for (final Curve.Point point : curve.points()) {
            final double modelled = experiment.measure(experiment.costs(), point.x());
            assertEquals(
                    0, modelled / point.published() - 1, WITHIN, experiment.label() + " " + point + " " + modelled);
        }
    }

    @Test
    void shouldFindOneRegionAsFastHoweverLargeItIs() {
        final CostModel costs = CostModel.preset("connectx3");
        final double few = WriteExperiments.latencyInOneRegion(costs, 10);
        final double many = WriteExperiments.latencyInOneRegion(costs, 100_000);
        assertEquals(0, many / few - 1, 0.08, few + " " + many);
    }

    /** A model of another machine does not agree: the curves tell them apart. */
    @Test
    void shouldDisagreeWithAnotherMachine() {
        final Experiment reads = Experiment.READ_LATENCY_VS_WINDOW;
        assertTrue(reads.measure(reads.costs().with("iommu.iotlb_entries", 64), 512 << 10) > 1.2 * 546);
        final Experiment writes = Experiment.WRITE_LATENCY_VS_REGIONS;
        assertTrue(writes.measure(CostModel.preset("connectx3").with("nic.mpt_l1_entries", 0), 1000) < 0.9 * 2.47);
        final Experiment packets = Experiment.THROUGHPUT_VS_WALKS;
        assertEquals(100, packets.measure(packets.costs(), 0), "the link's rate");
        assertEquals(packets.measure(packets.costs(), 4) / 2, packets.measure(packets.costs(), 8), 1.5);
        assertEquals(100, packets.measure(CostModel.preset("ideal"), 4));
    }

    @Test
    void shouldGiveTheSameFigureAgain() {
        for (final Experiment experiment : Experiment.values()) {
            final double x = experiment == Experiment.THROUGHPUT_VS_WALKS ? 1.5 : 4096;
            assertEquals(experiment.measure(experiment.costs(), x), experiment.measure(experiment.costs(), x));
            assertThrows(IllegalArgumentException.class, () -> experiment.measure(experiment.costs(), -1));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1,2",
                "# experiment=none unit=ns\n1,2",
                "# experiment=read-latency-vs-window unit=us\n1,2",
                "# experiment=read-latency-vs-window unit=ns\n",
                "# experiment=read-latency-vs-window unit=ns\n1,2\n3",
                "# experiment=read-latency-vs-window unit=ns\n1,two",
            })
    void shouldRefuseWhatIsNoCurve(final String text) {
        assertThrows(IllegalArgumentException.class, () -> Curve.read(new BufferedReader(new StringReader(text))));
    }

    private static Curve published(final Experiment experiment) throws IOException {
        try (BufferedReader text = new BufferedReader(new InputStreamReader(
                CalibrationTest.class.getResourceAsStream("/calibration/" + experiment.label() + ".csv"),
                StandardCharsets.UTF_8))) {
            final Curve curve = Curve.read(text);
            assertEquals(experiment, curve.experiment());
            return curve;
        }
    }
}
