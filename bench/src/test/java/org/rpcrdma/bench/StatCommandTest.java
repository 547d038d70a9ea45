// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.bench.jvm.AttachableJvms;
import org.rpcrdma.bench.jvm.LocalJvm;
import org.rpcrdma.bench.jvm.StatReport;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.JavaPrograms;
import picocli.CommandLine;

/** Tests {@code stat} on the arenas of the JVMs that the test starts, and on no other JVMs. */
class StatCommandTest extends CommandTest {
    @TempDir
    private Path temporary;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (final Process process : processes) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldListTheArenasOfEveryProcess() throws IOException {
        final long first = showing().pid();
        final long second = showing().pid();

        assertEquals(0, runOnOwn(10), err.toString());
        assertEquals(
                List.of(first, second).stream()
                        .sorted()
                        .map(pid -> line(pid, "first", 3) + line(pid, "second", 5))
                        .collect(Collectors.joining()),
                out.toString());
        assertTrue(AttachableJvms.ofUser().containsAll(List.of(first, second)), "without a choice it asks all");
        assertEquals(0, run("stat --pid " + second));
        assertEquals(line(second, "first", 3) + line(second, "second", 5), out.toString());
        assertEquals("", err.toString());
    }

    /** The running JVM has enough time to answer even on a slow host. */
    @Test
    void shouldNameAJvmThatDoesNotAnswerInTime() throws Exception {
        final long stopped = showing().pid();
        final long other = showing().pid();
        assertEquals(
                0,
                new ProcessBuilder("kill", "-STOP", Long.toString(stopped))
                        .start()
                        .waitFor());

        int seconds = 2;
        while (runOnOwn(seconds) != 0) { // neither JVM answers in such a short time
            assertTrue(seconds < 1000, err.toString());
            seconds *= 2;
        }
        assertEquals(line(other, "first", 3) + line(other, "second", 5), out.toString());
        assertEquals(unanswering(stopped, seconds), err.toString());
        assertEquals(1, runOnOwn(1, "--pid", Long.toString(stopped)));
        assertEquals(unanswering(stopped, 1), err.toString());
        final AttachableJvms impatient = new AttachableJvms(this::own, 1);
        assertMessage(
                IOException.class,
                "JVM does not answer: pid=" + stopped + " seconds=1",
                () -> impatient.attach(new LocalJvm(stopped, "any")));
        // the JDK would delete this file once its time limit expires
        Files.deleteIfExists(Path.of(".attach_pid" + stopped));
    }

    /** Without UsePerfData, the JDK's attempt to attach would make such a JVM print its threads' stacks. */
    @ParameterizedTest
    @ValueSource(strings = {"-XX:+UsePerfData", "-XX:-UsePerfData"})
    void shouldNameAJvmThatForbidsAttaching(final String counters) throws Exception {
        final long other = showing().pid();
        final List<String> options =
                List.of(JavaPrograms.jvmOptions(), "-XX:+UseSerialGC", "-XX:+DisableAttachMechanism", counters);
        final Process forbidding = JavaPrograms.of(ShowingProgram.class, options)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(forbidding);
        assertEquals("ready", forbidding.inputReader().readLine());

        assertEquals(0, runOnOwn(10));
        assertEquals(line(other, "first", 3) + line(other, "second", 5), out.toString());
        final String words = "rpcrdma: JVM does not allow attaching (-XX:+DisableAttachMechanism): pid="
                + forbidding.pid()
                + "; start it without that option, or read its figures through Micrometer or a JMX port\n";
        assertEquals(words, err.toString());
        assertEquals(1, runOnOwn(10, "--pid", Long.toString(forbidding.pid())));
        assertEquals(words, err.toString());
        if (AttachableJvms.ofUser().contains(forbidding.pid())) {
            assertEquals(1, run("frmr show --pid " + forbidding.pid()));
            assertEquals(words, err.toString());
        } else {
            assertEquals(2, run("frmr show --pid " + forbidding.pid()));
            assertOneLine("--pid must name another running JVM of this user: " + forbidding.pid()
                    + "; JVMs with -XX:-UsePerfData cannot be found");
        }
        forbidding.getOutputStream().close();
        assertEquals(List.of(), forbidding.inputReader().lines().toList(), "stacks of threads");
    }

    private static String unanswering(final long pid, final int seconds) {
        return "rpcrdma: JVM does not answer: pid=" + pid + " seconds=" + seconds + "\n";
    }

