// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.SharedDepth;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/** Tests the strategies that {@code rpcrdma compare} runs only on request. Times are virtual. */
class StrategyTest extends CommandTest {
    @Test
    void shouldRegisterOneRegionForAConnection() throws IOException {
        final List<JsonNode> strategies = compare("--strategy", "shard-registered,region-per-connection");

        final JsonNode region = strategies.get(1);
        assertEquals("region-per-connection", region.get("name").asText());
        assertEquals(1, region.get("mappings").asInt());
        assertEquals(1 << 20, region.get("bytesMapped").asInt(), "the next power of two to 135 * 4 KB");
        assertEquals((1 << 20) - 135 * 4096, region.get("bytesWasted").asInt());
        assertEquals(0, region.get("corruptions").asInt());
        assertTrue(setup(region) < setup(strategies.get(0)) / 3, "one key instead of nine: " + strategies);
    }

    /** F1: for each buffer that it acquires, the patch as posted tests the bits of all buffers acquired so far. */
    @Test
    void shouldChargeTheSearchOfThePatchAsPosted() throws IOException {
        final List<JsonNode> strategies = compare("--credits=128", "--strategy", "shard-dma,shard-dma-as-posted");

        final double tests = 263 * 264 / 2 * CostModel.defaults().get(CostParameter.BIT_TEST);
        final double compaction = 17
                * CostModel.defaults().get(CostParameter.COMPACTED_SHARE)
                * CostModel.defaults().get(CostParameter.COMPACTION);
        assertEquals(tests + compaction, connection(strategies.get(1)) - connection(strategies.get(0)), 0.01 * tests);
    }

    private static double connection(final JsonNode strategy) {
        return strategy.at("/atUsualCosts/connectionNanos/total").asDouble();
    }

    /** Without the prefetch, the first message would break the connection, because clients do not retry. */
    @Test
    void shouldPrefetchBuffersOnDemand() throws IOException {
        final List<JsonNode> strategies = compare("--strategy", "region-per-connection,on-demand", "--iommu", "strict");

        final JsonNode onDemand = strategies.get(1);
        assertEquals("on-demand", onDemand.get("name").asText());
        assertEquals(1, onDemand.get("mappings").asInt());
        assertEquals(486, onDemand.get("messages").asInt());
        assertEquals(0, onDemand.get("corruptions").asInt());
        assertTrue(setup(onDemand) < setup(strategies.get(0)), "nothing is pinned: " + strategies);
        assertTrue(setup(onDemand) > 230_000 + 255 * 1200, "a key, and 256 pages that are prefetched: " + strategies);
        assertEquals(160_000, onDemand.get("teardownNanos").asLong(), "the key is destroyed");
    }

    @ParameterizedTest
    @CsvSource({"shard-dma, shared-srq", "shard-registered, shared-srq-registered"})
    void shouldShareReceivesForAQuarterOfTheCredits(final String own, final String sharing) throws IOException {
        final List<JsonNode> strategies =
                compare("--strategy", own + "," + sharing, "--connections", "8", "--processors", "1");

        final JsonNode shared = strategies.get(1);
        assertEquals(sharing, shared.get("name").asText());
        assertEquals(8 * 64 / 4 / 16, shared.get("mappings").asInt(), "16 buffers of 4 KB a shard");
        assertEquals(8 * 64 / 4 * 4096, shared.get("bytesMapped").asInt());
        assertEquals(strategies.get(0).get("messages"), shared.get("messages"));
        assertEquals(0, shared.get("corruptions").asInt());
    }

    @ParameterizedTest
    @CsvSource({
        "shared-srq, 25%, 1, 16",
        "shared-srq-registered, 25%, 16, 256",
        "shared-srq, 25%, 100000, 32768",
        "shared-srq, 0.1%, 1, 1",
        "shared-srq, 300, 1, 300",
        "shard-dma, 25%, 16, 0"
    })
    void shouldShareReceives(final String label, final String depth, final int connections, final int receives) {
        final Strategy strategy = strategy(label);
        final ComparisonSettings settings = new ComparisonSettings.Builder()
                .credits(64)
                .sharedReceives(SharedDepth.parse(depth))
                .build();
        assertEquals(receives, StrategyPlan.of(strategy).sharedReceives(connections, settings, 32_768));
    }

