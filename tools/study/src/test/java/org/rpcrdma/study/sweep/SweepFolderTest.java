// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.testkit.Refusals.assertSays;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.ReplacedFile;
import org.rpcrdma.testkit.Seed;

class SweepFolderTest {
    private static final ObjectWriter JSON = new ObjectMapper().writerWithDefaultPrettyPrinter();
    private static final List<String> FILES = List.of("results.json", "results.csv", "report.html");

    @TempDir
    private Path temporary;

    private final Grid grid =
            GridFile.read("grid", "seed = 1\n[a]\nx = 1, 2, 3\ny = p, q\n[b]\nz = 1, 2", Set.of("strategy"));

    @Test
    void shouldKeepTheSameBytesWhicheverProcessRanAPoint() throws Exception {
        final Path whole = temporary.resolve("whole");
        run(whole, Slice.ALL);
        final byte[][] expected = written(whole);

        final Path shared = temporary.resolve("shared");
        final List<Path> apart = new ArrayList<>();
        for (final int index : new int[] {3, 1, 2}) {
            run(shared, new Slice(index, 3));
            apart.add(temporary.resolve("apart" + index));
            run(apart.get(apart.size() - 1), new Slice(index, 3));
        }
        assertSame(expected, written(shared));
        final List<SweepFolder> folders = new ArrayList<>();
        for (final Path folder : apart) {
            folders.add(SweepFolder.open(folder));
        }
        final Path merged = temporary.resolve("merged");
        final SweepResults results = SweepResults.of(folders);
        assertEquals(List.of(), results.missing());
        results.write(merged, JSON, Map.of());
        assertSame(expected, read(merged));
    }

