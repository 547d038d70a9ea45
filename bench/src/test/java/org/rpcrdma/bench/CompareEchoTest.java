// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code rpcrdma compare --workload echo}, with and without memory for payload. */
class CompareEchoTest extends CommandTest {
    private static final String SIX = "per-buffer-dma,shard-dma,per-buffer-registered,shard-registered,"
            + "per-buffer-fast-registered,shard-fast-registered";

    @ParameterizedTest
    @ValueSource(strings = {"1", "1023", "2048", "2049", "4096", "100001"})
    void shouldGetEveryByteBack(final String size) throws IOException {
        final JsonNode result = json("--connections", "3", "--rpcs", "9", "--size", size, "--strategy", SIX);

        assertEquals("echo", result.get("workload").asText());
        assertTrue(result.get("capture").isNull());
        assertEquals(3, result.get("connections").asInt());
        assertEquals(9, result.get("rpcs").asInt());
        assertEquals("backed", result.get("memory").asText());
        assertEquals(6, result.get("strategies").size());
        for (final JsonNode strategy : result.get("strategies")) {
            assertEquals(0, strategy.get("corruptions").asInt(), strategy.toString());
            assertEquals(2 * 27, strategy.get("messages").asInt());
            assertEquals(
                    2 * 27 * Long.parseLong(size), strategy.get("payloadBytes").asLong());
        }
    }

    @ParameterizedTest
    @CsvSource({"1024, 64K", "1024, 4096", "20000, 2M", "'1000:3,20000:1,5000:1', 64K"})
    void shouldReportTheSameWithoutMemory(final String size, final String shard) throws IOException {
        final String[] asked = {"--connections", "8", "--rpcs", "7", "--size", size, "--shard-size", shard};
        final JsonNode backed = json(asked);
        final JsonNode only = json(with(asked, "--memory", "address-only"));

        assertEquals("address-only", only.get("memory").asText());
        for (final JsonNode strategy : only.get("strategies")) {
            assertTrue(strategy.get("corruptions").isNull(), strategy.toString());
            assertEquals(2 * 56, strategy.get("messages").asInt());
        }
        assertEquals(withoutMemory(backed), withoutMemory(only));
    }

    @Test
    void shouldDrawSizesByTheirWeights() throws IOException {
        final String[] asked = {"--connections", "3", "--rpcs", "50", "--size", "100:3,3K:1", "--strategy", SIX};
        final JsonNode result = json(asked);

        assertEquals(
                "[{\"bytes\":100,\"weight\":3.0},{\"bytes\":3072,\"weight\":1.0}]",
                result.get("sizes").toString());
        final long large = (payloadBytes(result, 0) / 2 - 150 * 100) / (3072 - 100);
        assertTrue(large > 25 && large < 50, "calls of the large size: " + large);
        for (int i = 0; i < 2; i++) {
            assertEquals(2 * (150 * 100 + large * (3072 - 100)), payloadBytes(result, i), "each strategy has the same");
            assertEquals(0, result.get("strategies").get(i).get("corruptions").asInt());
        }
        assertEquals(result, json(asked));
        assertNotEquals(payloadBytes(result, 0), payloadBytes(json(with(asked, "--seed", "2")), 0));
    }

    private static long payloadBytes(final JsonNode result, final int strategy) {
        return result.get("strategies").get(strategy).get("payloadBytes").asLong();
    }

    @Test
    void shouldPrintSizesAsTheyWereRequested() {
        assertEquals(0, run("--rpcs", "3", "--size", "512:6,4K:3,64K:1", "--strategy", "shard-dma"), err.toString());
        assertTrue(
                out.toString().startsWith("echo of 512 (60.0 %), 4,096 (30.0 %), 65,536 (10.0 %) bytes: 3 RPCs"),
                out.toString());
    }

    @Test
    void shouldPrintWhatTheMountsOfASiteKeepTogether() {
        final String site = "--clients 6 --nconnect 4 --mounted --arrivals at-once --rpcs 4 --memory address-only"
                + " --processors 2 --shared-receives 2 --strategy per-buffer-dma,shared-srq";
        assertEquals(0, rpcrdma("compare --workload echo --seeds 1 " + site), err.toString());
        final String text = out.toString();
        final String words = text.replaceAll("\\s+", " ");
        assertTrue(words.contains("; 6 clients with 4 connections each, 24 connections at once, mounted "), text);
        assertTrue(words.matches(".* shared-srq: \\d+ RNR NAKs: .* waited 655\\.36 ms each time .*"), text);
        assertTrue(text.matches("(?s).*\nAll 24 connections +mappings +MB mapped +Receives per queue .*"), text);
        assertTrue(text.matches("(?s).*\n  per-buffer-dma +6,312 +24.7 +128 +[\\d.]+\n.*"), text);
        assertTrue(text.matches("(?s).*\n  shared-srq +1 +0.1 +2 +[\\d.]+\n.*"), text);
    }