    /** A client that finds no Receive waits as long as it would with Linux, and then receives its reply. */
    @Test
    void shouldCountTheNaksOfAQueueThatIsTooShort() throws IOException {
        final String[] load = {
            "--strategy", "shard-dma,shared-srq", "--connections", "8", "--processors", "1", "--arrivals", "at-once"
        };
        final List<JsonNode> deep = compare(with(load, "--shared-receives", "100%"));
        final List<JsonNode> shallow = compare(with(load, "--shared-receives", "8"));

        assertEquals(0, deep.get(1).get("rnrNaks").asInt());
        assertEquals(8 * 64, deep.get(1).get("receivesPerQueue").asInt());
        assertEquals(64, deep.get(0).get("receivesPerQueue").asInt(), "each connection's own");
        assertTrue(shallow.get(1).get("rnrNaks").asInt() > 0, shallow::toString);
        assertEquals(0, shallow.get(0).get("rnrNaks").asInt(), "own Receives are one per credit");
        assertEquals(8, shallow.get(1).get("receivesPerQueue").asInt());
        assertEquals(0, shallow.get(1).get("corruptions").asInt());
        assertEquals(deep.get(1).get("messages"), shallow.get(1).get("messages"));
    }

    /** The baseline's kernel code allocates buffers one at a time, however many there are. */
    @Test
    void shouldPayForEachBufferAloneAtAnyNumberOfBuffers() throws IOException {
        final JsonNode few = compare("--strategy", "per-buffer-dma,shard-dma", "--credits", "64")
                .get(0);
        final JsonNode many = compare("--strategy", "per-buffer-dma,shard-dma", "--credits", "1024")
                .get(0);

        assertEquals(135, few.get("mappings").asInt());
        assertEquals(2055, many.get("mappings").asInt());
        assertEquals(setup(few) / 135.0, setup(many) / 2055.0, 0.02 * setup(few) / 135.0);
    }

    @ParameterizedTest
    @MethodSource("org.rpcrdma.bench.settings.Strategy#values")
    void shouldAllocateOneUnitAtATimeForAnArenaThatIsShared(final Strategy strategy) {
        final List<Long> lengths = new ArrayList<>();
        final StrategyPlan plan = StrategyPlan.of(strategy);
        final List<Long> alignments = new ArrayList<>();
        final ComparisonSettings settings = settings(strategy, 64, 1 << 16);
        try (SimulatedDevice device = new Fabric(new Simulation(1), CostModel.defaults())
                .attach("sim0", "10.98.0.1", settings.hardware().device())) {
            final MemoryAllocator host = (length, alignment) -> {
                lengths.add(length);
                alignments.add(alignment);
                return device.memory(MemoryMode.ADDRESS_ONLY).allocate(length, alignment);
            };
            final MemoryAllocator noted = plan.memory(host, host, settings.buffers());
            try (SharedArena arena = new SharedArena(device, noted, device.newEventLoop(), plan, settings)) {
                arena.map(600);
            }
        }
        final long unit = plan.shardSize(settings.buffers());
        assertEquals(Collections.nCopies((int) (((600L << 16) + unit - 1) / unit), unit), lengths);
        final boolean isPages = strategy == Strategy.PAGE_LIST || strategy == Strategy.SCATTERED_DMA;
        final long contiguous = strategy == Strategy.ONE_IOVA ? 1 << 16 : unit;
        assertEquals(Set.of(isPages ? 4096 : contiguous), Set.copyOf(alignments));
    }

    private static Strategy strategy(final String label) {
        return Strategy.of(label);
    }

    private static ComparisonSettings settings(final Strategy strategy, final int buffers, final int bufferSize) {
        return new ComparisonSettings.Builder()
                .echo(1, 64)
                .connections(1)
                .credits(64)
                .buffers(buffers)
                .bufferSize(bufferSize)
                .shardSize(Math.max(1 << 16, bufferSize))
                .memory(MemoryMode.ADDRESS_ONLY)
                .sharedArena(true)
                .processors(1)
                .threads(1)
                .iommu(IommuMode.STRICT)
                .strategies(strategy)
                .build();
    }

    /**
     * The processors' clocks differ. A registration becomes valid at the current time of the processor that posted it.
     */
    @ParameterizedTest
    @CsvSource({"page-list", "per-buffer-fast-registered", "shard-fast-registered"})
    void shouldShareAnArenaOfPostedRegistrationsAmongProcessors(final String label) throws IOException {
        final String line = "--shared-arena --connections 40 --arrivals 20000 --strategy per-buffer-dma," + label;
        final JsonNode shared = compare(line.split(" ")).get(1);

        assertEquals(40 * 486, shared.get("messages").asInt());
        assertEquals(0, shared.get("corruptions").asInt());
    }

