// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Tests properties that all commands must have. */
class CommandModelTest extends CommandTest {
    private static final Set<Class<?>> NUMBERS =
            Set.of(int.class, Integer.class, long.class, Long.class, double.class, Double.class);

    @Test
    void shouldMeanTheSameByJsonEverywhere() {
        final List<String> other = new ArrayList<>();
        int commands = 0;
        for (final CommandSpec command : all()) {
            for (final OptionSpec option : command.options()) {
                final String name = option.longestName();
                if (name.equals("--json") || name.equals("-j")) {
                    commands++;
                    final boolean isShared =
                            option.userObject() instanceof Field field && field.getDeclaringClass() == JsonOption.class;
                    if (!isShared || option.names().length != 1) {
                        other.add(command.qualifiedName() + " " + name);
                    }
                } else if (name.contains("json")) {
                    other.add(command.qualifiedName() + " " + name);
                }
            }
        }
        assertEquals(List.of(), other);
        assertTrue(commands > 18, "commands=" + commands);
    }

    @Test
    void shouldHaveAnExampleInTheHelpOfEveryCommandThatParses() {
        final List<String> without = new ArrayList<>();
        for (final CommandSpec command : all()) {
            final String footer =
                    String.join("\n", command.usageMessage().footer()).replaceAll("\\\\\n *", "");
            final Matcher example =
                    Pattern.compile("(?m)^ +(?:.*[|(] ?)?rpcrdma ([^|>&)\\n]*)").matcher(footer);
            if (!footer.contains("\nExample") || !example.find()) {
                without.add(command.qualifiedName());
                continue;
            }
            do {
                final String arguments = example.group(1).replace("$k", "1").strip();
                assertDoesNotThrow(() -> WHOLE.parseArgs(arguments.split(" +")), arguments);
            } while (example.find());
        }
        assertEquals(List.of(), without);
    }

    @Test
    void shouldRefuseInvalidNumbersInOneLine() {
        int numbers = 0;
        for (final CommandSpec command : all()) {
            for (final OptionSpec option : command.options()) {
                if (NUMBERS.contains(option.type())) {
                    numbers++;
                    for (final String value : List.of("x", "", "1e99999999999999999999x")) {
                        final List<String> line = words(command);
                        line.add(option.longestName() + "=" + value);
                        assertRefused(line, "'" + value + "' is not a");
                    }
                }
            }
        }
        assertTrue(numbers > 20, "numbers=" + numbers);
    }

    @Test
    void shouldRefuseAnUnknownOptionOfEveryCommandInOneLine() {
        for (final CommandSpec command : all()) {
            final List<String> line = words(command);
            line.add("--no-such-option");
            assertRefused(line, "--no-such-option");
        }
    }

    private void assertRefused(final List<String> line, final String words) {
        // The script may first report that a program is missing.
        if (line.contains("completion")) {
            line.add("bash");
        }
        if (line.contains("client")) {
            line.add("send-bw");
        }
        line.addAll(List.of("--out", "/none/x"));
        if (line.contains("capture")) {
            line.addAll(List.of("--workload", "echo"));
        }
        if (line.contains("nfs3-server")) {
            line.addAll(List.of("--export", "/none"));
        }
        assertEquals(ExitCode.UNUSABLE, rpcrdma(line.toArray(String[]::new)), line::toString);
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().startsWith("rpcrdma: ") && err.toString().contains(words), err::toString);
    }

    /** Returns the words that invoke a command. */
    private static List<String> words(final CommandSpec command) {
        final List<String> words =
                new ArrayList<>(List.of(command.qualifiedName().split(" ")));
        words.remove(0);
        return words;
    }

    /** Returns all commands, including the root command. */
    static List<CommandSpec> all() {
        final List<CommandSpec> commands = new ArrayList<>();
        collect(WHOLE, commands);
        return commands;
    }

    private static void collect(final CommandLine command, final List<CommandSpec> into) {
        into.add(command.getCommandSpec());
        command.getSubcommands().values().forEach(below -> collect(below, into));
    }
}
