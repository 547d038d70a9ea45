// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.study.sweep.Grid;
import org.rpcrdma.study.sweep.GridFile;
import org.rpcrdma.study.sweep.Slice;
import org.rpcrdma.study.sweep.SweepFolder;
import org.rpcrdma.study.sweep.SweepRun;
import org.rpcrdma.testkit.Effort;

class SweepCommandTest extends CommandTest {
    private static final List<String> FILES = List.of("results.json", "results.csv", "report.html");
    private static final String[] GRID = ("--vary connections=1,3 --vary iommu=off,strict,lazy"
                    + " --strategy per-buffer-dma,shard-dma --seeds " + Effort.of(2, 5))
            .split(" ");

    @TempDir
    private Path temporary;

    @Test
    void shouldRunEveryPointAsCompareDoes() throws IOException {
        final Path folder = temporary.resolve("results");
        final String grid = "--vary iommu.leaves=4096,69632 --vary seed=1,7 --connections=2 --shared-arena"
                + " --set iommu.iotlb_entries=64 --seeds " + Effort.of(1, 5);
        assertEquals(0, sweep(folder, grid.split(" ")), err.toString());
        assertTrue(out.toString().contains("4 points: " + folder.resolve("results.json")), out.toString());

        final JsonNode points = json(folder).get("points");
        assertEquals(4, points.size());
        final Path one = temporary.resolve("one.json");
        final String alone = "compare --set iommu.iotlb_entries=64 --set iommu.leaves=69632 --seed 7 --connections 2"
                + " --shared-arena --seeds " + Effort.of(1, 5) + " --json " + one;
        assertEquals(0, rpcrdma(alone.split(" ")));
        assertEquals(new ObjectMapper().readTree(one.toFile()), points.get(3).get("result"));
    }

    @Test
    void shouldWriteTheSameBytesFromSlices() throws IOException {
        final Path whole = temporary.resolve("whole");
        assertEquals(0, sweep(whole, GRID), err.toString());
        assertEquals(6, json(whole).get("points").size());

        final Path shared = temporary.resolve("shared");
        for (int k = 4; k >= 1; k--) {
            assertFalse(Files.exists(shared.resolve("report.html")));
            assertEquals(0, sweep(shared, with(GRID, "--slice", k + "/4")), err.toString());
        }
        assertSameResults(whole, shared);

        final List<String> merge =
                new ArrayList<>(List.of("sweep", "--out", temporary.resolve("merged") + "", "--merge"));
        for (int k = 1; k <= 2; k++) {
            final Path apart = temporary.resolve("apart" + k);
            assertEquals(0, sweep(apart, with(GRID, "--slice", k + "/2")), err.toString());
            assertEquals("3 of 6 points are done in " + apart, out.toString().strip());
            merge.add(apart.toString());
        }
        assertEquals(1, rpcrdma(merge.subList(0, 5).toArray(String[]::new)));
        assertEquals(
                "rpcrdma: 3 of 6 points are missing, the first is number 2: connections=1 iommu=strict",
                err.toString().strip());
        assertEquals(0, rpcrdma(merge.toArray(String[]::new)), err.toString());
        assertSameResults(whole, temporary.resolve("merged"));
    }

    @Test
    void shouldContinueWhereItWasKilled() throws IOException {
        final Path whole = temporary.resolve("whole");
        assertEquals(0, sweep(whole, GRID), err.toString());
        final Path log = whole.resolve("points-1-of-1.jsonl");
        final byte[] lines = Files.readAllBytes(log);

        final Path killed = temporary.resolve("killed");
        assertEquals(0, sweep(killed, with(GRID, "--slice", "6/6")), err.toString());
        Files.write(killed.resolve(log.getFileName()), Arrays.copyOf(lines, lines.length / 2));
        assertEquals(0, sweep(killed, GRID), err.toString());

        assertSameResults(whole, killed);
        assertEquals(5, Files.readAllLines(killed.resolve(log.getFileName())).size(), "the sixth was there");
    }

    /** Running the whole grid would take too long for a test. */
    @Test
    void shouldBeAbleToRunTheGridOfTheDocumentation() throws IOException {
        final Grid grid = GridFile.read(Path.of("../../docs/study.grid"), SweepSettings.LISTS);
        new SweepRun(grid, SweepSettings::comparison, new Captures(new PrintWriter(err)));
    }

    @Test
    void shouldReadAGridFromAFile() throws IOException {
        final Path grid = Files.writeString(
                temporary.resolve("grid"),
                "strategy = per-buffer-dma, shard-dma\ncredits = 8\nconnections = 1\n[Sizes]\nshard-size = 4K, 2M # least, most\n[Echo]\nworkload = echo\nrpcs = 5, 10\n");
        assertEquals(
                0,
                rpcrdma("sweep", "--grid", grid.toString(), "--out", temporary.resolve("x") + "", "--json", "-"),
                err.toString());

        final JsonNode points = new ObjectMapper().readTree(out.toString()).get("points");
        assertEquals(4, points.size());
        assertEquals("Sizes", points.get(1).get("section").asText());
        assertEquals("2M", points.get(1).get("settings").get("shard-size").asText());
        assertEquals(20, points.get(3).at("/result/strategies/0/messages").asInt());
    }