    /** To the device, a shard of single pages is still one range, because dma_map_sg joins the pages. */
    @ParameterizedTest
    @CsvSource({"scattered-dma", "page-list"})
    void shouldMapAShardOfSinglePagesAsOne(final String label) throws IOException {
        final JsonNode pages = compare("--set", "iommu.leaves=69632", "--strategy", "shard-dma," + label)
                .get(1);

        assertEquals(9, pages.get("mappings").asInt());
        assertEquals(144, pages.get("iovaPages").asInt());
        assertEquals(0, pages.get("corruptions").asInt());
    }

    /** A connection's range contains only as many blocks as its 135 buffers need. */
    @Test
    void shouldLinkTheBlocksOfAConnectionToOneRange() throws IOException {
        final JsonNode linked = compare("--strategy", "per-buffer-dma,one-iova", "--credits", "64")
                .get(1);

        assertEquals(1, linked.get("mappings").asInt());
        assertEquals(17 * 32_768, linked.get("bytesMapped").asInt());
        assertEquals(0, linked.get("corruptions").asInt());
    }

    /** No block larger than 32 KB is free, so each shard consists of two blocks. */
    @Test
    void shouldMapSmallerShardsIfMemoryIsFragmented() throws IOException {
        final JsonNode fragmented = compare(
                        "--strategy", "per-buffer-dma,shard-dma", "--credits", "64", "--set", "memory.failed=1")
                .get(1);

        assertEquals(17, fragmented.get("mappings").asInt(), "135 buffers, 8 in each");
        assertEquals(17 * 32_768, fragmented.get("bytesMapped").asInt());
        assertEquals(0, fragmented.get("corruptions").asInt());
    }

    /**
     * Without direct reclaim, all allocations of more than one page fail. The patch as posted compacts memory for each
     * shard.
     */
    @Test
    void shouldTakeTheSmallestBlocksIfNoOthersAreFree() throws IOException {
        final String[] none = {"--credits", "64", "--set", "memory.compacted=1"};
        final JsonNode shards =
                compare(with(none, "--strategy", "per-buffer-dma,shard-dma")).get(1);
        assertEquals(135, shards.get("mappings").asInt(), "a page in each");
        assertEquals(0, shards.get("corruptions").asInt());
        final JsonNode posted = compare(with(none, "--strategy", "per-buffer-dma,shard-dma-as-posted"))
                .get(1);
        assertEquals(9, posted.get("mappings").asInt(), "16 buffers in each");
        final JsonNode linked =
                compare(with(none, "--strategy", "per-buffer-dma,one-iova")).get(1);
        assertEquals(1, linked.get("mappings").asInt(), "one range, whatever its blocks are");
        assertEquals(17 * 32_768, linked.get("bytesMapped").asInt());
        assertEquals(0, linked.get("corruptions").asInt());
    }

    /**
     * Allocating a shard never fails if its buffers are larger than a page, because Linux reclaims memory for the
     * smallest pieces.
     */
    @Test
    void shouldReclaimMemoryForTheSmallestPieces() throws IOException {
        final List<JsonNode> strategies =
                compare("--buffer-size=16K", "--strategy", "per-buffer-dma,shard-dma", "--set", "memory.compacted=1");
        assertEquals(135, strategies.get(0).get("mappings").asInt());
        assertEquals(135, strategies.get(1).get("mappings").asInt(), "16 KB in each");
    }

    /** The price computed for a share that was not simulated agrees with a simulation of that share. */
    @ParameterizedTest
    @CsvSource({
        "per-buffer-dma, 32K",
        "shard-dma, 32K",
        "shard-dma, 64K",
        "one-iova, 64K",
        "shared-srq, 64K",
    })
    void shouldPriceSmallerBlocksLikeASimulationOfThem(final String label, final String size) throws IOException {
        final String first = label.equals("shard-dma") ? "shared-srq," : "shard-dma,";
        final String[] line = {
            "--strategy", first + label, "--shard-size", size, "--connections=40", "--workload=echo", "--rpcs=1"
        };
        final double none =
                connection(compare(with(line, "--set", "memory.compacted=0")).get(1));
        final double simulated =
                connection(compare(with(line, "--set", "memory.compacted=0.1")).get(1));
        final ComparisonSettings settings = new ComparisonSettings.Builder()
                .echo(1, 1024)
                .credits(64)
                .bufferSize(4096)
                .shardSize(Integer.parseInt(size.replace("K", "")) << 10)
                .strategies(strategy(label))
                .build();
        final CostModel costs = CostModel.defaults();
        final SmallerBlocks smaller = SmallerBlocks.of(StrategyPlan.of(strategy(label)), settings);
        final double[] counted = new double[CostParameter.charged()];
        counted[CostParameter.PAGE_ALLOC_FAILED.ordinal()] = tries(label, size);
        final double priced = new Executed(new double[counted.length], counted, counted, 1, 1, 0, smaller)
                .buffersNanos(Sheet.of(costs.with("memory.compacted", 0.1)));
        assertEquals(simulated - none, priced, 0.3 * priced, "us saved less: " + priced / 1e3);
    }

