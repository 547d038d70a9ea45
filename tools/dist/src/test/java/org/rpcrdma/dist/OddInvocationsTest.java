// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.Rpcrdma;
import org.rpcrdma.bench.console.PrintableText;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.testkit.Effort;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Tests unusual invocations. Each must be reported in one line that can be understood without knowledge of the program.
 */
class OddInvocationsTest extends CommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compar | Unmatched argument: 'compar'; did you mean compare",
                "sens | 'sens'; did you mean sensitivity",
                "help compere | rpcrdma: Unmatched argument: 'compere'; did you mean compare",
                "help compare extra | 'extra'; rpcrdma compare --help lists them",
                "frmr | Missing required subcommand: show, set, replay, advise",
                "resource set | Missing required subcommand: frmr_pools",
                "frmr shw | 'shw'; did you mean show",
                "compare --conections 4 | '--conections', '4'; did you mean --connections",
                "compare --mounetd --seed 1 | '--mounetd'; did you mean --mounted",
                "compare -x | '-x'; rpcrdma compare --help lists them",
                "completion fish | expected one of bash, zsh",
                "capture --workload fish --out x | expected one of echo, store, replay",
                "perf client fish | expected one of send-bw, send-lat, write-bw",
                "manual --out - | --out must name a folder, not standard output: -",
                "manual --out F/plain | --out: cannot create the folder F/plain/man1: ",
                "frmr replay --nope | '--nope'; rpcrdma frmr replay --help lists them",
                "decode | Missing required parameter: 'FILE'; rpcrdma decode --help lists them",
                "compare --json | Missing required parameter for option '--json' (FILE); rpcrdma compare --help lists",
                "compare --json --seed 1 | Expected parameter for option '--json' but found '--seed'",
                "frmr show --json dev sim0 | --json needs FILE, or - for standard output; -j prints JSON: --json dev",
                "statistic show mr --json mrn 1 | -j prints JSON: --json mrn",
                "compare --json F/a --json F/b | only once; rpcrdma compare --help lists them",
                "compare --connections 1.5 | '--connections': '1.5' is not an int",
                "compare --connections 99999999999 | '--connections': '99999999999' is not an int",
                "compare --seed abc | '--seed': 'abc' is not a long",
                "compare --arrivals abc | at-once: --arrivals=abc",
                "sweep --out F/so --vary connections=1.5 | '1.5' is not an int",
                "compare --capture nfs4 | nfs4: no such file or bundled capture: nfs3, nfs41, nfs42fio",
                "compare --set foo=1 | rpcrdma calibrate --parameters lists",
                "compare --buffers 1 | buffers must be 128, the credits, to 65536: buffers=1",
                "compare --workload echo --size 512:0.6,4K | has weights for 1 of 2 sizes; give a weight for all"
                        + " sizes, or for none",
                "decode --hex --tsv x | rpcrdma: --hex, --tsv are mutually exclusive",
                "compare --workload echo --size 1G | 1073741824",
                "compare --set iommu.iotlb_entries=9223372036854775807 | 1 to 134217727: value=",
                "compare --capture= | a capture must be the name of a file or of a bundled capture: nfs3",
                "compare --workload echo --device rxe99 | there is no such device: name=rxe99; ",
                "capture --workload replay --rpcs 5 --out F/x.pcap | --rpcs requires --workload echo or store:"
                        + " --rpcs=5",
                "sweep --vary seed=1 --out - | --out must name a folder, not standard output: -",
                "compare --trace nodir/t | --trace must name a file in an existing folder: nodir/t",
                "compare --trace /dev/null | --trace must name a file, not a device or a pipe: /dev/null",
                "capture --workload echo --out F | --out must name a file in an existing folder: F",
                "sweep --vary seed=1 --out F/plain | cannot create the folder F/plain: ",
                "sweep --vary seed=1 --out F/other | F/other/report.html was not written by a sweep",
                "sweep --vary seed=1 --out F/array | F/array/grid.json is not a sweep's grid: line=1",
                "sweep --vary seed=1 --out F/null | F/null/grid.json is not a sweep's grid: null",
                "sweep --vary seed=1 --grid F/one.grid --out F/so | --grid and --vary are mutually exclusive: --grid F/one.grid",
                "sweep --grid F/none --out F/so | --grid cannot be read: F/none: no such file",
                "sweep --grid F --out F/so | --grid cannot be read: F: Is a directory",
                "sweep --grid F/bytes --out F/so | F/bytes, line 1: must be 'option = value, value, ...' or '[section]': a\\u0000b\\u001b[31m",
            })
    void shouldReportInOneLineWhatIsWrong(final String line, final String words) throws IOException {
        Files.writeString(folder.resolve("plain"), "text");
        Files.writeString(folder.resolve("one.grid"), "seed = 1\n");
        Files.writeString(folder.resolve("bytes"), "a\0b\033[31m" + "x".repeat(1000));
        layOutFolder("other", "report.html", "mine");
        layOutFolder("array", "grid.json", "[]");
        layOutFolder("null", "grid.json", "null");

        assertEquals(2, rpcrdma(line.replaceAll("\\bF\\b", folder.toString()).split(" ")), err::toString);
        final String message = err.toString();
        assertTrue(message.startsWith("rpcrdma: "), message);
        assertTrue(message.contains(words.replaceAll("\\bF\\b", folder.toString())), message);
        assertEquals(1, message.lines().count(), message);
        assertTrue(message.strip().codePoints().noneMatch(Character::isISOControl), message);
        assertTrue(message.length() < 400 + 2 * folder.toString().length(), message);
        assertFalse(message.contains("Exception") || message.contains("org."), message);
        assertEquals("mine", Files.readString(folder.resolve("other/report.html")));
        assertFalse(Files.exists(folder.resolve("so")));
    }

    private void layOutFolder(final String name, final String file, final String text) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve(name)).resolve(file), text);
    }

    @Test
    void shouldReportWhyACurveCannotBeRead() throws IOException {
        final Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertEquals(2, rpcrdma("calibrate", "--curve", loop.toString()));
        assertTrue(err.toString().contains("--curve"), err.toString());
        assertEquals("permission denied", IoReason.of(new AccessDeniedException("x")));
        assertEquals("x: no such file", IoReason.line(new NoSuchFileException("x")));
        assertEquals(
                "No space left on device", IoReason.of(new FileSystemException("x", null, "No space left on device")));
        assertEquals("Permission denied", IoReason.of(new java.io.FileNotFoundException("x (Permission denied)")));
    }

    /**
     * In the C locale, Java cannot use file names with non-ASCII characters. The launcher never starts a JVM in this
     * locale.
     */
    @Test
    void shouldReportThatTheLocaleHasNoSuchFileNames() throws Exception {
        final List<String> command = new ArrayList<>(List.of("bash", "-c", "exec \"$@\" $'\\303\\274.pcap'", "x"));
        command.addAll(program(Rpcrdma.class, "decode").command());
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C");
        final Process process = builder.start();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(2, process.waitFor(), printed);
        assertTrue(
                printed.startsWith("rpcrdma: this locale does not support the file's name; set LC_ALL=C.UTF-8: "),
                printed);
        assertEquals(1, printed.lines().count(), printed);
    }

    @Test
    void shouldReadACaptureFromStandardInput() {
        assertEquals(Path.of("/dev/stdin"), BundledCaptures.path("-"));
        assertEquals(Path.of("x"), BundledCaptures.path("x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\033[31mb", "a\rb", "a\u202eb", "a\u0007b"})
    void shouldPrintNothingThatCommandsATerminal(final String text) {
        final String shown = PrintableText.of(text);
        assertTrue(shown.matches("a\\\\u[0-9a-f]{4}.*b"), shown);
    }

    @Test
    void shouldHaveHelpThatIsNotCut() {
        final List<String> bad = new ArrayList<>();
        checkHelp(WHOLE, bad);
        assertEquals(List.of(), bad);
    }

    /** Lists of commands show only the first line of a description. The formatted footers must fit a terminal. */
    private static void checkHelp(final CommandLine command, final List<String> bad) {
        final CommandSpec spec = command.getCommandSpec();
        for (final String paragraph : spec.usageMessage().description()) {
            if (!paragraph.endsWith(".")) {
                bad.add(spec.qualifiedName() + ": " + paragraph);
            }
        }
        final String[] footer = spec.usageMessage().footer();
        for (int i = 0; i < footer.length; i++) {
            final boolean isParagraph = i + 1 == footer.length || footer[i + 1].isEmpty();
            if (footer[i].length() > 80 && (footer[i].startsWith(" ") || !isParagraph)) {
                bad.add(spec.qualifiedName() + ": " + footer[i]);
            }
        }
        command.getSubcommands().values().forEach(sub -> checkHelp(sub, bad));
    }

    @Test
    void shouldCiteSourcesThatAReaderHas() {
        assertEquals(0, rpcrdma("conformance", "--row", "GAP-0"), err::toString);
        assertFalse(
                Pattern.compile("section [0-9][a-z]").matcher(out.toString()).find(), out::toString);
    }

    @Test
    void shouldWriteEverythingThatDecidesAResult() throws IOException {
        final String line = "compare --strategy shard-dma --credits 32 --buffers 100 --buffer-size 8K --shard-size 128K"
                + " --set iommu.leaves=69632 --json - --seeds " + Effort.of(1, 5);
        assertEquals(0, rpcrdma(line.split(" ")), err::toString);
        final var result = new ObjectMapper()
                .readTree(new ByteArrayInputStream(out.toString().getBytes(StandardCharsets.UTF_8)));
        assertEquals(Version.CURRENT, result.get("version").asText());
        assertEquals(32, result.get("credits").asInt());
        assertEquals(100, result.get("buffers").asInt());
        assertEquals(8192, result.get("bufferSize").asInt());
        assertEquals(131_072, result.get("shardSize").asInt());
        assertEquals("4 KB, 64 KB", result.get("leaves").asText());
        assertEquals("intel", result.get("machine").asText());
        assertEquals("lazy", result.get("iommu").asText());
    }

    @Test
    void shouldPrintTheHardwareInTheHeadingEvenByDefault() {
        assertEquals(0, rpcrdma("compare --strategy shard-dma --details --seeds " + Effort.of(1, 5)), err::toString);
        assertEquals(
                "simulated: machine intel, page-table leaves of 4 KB, 2 MB, 1 GB, IOMMU lazy",
                out.toString()
                        .lines()
                        .filter(line -> line.startsWith("simulated"))
                        .findFirst()
                        .orElseThrow());
    }
}
