// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.conformance.rows.Conformance;
import org.rpcrdma.conformance.runner.Row;

/** Tests {@code rpcrdma conformance}. */
class ConformanceCommandTest extends CommandTest {
    @Test
    void shouldPrintIdResultRuleAndSourceOfEveryRow() {
        rpcrdma("conformance", "--personality", "rxe");
        for (final Row row : Conformance.rows()) {
            assertTrue(out.toString().contains(row.text() + "  [" + row.source() + "]"), row.id());
            assertTrue(out.toString().lines().anyMatch(line -> line.startsWith(row.id() + " ")), row.id());
        }
    }

    @Test
    void shouldWriteIdResultAndDetailOfEveryRowAsJsonAlone() throws Exception {
        final int exit = rpcrdma("conformance", "--json", "-");
        final JsonNode rows = new ObjectMapper().readTree(out.toString()).get("rows");
        assertEquals(Conformance.rows().size(), rows.size());
        boolean hasFailed = false;
        for (final JsonNode row : rows) {
            assertEquals(3, row.size(), row.toString());
            final String result = row.get("result").asText();
            assertTrue(Set.of("pass", "fail", "skip").contains(result), row.toString());
            assertEquals("pass".equals(result), row.get("detail").asText().isEmpty(), row.toString());
            hasFailed |= "fail".equals(result);
        }
        assertEquals(hasFailed ? ExitCode.FAILED : ExitCode.DONE, exit);
    }

    @Test
    void shouldRefuseAPersonalityThatItDoesNotKnow() {
        assertEquals(ExitCode.UNUSABLE, rpcrdma("conformance", "--personality", "mlx4"));
        assertEquals(
                "rpcrdma: Invalid value for option '--personality': expected one of spec, rxe, iwarp, mlx5 but was 'mlx4'",
                err.toString().strip());
    }

    @Test
    void shouldTryOnlyTheRowsThatAreRequested() {
        rpcrdma("conformance", "--row", "MR-01", "--row", "SR-");
        final List<String> ids = Conformance.rows().stream()
                .map(Row::id)
                .filter(id -> id.startsWith("MR-01") || id.startsWith("SR-"))
                .toList();
        assertTrue(ids.size() > 2, ids.toString());
        assertTrue(out.toString().contains(ids.size() + " rows: "), out.toString());
        assertEquals(ExitCode.UNUSABLE, rpcrdma("conformance", "--row", "NONE"));
        assertEquals("rpcrdma: no row matches: --row=NONE", err.toString().strip());
    }

    @Test
    void shouldRefuseAMissingDevice() {
        assertEquals(ExitCode.UNUSABLE, rpcrdma("conformance", "--device", "rxe99"));
        assertOneLine("rpcrdma: --device rxe99: ENOENT: there is no such device: name=rxe99; ");
    }
}