    /** Returns the number of allocations above order 0 for 135 buffers, or for 16 of the shared queue's buffers. */
    private static double tries(final String label, final String size) {
        return switch (label) {
            case "per-buffer-dma" -> 135 / 8.0;
            case "shared-srq" -> 1;
            default -> size.equals("32K") || label.equals("one-iova") ? 17 : 9;
        };
    }

    @Test
    void shouldKnowWhichWorkDependsOnFragmentedMemory() {
        final ComparisonSettings settings =
                new ComparisonSettings.Builder().echo(1, 64).bufferSize(4096).build();
        for (final Strategy strategy : Strategy.values()) {
            final boolean isFixed =
                    Set.of("scattered-dma", "shard-dma-as-posted").contains(strategy.label())
                            || strategy.label().matches(".*registered|page-list|region-per-connection|on-demand");
            assertEquals(
                    isFixed,
                    SmallerBlocks.of(StrategyPlan.of(strategy), settings) == SmallerBlocks.NONE,
                    strategy::label);
        }
    }

    @ParameterizedTest
    @CsvSource({"per-buffer-fast-registered, 405", "shard-fast-registered, 27", "page-list, 27"})
    void shouldFillItsPoolForTheFirstConnections(final String label, final int regions) {
        final Strategy strategy = strategy(label);
        final CostModel costs = CostModel.defaults().with(CostParameter.FIRMWARE_CREATE_QP, 0);
        try (SimulatedDevice device = new Fabric(new Simulation(1), costs).attach("sim0", "10.98.0.1");
                ProtectionDomain domain = device.allocateProtectionDomain()) {
            final EventLoop loop = device.newEventLoop();
            final long making = CostModel.defaults().nanos(CostParameter.ALLOC_MR);
            final ComparisonSettings settings = settings(strategy, 135, 4096);
            final ShardMapper mapper = StrategyPlan.of(strategy).warmMapper(domain, loop, settings.buffers(), 3);
            assertEquals(regions * making, loop.nanoTime());
            final MemoryBlock memory = device.memory().allocate(1 << 16, 1 << 16);
            final long before = loop.nanoTime();
            mapper.map(memory).close();
            assertTrue(loop.nanoTime() - before < making, "no region was made");
            memory.close();
            CloseHelper.close((AutoCloseable) mapper);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "per-buffer-dma, 4096, 135, 4096",
        "shard-dma, 4096, 135, 65536",
        "page-list, 4096, 135, 65536",
        "scattered-dma, 4096, 135, 65536",
        "one-iova, 4096, 135, 1048576",
        "shared-srq, 4096, 135, 65536",
        "region-per-connection, 4096, 135, 1048576",
        "region-per-connection, 4096, 128, 524288",
        "on-demand, 262144, 65536, 2097152"
    })
    void shouldAllocateAtOnce(final String label, final int bufferSize, final int buffers, final int bytes) {
        final Strategy strategy = strategy(label);
        assertEquals(
                bytes,
                StrategyPlan.of(strategy)
                        .shardSize(settings(strategy, buffers, bufferSize).buffers()));
    }

    private static long setup(final JsonNode strategy) {
        return strategy.get("setupNanos").asLong();
    }

    private List<JsonNode> compare(final String... arguments) throws IOException {
        final String[] first = Stream.concat(Stream.of("compare", "--json", "-", "--seeds", "1"), defaults(arguments))
                .toArray(String[]::new);
        assertEquals(ExitCode.DONE, rpcrdma(with(first, arguments)), err::toString);
        final JsonNode strategies = new ObjectMapper().readTree(out.toString()).get("strategies");
        return List.of(strategies.get(0), strategies.get(1));
    }

    /** Returns the arguments for one connection with 64 credits, followed by further arguments. */
    private static Stream<String> defaults(final String... arguments) {
        return Stream.of("--connections=1", "--credits=64")
                .filter(option -> Stream.of(arguments).noneMatch(given -> given.startsWith(option.split("=")[0])));
    }
}
