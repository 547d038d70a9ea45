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
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * Checks that the CPU times that {@code compare} reports separately add up. No time is counted twice, and no time is
 * lost.
 */
class CompareWorkTest extends CommandTest {
    private static final double NANO = 1;

    @Test
    void shouldCountNoWorkTwice() throws IOException {
        final String strategies = "per-buffer-dma,shard-dma,page-list,scattered-dma,per-buffer-fast-registered,"
                + "shard-fast-registered,shared-srq";
        for (final String pools : new String[] {"--warm-pools=false", "--warm-pools=true"}) {
            assertEquals(
                    ExitCode.DONE,
                    rpcrdma("compare --workload=echo --memory=address-only --rpcs=4 --connections=8 --credits=4"
                            + " --seeds=1 --json=- --strategy=" + strategies + " " + pools),
                    err.toString());
            for (final JsonNode strategy :
                    new ObjectMapper().readTree(out.toString()).get("strategies")) {
                assertAddsUp(strategy);
            }
            out.getBuffer().setLength(0);
        }
    }

    /** Receives that no call uses are posted when a connection opens, and flushed when it closes. */
    @Test
    void shouldCountReceivesWithoutACallWithTheConnection() throws IOException {
        final JsonNode few = fourCalls("per-buffer-dma", "--credits=4");
        final JsonNode many = fourCalls("per-buffer-dma", "--credits=128");
        final JsonNode shared = fourCalls("shared-srq", "--credits=128");

        for (final String work : new String[] {"cpu.doorbell", "cpu.completion"}) {
            final double least = rpc(few, work);
            assertEquals(least, rpc(many, work), 0.02 * least, work);
            assertEquals(least, rpc(shared, work), 0.11 * least, work);
        }
        assertEquals(
                (128 - 4) * CostModel.defaults().get(CostParameter.COMPLETION),
                many.at("/atUsualCosts/connectionNanos/queues").asDouble()
                        - few.at("/atUsualCosts/connectionNanos/queues").asDouble(),
                NANO,
                "each is flushed");
    }

    /**
     * When mounts close immediately, the release of their send buffers is serialized. The resulting wait is not part of
     * a call.
     */
    @Test
    void shouldChargeNoCallOfAMountForWhatItsEndWaitsFor() throws IOException {
        final JsonNode few = fourCalls("per-buffer-dma", "--iommu=strict", "--mounted");

        assertEquals(0, rpc(few, "cpu.invalidation"), few::toString);
    }

    private JsonNode fourCalls(final String strategy, final String... more) throws IOException {
        final String[] asked = {
            "compare",
            "--workload=echo",
            "--memory=address-only",
            "--connections=32",
            "--seeds=1",
            "--rpcs=4",
            "--json=-",
            "--strategy=" + strategy
        };
        assertEquals(ExitCode.DONE, rpcrdma(with(asked, more)), err.toString());
        return new ObjectMapper().readTree(out.toString()).at("/strategies/0");
    }

    @Test
    void shouldPrintOnlyTheMachinesOwnKernelTraces() throws IOException {
        for (final String machine : new String[] {"intel", "amd", "arm"}) {
            out.getBuffer().setLength(0);
            final String[] command = ("compare --workload=echo --rpcs=1 --connections=1 --seeds=1 --iommu=off --json=-"
                            + " --strategy=per-buffer-dma,shard-dma --machine=" + machine)
                    .split(" ");
            assertEquals(ExitCode.DONE, rpcrdma(command), err.toString());
            final JsonNode traced = new ObjectMapper().readTree(out.toString()).at("/answer/0/tracedShareSaved");
            assertEquals(machine.equals("arm"), traced.isNull(), machine + " " + traced);
        }
    }

    private static double rpc(final JsonNode strategy, final String work) {
        return strategy.at("/atUsualCosts/rpcNanos/work/" + work).asDouble();
    }

    private static void assertAddsUp(final JsonNode strategy) {
        final String name = strategy.get("name").asText();
        final JsonNode connection = strategy.at("/atUsualCosts/connectionNanos");
        final JsonNode buffers = connection.get("receiveBuffers");
        assertEquals(
                sum(name, strategy.at("/atUsualCosts/rpcNanos/work")),
                strategy.at("/atUsualCosts/rpcNanos/total").asDouble(),
                NANO,
                name);
        assertEquals(sum(name, buffers.get("work")), buffers.get("total").asDouble(), NANO, name);
        assertEquals(
                connection.get("queues").asDouble() + buffers.get("total").asDouble(),
                connection.get("total").asDouble(),
                NANO,
                name);
    }

    private static double sum(final String name, final JsonNode work) {
        double sum = 0;
        for (final JsonNode part : work) {
            assertTrue(part.asDouble() >= 0, name + " " + work);
            sum += part.asDouble();
        }
        return sum;
    }
}
