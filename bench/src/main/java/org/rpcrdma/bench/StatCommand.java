// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.Terminal;
import org.rpcrdma.bench.jvm.ArenaJvms;
import org.rpcrdma.bench.jvm.AttachableJvms;
import org.rpcrdma.bench.jvm.StatReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma stat}: prints the receive arenas of running JVMs. */
@Command(
        name = "stat",
        header = "Prints the receive arenas of running JVMs.",
        description = {
            "Prints one line per receive arena that a JVM of this user makes visible.",
            "A program makes its arenas visible with VisibleArena, as rpcrdma compare does while it runs."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  rpcrdma stat",
            "  rpcrdma stat --pid 4711 --watch 1",
            "  rpcrdma stat --name 'shard-dma/*' --watch 5 -j"
        })
final class StatCommand implements Callable<Integer> {
    private static final double MIN_SECONDS = 0.1;
    private static final double MAX_SECONDS = 86_400;

    @Spec
    private CommandSpec spec;

    @Option(names = "--pid", paramLabel = "PID", description = "only the arenas of this JVM")
    private Long pid;

    @Option(
            names = "--name",
            paramLabel = "PATTERN",
            description = "only arenas with this name; * matches any characters, ? matches one")
    private String pattern;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            description = "print repeatedly at this interval, from the first arena until no arena is left; on a "
                    + "terminal, each output overwrites the previous one; each JSON output is one line")
    private Double seconds;

    @Mixin
    private JsonOption json;

    private final AttachableJvms attachable;

    /** Called by picocli. */
    StatCommand() {
        this(AttachableJvms.OF_USER);
    }

    /** Creates a command that reads the given JVMs. */
    StatCommand(final AttachableJvms attachable) {
        this.attachable = attachable;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkOptions();
        try (ArenaJvms jvms = new ArenaJvms(attachable, pid, pattern, this::say)) {
            if (seconds == null) {
                once(jvms.read());
            } else {
                watch(jvms);
            }
        }
        return ExitCode.DONE;
    }

    private void checkOptions() {
        if (pid != null && pid <= 0) {
            throw new InputException("--pid must be a process id: " + pid);
        }
        if (seconds != null && !(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) {
            throw new InputException("--watch must be from " + MIN_SECONDS + " to 86400 seconds: " + seconds);
        }
    }

    private void once(final List<StatReport> reports) throws IOException {
        warn(reports);
        json.report(members(reports), out -> lines(reports).forEach(out::println));
        if (pattern != null && lines(reports).isEmpty()) {
            throw new IllegalStateException("no visible arena has this name: --name=" + pattern);
        }
    }

    /** Prints the arenas repeatedly until all watched JVMs have exited. */
    private void watch(final ArenaJvms jvms) throws IOException, InterruptedException {
        final PrintWriter out = spec.commandLine().getOut();
        final boolean isTerminal = Terminal.isStandardOutput();
        final String endOfLine = isTerminal ? "\033[K" : "";
        String begin = isTerminal ? "\033[2J\033[H" : "";
        List<StatReport> reports = awaitFirst(jvms);
        while (!reports.isEmpty()) {
            warn(reports);
            if (!json.isStandardOutput()) {
                out.print(begin);
                lines(reports).forEach(line -> out.println(line + endOfLine));
                out.print(isTerminal ? "\033[J" : "");
                StandardOutput.flush(out);
                begin = isTerminal ? "\033[H" : System.lineSeparator();
            }
            json.writeLine(members(reports), out);
            pause();
            try {
                reports = jvms.read();
            } catch (final InputException | IllegalStateException e) {
                reports = List.of(); // the watched JVM has ended
            }
        }
    }

    /** Waits until a JVM shows arenas. Fails immediately if {@code --pid} names a JVM without arenas. */
    private List<StatReport> awaitFirst(final ArenaJvms jvms) throws IOException, InterruptedException {
        boolean hasSaid = false;
        while (true) {
            try {
                return jvms.read();
            } catch (final IllegalStateException e) {
                if (!hasSaid) {
                    say("waiting: " + e.getMessage());
                    hasSaid = true;
                }
                pause();
            }
        }
    }

    private void pause() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
    }

    private void warn(final List<StatReport> reports) {
        reports.stream()
                .filter(report -> pattern == null && report.arenas().isEmpty())
                .forEach(report -> say("process no longer has visible arenas: pid=" + report.pid()));
    }

    private static List<String> lines(final List<StatReport> reports) {
        return reports.stream().flatMap(report -> report.lines().stream()).toList();
    }

    private static Map<String, Object> members(final List<StatReport> reports) {
        return Map.of("processes", reports.stream().map(StatReport::members).toList());
    }

    private void say(final String line) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println("rpcrdma: " + line);
        err.flush();
    }
}
