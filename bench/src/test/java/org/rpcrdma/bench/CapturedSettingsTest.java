// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/**
 * Tests the settings that {@code compare --capture} takes from a capture, because a verdict must describe the capture's
 * traffic.
 */
class CapturedSettingsTest extends CommandTest {
    private static final String PAIR = "compare --strategy per-buffer-dma,shard-dma --seeds 1 --json - ";

    private JsonNode result(final String more) throws IOException {
        assertEquals(0, rpcrdma(PAIR + more), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    @Test
    void shouldTakeCreditsBuffersAndConnectionsFromTheCapture() throws IOException {
        final JsonNode result = result("--capture nfs3");
        assertEquals(64, result.get("credits").asInt());
        assertEquals(135, result.get("buffers").asInt());
        assertEquals(1, result.get("connections").asInt());
    }

    @Test
    void shouldPreferWhatTheCallerSets() throws IOException {
        final JsonNode result = result("--capture nfs3 --credits 32 --connections 4");
        assertEquals(32, result.get("credits").asInt());
        assertEquals(71, result.get("buffers").asInt());
        assertEquals(4, result.get("connections").asInt());
        assertEquals(200, result("--capture nfs3 --buffers 200").get("buffers").asInt());
    }

    @Test
    void shouldKeepItsDefaultsIfNoCaptureIsNamed() throws IOException {
        final JsonNode result = result("--connections 2");
        assertEquals(128, result.get("credits").asInt());
        assertEquals(1000, result.get("arrivals").asInt());
    }

    @Test
    void shouldReportTheSettingsFromTheCapture() {
        assertEquals(0, rpcrdma("compare --seeds 1 --capture nfs3 --connections 2"), err.toString());
        assertTrue(out.toString().contains("\nfrom the capture: 64 credits, 135 Receive buffers"), out.toString());
        assertEquals(0, rpcrdma("compare --seeds 1"), err.toString());
        assertFalse(out.toString().contains("from the capture"), out.toString());
    }
}
