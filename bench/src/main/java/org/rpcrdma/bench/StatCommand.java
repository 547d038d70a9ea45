// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.arena.counters.ArenaCounters;
import org.rpcrdma.arena.counters.ArenaCountersSnapshot;
import org.rpcrdma.bench.argument.FileUses;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.FileUse;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.JsonOption;
import org.rpcrdma.bench.console.StandardOutput;
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
            "  rpcrdma stat --counters -j"
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

    @Option(names = "--counters", description = "print every counter by itself instead")
    private boolean everyCounter;

    @Option(
            names = "--watch",
            paramLabel = "SECONDS",
            description = "print again every so many seconds, as long as there is something to print")
    private Double seconds;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException, InterruptedException {
        checkOptions();
        if (file == null) {
            FileUses.check(spec.commandLine().getParseResult(), "the counters of a JVM", CountersFiles.names());
        }
        List<ArenaCountersSnapshot> snapshots = read();
        int exitCode = print(snapshots);
        while (seconds != null && exitCode == ExitCode.DONE) {
            TimeUnit.NANOSECONDS.sleep((long) (seconds * 1e9));
            try {
                snapshots = read();
            } catch (final InputException | IllegalStateException e) {
                return ExitCode.DONE; // What was watched has ended.
            }
            spec.commandLine().getOut().println();
            exitCode = print(snapshots);
        }
        return exitCode;
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
        if (seconds != null && json.isGiven()) {
            throw new InputException("--watch and --json exclude each other");
        }
    }

    private List<ArenaCountersSnapshot> read() throws IOException {
        if (file != null) {
            return List.of(CountersFiles.read(Path.of(file)));
        }
        return pid == null ? CountersFiles.readAll(this::say) : List.of(CountersFiles.read(ArenaCounters.file(pid)));
    }

    private int print(final List<ArenaCountersSnapshot> snapshots) throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        final List<Object> processes = new ArrayList<>();
        int exitCode = ExitCode.DONE;
        for (final ArenaCountersSnapshot snapshot : snapshots) {
            final StatReport report = new StatReport(snapshot, everyCounter);
            processes.add(report.members());
            if (!json.isStandardOutput()) {
                report.lines(out::println);
            }
            if (snapshot.arenas().isEmpty()) {
                say("process shows no arena now: pid=" + snapshot.pid());
            }
            if (!snapshot.isAlive()) {
                say("process has died, these are its last figures: pid=" + snapshot.pid());
                exitCode = ExitCode.FAILED;
            }
        }
        StandardOutput.flush(out);
        json.write(Map.of("processes", processes), out);
        return exitCode;
    }

    private void say(final String line) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println("rpcrdma: " + line);
        err.flush();
    }
}
