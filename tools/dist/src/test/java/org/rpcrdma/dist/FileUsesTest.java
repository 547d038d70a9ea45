// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.argument.FileUses;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.testkit.Effort;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;

/** Tests that a command never overwrites its input or another output. */
class FileUsesTest extends CommandTest {
    /** If a parameter's description contains one of these words, the parameter is a file name. */
    private static final Pattern WORDS = Pattern.compile("\\b(file|folder|directory)\\b");

    private static final String GRID = "capture = %s\nstrategy = shard-dma\n";

    @TempDir
    private Path folder;

    private Path capture;
    private byte[] before;

    @BeforeEach
    void layOut() throws IOException {
        capture = folder.resolve("nfs3.pcap");
        try (InputStream bundled = new GZIPInputStream(getClass().getResourceAsStream("/captures/nfs3.pcap.gz"))) {
            Files.copy(bundled, capture);
        }
        before = Files.readAllBytes(capture);
        Files.createSymbolicLink(folder.resolve("symbolic.pcap"), capture);
        Files.createSymbolicLink(folder.resolve("again.pcap"), Path.of("symbolic.pcap"));
        Files.createLink(folder.resolve("hard.pcap"), capture);
        Files.createDirectories(folder.resolve("sub"));
        Files.createSymbolicLink(folder.resolve("door"), folder);
        Files.writeString(folder.resolve("one.grid"), String.format(GRID, capture));
        Files.writeString(folder.resolve("curve.csv"), "# experiment=read-latency-vs-window unit=ns\n4096,500\n");
        Files.createDirectories(folder.resolve("so"));
    }

    @Test
    void shouldKnowOfEveryArgumentWhetherItNamesAFile() {
        final Set<String> unknown = new TreeSet<>();
        collect(WHOLE, unknown);
        assertEquals(Set.of(), unknown, "declare how the command uses the file: @FileUse");
    }

