// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.arena.counters.ArenaCounters;
import org.rpcrdma.arena.counters.ArenaCountersSnapshot;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.FileUse;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.JsonOption;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.Terminal;
import org.rpcrdma.bench.jvm.ArenaNames;
import org.rpcrdma.bench.jvm.CountersFiles;
import org.rpcrdma.bench.jvm.StatReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma stat}: the receive arenas of running JVMs. */
@Command(
        name = "stat",
        header = "Prints the receive arenas of running JVMs.",
        description = {
            "Prints one line for every receive arena of the JVMs of this user that show theirs.",
            "A program shows its arenas with ArenaCounters, as rpcrdma compare does while it runs. Figures are as old"
                    + " as the program's last update of them."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "If a JVM has more arenas than its file holds, the arena 'others' is",
            "the sum of the rest.",
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

    @Option(names = "--file", paramLabel = "FILE", description = "the arenas of this counters file")
    @FileUse(FileUse.Kind.READ)
    private String file;

    @Option(
            names = "--name",
            paramLabel = "PATTERN",
            description = "only arenas of such a name; * stands for any letters, ? for one")
    private String pattern;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            description =
                    "print again every so many seconds, from when there is something to print until there is not; on a"
                            + " terminal in the same place; a line of JSON each time")
    private Double seconds;

    @Mixin
    private JsonOption json;

    private ArenaNames names;

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkOptions();
        names = ArenaNames.of(pattern);
        return seconds == null ? once(read()) : watch();
    }

    private void checkOptions() {
        if (pid != null && file != null) {
            throw new InputException("--pid and --file exclude each other");
        }
        if (pid != null && pid <= 0) {
            throw new InputException("--pid must be a process id: " + pid);
        }
        if (seconds != null && !(seconds >= MIN_SECONDS && seconds <= MAX_SECONDS)) {
            throw new InputException("--watch must be from " + MIN_SECONDS + " to 86400 seconds: " + seconds);
        }
    }

    private List<ArenaCountersSnapshot> read() throws IOException {
        if (file != null) {
            return List.of(CountersFiles.read(Path.of(file)));
        }
        return pid == null ? CountersFiles.readAll(this::say) : List.of(CountersFiles.read(ArenaCounters.file(pid)));
    }

    private int once(final List<ArenaCountersSnapshot> snapshots) throws IOException {
        final List<StatReport> reports = reports(snapshots);
        final int exitCode = exitCode(snapshots);
        json.report(members(reports), out -> reports.forEach(report -> report.lines(out::println)));
        if (pattern != null && reports.stream().allMatch(StatReport::isEmpty)) {
            throw new IllegalStateException("no arena has such a name now: --name=" + pattern);
        }
        return exitCode;
    }

    /** Prints until the watched processes have ended. */
    private int watch() throws IOException, InterruptedException {
        final PrintWriter out = spec.commandLine().getOut();
        final boolean isTerminal = Terminal.isStandardOutput();
        final String endOfLine = isTerminal ? "\033[K" : "";
        String begin = isTerminal ? "\033[2J\033[H" : "";
        List<ArenaCountersSnapshot> snapshots = awaitFirst();
        while (true) {
            final List<StatReport> reports = reports(snapshots);
            final int exitCode = exitCode(snapshots);
            if (!json.isStandardOutput()) {
                out.print(begin);
                reports.forEach(report -> report.lines(line -> out.println(line + endOfLine)));
                out.print(isTerminal ? "\033[J" : "");
                StandardOutput.flush(out);
                begin = isTerminal ? "\033[H" : System.lineSeparator();
            }
            json.writeLine(members(reports), out);
            if (exitCode != ExitCode.DONE) {
                return exitCode;
            }
            TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
            try {
                snapshots = read();
            } catch (final InputException | IllegalStateException e) {
                return ExitCode.DONE; // What was shown has ended.
            }
        }
    }

    /** Waits for a process that shows arenas, unless one is named. */
    private List<ArenaCountersSnapshot> awaitFirst() throws IOException, InterruptedException {
        boolean hasSaid = false;
        while (true) {
            try {
                return read();
            } catch (final IllegalStateException e) {
                if (!hasSaid) {
                    say("waiting: " + e.getMessage());
                    hasSaid = true;
                }
                TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
            }
        }
    }

    private List<StatReport> reports(final List<ArenaCountersSnapshot> snapshots) {
        return snapshots.stream()
                .map(snapshot -> new StatReport(snapshot, names))
                .toList();
    }

    private static Map<String, Object> members(final List<StatReport> reports) {
        return Map.of("processes", reports.stream().map(StatReport::members).toList());
    }

    /** Reports unusual states of processes; a dead process is a failure. */
    private int exitCode(final List<ArenaCountersSnapshot> snapshots) {
        int exitCode = ExitCode.DONE;
        for (final ArenaCountersSnapshot snapshot : snapshots) {
            if (snapshot.arenas().isEmpty()) {
                say("process shows no arena now: pid=" + snapshot.pid());
            }
            if (!snapshot.isAlive()) {
                say("process has died, these are its last figures: pid=" + snapshot.pid());
                exitCode = ExitCode.FAILED;
            }
        }
        return exitCode;
    }

    private void say(final String line) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println("rpcrdma: " + line);
        err.flush();
    }
}