    @ParameterizedTest
    @CsvSource({
        "'--vary connections=1,0', 'connections=0: connections must be 1 to 1,000,000: connections=0'",
        "'--vary connections=1,ten', 'connections=ten: '",
        "'--vary conections=1,2', 'no option --conections; did you mean connections?'",
        "'--vary shardsize=3', 'no option --shardsize; did you mean shard-size?'",
        "'--vary colour=red', 'no option --colour'",
        "'--vary no.such=1,2', 'no.such'",
        "'--vary iommu=off,on', 'iommu=on: Invalid value'",
        "'--vary iommu', '--vary must be'",
        "'--vary iommu=off,off', 'iommu has a value twice'",
        "'--vary iommu=off,', 'iommu has an empty value'",
        "'--vary iommu=off --vary iommu=lazy', 'twice: iommu'",
        "'--vary strategy=shard-dma,per-buffer-dma', '--vary must not be strategy'",
        "'--vary json=a,b', '--json'",
        "'--vary connections=1,2 --connections 3', 'connections is varied by the grid'",
        "'--vary connections=1,2 --slice 3/2', '1 <= K <= N'",
        "'--vary connections=1,2 --strategy magic', 'expected one of per-buffer-dma'",
        "'--vary connections=1,2 --grid x', '--grid and --vary are mutually exclusive: --grid x'",
        "'', 'a grid is required'",
        "'--grid no-such-file', 'no-such-file'",
        "'--grid pom.xml', 'pom.xml, line 1: must be'",
        "'--merge no-such-folder', 'no-such-folder'",
        "'--merge target --connections 3', '--merge can be combined'",
        "'--vary seed=1,2 --json no/such/folder', '--json'",
    })
    void shouldRefuseBadArgumentsBeforeTheFirstPoint(final String arguments, final String named) {
        final List<String> all = new ArrayList<>(List.of("sweep", "--out", temporary.resolve("out") + ""));
        all.addAll(arguments.isEmpty() ? List.of() : List.of(arguments.split(" ")));

        assertEquals(2, rpcrdma(all.toArray(String[]::new)), err.toString());
        assertOneLine(named);
        assertFalse(Files.exists(temporary.resolve("out")), "nothing was begun");
    }

    @Test
    void shouldEstimateTimeAndMemoryBeforeItBegins() throws IOException {
        final Path folder = temporary.resolve("listed");
        assertEquals(0, sweep(folder, with(GRID, "--list")), err.toString());
        final List<String> lines = out.toString().lines().toList();
        assertEquals(8, lines.size(), lines.toString());
        assertTrue(lines.get(0).matches("point +RPCs +about s +MB +settings"), lines.get(0));
        final int seeds = Effort.of(2, 5);
        final String rpcs = String.format(Locale.ROOT, "%,d", 243 * 3 * 2 * seeds);
        assertTrue(lines.get(6).matches("6 +" + rpcs + " +[\\d.]+ +\\d+ +connections=3 iommu=lazy"), lines.get(6));
        final String all = String.format(Locale.ROOT, "%,d", 243 * (1 + 3) * 3 * 2 * seeds);
        assertTrue(lines.get(7).startsWith("6 of 6 points to run: " + all + " RPCs, about "), lines.get(7));
        assertFalse(Files.exists(folder), "nothing was begun");

        assertEquals(0, sweep(folder, with(GRID, "--slice", "1/2")), err.toString());
        out.getBuffer().setLength(0);
        assertEquals(0, sweep(folder, with(GRID, "--list")), err.toString());
        assertTrue(out.toString().contains("3 of 6 points to run: "), out.toString());
    }

    /**
     * A connection's buffers are in units of 2 MB. A client has a buffer per credit, and a quarter of this number in
     * addition.
     */
    @Test
    void shouldEstimateTheMemoryOfWholeUnits() {
        assertEquals(
                0,
                rpcrdma("sweep --vary buffers=512,513 --connections 4 --seeds 1 --strategy region-per-connection"
                        + " --workload echo --rpcs 3 --list --out " + temporary.resolve("listed")),
                err.toString());
        final List<String> lines = out.toString().lines().toList();
        assertTrue(lines.get(1).matches("1 +12 +[\\d.]+ +11 +buffers=512"), lines.get(1));
        assertTrue(lines.get(2).matches("2 +12 +[\\d.]+ +19 +buffers=513"), lines.get(2));
        assertTrue(lines.get(3).contains("; at most 19 MB of buffers, limit "), lines.get(3));
    }

