// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the same scripts on our FRMR pools and on Linux's FRMR pools. frmr-kernel.sh is the part that runs on Linux. */
@Command(
        name = "frmr-kernel",
        description = "Writes scripts of operations on FRMR pools (NAME.script) and their output from our pools"
                + " (NAME.ours). With --compare, compares this output with the output from Linux's pools"
                + " (NAME.linux). Exit codes: 0 all scripts agree; 1 a script differs; 2 invalid arguments.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class FrmrKernelCommand implements Callable<Integer> {
    @Option(names = "--folder", required = true, description = "the folder for all files")
    private Path folder;

    @Option(
            names = "--seeds",
            split = ",",
            defaultValue = "1,2,3",
            description = "comma-separated seeds, one script per seed")
    private List<Long> seeds;

    @Option(
            names = "--operations",
            defaultValue = "10000",
            description = "operations per script (default: ${DEFAULT-VALUE})")
    private int operations;

    @Option(names = "--compare", description = "compare the output of the scripts")
    private boolean isComparison;

    private final PrintWriter out;

    FrmrKernelCommand(final PrintWriter out) {
        this.out = out;
    }

    /** Runs the command. */
    public static void main(final String[] arguments) {
        System.exit(new CommandLine(new FrmrKernelCommand(new PrintWriter(System.out, true))).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        boolean isAlike = true;
        for (final long seed : seeds) {
            final String name = "seed-" + seed;
            if (isComparison) {
                isAlike &= compare(name);
            } else {
                writeRandom(name, seed);
            }
        }
        for (final Difference difference : Difference.ALL) {
            if (isComparison) {
                isAlike &= check(difference);
            } else {
                write(difference);
            }
        }
        return isAlike ? 0 : 1;
    }

    private void writeRandom(final String name, final long seed) throws IOException {
        try (PoolPlayer player = new PoolPlayer(NumberedHandles.Loss.SILENT)) {
            new RandomScript(seed, player).play(operations);
            write(name, player);
        }
    }

    private void write(final Difference difference) throws IOException {
        try (PoolPlayer player = new PoolPlayer(NumberedHandles.Loss.REPORTED)) {
            difference.script().forEach(player::play);
            write(difference.name(), player);
        }
    }

    private void write(final String name, final PoolPlayer player) throws IOException {
        Files.write(folder.resolve(name + ".script"), player.script());
        Files.write(folder.resolve(name + ".ours"), player.transcript());
    }

    private boolean compare(final String name) throws IOException {
        final TranscriptComparison comparison = new TranscriptComparison(linuxs(name), ours(name));
        comparison.differences().forEach(out::println);
        return report(comparison.differences().isEmpty(), name + ": " + comparison.figures());
    }

    private boolean check(final Difference difference) throws IOException {
        return report(
                difference.isLinuxs(linuxs(difference.name())) && difference.isOurs(ours(difference.name())),
                "differs as docs/frmr.md says: " + difference.name());
    }

    private boolean report(final boolean holds, final String what) {
        out.println((holds ? "ok" : "FAILED") + " frmr-kernel: " + what);
        return holds;
    }

    private List<String> ours(final String name) throws IOException {
        return Files.readAllLines(folder.resolve(name + ".ours"));
    }

    /** Returns Linux's lines without the trailing blank that iproute2 prints on some lines. */
    private List<String> linuxs(final String name) throws IOException {
        return Files.readAllLines(folder.resolve(name + ".linux")).stream()
                .map(String::stripTrailing)
                .filter(line -> !line.isEmpty())
                .toList();
    }
}
