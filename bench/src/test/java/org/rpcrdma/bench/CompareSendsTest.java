// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.console.ExitCode;

/** Tests the memory for a server's send buffers, which is either kept by each connection or shared through an arena. */
class CompareSendsTest extends CommandTest {
    private static final int MOUNTS = 200;
    private static final int BUFFER = 4096;

    /** The maximum number of echo calls in flight. */
    private static final int IN_FLIGHT = 4;

    private JsonNode sends(final String way, final String... more) throws IOException {
        final String line = "compare --json - --strategy shard-dma --seeds 1 --workload echo --rpcs 8 --connections "
                + MOUNTS + " --sends " + way;
        assertEquals(ExitCode.DONE, rpcrdma(with(line.split(" "), more)), err.toString());
        final JsonNode result = new ObjectMapper().readTree(out.toString());
        assertEquals(way, result.get("sends").asText());
        return result.at("/strategies/0/sends");
    }

    @Test
    void shouldKeepTheMostSendBuffersInIdleMountsLikeSvcrdma() throws IOException {
        final JsonNode kept = sends("kept", "--mounted");

        final int most = kept.get("mostBytesMapped").asInt();
        assertTrue(most > 0.9 * MOUNTS * IN_FLIGHT * BUFFER && most <= MOUNTS * IN_FLIGHT * BUFFER, kept::toString);
        assertEquals(most, kept.get("idleBytesMapped").asInt());
    }

    @Test
    void shouldPinNoSendMemoryOfIdleMountsWithAnArena() throws IOException {
        final JsonNode lent = sends("arena", "--mounted", "--think-time", "10000");

        assertTrue(
                lent.get("mostBytesMapped").asInt() < MOUNTS * IN_FLIGHT * BUFFER,
                () -> "mounts that think share: " + lent);
        assertEquals(0, lent.get("idleBytesMapped").asInt());
    }

    @Test
    void shouldReportIdleSendMemoryOfMountsOnly() throws IOException {
        assertTrue(sends("kept").get("idleBytesMapped").isNull());
    }

    @Test
    void shouldRefuseAnUnknownWay() {
        assertEquals(ExitCode.UNUSABLE, rpcrdma("compare", "--sends", "lent"));
        assertTrue(err.toString().endsWith("expected one of kept, arena but was 'lent'\n"), err.toString());
    }
}