    /** A process may be killed at any byte of a line. */
    @Test
    void shouldRunUnfinishedPointsAgainAfterAKill() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            final Path whole = temporary.resolve("whole");
            run(whole, Slice.ALL);
            final byte[][] expected = written(whole);
            final byte[] lines = Files.readAllBytes(whole.resolve("points-1-of-1.jsonl"));
            for (int i = 0; i < 20; i++) {
                final Path killed = temporary.resolve("killed" + i);
                run(killed, new Slice(2, 4));
                final int kept = random.nextInt(lines.length);
                Files.write(killed.resolve("points-1-of-1.jsonl"), Arrays.copyOf(lines, kept));
                run(killed, Slice.ALL);
                assertSame(expected, written(killed));
            }
        });
    }

    @Test
    void shouldDropOnlyTornLines() throws IOException {
        final Path file = temporary.resolve("log");
        final String longLine = "x".repeat(10_000);
        try (PointLog log = PointLog.open(file)) {
            log.append("one");
            log.append(longLine);
        }
        Files.writeString(file, "one\n" + longLine + "\n" + longLine);
        try (PointLog log = PointLog.open(file)) {
            log.append("three");
        }
        assertEquals(List.of("one", longLine, "three"), Files.readAllLines(file));
    }

    @Test
    void shouldReportWhatIsMissing() throws IOException {
        final Path folder = temporary.resolve("half");
        run(folder, new Slice(2, 2));

        final SweepResults results = SweepResults.of(List.of(SweepFolder.open(folder)));
        assertEquals(
                List.of(1, 3, 5, 7),
                results.missing().stream().map(Point::number).toList());
    }

    @Test
    void shouldLetOneProcessRunASlice() throws IOException {
        final SweepFolder folder = SweepFolder.open(temporary, grid);
        final Slice half = new Slice(1, 2);
        try (Claims claims = folder.claims();
                PointLog first = folder.log(half, claims);
                Claims others = folder.claims()) {
            assertSays(InputException.class, "points-1-of-2.jsonl", () -> folder.log(half, others));
            folder.log(new Slice(2, 2), others).close();
            first.append("{}");
        }
        try (Claims claims = folder.claims()) {
            folder.log(half, claims).close();
        }
    }

    @Test
    void shouldHaveAFileForEachProcessThatRunsAllPoints() throws IOException {
        final SweepFolder folder = SweepFolder.open(temporary, grid);
        try (Claims claims = folder.claims();
                Claims others = folder.claims();
                PointLog first = folder.log(Slice.ALL, claims);
                PointLog second = folder.log(Slice.ALL, others)) {
            second.append(SweepFolder.line(
                    grid.points().get(1), Results.of(grid.points().get(1))));
            first.append(SweepFolder.line(
                    grid.points().get(0), Results.of(grid.points().get(0))));
        }
        assertEquals(Set.of(1, 2), folder.results().keySet());
    }

    @Test
    void shouldGiveAPointToOneProcessUntilItReleasesIt() throws IOException {
        final SweepFolder folder = SweepFolder.open(temporary, grid);
        final Point point = grid.points().get(3);
        try (Claims one = folder.claims();
                Claims other = folder.claims()) {
            final FileLock claim = one.take(point);
            assertNull(other.take(point));
            other.take(grid.points().get(2)).close();
            claim.close();
            other.take(point).close();
        }
    }

    /** A killed process cannot release its claims itself. */
    @Test
    void shouldRecoverTheClaimOfAProcessThatDied() throws Exception {
        final SweepFolder folder = SweepFolder.open(temporary, grid);
        final Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClaimingProcess.class.getName(),
                        temporary.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Claims claims = folder.claims()) {
            assertEquals("claimed", process.inputReader().readLine());
            assertNull(claims.take(grid.points().get(0)));
            assertSays(InputException.class, "points-1-of-2.jsonl", () -> folder.log(new Slice(1, 2), claims));
            process.destroyForcibly().waitFor();
            claims.take(grid.points().get(0)).close();
            folder.log(new Slice(1, 2), claims).close();
        } finally {
            process.destroyForcibly();
        }
    }

    /** A program that claims the first point and then waits to be killed. */
    static final class ClaimingProcess {
        public static void main(final String[] arguments) throws Exception {
            final SweepFolder folder = SweepFolder.open(Path.of(arguments[0]));
            final Point point = folder.grid().points().get(0);
            try (Claims claims = folder.claims();
                    PointLog log = folder.log(new Slice(1, 2), claims)) {
                if (claims.take(point) != null) {
                    log.append(SweepFolder.line(point, Results.of(point)));
                    // A process must keep its claims when it reads its own file of results.
                    new DonePoints(folder).now();
                    System.out.println("claimed");
                }
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }

    @Test
    void shouldSeeThePointsThatOthersFinish() throws IOException {
        final SweepFolder folder = SweepFolder.open(temporary, grid);
        final DonePoints done = new DonePoints(folder);
        assertEquals(Set.of(), done.now());
        final Path file = temporary.resolve("points-1-of-1.jsonl");
        final Point point = grid.points().get(4);
        final String line = SweepFolder.line(point, Results.of(point));
        Files.writeString(file, line.substring(0, 30));
        assertEquals(Set.of(), done.now(), "it is torn");
        Files.writeString(file, line + "\n");
        assertEquals(Set.of(5), done.now());
        run(temporary, Slice.ALL);
        assertEquals(8, done.now().size());
    }

    @Test
    void shouldReportThatTheSameCommandContinues() {
        final StringWriter err = new StringWriter();
        try (StoppedSweep stopped = new StoppedSweep(() -> "3 of 8 points are done", new PrintWriter(err))) {
            stopped.stop();
            stopped.stop();
        }
        assertEquals(
                "rpcrdma: stopped: 3 of 8 points are done; run the same command again to resume",
                err.toString().strip());
    }

    @Test
    void shouldRefuseAFolderOfAnotherGrid() throws IOException {
        SweepFolder.open(temporary, grid);
        SweepFolder.open(temporary, grid);

        final InputException other =
                assertThrows(InputException.class, () -> SweepFolder.open(temporary, grid.with(Map.of("seed", "2"))));
        assertTrue(other.getMessage().contains("a different grid: {seed=[1]"), other.getMessage());
        assertTrue(other.getMessage().contains("{seed=[2]"), other.getMessage());
        final Grid oneSection = new Grid(grid.sections().subList(0, 1));
        assertThrows(InputException.class, () -> SweepFolder.open(temporary, oneSection));
        assertThrows(InputException.class, () -> SweepFolder.open(temporary.resolve("none")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "{\"point\":9}", "{}", "[]", "", "{\"point\":1,\"section\":\"a\"}"})
    void shouldRefuseALineThatIsNoResult(final String line) throws IOException {
        final SweepFolder folder = SweepFolder.open(temporary, grid);
        Files.writeString(temporary.resolve("points-1-of-1.jsonl"), line + "\n");

        assertSays(
                InputException.class,
                "points-1-of-1.jsonl, line 1: not a result of this grid; delete the line",
                folder::results);
    }

    @Test
    void shouldRefuseTwoResultsOfAPoint() throws IOException {
        final SweepFolder folder = SweepFolder.open(temporary, grid);
        final Point point = grid.points().get(0);
        final ObjectNode result = Results.of(point);
        Files.writeString(temporary.resolve("points-1-of-1.jsonl"), SweepFolder.line(point, result) + "\n");
        Files.writeString(temporary.resolve("points-1-of-2.jsonl"), SweepFolder.line(point, result) + "\n");
        assertEquals(1, folder.results().size());

        final String other = SweepFolder.line(point, Results.of(grid.points().get(1)));
        Files.writeString(temporary.resolve("points-1-of-2.jsonl"), other + "\n");
        assertThrows(InputException.class, folder::results);
    }

    @Test
    void shouldReportThatTheDiskIsFull() throws IOException {
        assumeTrue(Files.exists(Path.of("/dev/full")), "no /dev/full here: a full disk is not tested");
        final SweepFolder folder = SweepFolder.open(temporary, grid);
        final Path file = Files.createSymbolicLink(temporary.resolve("points-1-of-1.jsonl"), Path.of("/dev/full"));
        try (Claims claims = folder.claims();
                PointLog log = folder.log(Slice.ALL, claims)) {
            assertSays(IOException.class, "points-1-of-1.jsonl: No space left", () -> log.append("{}"));
        }
        Files.delete(file);
    }

    @Test
    void shouldHaveARowAStrategyAndAColumnAFigure() throws IOException {
        run(temporary, Slice.ALL);
        written(temporary);

        final List<String> rows = Files.readAllLines(temporary.resolve("results.csv"));
        assertEquals(1 + 2 * grid.points().size(), rows.size());
        final String deciding = "point,section,seed,x,y,z,strategy,baseline,connectionNanosSaved,"
                + "connectionNanosSaved.low,connectionNanosSaved.high,connectionShareSaved,connectionShareSaved.low,"
                + "connectionShareSaved.high,tracedShareSaved,verdict,";
        assertTrue(rows.get(0).startsWith(deciding), rows.get(0));
        assertTrue(rows.get(0).contains(",latencyNanos.p50,"), rows.get(0));
        assertTrue(rows.get(1).startsWith("1,a,1,1,p,,per-buffer-dma,,,,,,,,,,"), "it saves nothing: " + rows.get(1));
        final String saved = "per-buffer-dma,126000,-126000,252000,0.5,,,,shard-dma instead of per-buffer-dma: less";
        assertTrue(rows.get(2).startsWith("1,a,1,1,p,,shard-dma," + saved), rows.get(2));
        assertTrue(rows.get(16).startsWith("8,b,1,,,2,shard-dma,per-buffer-dma,1008000,"), rows.get(16));
    }

    @Test
    void shouldLeaveNothingHalfWritten() throws IOException {
        final Path file = temporary.resolve("no/such/folder/file");
        assertThrows(IOException.class, () -> ReplacedFile.write(file, "x"));
        final Path taken =
                Files.createDirectories(temporary.resolve("taken/inside")).getParent();
        assertSays(IOException.class, "taken", () -> ReplacedFile.write(taken, "x"));
        assertEquals(List.of("taken"), names(temporary));
    }

    private static List<String> names(final Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    /** Runs the remaining points of a slice. */
    private void run(final Path path, final Slice slice) throws IOException {
        final SweepFolder folder = SweepFolder.open(path, grid);
        try (Claims claims = folder.claims();
                PointLog log = folder.log(slice, claims)) {
            final Set<Integer> done = folder.results().keySet();
            for (final Point point : grid.points()) {
                if (slice.includes(point) && !done.contains(point.number())) {
                    log.append(SweepFolder.line(point, Results.of(point)));
                }
            }
        }
    }

    private static byte[][] written(final Path folder) throws IOException {
        final SweepResults results = SweepResults.of(Collections.singleton(SweepFolder.open(folder)));
        assertEquals(List.of(), results.missing());
        results.write(folder, JSON, Map.of());
        return read(folder);
    }

    private static byte[][] read(final Path folder) throws IOException {
        final byte[][] bytes = new byte[FILES.size()][];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = Files.readAllBytes(folder.resolve(FILES.get(i)));
            assertFalse(new String(bytes[i], StandardCharsets.UTF_8).isBlank());
        }
        return bytes;
    }

    private static void assertSame(final byte[][] expected, final byte[][] found) {
        for (int i = 0; i < expected.length; i++) {
            assertEquals(
                    new String(expected[i], StandardCharsets.UTF_8),
                    new String(found[i], StandardCharsets.UTF_8),
                    FILES.get(i));
        }
    }
}
