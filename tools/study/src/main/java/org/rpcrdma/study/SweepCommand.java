// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.argument.CompareOptions;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.FileUses;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.study.sweep.Grid;
import org.rpcrdma.study.sweep.GridFile;
import org.rpcrdma.study.sweep.Point;
import org.rpcrdma.study.sweep.ResultFiles;
import org.rpcrdma.study.sweep.Slice;
import org.rpcrdma.study.sweep.SweepFolder;
import org.rpcrdma.study.sweep.SweepResults;
import org.rpcrdma.study.sweep.SweepRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma sweep}: runs {@code compare} over a grid of its options. */
@Command(
        name = "sweep",
        header = "Runs compare over a grid of parameters.",
        description = {
            "Runs compare at every point of a grid. Writes DIR/results.json, results.csv and"
                    + " report.html, which contains plots.",
            "The command keeps completed points: run it again to resume a stopped sweep. Several"
                    + " processes, on all machines that share DIR, can work on one sweep. Each process claims"
                    + " the next free point, and the last process writes the results. The results do not"
                    + " depend on the number of processes."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma sweep --vary connections=1,10,100 --out results",
            "",
            "Two processes, after an estimate of time and memory:",
            "  rpcrdma sweep --grid docs/study.grid --out results --list",
            "  for k in 1 2; do rpcrdma sweep --grid docs/study.grid --out results &",
            "  done; wait"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SweepCommand implements AddedCommand {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--vary",
            paramLabel = "OPTION=V1,V2,...",
            completionCandidates = Varied.class,
            description = "an option of compare without dashes, or a parameter of the cost model such as "
                    + "iommu.iotlb_entries, and its values; repeatable, and the values of the last one change fastest")
    private List<String> varied = List.of();

    @Option(
            names = "--grid",
            paramLabel = "FILE",
            description = "a file with the grid, in lines OPTION = V1, V2, ...; the lines after [NAME] form a"
                    + " section; the lines before the first [NAME] apply to every section; # starts a comment")
    @FileUse(FileUse.Kind.READ)
    private Path gridFile;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "the folder for the results of each point and of the sweep")
    @FileUse(FileUse.Kind.FOLDER)
    private Path outFolder;

    @Option(
            names = "--list",
            description = "run nothing, but print the remaining points with their RPCs, their time on this machine in "
                    + "seconds (estimated by short runs; long points take less), and the memory of their buffers")
    private boolean lists;

    @Option(
            names = "--slice",
            paramLabel = "K/N",
            description = "run only the points K, K+N, K+2N, ...; for machines without a shared disk (default: all)")
    private String slice;

    @Option(
            names = "--merge",
            paramLabel = "DIR",
            arity = "1..*",
            description = "run nothing, but merge the results of slices in these folders")
    @FileUse(FileUse.Kind.FOLDER)
    private List<Path> merged = List.of();

    @Mixin
    private JsonOption json;

    @Mixin
    private CompareOptions fixed;

    /** The names of the settings that a grid can vary, for shell completion. */
    static final class Varied implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return SweepSettings.names().map(name -> name + "=").iterator();
        }
    }

    /** Called by the service loader and picocli. */
    public SweepCommand() {}

    @Override
    public String listedBehind() {
        return "sensitivity";
    }

    @Override
    public Integer call() throws IOException {
        ResultFiles.refuseForeign(outFolder);
        ResultFiles.refuseOwn(outFolder, json.file());
        for (final Path folder : merged) {
            ResultFiles.refuseOwn(folder, json.file());
        }
        if (lists) {
            list();
            return ExitCode.DONE;
        }
        final SweepFolder folder = merged.isEmpty() ? sweep() : null;
        final SweepResults results = SweepResults.of(folder != null ? List.of(folder) : folders());
        final int missing = results.missing().size();
        if (missing == 0) {
            results.write(outFolder, JsonOption.writer(), SweepSettings.defaults());
        } else if (folder == null) {
            final Point first = results.missing().get(0);
            throw new IllegalStateException(
                    missing + " of " + results.grid().points().size() + " points are missing, the first is number "
                            + first.number() + ": " + first.label());
        }
        json.report(results, text -> print(results, text));
        return exitCode(results);
    }

    private List<SweepFolder> folders() throws IOException {
        if (gridFile != null
                || !varied.isEmpty()
                || slice != null
                || !settings().isEmpty()) {
            throw new InputException("--merge can be combined with --out and --json only");
        }
        final List<SweepFolder> folders = new ArrayList<>();
        for (final Path folder : merged) {
            folders.add(SweepFolder.open(folder));
        }
        return folders;
    }

    private Map<String, String> settings() {
        return SweepSettings.of(spec.commandLine().getParseResult());
    }

    private SweepFolder sweep() throws IOException {
        final Grid grid = grid();
        final Slice part = slice == null ? Slice.ALL : Slice.of(slice);
        final PrintWriter err = spec.commandLine().getErr();
        final Captures captures = new Captures(err);
        final SweepRun run = new SweepRun(grid, SweepSettings::comparison, captures);
        FileUses.check(spec.commandLine().getParseResult(), "a capture of the grid", captures.names());
        final SweepFolder folder = SweepFolder.open(outFolder, grid);
        try (ShownArenas arenas = new ShownArenas()) {
            run.run(folder, part, arenas, err);
        }
        return folder;
    }

    /** Prints the points of the sweep and its estimated cost, but writes no files. */
    private void list() throws IOException {
        if (!merged.isEmpty()) {
            throw new InputException("--merge can be combined with --out and --json only");
        }
        final Grid grid = grid();
        final Captures captures = new Captures(spec.commandLine().getErr());
        final SweepRun run = new SweepRun(grid, SweepSettings::comparison, captures);
        final Set<Integer> done = Files.exists(outFolder)
                ? SweepFolder.open(outFolder, grid).results().keySet()
                : Set.of();
        run.plan(done).print(spec.commandLine().getOut());
    }

    private Grid grid() throws IOException {
        if (gridFile != null && !varied.isEmpty()) {
            throw new InputException("--grid and --vary are mutually exclusive: --grid " + gridFile);
        }
        if (gridFile == null && varied.isEmpty()) {
            throw new InputException("a grid is required: --grid FILE, or --vary OPTION=V1,V2,... once or more");
        }
        return (gridFile == null ? variedGrid() : readGrid()).with(settings());
    }

    private Grid readGrid() throws IOException {
        try {
            return GridFile.read(gridFile, SweepSettings.LISTS);
        } catch (final IOException e) {
            throw new InputException("--grid cannot be read: " + gridFile + ": " + IoReason.of(e));
        }
    }

    private Grid variedGrid() {
        final Map<String, List<String>> values = new LinkedHashMap<>();
        for (final String option : varied) {
            final int equals = option.indexOf('=');
            if (equals < 1) {
                throw new InputException("--vary must be OPTION=V1,V2,...: " + option);
            }
            final String name = option.substring(0, equals);
            if (SweepSettings.LISTS.contains(name)) {
                throw new InputException("--vary must not be " + name + ": a point compares all of --" + name);
            }
            if (values.put(name, Arrays.asList(option.substring(equals + 1).split(",", -1))) != null) {
                throw new InputException("--vary names an option twice: " + name);
            }
        }
        return Grid.of(values);
    }

    private void print(final SweepResults results, final PrintWriter text) {
        final int all = results.grid().points().size();
        if (!results.missing().isEmpty()) {
            text.println(results.points().size() + " of " + all + " points are done in " + outFolder);
            return;
        }
        text.println(all + " points: " + outFolder.resolve("results.json") + ", results.csv, report.html");
    }

    /** Returns the exit code. Corrupted payload is a failure, regardless of the figures. */
    private int exitCode(final SweepResults results) {
        for (final JsonNode point : results.points()) {
            for (final JsonNode strategy : point.at("/result/strategies")) {
                if (strategy.get("corruptions").asLong() > 0) {
                    spec.commandLine()
                            .getErr()
                            .println("rpcrdma: " + strategy.get("name").asText() + ": "
                                    + strategy.get("corruptions") + " messages or chunks were corrupted: point="
                                    + point.get("point"));
                    return ExitCode.FAILED;
                }
            }
        }
        return ExitCode.DONE;
    }
}
