// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rpcrdma.conformance.rows.Conformance;
import org.rpcrdma.conformance.runner.RowAgreement.Agreement;
import org.rpcrdma.conformance.runner.RowResult.Outcome;
import org.rpcrdma.rnic.config.Personality;

/**
 * Runs every row between two UDP devices in real time. A row must pass if it passes in the simulation, unless the
 * reason for the difference is known.
 */
@Tag("long")
class UdpConformanceTest {
    private TestbedFactory simulated;
    private KnownDifferences known;

    @BeforeEach
    void open() throws IOException {
        known = KnownDifferences.ofKind("udp");
        try (Testbed bed = UdpTestbed.open(TestbedOptions.DEFAULT)) {
            simulated = SimulatedTestbed.factoryLike(Personality.SPEC, Personality.SPEC, bed::has);
        }
    }

    @Test
    void shouldPassTheRowsOfTheSimulationOrHaveAReason() {
        final List<RowAgreement> compared = new ArrayList<>();
        for (final Row row : Conformance.rows()) {
            final RowAgreement agreement = RowAgreement.of(row.run(UdpTestbed::open), row.run(simulated), known);
            assertNotEquals(Agreement.UNEXPLAINED, agreement.agreement(), () -> row.id() + ": " + agreement.remark());
            if (agreement.device().result() == Outcome.SKIP) {
                assertTrue(agreement.explanation() != null || isChoice(agreement), () -> row.id() + " has no reason");
            }
            compared.add(agreement);
        }
        assertEquals(List.of(), known.stale(compared), "rows that agree although a difference is explained");
    }

    /** Returns true if the row requires an environment that cannot be chosen for a real device. */
    private static boolean isChoice(final RowAgreement agreement) {
        return agreement.device().detail().startsWith("is fixed: ");
    }
}