    @Test
    void shouldWriteJson() throws IOException {
        final long pid = showing().pid();

        assertEquals(0, run("stat --json - --pid " + pid), err.toString());
        final JsonNode process =
                new ObjectMapper().readTree(out.toString()).get("processes").get(0);
        assertEquals(pid, process.get("pid").asLong());
        assertTrue(process.get("updated_millis").asLong()
                > process.get("started_millis").asLong());
        final JsonNode arena = process.get("arenas").get(1);
        assertEquals("second", arena.get("name").asText());
        assertEquals(5, arena.get("buffers_in_use").asLong());
        assertEquals(1 + ArenaFigures.class.getRecordComponents().length, arena.size());
    }

    @Test
    void shouldRefuseAProcessThatShowsNoArenas() throws Exception {
        final Process dead = showing();
        dead.destroyForcibly().waitFor();

        assertEquals(2, run("stat --pid " + dead.pid()));
        assertOneLine("--pid must name another running JVM of this user: " + dead.pid());
        assertEquals(2, run("stat --pid 1"));
        assertOneLine("--pid must name another running JVM of this user: 1");
    }

    @Test
    void shouldWatchUntilTheProcessEnds() throws Exception {
        final Process process = showing();
        // The watched program exits after the second output.
        final StringWriter seen = onFlush(text -> {
            if (text.lines().filter(line -> line.contains(" first ")).count() == 2) {
                end(process);
            }
        });

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
        final StringWriter seen = onFlush(text -> end(begun.get(0)));
        final StringWriter waiting = onFlush(text -> assertDoesNotThrow(() -> begun.add(showing())));
        assertEquals(
                0,
                own(10).setOut(new PrintWriter(seen))
                        .setErr(new PrintWriter(waiting))
                        .execute("--watch", "0.1"));
        assertTrue(seen.toString().contains(" first "), seen::toString);
        assertTrue(
                waiting.toString().startsWith("rpcrdma: waiting: no JVM of this user shows arenas"), waiting::toString);
    }

    /** Returns a writer that runs an action at each flush, passing it the text written so far. */
    private static StringWriter onFlush(final Consumer<String> action) {
        return new StringWriter() {
            @Override
            public void flush() {
                action.accept(toString());
            }
        };
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
        final StringWriter seen = onFlush(text -> {
            if (text.lines().count() == 2) {
                end(process);
            }
        });

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
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs script, which creates a terminal");
        final Process process = showing();
        final String command = String.join(
                " ",
                program(Rpcrdma.class, "stat", "--watch", "0.1", "--pid", Long.toString(process.pid()))
                        .command());
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
            assertEquals(0, run("stat --pid " + pid + " --name " + pattern), err.toString());
            assertEquals(line(pid, "second", 5), out.toString());
        }
        assertEquals(1, run("stat --name [first] --pid " + pid));
        assertOneLine("no visible arena has this name: --name=[first]");
    }

    @ParameterizedTest
    @CsvSource({
        "--name a:b, --name must be letters",
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
     * The job runs in another JVM, which is visible only while the job runs. If the job starts and exits between two
     * reads, it is run again.
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
        // a read may find an arena whose connection is still being set up
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
        assertTrue(seen.isEmpty() || seen.startsWith("pid " + compare.pid() + " arena shard-dma/10."), seen);
        return !seen.isEmpty();
    }

    private Process showing() throws IOException {
        final Process process = start(ShowingProgram.class);
        assertEquals("ready", process.inputReader().readLine());
        return process;
    }

    private Process start(final Class<?> program, final String... arguments) throws IOException {
        final Process process = program(program, arguments)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        processes.add(process);
        return process;
    }

    /** Returns the output line for an arena whose figures all have the same value. */
    private static String line(final long pid, final String name, final int value) {
        return new StatReport(pid, 0, 0, new TreeMap<>(Map.of(name, TestFigures.of(value))))
                        .lines()
                        .get(0) + "\n";
    }

    /** Returns the process ids of the JVMs that the test has started. */
    private List<Long> own() {
        return processes.stream().filter(Process::isAlive).map(Process::pid).collect(Collectors.toList());
    }

    private CommandLine own(final int seconds) {
        return alone(new StatCommand(new AttachableJvms(this::own, seconds)));
    }

    /** Runs the command on the JVMs that the test has started. */
    private int runOnOwn(final int seconds, final String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return own(seconds)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
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
}
