// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.Effort;

class CompareCommandTest extends CommandTest {
    private static final String CUTS = "per-buffer-dma,shard-dma,per-buffer-registered,shard-registered,"
            + "per-buffer-fast-registered,shard-fast-registered";

    /** Settings with which only the costs of buffers remain. No call waits for an invalidation. */
    private static final String[] BUFFERS_ALONE = ("--set nic.local_inv=100 --set cpu.create_cq=0"
                    + " --set cpu.create_qp=0 --set cpu.connect=0 --set cpu.event=0 --set cpu.completion=0"
                    + " --set cpu.program=0 --set cpu.wakeup=0 --iommu strict")
            .split(" ");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"nfs3, 486", "nfs41, 444", "nfs42fio, 1594"})
    void shouldReplayEveryMessageOfACaptureUnharmed(final String capture, final int messages) throws IOException {
        final JsonNode result = json("--capture", capture);

        assertEquals(capture, result.get("capture").asText());
        for (final JsonNode strategy : result.get("strategies")) {
            assertEquals(messages, strategy.get("messages").asInt());
            assertEquals(0, strategy.get("corruptions").asInt());
        }
    }

    @Test
    void shouldCountTheMappingsOfEachStrategy() throws IOException {
        final JsonNode strategies = json("--strategy", CUTS).get("strategies");

        assertEquals(6, strategies.size());
        figures(strategies.get(0), "per-buffer-dma", 135, 135, 552_960, 0);
        figures(strategies.get(1), "shard-dma", 9, 144, 589_824, 36_864);
        figures(strategies.get(2), "per-buffer-registered", 135, 135, 552_960, 0);
        figures(strategies.get(3), "shard-registered", 9, 144, 589_824, 36_864);
        figures(strategies.get(4), "per-buffer-fast-registered", 135, 135, 552_960, 0);
        figures(strategies.get(5), "shard-fast-registered", 9, 144, 589_824, 36_864);
    }

    @Test
    void shouldLetConnectionsShareAnArena() throws IOException {
        final JsonNode result = json("--shared-arena", "--connections", "8");

        assertTrue(result.get("sharedArena").asBoolean());
        for (final JsonNode strategy : result.get("strategies")) {
            final String name = strategy.get("name").asText();
            assertEquals(0, strategy.get("corruptions").asInt(), name);
            final int mappings = strategy.get("mappings").asInt();
            final int each = name.startsWith("shard") ? name.endsWith("32k") ? 8 : 16 : 1;
            final int most = 8 * 135 / each + 1;
            assertTrue(mappings <= most && mappings >= (name.startsWith("shard") ? 4 : 64), name + " " + mappings);
        }
        assertFalse(json().get("sharedArena").asBoolean());
    }

    @Test
    void shouldRunOnTheHardwareThatIsRequested() throws IOException {
        final String[] one = {"--strategy=per-buffer-registered", "--arrivals=1"};
        final JsonNode usual = only(json(one));
        assertTrue(
                usual.get("nicMisses").get("keys").asInt() >= 64, "each buffer's key, when it is first used: " + usual);
        final String set = "--machine connectx3 --set iommu.iotlb_entries=8 --set nic.mpt_l1_entries=8";
        final JsonNode small = json(with(one, set.split(" ")));
        assertEquals("connectx3", small.get("machine").asText());
        assertEquals(8, small.get("set").get("iommu.iotlb_entries").asInt());
        assertTrue(only(small).get("nicMisses").get("keys").asInt()
                > usual.get("nicMisses").get("keys").asInt());
        assertTrue(only(small).get("iotlbMisses").asInt()
                > usual.get("iotlbMisses").asInt());
        final JsonNode ideal = json(one[0], one[1], "--machine", "ideal", "--iommu", "off");
        assertEquals("off", ideal.get("iommu").asText());
        assertEquals(0, only(ideal).get("nicMisses").get("keys").asInt());
        assertEquals(0, only(ideal).get("nicMisses").get("queuePairs").asInt());
        assertEquals(0, only(ideal).get("iotlbMisses").asInt());
        assertEquals(0, only(ideal).get("corruptions").asInt());
        assertTrue(only(ideal).get("latencyNanos").get("p50").asInt()
                < usual.get("latencyNanos").get("p50").asInt());
    }

    private static JsonNode only(final JsonNode result) {
        return result.get("strategies").get(0);
    }

    @Test
    void shouldPrintWhatIsNotTheDefaultHardware() {
        final String line =
                "--iommu lazy --set iommu.leaves=69632 --strategy shard-dma --details --seeds " + Effort.of(1, 5);
        assertEquals(0, run(line.split(" ")));
        assertTrue(out.toString().contains("IOMMU lazy, iommu.leaves=69632"), out.toString());
        assertTrue(out.toString().contains("NIC: translations"), out.toString());
    }

    private static void figures(
            final JsonNode strategy,
            final String name,
            final int mappings,
            final int pages,
            final int mapped,
            final int wasted) {
        assertEquals(name, strategy.get("name").asText());
        assertEquals(mappings, strategy.get("mappings").asInt());
        assertEquals(pages, strategy.get("iovaPages").asInt());
        assertEquals(mapped, strategy.get("bytesMapped").asInt());
        assertEquals(wasted, strategy.get("bytesWasted").asInt());
    }

    @Test
    void shouldCountTheBytesAndPagesOfACapture() throws IOException {
        final JsonNode result = json("--seed", "7");
        assertEquals(7, result.get("seed").asInt());
        final JsonNode strategy = result.get("strategies").get(0);
        assertEquals(
                243,
                strategy.get("iotlbHits").asInt() + strategy.get("iotlbMisses").asInt(),
                "each call is one packet in one page");
        assertTrue(strategy.get("payloadBytes").asLong() > 2 << 20);
    }

    @Test
    void shouldCostWhatTheModelSays() throws IOException {
        final JsonNode strategies = json(with(BUFFERS_ALONE, "--arrivals", "1")).get("strategies");
        final JsonNode perBuffer = strategies.get(0);
        final JsonNode shard = strategies.get(2);

        assertEquals(
                135 * (150 + 580 + 320) + 17 * 92 + 60 + 75,
                perBuffer.get("setupNanos").asLong(),
                "kmalloc, a context and a mapping each, 17 slabs, a magazine of iovas beside what the processor has; one"
                        + " post");
        assertEquals(135 * 1155, perBuffer.get("teardownNanos").asLong(), "an unmapping each");
        assertEquals(
                9 * (1155 + 15), shard.get("teardownNanos").asLong(), "an unmapping each, and 15 further pages of it");
        final long least = 135 * 580 + 9 * (132 + 920 + 320);
        assertTrue(shard.get("setupNanos").asLong() > least, "an order-4 allocation, a shard and a mapping each");
        assertTrue(shard.get("setupNanos").asLong() < least + 9 * 75 + 75);
        for (final JsonNode strategy : strategies) {
            final JsonNode latency = strategy.get("latencyNanos");
            assertTrue(latency.get("p50").asLong() > 4_000, "two link delays and four transfers: " + latency);
            assertTrue(latency.get("p50").asLong() < 10_000, latency.toString());
            assertTrue(latency.get("p99").asLong() > latency.get("p50").asLong());
            assertTrue(latency.get("p999").asLong() >= latency.get("p99").asLong());
            assertTrue(strategy.get("rpcPerSecond").asDouble() > 80_000, strategy.toString());
            assertTrue(strategy.get("rpcPerSecond").asDouble()
                    < 1e9 / latency.get("p50").asLong());
        }
    }

    @Test
    void shouldCostWhatTheModelSaysOfRegistrations() throws IOException {
        final JsonNode strategies =
                json(with(BUFFERS_ALONE, "--strategy", CUTS)).get("strategies");
        final long create = 230_000 + 50_000; // an mkey, and its registration
        final long register = 162_000 + 320 + 525 + 75; // a region, a mapping, a page list; REG_MR, posted
        final long invalidate = 75 + 1155; // LOCAL_INV, posted; an unmapping

        assertEquals(135 * (150 + 580 + create) + 17 * 92 + 75, setup(strategies.get(2)));
        assertEquals(135 * 40_000, teardown(strategies.get(2)));
        assertEquals(9 * (40_000 + 15 * 80), teardown(strategies.get(3)));
        assertEquals(
                135 * (150 + 580 + register) + 17 * 92 + 60 + 75 + 130_000,
                setup(strategies.get(4)),
                "a magazine of iovas, and the firmware for a queue pair that registers");
        assertEquals(135 * invalidate, teardown(strategies.get(4)));
        assertEquals(9 * (invalidate + 15), teardown(strategies.get(5)));
        final long kernel = 135 * 580 + 9 * (132 + 920);
        assertTrue(setup(strategies.get(3)) > kernel + 9 * create);
        assertTrue(setup(strategies.get(3)) < kernel + 9 * 299_000);
        assertTrue(setup(strategies.get(5)) > kernel + 9 * register);
        assertTrue(setup(strategies.get(5)) < kernel + 130_000 + 9 * 164_000);
    }

    private static long setup(final JsonNode strategy) {
        return strategy.get("setupNanos").asLong();
    }

    private static long teardown(final JsonNode strategy) {
        return strategy.get("teardownNanos").asLong();
    }

    @Test
    void shouldMapBuffersSmallerThanAPageOneByOne() throws IOException {
        final JsonNode strategies =
                json("--buffer-size", "2048", "--strategy", CUTS).get("strategies");

        for (int i = 0; i < strategies.size(); i += 2) {
            figures(strategies.get(i), CUTS.split(",")[i], 135, 135, 135 * 2048, 0);
            assertEquals(0, strategies.get(i).get("corruptions").asInt());
        }
    }

    @ParameterizedTest
    @CsvSource({"4096", "2M"})
    void shouldTakeTheSmallestAndTheLargestShards(final String size) throws IOException {
        for (final JsonNode strategy : json("--shard-size", size).get("strategies")) {
            assertEquals(0, strategy.get("corruptions").asInt(), strategy.toString());
        }
    }

    @Test
    void shouldTotalOverConnections() throws IOException {
        final JsonNode shard = json("--connections", "3", "--strategy", "shard-dma")
                .get("strategies")
                .get(0);

        assertEquals(27, shard.get("mappings").asInt());
        assertEquals(3 * 486, shard.get("messages").asInt());
        assertEquals(0, shard.get("corruptions").asInt());
    }

    @Test
    void shouldHoldAsManyBuffersAsRequested() throws IOException {
        final JsonNode shard = json("--buffers", "72", "--strategy", "shard-dma")
                .get("strategies")
                .get(0);

        assertEquals(5, shard.get("mappings").asInt());
        assertEquals(5 * 65_536 - 72 * 4096, shard.get("bytesWasted").asInt());
    }

    @ParameterizedTest
    @CsvSource({
        "--connections, 0, 'connections must be 1 to 1,000,000: connections=0'",
        "--credits, -1, 'credits must be 1 to 16,384: credits=-1'",
        "--processors, 0, 1 to 256",
        "--processors, 257, 1 to 256",
        "--threads, 0, 'threads must be 1 to 16,384: threads=0'",
        "--buffers, 127, 128",
        "--buffer-size, 5000, power of two",
        "--buffer-size, 128K, bufferSize=131072 shardSize=65536",
        "--buffer-size, 1024, 1048",
        "--shard-size, 100000, power of two",
        "--shard-size, 2048, 'shardSize must be 4,096 to 2,097,152: shardSize=2048'",
        "--shard-size, 4M, '4,096 to 2,097,152: shardSize=4194304'",
        "--shard-size, 9999999999, 2 GB",
        "--strategy, magic, shard-dma",
        "--strategy, magic, per-buffer-fast-registered",
        "'--strategy', ',', shard-dma",
        "--think-time, -1, 'thinkTime must be 0 to 1,000 seconds: thinkTime=-1000 ns'",
        "--seed, x, 'x'",
        "--seeds, 0, '1 to 1,000: seeds=0'",
        "--seeds, 1001, '1 to 1,000: seeds=1001'",
        "--arrivals, 0, '0.001 to 1,000,000,000 per second, or all at once: arrivals=0.0'",
        "--arrivals, NaN, '0.001 to 1,000,000,000 per second, or all at once: arrivals=NaN'",
        "--arrivals, fast, 'at-once: --arrivals=fast'",
        "--arrivals, Infinity, 'at-once: --arrivals=Infinity'",
        "--machine, connectx9, 'intel, amd, arm, connectx3, nfp6000, smmuv3-vcmdq, smmuv3-trapped, ideal'",
        "--iommu, on, 'off, strict, lazy'",
        "--set, iommu.iotlb_entries, NAME=VALUE",
        "--set, iommu.iotlb_entries=many, iommu.iotlb_entries=many",
        "--set, iommu.iotlb_entries=0, 1 to 134217727: value=0",
        "--set, no.such=1, no.such",
        "--capture, no-such-file, no-such-file",
    })
    void shouldRefuseBadArgumentsInOneLine(final String option, final String value, final String named) {
        assertEquals(2, run(option, value));
        assertOneLine(named);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not a capture at all, but long enough to look at", "\u001f\u008b"})
    void shouldRefuseForeignFiles(final String content) throws IOException {
        final Path file = Files.write(folder.resolve("foreign"), content.getBytes("ISO-8859-1"));

        assertEquals(2, run("--capture", file.toString()));
        assertOneLine(file.toString());
    }

    @Test
    void shouldRefuseACaptureWithoutRpcOverRdma() throws IOException {
        final Path file = Files.write(folder.resolve("empty.pcap"), firstBytesOfCapture(24));

        assertEquals(2, run("--capture", file.toString()));
        assertOneLine("no RPC-over-RDMA");
    }

    @Test
    void shouldReplayWhatIsWholeOfACutCaptureAndWarn() throws IOException {
        final Path file = Files.write(folder.resolve("cut.pcap"), firstBytesOfCapture(2_000_001));

        assertEquals(0, run("--seeds", "1", "--capture", file.toString(), "--json", "-"));
        assertTrue(err.toString().contains("cut"), err.toString());
        final JsonNode shard =
                new ObjectMapper().readTree(out.toString()).get("strategies").get(0);
        assertTrue(shard.get("messages").asInt() >= 50, out.toString());
        assertEquals(0, shard.get("corruptions").asInt());
    }

    @Test
    void shouldWriteJsonToAFileAndPrintTheTable() throws IOException {
        final Path file = folder.resolve("result.json");

        assertEquals(0, run("--seeds", "1", "--json", file.toString()));
        assertTrue(out.toString().contains("instead of per-buffer-dma"), out.toString());
        assertEquals(
                "nfs3",
                new ObjectMapper().readTree(file.toFile()).get("capture").asText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--seed=1", "--json=-"})
    void shouldFailIfTheResultCannotBeWritten(final String argument) {
        final Writer full = new Writer() {
            @Override
            public void write(final char[] text, final int offset, final int length) throws IOException {
                throw new IOException("no space left");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        final int exitCode = Rpcrdma.commandLine()
                .setOut(new PrintWriter(full))
                .setErr(new PrintWriter(err))
                .execute("compare", "--strategy=shard-dma", "--seeds=1", argument);

        assertEquals(1, exitCode);
        assertEquals("rpcrdma: cannot write to standard output", err.toString().strip());
    }

    @Test
    void shouldRefuseAJsonFileInNoFolderBeforeTheJob() {
        assertEquals(2, run("--json", folder.resolve("none/result.json").toString()));
        assertOneLine("--json");
    }

    /** Runs one connection with 64 credits and one seed unless the arguments specify other values. */
    private JsonNode json(final String... arguments) throws IOException {
        final List<String> all = new ArrayList<>(List.of(arguments));
        for (final String option : List.of("--connections=1", "--seeds=1", "--credits=64")) {
            if (!all.contains(option.split("=")[0])) {
                all.add(option);
            }
        }
        all.addAll(List.of("--json", "-"));
        assertEquals(0, run(all.toArray(String[]::new)), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }

    private int run(final String... arguments) {
        return rpcrdma(List.of("compare"), arguments);
    }

    private static byte[] firstBytesOfCapture(final int count) throws IOException {
        try (InputStream file = CompareCommandTest.class.getResourceAsStream("/captures/nfs3.pcap.gz");
                InputStream plain = new GZIPInputStream(file)) {
            return plain.readNBytes(count);
        }
    }
}
