// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.arena.counters.ArenaCounters;
import org.rpcrdma.arena.counters.ArenaFigure;
import org.rpcrdma.testkit.Effort;

/** {@code stat} on the arenas of other JVMs, whose temporary folder it shares. */
class StatCommandTest extends CommandTest {
    @TempDir
    private Path temporary;

    private final List<Process> processes = new ArrayList<>();
    private String ownTemporary;

    @BeforeEach
    void shareTemporaryFolder() {
        ownTemporary = System.setProperty("java.io.tmpdir", temporary.toString());
    }

    @AfterEach
    void end() throws InterruptedException {
        System.setProperty("java.io.tmpdir", ownTemporary);
        for (final Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldListTheArenasOfEveryProcess() throws IOException {
        final long first = showing().pid();
        final long second = showing().pid();

        assertEquals(0, run("stat"), err.toString());
        assertEquals(
                List.of(first, second).stream()
                        .sorted()
                        .map(pid -> line(pid, "first", 3) + line(pid, "second", 5))
                        .collect(Collectors.joining()),
                out.toString());
        assertEquals(0, run("stat --pid " + second));
        assertEquals(line(second, "first", 3) + line(second, "second", 5), out.toString());
        assertEquals("", err.toString());
    }

    @Test
    void shouldListTheArenasOfAFileAndTheSumOfTheRest() throws IOException {
        final Path file = temporary.resolve("elsewhere");
        final long pid = showing(file.toString()).pid();

        assertEquals(0, run("stat --file " + file), err.toString());
        assertEquals(line(pid, "first", 3) + line(pid, "others", 5), out.toString());
        assertEquals(1, run("stat"));
        assertOneLine("no process of this user shows arenas: folder=" + folder());
    }

    @Test
    void shouldWriteJson() throws IOException {
        final long pid = showing().pid();

        assertEquals(0, run("stat --json -"), err.toString());
        final JsonNode process =
                new ObjectMapper().readTree(out.toString()).get("processes").get(0);
        assertEquals(pid, process.get("pid").asLong());
        assertTrue(process.get("alive").asBoolean());
        assertTrue(process.get("updated_millis").asLong()
                > process.get("started_millis").asLong());
        final JsonNode arena = process.get("arenas").get(1);
        assertEquals("second", arena.get("name").asText());
        assertEquals(1, arena.get("arenas").asInt());
        for (final ArenaFigure figure : ArenaFigure.values()) {
            assertEquals(5, arena.get(figure.label()).asLong());
        }
    }

    @Test
    void shouldSayThatAProcessHasDied() throws Exception {
        final Process dead = showing();
        dead.destroyForcibly().waitFor();

        assertEquals(1, run("stat"));
        assertOneLine("no process of this user shows arenas: folder=" + folder() + " died=" + dead.pid());
        assertEquals(1, run("stat --pid " + dead.pid()));
        assertEquals(line(dead.pid(), "first", 3) + line(dead.pid(), "second", 5), out.toString());
        assertEquals("rpcrdma: process has died, these are its last figures: pid=" + dead.pid(), said());

        final long alive = showing().pid();
        assertEquals(0, run("stat"), err.toString());
        assertEquals(
                2,
                out.toString()
                        .lines()
                        .filter(line -> line.startsWith("pid " + alive))
                        .count());
        assertEquals(2, out.toString().lines().count());
    }

    @Test
    void shouldWatchUntilTheProcessEnds() throws Exception {
        final Process process = showing();
        final StringWriter seen = new StringWriter() {
            @Override
            public void flush() {
                // The second time it has printed, what it watches ends.
                if (toString().lines().filter(line -> line.contains(" first ")).count() == 2) {
                    end(process);
                }
            }
        };

        assertEquals(0, execute(seen, "stat --watch 0.1 --pid " + process.pid()), err.toString());
        assertEquals(0, process.waitFor());
        assertEquals("", err.toString());
        assertEquals(
                List.of("first", "second", "", "first", "second"),
                seen.toString()
                        .lines()
                        .map(line -> line.isEmpty() ? "" : line.split(" ")[3])
                        .toList());
    }

    @Test
    void shouldWaitForTheFirstProcessThatShowsArenas() {
        final List<Process> begun = new ArrayList<>();
        final StringWriter seen = new StringWriter() {
            @Override
            public void flush() {
                end(begun.get(0));
            }
        };
        final StringWriter waiting = new StringWriter() {
            @Override
            public void flush() {
                assertDoesNotThrow(() -> begun.add(showing()));
            }
        };
        assertEquals(
                0,
                Rpcrdma.commandLine()
                        .setOut(new PrintWriter(seen))
                        .setErr(new PrintWriter(waiting))
                        .execute("stat", "--watch", "0.1"));
        assertTrue(seen.toString().contains(" first "), seen::toString);
        assertTrue(waiting.toString().startsWith("rpcrdma: waiting: no process of this user shows"), waiting::toString);
    }

    private static void end(final Process process) {
        try {
            process.getOutputStream().close();
            process.waitFor();
        } catch (final IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldWriteALineOfJsonEachTimeItWatches() throws Exception {
        final Process process = showing();
        final StringWriter seen = new StringWriter() {
            @Override
            public void flush() {
                if (toString().lines().count() == 2) {
                    end(process);
                }
            }
        };

        final Path file = temporary.resolve("watched.jsonl");
        assertEquals(
                0,
                execute(seen, "stat -j --watch 0.1 --name first --json " + file + " --pid " + process.pid()),
                err.toString());
        assertEquals("", err.toString());
        final List<String> lines = seen.toString().lines().toList();
        assertEquals(2, lines.size());
        for (final String line : lines) {
            final JsonNode shown =
                    new ObjectMapper().readTree(line).get("processes").get(0);
            assertEquals(process.pid(), shown.get("pid").asLong());
            assertEquals(1, shown.get("arenas").size());
            assertEquals(3, shown.get("arenas").get(0).get("buffers_in_use").asLong());
        }
        assertEquals(lines, Files.readAllLines(file));
    }

    @Test
    void shouldWriteOverTheLastFiguresOnATerminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs script, which makes a terminal");
        final Process process = showing();
        final String command = String.join(
                " ", command(Rpcrdma.class, "stat", "--watch", "0.1", "--pid", Long.toString(process.pid())));
        final ProcessBuilder builder = new ProcessBuilder("script", "-qec", command, "/dev/null");
        builder.environment().put("TERM", "xterm");
        final Process terminal =
                builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
        processes.add(terminal);
        final StringBuilder seen = new StringBuilder();
        int read = terminal.getInputStream().read();
        while (read >= 0) {
            seen.append((char) read);
            if (seen.toString().endsWith("\033[J") && seen.indexOf("\033[J") < seen.length() - 3) {
                end(process);
            }
            read = terminal.getInputStream().read();
        }

        assertEquals(0, terminal.waitFor());
        final String[] drawn = seen.toString().replace("\r", "").split("\033\\[H", -1);
        assertEquals("\033[2J", drawn[0]);
        assertEquals(
                (line(process.pid(), "first", 3) + line(process.pid(), "second", 5)).replace("\n", "\033[K\n")
                        + "\033[J",
                drawn[1]);
        assertEquals(drawn[1], drawn[2]);
    }

    @Test
    void shouldListOnlyArenasWhoseNamesMatch() throws IOException {
        final long pid = showing().pid();

        for (final String pattern : List.of("second", "s*", "?econd", "*con*")) {
            assertEquals(0, run("stat --name " + pattern), err.toString());
            assertEquals(line(pid, "second", 5), out.toString());
        }
        assertEquals(1, run("stat --name [first]"));
        assertOneLine("no arena has such a name now: --name=[first]");
    }

    @Test
    void shouldNameFilesThatAreMalformedAndListTheRest() throws IOException {
        final long pid = showing().pid();
        Files.write(folder().resolve("rpcrdma-1.counters"), new byte[5000]);

        assertEquals(0, run("stat"));
        assertEquals(line(pid, "first", 3) + line(pid, "second", 5), out.toString());
        assertEquals("rpcrdma: not a counters file: file=" + folder().resolve("rpcrdma-1.counters"), said());
    }

    @Test
    void shouldRefuseAMalformedFile() throws IOException {
        final Path file = temporary.resolve("bad");
        assertEquals(2, run("stat --file " + file));
        assertOneLine("no such counters file: " + file);
        Files.write(file, new byte[100]);
        assertEquals(2, run("stat --file " + file));
        assertOneLine("not a counters file: file=" + file + " bytes=100");
        assertEquals(2, run("stat --file " + temporary));
        assertOneLine("not a regular file: file=" + temporary);
        assertEquals(2, run("stat --pid 1"));
        assertOneLine("no such counters file: " + folder().resolve("rpcrdma-1.counters"));
    }

    @ParameterizedTest
    @CsvSource({
        "--pid 1 --file x, --pid and --file exclude each other",
        "--pid 0, --pid must be a process id: 0",
        "--pid mine, mine",
        "--watch 0, --watch must be from 0.1 to 86400 seconds: 0",
        "--watch NaN, --watch must be from 0.1 to 86400 seconds: NaN",
        "--json /none/x, --json must name a file in an existing folder: /none/x",
        "--colour, --colour",
    })
    void shouldRefuseBadArgumentsInOneLine(final String arguments, final String named) {
        assertEquals(2, run("stat " + arguments));
        assertOneLine(named);
    }

    /**
     * The job itself, in another JVM: seen while it runs, gone after. One that ran and ended between two looks is run
     * again.
     */
    @Test
    void shouldShowTheArenasOfARunningCompare() throws Exception {
        for (int runs = 1; !isSeenWhileItRuns(); runs++) {
            assertTrue(runs < 100, "never seen: runs=" + runs);
        }
    }

    private boolean isSeenWhileItRuns() throws Exception {
        final int connections = Effort.of(100, 300);
        final String busy = "compare --connections " + connections + " --credits 64 --strategy shard-dma --seeds "
                + Effort.of(1, 2);
        final Process compare = start(Rpcrdma.class, busy.split(" "));
        // Counters are copied one by one while they are read: one look may find a part of an arena's figures.
        final String whole = " mappings 9 iova_pages 144 mapped_bytes 589824 wasted_bytes 36864 ";
        String seen = "";
        while (compare.isAlive() && seen.isEmpty()) {
            if (run("stat --pid " + compare.pid()) == 0) {
                seen = out.toString()
                        .lines()
                        .filter(line -> line.contains(whole))
                        .findFirst()
                        .orElse("");
            }
        }
        final String printed = new String(compare.getInputStream().readAllBytes());

        assertEquals(0, compare.waitFor());
        assertTrue(printed.contains(connections + " connections"), printed);
        assertFalse(Files.exists(ArenaCounters.file(compare.pid())));
        assertTrue(seen.isEmpty() || seen.startsWith("pid " + compare.pid() + " arena shard-dma/10."), seen);
        return !seen.isEmpty();
    }

    @Test
    void shouldCompareAllTheSameWhereArenasCannotBeShown() throws Exception {
        final String compare = "compare --strategy shard-dma --seeds 1";
        assertEquals(0, run(compare));
        final String shown = out.toString();
        assertEquals("", err.toString());

        System.setProperty("java.io.tmpdir", "/dev/null");
        assertEquals(0, run(compare));
        assertEquals(shown, out.toString());
        assertTrue(said().startsWith("rpcrdma: arenas are not shown to rpcrdma stat: cannot make counters: "), said());
        assertEquals(1, said().lines().count());
    }

    private Process showing(final String... arguments) throws IOException {
        final Process process = start(ShowingProgram.class, arguments);
        assertEquals("ready", process.inputReader().readLine());
        return process;
    }

    private Process start(final Class<?> program, final String... arguments) throws IOException {
        final Process process = new ProcessBuilder(command(program, arguments))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    private List<String> command(final Class<?> program, final String... arguments) {
        final List<String> command = program(program, arguments).command();
        command.add(1, "-Djava.io.tmpdir=" + temporary);
        return command;
    }

    private static Path folder() {
        return ArenaCounters.file(1).getParent();
    }

    /** What is printed of an arena all of whose figures are the same. */
    private static String line(final long pid, final String name, final int value) {
        return "pid " + pid + " arena " + name
                + Arrays.stream(ArenaFigure.values())
                        .map(figure -> " " + figure.label() + " " + value)
                        .collect(Collectors.joining())
                + "\n";
    }

    private int run(final String arguments) {
        return rpcrdma(arguments.split(" "));
    }

    private int execute(final StringWriter output, final String arguments) {
        err.getBuffer().setLength(0);
        return Rpcrdma.commandLine()
                .setOut(new PrintWriter(output))
                .setErr(new PrintWriter(err))
                .execute(arguments.split(" "));
    }

    private String said() {
        return err.toString().strip();
    }
}
