// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.bench.Rpcrdma;
import org.rpcrdma.bench.StandInProvider;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.jvm.StatReport;
import org.rpcrdma.dist.Page.Block;
import org.rpcrdma.inspect.DecodeCommand;
import picocli.CommandLine;

/**
 * Compares the sessions in README.md and docs with the commands' output. A session is a block of the kind
 * {@code console}. Lines that start with a dollar sign are commands, and the lines that follow a command are its
 * output. A line {@code ...} matches any number of lines, and a line that ends in {@code ...} matches any line with
 * this prefix.
 */
@Tag("pages")
class DocumentedSessionsTest {
    private static final String PROMPT = "$ ";
    private static final String MORE = "...";

    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> shouldPrintWhatTheSessionShows() throws IOException {
        final List<DynamicTest> tests = new ArrayList<>();
        for (final Page page : Page.all()) {
            for (final Block block : page.blocks("console")) {
                tests.add(DynamicTest.dynamicTest(page.name() + ":" + block.line(), () -> run(block.lines())));
            }
        }
        assertFalse(tests.isEmpty());
        return tests.stream();
    }

    /** The output of {@code stat} depends on the time and the process, so only its words are compared, in order. */
    @Test
    void shouldShowTheWordsOfStat() throws IOException {
        final List<String> lines = only("console stat").lines();
        final SortedMap<String, ArenaFigures> arenas =
                new TreeMap<>(Map.of("shard-dma/10.99.1.3", ArenaFigures.NONE, "others", ArenaFigures.NONE));
        final List<String> printed = new StatReport(1, 0, 0, arenas)
                .lines().stream().map(DocumentedSessionsTest::masked).toList();

        assertEquals("$ ./rpcrdma stat", lines.get(0));
        for (final String line : lines.subList(1, lines.size())) {
            assertTrue(line.equals(MORE) || printed.stream().anyMatch(own -> isLike(masked(line), own)), line);
        }
        final Set<String> documented = Stream.of(
                        Page.read(Path.of("../../docs/monitoring.md")).prose())
                .flatMap(List::stream)
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> Arrays.stream(line.split("[`|, ]+")))
                .collect(Collectors.toSet());
        for (final String word :
                printed.get(0).replaceFirst(".*? shards N", "shards N").split(" N ?")) {
            assertTrue(
                    documented.contains(word) || documented.contains(word + "_total"),
                    "docs/monitoring.md does not explain " + word);
        }
    }

    /**
     * The figures of {@code compare --device} come from a virtual machine, so only rows and rejections are compared.
     */
    @Test
    void shouldShowTheRowsOfARealDevice() throws IOException {
        final String printed = rpcrdma(
                "compare", "--device", StandInProvider.NAME, "--connections", "8", "--rpcs", "3", "--credits", "16");
        final Set<String> rows = labels(printed.lines().toList());
        final Set<String> shown = labels(Page.read(Path.of("../../docs/results/compare-device.md"))
                .blocks("console device")
                .get(0)
                .lines());

        assertEquals(rows.stream().filter(row -> !shown.contains(row)).toList(), List.of(), printed);
        assertEquals(shown.stream().filter(row -> !rows.contains(row)).toList(), List.of(), printed);
    }

    @Test
    void shouldFindALineThatDiffers() {
        final List<String> printed = List.of("first 1", "second 2", "third 3");

        assertTrue(holds(List.of("first 1", MORE, "third 3"), printed));
        assertTrue(holds(List.of(MORE, "second 2", MORE), printed));
        assertTrue(holds(List.of("first ...", "second 2", "third 3"), printed));
        assertFalse(holds(List.of("first 1", "third 3"), printed));
        assertFalse(holds(List.of("first 1", MORE, "third 4"), printed));
        assertFalse(holds(List.of("first 1", "second 2"), printed));
        assertFalse(holds(List.of("second 2", MORE), printed));
    }

    private void run(final List<String> session) throws IOException {
        int next = 0;
        while (next < session.size()) {
            final String command = session.get(next).substring(PROMPT.length());
            final int begin = next + 1;
            next = begin;
            while (next < session.size() && !session.get(next).startsWith(PROMPT)) {
                next++;
            }
            final String printed = execute(command.split(" "));
            if (!holds(
                    session.subList(begin, next),
                    printed.lines().map(String::stripTrailing).toList())) {
                fail(command + " prints, in its first lines:\n"
                        + printed.lines().limit(60).collect(Collectors.joining("\n")));
            }
        }
    }

    private String execute(final String... words) throws IOException {
        assertEquals("./rpcrdma", words[0]);
        final String[] arguments =
                Arrays.stream(words).skip(1).map(this::argument).toArray(String[]::new);
        return arguments[0].equals("decode") ? decode(arguments) : rpcrdma(arguments);
    }

    /** Runs decode, whose output bypasses the command line's writer. */
    private static String decode(final String... arguments) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final int exitCode = new CommandLine(new DecodeCommand(out))
                .setErr(new PrintWriter(new StringWriter()))
                .execute(Arrays.copyOfRange(arguments, 1, arguments.length));
        assertEquals(ExitCode.DONE, exitCode);
        return out.toString(StandardCharsets.UTF_8);
    }

    /** Returns the path of a project file unchanged. Other files are placed in this test's folder. */
    private String argument(final String word) {
        if (Files.isRegularFile(Path.of("../..", word))) {
            return "../../" + word;
        }
        return word.matches("[a-z]+\\.(pcap|trace)|results")
                ? folder.resolve(word).toString()
                : word;
    }

    /** Returns a command's standard output and standard error. */
    private String rpcrdma(final String... arguments) {
        final StringWriter text = new StringWriter();
        final PrintWriter out = new PrintWriter(text);
        final int exitCode = Rpcrdma.execute(Rpcrdma.commandLine().setOut(out).setErr(out), arguments);
        out.flush();
        assertEquals(ExitCode.DONE, exitCode, text.toString());
        return text.toString().replace(folder + "/", "");
    }

    private static boolean holds(final List<String> shown, final List<String> printed) {
        if (shown.isEmpty()) {
            return printed.isEmpty();
        }
        if (shown.get(0).equals(MORE)) {
            return shown.size() == 1
                    || IntStream.rangeClosed(0, printed.size())
                            .anyMatch(i -> holds(shown.subList(1, shown.size()), printed.subList(i, printed.size())));
        }
        return !printed.isEmpty()
                && isLike(shown.get(0), printed.get(0))
                && holds(shown.subList(1, shown.size()), printed.subList(1, printed.size()));
    }

    /**
     * Compares two lines but ignores work-request ids. The ids contain buffer handles, which do not depend on the seed.
     */
    private static boolean isLike(final String shown, final String printed) {
        final String own = withoutWorkRequestIds(printed);
        final String line = withoutWorkRequestIds(shown);
        return line.endsWith(MORE)
                ? own.startsWith(line.substring(0, line.length() - MORE.length()))
                : line.equals(own);
    }

    private static String withoutWorkRequestIds(final String line) {
        return line.contains("wr_id=") ? line.replaceAll("wr_id=[0-9a-f]{16}", "wr_id=ID") : line;
    }

    private static String masked(final String line) {
        return line.replaceAll(" \\d+(?= |$)", " N");
    }

    /** Returns the labels of rows without their figures, and the reasons why strategies were rejected. */
    private static Set<String> labels(final List<String> lines) {
        final Set<String> labels = new LinkedHashSet<>();
        for (final String line : lines) {
            if (line.contains("EOPNOTSUPP")) {
                labels.add(line.replaceFirst("EOPNOTSUPP.*", "EOPNOTSUPP"));
            } else if (line.startsWith("  ") && !line.startsWith("   ")) {
                labels.add(line.strip().replaceFirst(" {2,}.*", "").replaceFirst(" +(-|[\\d,.]+)$", ""));
            }
        }
        return labels;
    }

    private static Block only(final String info) throws IOException {
        final List<Block> found =
                Page.all().stream().flatMap(page -> page.blocks(info).stream()).toList();
        assertEquals(1, found.size(), info);
        return found.get(0);
    }
}