    /** Each process takes the next free point, so that together they run every point exactly once. */
    @Test
    void shouldShareThePointsAmongProcessesAsTheyBecomeFree() throws Exception {
        final Path whole = temporary.resolve("whole");
        assertEquals(0, sweep(whole, GRID), err.toString());
        final Path shared = temporary.resolve("shared");
        final Grid grid =
                new ObjectMapper().readValue(whole.resolve("grid.json").toFile(), Grid.class);
        final SweepFolder folder = SweepFolder.open(shared, grid);
        final List<Thread> processes = new ArrayList<>();
        final List<Throwable> failures = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 3; i++) {
            final Thread process = new Thread(() -> {
                try {
                    new SweepRun(grid, SweepSettings::comparison, new Captures(new PrintWriter(err)))
                            .run(folder, Slice.ALL, ShownArenas.NONE, new PrintWriter(err));
                } catch (final IOException | RuntimeException e) {
                    failures.add(e);
                }
            });
            process.start();
            processes.add(process);
        }
        for (final Thread process : processes) {
            process.join();
        }
        assertEquals(List.of(), failures);
        int lines = 0;
        for (int i = 1; i <= 3; i++) {
            final Path log = shared.resolve("points-1-of-1" + (i == 1 ? "" : "-" + i) + ".jsonl");
            lines += Files.exists(log) ? Files.readAllLines(log).size() : 0;
        }
        assertEquals(6, lines, "no point was run twice");
        assertEquals(0, sweep(shared, GRID), err.toString());
        assertSameResults(whole, shared);
    }

    /** If the wrong folder is passed by mistake, its files must not be lost. */
    @ParameterizedTest
    @ValueSource(strings = {"report.html", "results.json", "results.csv"})
    void shouldKeepFilesThatNoSweepWrote(final String name) throws IOException {
        final Path apart = temporary.resolve("apart");
        assertEquals(0, sweep(apart, "--vary", "connections=1,2", "--seeds", "" + Effort.of(1, 5)), err.toString());
        final Path folder = Files.createDirectory(temporary.resolve("foreign"));
        final Path file = Files.writeString(folder.resolve(name), "somebody else's\n");

        assertEquals(2, sweep(folder, "--vary", "connections=1,2", "--seeds", "" + Effort.of(1, 5)));
        assertOneLine(file + " was not written by a sweep");
        assertEquals(2, sweep(folder, "--merge", apart.toString()));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(file), left.toList(), "nothing was begun");
        }
        assertEquals("somebody else's\n", Files.readString(file));

        Files.delete(file);
        assertEquals(0, sweep(folder, "--merge", apart.toString()), err.toString());
        assertEquals(0, sweep(folder, "--merge", apart.toString()), "its own files are written again: " + err);
    }

    @Test
    void shouldOpenTheReportAtTheDefaultsOfCompare() throws IOException {
        final String grid = "--vary iommu=off,lazy --vary connections=1,2 --vary shard-size=4K,65536";
        assertEquals(0, sweep(temporary, grid.split(" ")), err.toString());
        final String report = Files.readString(temporary.resolve("report.html"));
        assertTrue(
                report.contains("\"chosen\":{\"iommu\":\"lazy\",\"connections\":\"2\",\"shard-size\":\"65536\"}"),
                "it opens elsewhere");
        assertTrue(report.contains("\"fixed\":[\"machine intel\",\"credits 128\"]"), "what the figures hang on");
    }

    @Test
    void shouldKeepToOneGridInAFolder() {
        assertEquals(0, sweep(temporary, "--vary", "connections=1,2", "--seeds", "" + Effort.of(1, 5)), err.toString());
        assertEquals(2, sweep(temporary, "--vary", "connections=1,3", "--seeds", "" + Effort.of(1, 5)));
        assertOneLine("connections=[1, 2]");
        assertOneLine("connections=[1, 3]");
    }

    @Test
    void shouldReportInOneLineWhereItCannotWrite() throws IOException {
        final Path file = Files.writeString(temporary.resolve("file"), "x");
        assertEquals(2, sweep(file, GRID));
        assertEquals(2, sweep(file.resolve("below"), GRID));
        assertEquals(1, err.toString().lines().count(), err.toString());

        assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here: a full disk is not tested");
        final Path full = Files.createDirectory(temporary.resolve("full"));
        final Path log = Files.createSymbolicLink(full.resolve("points-1-of-1.jsonl"), Path.of("/dev/full"));
        try (FileChannel another = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
                FileLock held = another.tryLock()) {
            assertEquals(1, sweep(full, GRID), () -> err + " although another has the device locked: " + held);
        }
        assertOneLine("points-1-of-1.jsonl: No space left");
        Files.delete(log);
    }

    private static void assertSameResults(final Path expected, final Path found) throws IOException {
        for (final String file : FILES) {
            assertArrayEquals(
                    Files.readAllBytes(expected.resolve(file)), Files.readAllBytes(found.resolve(file)), file);
        }
    }

    private static JsonNode json(final Path folder) throws IOException {
        return new ObjectMapper().readTree(folder.resolve("results.json").toFile());
    }

    private int sweep(final Path folder, final String... arguments) {
        return rpcrdma(List.of("sweep", "--out", folder.toString()), arguments);
    }
}
