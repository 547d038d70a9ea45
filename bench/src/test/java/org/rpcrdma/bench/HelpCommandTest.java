// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Help.ColorScheme;

class HelpCommandTest extends CommandTest {
    @ParameterizedTest
    @ValueSource(strings = {"compare", "frmr", "frmr show", "statistic show mr", "help"})
    void shouldPrintTheHelpOfTheCommandAfterIt(final String words) {
        assertEquals(0, rpcrdma((words + " --help").split(" ")), err::toString);
        final String help = out.toString();
        assertEquals(0, rpcrdma(("help " + words).split(" ")), err::toString);
        assertEquals(help, out.toString());
        assertTrue(help.contains("Usage: rpcrdma " + words), help);
    }

    @Test
    void shouldPrintTheHelpOfTheRootWithoutACommand() {
        assertEquals(0, rpcrdma("--help"));
        final String help = out.toString();
        assertEquals(0, rpcrdma("help"));
        assertEquals(help, out.toString());
    }

    /** A colour that is legible on black may be invisible on white. */
    @Test
    void shouldPrintHelpInBoldAndItalicWithoutColours() {
        final CommandLine compare =
                Rpcrdma.commandLineFor("compare").getSubcommands().get("compare");
        final String help = compare.getUsageMessage(new ColorScheme.Builder(compare.getColorScheme())
                .ansi(CommandLine.Help.Ansi.ON)
                .build());
        assertTrue(help.contains("\033[1m--iommu"), help);
        assertFalse(Pattern.compile("\033\\[(3[0-7]|9[0-7])m").matcher(help).find(), help);
    }

    @Test
    void shouldListEveryCommandInALine() {
        assertEquals(0, rpcrdma("help"));
        final List<String> lines = out.toString().lines().toList();
        final int begin = lines.indexOf("Commands:") + 1;
        final int commands = Rpcrdma.commandLine().getSubcommands().size();
        for (final String line : lines.subList(begin, begin + commands)) {
            assertTrue(line.matches("  [a-z0-9-]+ +[A-Z].*\\."), line);
        }
        assertEquals("", lines.get(begin + commands));
    }

    @Test
    void shouldSetUpACommandAloneAsAmongAllOthers() {
        Rpcrdma.commandLine().getSubcommands().forEach((name, among) -> {
            final CommandLine alone =
                    Rpcrdma.commandLineFor(name).getSubcommands().get(name);
            assertEquals(among.getUsageMessage(), alone.getUsageMessage());
            assertEquals(
                    among.isUnmatchedOptionsArePositionalParams(), alone.isUnmatchedOptionsArePositionalParams(), name);
        });
        assertEquals(1, Rpcrdma.commandLineFor("frmr", "show").getSubcommands().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "help", "completion", "manual", "--version", "comprae"})
    void shouldSetUpAllCommandsUnlessOneIsNamed(final String first) {
        assertEquals(
                Rpcrdma.commandLine().getSubcommands().keySet(),
                Rpcrdma.commandLineFor(first).getSubcommands().keySet());
    }

    @Test
    void shouldReportExitCodesAndEveryVariableOfTheLauncher() throws IOException {
        assertEquals(0, rpcrdma("help"));
        final String help = out.toString();
        assertTrue(help.contains("Exit codes:\n  0   The command succeeded.\n  1   The command failed.\n  2   "), help);
        final String launcher = Files.readString(Path.of(System.getProperty("basedir", ""), "..", "rpcrdma"));
        final Matcher variable = Pattern.compile("(?m)^#   ([A-Z_]+) {2,}").matcher(launcher);
        int variables = 0;
        while (variable.find()) {
            variables++;
            assertTrue(help.contains("  " + variable.group(1) + " "), variable.group(1));
        }
        assertTrue(variables >= 2, "variables=" + variables);
    }

    @Test
    void shouldBeOfNoVersionOutsideItsJar() {
        assertEquals("development", Version.CURRENT);
        assertEquals(0, rpcrdma("--version"), err::toString);
        assertEquals("rpcrdma development\nJava " + Runtime.version() + "\n", out.toString());
    }
}