    @Test
    void shouldReportTheSameOfASharedArenaWithoutMemory() throws IOException {
        final String[] asked = {"--connections", "12", "--rpcs", "5", "--shared-arena", "--iommu", "lazy"};
        assertEquals(withoutMemory(json(asked)), withoutMemory(json(with(asked, "--memory", "address-only"))));
    }

    /** Returns a result without the fields that describe memory. */
    private static JsonNode withoutMemory(final JsonNode result) {
        ((ObjectNode) result).remove("memory");
        result.get("strategies").forEach(strategy -> ((ObjectNode) strategy).remove("corruptions"));
        return result;
    }

    @Test
    void shouldPrintWhatWasDone() {
        assertEquals(
                0,
                run("--rpcs", "3", "--memory", "address-only", "--strategy", "shard-dma", "--details"),
                err.toString());
        final String text = out.toString();
        assertTrue(text.startsWith("echo of 1,024 bytes: 3 RPCs per connection; 1 connection, 1000 per second"), text);
        assertTrue(
                text.replaceAll("\\s+", " ")
                        .contains("shards of 65,536; sends kept by connections, address-only memory"),
                text);
        assertTrue(text.contains("corruptions") && text.contains("not checked"), text);
    }

    @ParameterizedTest
    @CsvSource({
        "--workload nfs, 'capture, echo'",
        "--workload echo --capture nfs3, --capture",
        "--workload echo --rpcs 0, 'rpcs must be 1 to 1,000,000: rpcs=0'",
        "--workload echo --size 0, 'size must be 1 to 1,048,576: size=0'",
        "--workload echo --size 2M, '1,048,576: size=2097152'",
        "'--workload echo --size 1K,2M', '1,048,576: size=2097152'",
        "'--workload echo --size 0,1K', '1,048,576: size=0'",
        "'--workload echo --size 1K,', not a size",
        "--workload echo --size :1, not a size",
        "--workload echo --size 1K:0, 1K:0",
        "--workload echo --size 1K:NaN, 1K:NaN",
        "--workload echo --size 1K:1e9, 1K:1e9",
        "--workload echo --size 1K:1:1, 1K:1:1",
        "--workload echo --size 1K:, 1K:",
        "--workload echo --memory none, address-only",
        "--workload capture --memory address-only, use echo with address-only memory: memory=address-only",
        "--rpcs 5, --workload echo",
        "--nconnect 4, requires --clients: --nconnect=4",
        "--clients 3 --connections 5, --connections=5 --clients=3",
        "--clients 3 --nconnect 17, 'nconnect must be 1 to 16: nconnect=17'",
        "--clients 62501 --nconnect 16, 'connections must be 1 to 1,000,000: connections=1000016'",
        "--shared-receives 0, 'sharedReceives must be 1 to 1,048,576: sharedReceives=0'",
        "--shared-receives 101%, at most 100 percent: sharedReceives=101.0%",
        "--shared-receives 0%, 'sharedReceives must be 1 to 1,048,576: sharedReceives=0'",
        "--shared-receives many, sharedReceives=many",
        "--shared-receives 40000 --strategy shared-srq, 'must be 1 to 32,768: sharedReceives=40000'",
        "--size 5, --workload echo",
    })
    void shouldRefuseWhatDoesNotGoTogetherInOneLine(final String arguments, final String named) {
        assertEquals(2, execute(List.of(arguments.split(" "))));
        assertOneLine(named);
    }

    private JsonNode json(final String... arguments) throws IOException {
        assertEquals(0, run(with(arguments, "--json", "-")), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    private int run(final String... arguments) {
        final String[] own =
                List.of(arguments).contains("--connections") ? arguments : with(arguments, "--connections", "1");
        return execute(List.of(with(own, "--workload", "echo", "--seeds", "1")));
    }

    private int execute(final List<String> arguments) {
        return rpcrdma(List.of("compare"), arguments.toArray(String[]::new));
    }
}
