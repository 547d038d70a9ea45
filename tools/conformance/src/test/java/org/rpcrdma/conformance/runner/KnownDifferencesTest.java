// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.conformance.rows.Conformance;
import org.rpcrdma.conformance.runner.RowAgreement.Agreement;
import org.rpcrdma.verbs.DeviceCapability;

/** Tests the known differences and how they affect the comparison of a row with its simulation. */
class KnownDifferencesTest {
    private static final RowResult PASS = new RowResult("MW-01", RowResult.Outcome.PASS, "");
    private static final RowResult FAIL = new RowResult("MW-01", RowResult.Outcome.FAIL, "SUCCESS");
    private static final RowResult SKIP = new RowResult("MW-01", RowResult.Outcome.SKIP, "has no window");

    private final KnownDifferences known = new KnownDifferences(
            List.of("# kept by hand", "MW-01: it is so: always", "has no window: why"), "6.1.0-56");

    @ParameterizedTest
    @CsvSource({"6.1.0-56-amd64, true", "6.3.9, true", "6.4, false", "6.10.1, false", "7.0, false"})
    void shouldApplyToReleasesBeforeTheGivenOne(final String release, final boolean holds) {
        final KnownDifferences dated = new KnownDifferences(List.of("MW-01 before 6.4: old"), release);
        assertEquals(holds ? Optional.of("old") : Optional.empty(), dated.explanation("MW-01"));
    }

    @ParameterizedTest
    @CsvSource({"6.1.0-56-amd64, false", "6.4, true", "7.3.4+deb13-amd64, true"})
    void shouldApplyFromTheGivenRelease(final String release, final boolean holds) {
        final KnownDifferences dated = new KnownDifferences(List.of("MW-01 from 6.4: new"), release);
        assertEquals(holds ? Optional.of("new") : Optional.empty(), dated.explanation("MW-01"));
    }

    @ParameterizedTest
    @CsvSource({"6.1, old", "6.4, between", "6.11.9, between", "6.12, new"})
    void shouldHaveADifferenceForEachSpanOfReleases(final String release, final String sentence) {
        final KnownDifferences dated = new KnownDifferences(
                List.of("MW-01 before 6.4: old", "MW-01 from 6.4 before 6.12: between", "MW-01 from 6.12: new"),
                release);
        assertEquals(Optional.of(sentence), dated.explanation("MW-01"));
    }

    @Test
    void shouldRefuseALineThatSaysNothing() {
        assertThrows(IllegalArgumentException.class, () -> new KnownDifferences(List.of("MW-01"), "6.1"));
    }

    @Test
    void shouldExplainOnlyDifferencesThatAreKnown() {
        final KnownDifferences nothing = new KnownDifferences(List.of(), "6.1");
        assertRow(Agreement.AGREES, null, RowAgreement.of(PASS, PASS, nothing));
        assertRow(Agreement.UNEXPLAINED, null, RowAgreement.of(FAIL, PASS, nothing));
        assertRow(Agreement.UNEXPLAINED, null, RowAgreement.of(SKIP, PASS, nothing));
        assertRow(Agreement.UNEXPLAINED, null, RowAgreement.of(FAIL, FAIL, nothing));
        assertRow(Agreement.EXPLAINED, "it is so: always", RowAgreement.of(FAIL, PASS, known));
        assertRow(Agreement.EXPLAINED, "it is so: always", RowAgreement.of(PASS, FAIL, known));
    }

    private static void assertRow(final Agreement agreement, final String explanation, final RowAgreement row) {
        assertEquals(agreement, row.agreement());
        assertEquals(explanation, row.explanation());
    }

    @Test
    void shouldReportWhyADeviceLacksWhatARowIsSkippedFor() {
        final RowAgreement row = RowAgreement.of(SKIP, SKIP, known);
        assertRow(Agreement.AGREES, "why", row);
        assertEquals("has no window: why", row.remark());
    }

    @Test
    void shouldReportTheResultsOfBothSides() {
        assertEquals(
                "SUCCESS: it is so: always", RowAgreement.of(FAIL, PASS, known).remark());
        assertEquals("", RowAgreement.of(PASS, PASS, known).remark());
    }

    @Test
    void shouldReportObsoleteReasons() {
        assertEquals(List.of("MW-01"), known.stale(List.of(RowAgreement.of(PASS, PASS, known))));
        assertEquals(List.of(), known.stale(List.of(RowAgreement.of(FAIL, PASS, known))));
        final RowResult other = new RowResult("MW-02", RowResult.Outcome.PASS, "");
        assertEquals(List.of(), known.stale(List.of(RowAgreement.of(other, other, known))));
    }

    @Test
    void shouldHaveNoReasonsForAKindWithoutAFile() throws IOException {
        assertTrue(KnownDifferences.ofKind("nothing").explanation("MW-01").isEmpty());
    }

    /** A misspelled key would never explain any difference. */
    @ParameterizedTest
    @CsvSource({"rxe", "udp", "rxe-udp", "udp-rxe"})
    void shouldNameRowsAndFeaturesThatThereAre(final String kind) throws IOException {
        final Set<String> keys = Conformance.rows().stream().map(Row::id).collect(Collectors.toSet());
        Arrays.stream(DeviceCapability.values())
                .map(capability -> capability.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .forEach(feature -> keys.add("has no " + feature));
        try (InputStream file = getClass().getResourceAsStream("/conformance/" + kind + ".txt")) {
            new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.replaceFirst("( from [0-9.]+)?( before [0-9.]+)?: .*", ""))
                    .forEach(key -> assertTrue(keys.contains(key), key));
        }
    }
}
