// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.rpcrdma.rnic.config.Personality.values;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.conformance.rows.Conformance;
import org.rpcrdma.conformance.runner.RowResult.Outcome;
import org.rpcrdma.rnic.config.Personality;

/** Runs every row with every personality. */
class ConformanceTest {
    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("rows")
    void shouldHold(final String id, final Personality personality, final Row row) {
        final RowResult result = row.run(SimulatedTestbed.factory(personality));
        assumeFalse(result.result() == Outcome.SKIP, result.detail());
        assertEquals(Outcome.PASS, result.result(), () -> row.text() + ": " + result.detail());
    }

    private static Stream<Arguments> rows() {
        return Conformance.rows().stream()
                .flatMap(row -> Stream.of(values()).map(personality -> Arguments.of(row.id(), personality, row)));
    }

    @Test
    void shouldHaveARowForEveryId() {
        final List<String> ids =
                Conformance.rows().stream().map(Row::id).sorted().toList();
        assertEquals(lines("ids.txt").stream().sorted().toList(), ids);
    }

    @Test
    void shouldReportTheRuleAndSourceOfEveryRow() {
        for (final Row row : Conformance.rows()) {
            assertFalse(row.text().isBlank(), row.id());
            assertFalse(row.source().isBlank(), row.id());
        }
    }

    private static List<String> lines(final String name) {
        try (InputStream stream = ConformanceTest.class.getResourceAsStream("/conformance/" + name)) {
            assertNotNull(stream, name);
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
