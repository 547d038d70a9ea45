// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.CommandTest;

/** Tests that the commands report an unusable argument in one line. */
class CommandsTest extends CommandTest {
    @TempDir
    Path folder;

    private void assertRefused(final String reason, final String options) {
        assertEquals(2, rpcrdma("nfs3-server " + options), err::toString);
        assertOneLine("rpcrdma: " + reason);
    }

    @Test
    void shouldBeACommandOfTheCommandLine() {
        assertEquals(0, rpcrdma("help"));
        assertTrue(
                out.toString().contains("nfs3-server  Serves a directory to NFSv3 clients over RDMA."), out::toString);
        assertEquals(0, rpcrdma("help nfs3-server"));
        assertTrue(out.toString().contains("--read-only"), out::toString);
    }

    @Test
    void shouldExplainItsOptionsOnItsPageAndNoOthers() throws IOException {
        final Set<String> options = new TreeSet<>();
        WHOLE.getSubcommands()
                .get("nfs3-server")
                .getCommandSpec()
                .options()
                .forEach(option -> options.add(option.longestName()));
        options.removeAll(Set.of("--help", "--version"));
        final Set<String> explained = new TreeSet<>();
        final Matcher option =
                Pattern.compile("--[a-z][a-z-]*").matcher(Files.readString(Path.of("../docs/nfs3-server.md")));
        while (option.find()) {
            explained.add(option.group());
        }
        assertEquals(options, explained);
    }

    @Test
    void shouldParseAsPagesShowIt() throws IOException {
        int shown = 0;
        for (final String page : List.of("README.md", "docs/nfs3-server.md", "docs/udp.md")) {
            final Matcher command =
                    Pattern.compile("\\./rpcrdma (nfs3-server [^#\n]*)").matcher(Files.readString(Path.of("..", page)));
            while (command.find()) {
                shown++;
                WHOLE.parseArgs(command.group(1).strip().split(" +"));
            }
        }
        assertTrue(shown > 2, "shown=" + shown);
    }

    @Test
    void shouldRefuseWhatCannotBeExported() throws IOException {
        final String file = Files.createFile(folder.resolve("file")).toString();
        final String none = folder.resolve("none").toString();
        assertRefused("Missing required option: '--export=DIR'", "");
        assertRefused("--export " + none + ": no such directory", "--export " + none);
        assertRefused("--export " + file + ": not a directory", "--export " + file);
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_21)
    void shouldRefuseToServeOnAnOlderJdk() {
        assertRefused("nfs3-server must be built and run by JDK 22 or newer: java.version=", "--export " + folder);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    void shouldRefuseADirectoryThatItMayNotRead() throws IOException {
        final Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setAttribute(closed, "unix:mode", 0);
        // Root may read everything, so for root the command fails because the device is missing.
        final String reason = Served.IS_ROOT
                ? "--device none0: "
                : "--export " + closed + ": cannot be read and written; with --read-only, read access is sufficient";
        assertRefused(reason, "--export " + closed + " --device none0");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    void shouldRefuseAMissingDevice() {
        assertRefused("--device none0: ENOENT", "--device none0 --export " + folder);
        assertEquals(
                2,
                new Nfs3CheckCommand()
                        .run(new PrintWriter(err), "--device none0 --server 127.0.0.1 --export /x".split(" ")));
        assertTrue(err.toString().contains("nfs3-check: --device none0: "), err::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10.0.0.0/33 | 10.0.0.0/33: the prefix length must be 0 to 32",
                "fd00::/129 | fd00::/129: the prefix length must be 0 to 128",
                "10.0.0.0/8,host | host is not an address or ADDRESS/PREFIX",
                "10.0.0.0/x | 10.0.0.0/x is not an address or ADDRESS/PREFIX",
                "10.0.0.256 | 10.0.0.256 is not an address or ADDRESS/PREFIX",
            })
    void shouldRefuseToAllowWhatIsNoAddress(final String networks, final String words) {
        assertRefused("--allow " + words, "--export " + folder + " --allow " + networks);
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        assertRefused("--port must be 1 to 65535: 0", "--port 0 --export " + folder);
        final String transfer = "--max-transfer must be 4096 to 1048576: 2097152";
        assertRefused(transfer, "--max-transfer 2097152 --export " + folder);
        assertRefused("--threads must be 1 to 256: 0", "--threads 0 --export " + folder);
        assertRefused("--reply-cache must be 0 to 1048576: -1", "--reply-cache -1 --export " + folder);
        assertRefused("--idle must be 0 to 86400: 86401", "--idle 86401 --export " + folder);
        for (final long number : new long[] {-1, 1L << 32}) {
            assertRefused("--fsid must be 1 to 4294967295: " + number, "--fsid " + number + " --export " + folder);
        }
        assertRefused("Unknown option: '--no-such-option'", "--no-such-option --export " + folder);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--port 99999 | --port must be 1 to 65535: 99999",
                "--mount-port 0 | --mount-port must be 1 to 65535: 0",
                "--chunks 8192 | --chunks must be 1 to 4096: 8192",
                "--files -1 | --files must be 0 to 100000: -1",
            })
    void shouldRefuseToCheckWithNumbersOutOfRange(final String options, final String words) {
        final String all = "--device none0 --server 127.0.0.1 --export /x " + options;
        assertEquals(2, new Nfs3CheckCommand().run(new PrintWriter(err), all.split(" ")));
        assertEquals("nfs3-check: " + words, err.toString().strip());
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    void shouldRefuseAPortThatIsTaken() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            final String port = "--mount-port " + taken.getLocalPort();
            assertRefused(port + ": Address already in use", "--device rxe-stand-in --export " + folder + " " + port);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    void shouldLeaveNothingBehindInWhatItRefusedToServe() throws IOException {
        assertRefused("--device none0: ", "--device none0 --export " + folder);
        assertEquals(0, folder.toFile().list().length);
    }
}