    private static void collect(final CommandLine command, final Set<String> unknown) {
        if (command.getCommandName().equals("nfs3-server")) {
            return; // An example, which may not use internal packages.
        }
        for (final ArgSpec argument : command.getCommandSpec().args()) {
            final Class<?>[] types = argument.auxiliaryTypes();
            final Class<?> type = types.length == 0 ? argument.type() : types[types.length - 1];
            if (FileUses.kind(argument) == null
                    && (argument.paramLabel().matches("(FILE|DIR|PATH|FOLDER).*")
                            || type == Path.class
                            || type == String.class
                                    && WORDS.matcher(String.join(" ", argument.description()))
                                            .find())) {
                unknown.add(command.getCommandName() + " " + argument.paramLabel());
            }
        }
        command.getSubcommands().values().forEach(sub -> collect(sub, unknown));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nfs3.pcap",
                "./nfs3.pcap",
                "sub/../nfs3.pcap",
                "symbolic.pcap",
                "again.pcap",
                "hard.pcap",
                "door/nfs3.pcap"
            })
    void shouldRefuseAnOutputThatIsTheCaptureByAnyName(final String name) throws IOException {
        final String output = folder + "/" + name;
        final String read = " --capture " + capture;
        for (final String line : List.of(
                "compare" + read + " --json",
                "compare" + read + " --trace",
                "capture --workload replay" + read + " --out",
                "capture --workload replay" + read + " --out F/y.pcap --trace",
                "frmr replay" + read + " --json",
                "frmr advise" + read + " --json",
                "sweep --grid F/one.grid --out F/so --json",
                "sweep --vary capture=" + capture + " --out F/so --json",
                "sweep --vary seed=1,2" + read + " --out F/so --json")) {
            assertRefused(line + " " + output, line.substring(line.lastIndexOf(' ') + 1), output);
        }
        assertArrayEquals(before, Files.readAllBytes(capture));
        assertFalse(Files.exists(folder.resolve("y.pcap")), "the file did not exist before");
        assertEquals(List.of(), names(folder.resolve("so")));
    }

    @ParameterizedTest
    @CsvSource({
        "calibrate --curve F/curve.csv --json F/curve.csv, --json, --curve",
        "calibrate --curve F/nfs3.pcap --curve F/curve.csv --json F/curve.csv, --json, --curve",
        "sweep --grid F/one.grid --out F/so --json F/one.grid, --json, --grid",
        "compare --host F/curve.csv --json F/curve.csv, --json, --host",
        "compare --json F/x --trace F/x, --trace, --json",
        "compare --json F/x --trace F/./x, --trace, --json",
        "compare --json F/symbolic.pcap --trace F/hard.pcap, --trace, --json",
        "capture --workload echo --out F/z --trace F/z, --trace, --out",
        "capture --workload store --trace F/z --out F/sub/../z, --trace, --out",
        "sensitivity --json F/x --svg F/x, --svg, --json",
        "sensitivity --svg -, --svg, not standard output",
        "compare --svg F/x --json F/x, --svg, --json",
        "explain F/nfs3.pcap --svg F/hard.pcap, --svg, FILE",
        "sweep --vary seed=1 --out F/none --json F/none, --json, --out",
        "sweep --vary seed=1 --out F/so --json F/so/results.csv, --json, file of the sweep",
        "sweep --vary seed=1 --out F/so --json F/door/so/points-1-of-1.jsonl, --json, file of the sweep",
        "sweep --merge F/so --out F/none --json F/so/grid.json, --json, file of the sweep",
        "stat -j --json -, -j, --json",
        "capture --workload echo --out F/z --trace -, --trace, not standard output",
    })
    void shouldRefuseOneFileForTwoThings(final String line, final String option, final String other)
            throws IOException {
        final List<String> there = names(folder);
        assertRefused(line, option, other);
        assertArrayEquals(before, Files.readAllBytes(capture));
        assertEquals(there, names(folder));
        assertEquals(List.of(), names(folder.resolve("so")));
    }

    @Test
    void shouldLetSeveralOutputsGoToTheNullDevice() {
        assertEquals(
                0,
                rpcrdma("compare --strategy shard-dma --json /dev/null --capture nfs3 --seeds " + Effort.of(1, 5)),
                err::toString);
        assertEquals(
                2, rpcrdma("compare", "--capture", "/dev/null", "--json", "/dev/null"), "nothing is in that capture");
        assertFalse(err.toString().contains("same file"), err.toString());
    }

    @Test
    void shouldTakeTheSystemsNameOfStandardOutputForIt() throws IOException {
        final String line = "compare --strategy shard-dma --seeds " + Effort.of(1, 5) + " --json ";
        assertEquals(0, rpcrdma(line + "-"), err::toString);
        final String expected = out.toString();
        assertEquals(0, rpcrdma(line + "/dev/stdout"), err::toString);
        assertEquals(expected, out.toString());
    }

    @Test
    void shouldLetFilesOfOthersBeInASweepsFolder() throws IOException {
        final Path results = folder.resolve("so");
        assertEquals(
                0,
                rpcrdma("sweep --vary seed=1 --strategy shard-dma --seeds " + Effort.of(1, 5) + " --capture " + capture
                        + " --out " + results + " --json " + results.resolve("other.json")),
                err::toString);
        assertTrue(Files.size(results.resolve("other.json")) > 0);
        assertTrue(Files.size(results.resolve("report.html")) > 0);
        assertEquals(
                0,
                rpcrdma("sweep --merge " + results + " --out " + results),
                "a folder may be merged into itself: " + err);
    }

    private void assertRefused(final String line, final String... words) {
        assertEquals(ExitCode.UNUSABLE, rpcrdma(line.replace("F/", folder + "/")), () -> line + " " + err);
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), () -> line + " " + err);
        final List<String> missing = new ArrayList<>(Arrays.asList(words));
        missing.removeIf(err.toString()::contains);
        assertEquals(List.of(), missing, () -> line + " " + err);
    }

    private static List<String> names(final Path path) throws IOException {
        try (var files = Files.list(path)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
