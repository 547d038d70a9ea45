// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.Rpcrdma;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class ManualCommandTest extends CommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void write() {
        assertEquals(0, rpcrdma("manual", "--out", folder.toString()), err::toString);
        assertEquals("", out.toString());
    }

    @Test
    void shouldHaveEveryCommandAndEveryOptionOnAPage() throws IOException {
        final List<String> missing = new ArrayList<>();
        final List<CommandSpec> commands = CommandModelTest.all();
        for (final CommandSpec command : commands) {
            final String page = page(command);
            for (final OptionSpec option : command.options()) {
                for (final String name : option.names()) {
                    if (!page.contains("\\fB" + name.replace("-", "\\-") + "\\fR")) {
                        missing.add(command.qualifiedName() + " " + name);
                    }
                }
            }
            for (final String below : command.subcommands().keySet()) {
                if (!page.contains(
                        "\\fB" + command.qualifiedName("\\-") + "\\-" + below.replace("-", "\\-") + "\\fR(1)")) {
                    missing.add(command.qualifiedName() + ": " + below);
                }
            }
        }
        assertEquals(List.of(), missing);
        try (Stream<Path> files = Files.list(folder.resolve("man1"))) {
            assertEquals(commands.size(), files.count());
        }
    }

    @Test
    void shouldHavePurposeExamplesAndExitCodesOnEveryPage() throws IOException {
        for (final CommandSpec command : CommandModelTest.all()) {
            final String page = page(command);
            for (final String section :
                    List.of("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS")) {
                assertTrue(page.contains("\n.SH \"" + section + "\"\n"), page);
            }
            assertTrue(page.contains("\\fB2\\fR\nThe arguments or the input are invalid."), page);
        }
        assertTrue(page(Rpcrdma.commandLine().getCommandSpec()).contains(".SH \"ENVIRONMENT\""));
    }

    @Test
    void shouldWriteTheSamePagesEveryTime() throws IOException {
        final CommandSpec command =
                Rpcrdma.commandLine().getSubcommands().get("sweep").getCommandSpec();
        final String first = page(command);
        write();
        assertEquals(first, page(command));
    }

    @Test
    void shouldBeReadByGroffWithoutAWarning() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "needs groff");
        final List<String> command = new ArrayList<>(List.of("groff", "-man", "-ww", "-z"));
        try (Stream<Path> files = Files.list(folder.resolve("man1"))) {
            files.map(Path::toString).sorted().forEach(command::add);
        }
        final Process groff =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        assertEquals("", new String(groff.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, groff.waitFor());
    }

    private String page(final CommandSpec command) throws IOException {
        return Files.readString(folder.resolve("man1").resolve(command.qualifiedName("-") + ".1"));
    }
}
