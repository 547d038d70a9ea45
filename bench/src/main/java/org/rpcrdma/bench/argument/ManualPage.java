// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.Version;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Formats a command's {@code --help} text as a man page with the macros of man(7). */
public final class ManualPage {
    private final CommandSpec command;
    private final StringBuilder text = new StringBuilder();

    public ManualPage(final CommandSpec command) {
        this.command = command;
    }

    /** Returns the page's file name, for example {@code rpcrdma-frmr-show.1}. */
    public String fileName() {
        return name(command) + ".1";
    }

    private static String name(final CommandSpec command) {
        return command.qualifiedName("-");
    }

    /** Returns the page. */
    public String text() {
        text.setLength(0);
        final String title = escaped(name(command).toUpperCase(Locale.ROOT));
        line(".TH \"" + title + "\" 1 \"\" \"rpcrdma " + Version.CURRENT + "\" \"rpcrdma\"");
        section("Name", List.of(name(command) + " - " + summary(command).replaceFirst("\\.$", "")));
        synopsis();
        section(
                "Description",
                List.of(String.join("\n\n", command.usageMessage().description())
                        .split("\n")));
        final Map<String, String> arguments = new LinkedHashMap<>();
        command.positionalParameters().forEach(argument -> put(arguments, "\\fI", argument.paramLabel(), argument));
        entries("Arguments", arguments);
        final Map<String, String> options = new LinkedHashMap<>();
        command.options().forEach(option -> put(options, "", names(option), option));
        entries("Options", options);
        final Map<String, String> commands = new LinkedHashMap<>();
        command.subcommands().values().stream()
                .distinct()
                .forEach(below -> commands.put(page(below.getCommandSpec()), summary(below.getCommandSpec())));
        entries("Commands", commands);
        footer();
        final Map<String, String> codes = new LinkedHashMap<>();
        command.root().usageMessage().exitCodeList().forEach((code, words) -> codes.put("\\fB" + code + "\\fR", words));
        entries("Exit status", codes);
        if (command.parent() != null) {
            line(".SH \"SEE ALSO\"");
            line(page(command.parent()));
        }
        return text.toString();
    }

    private static String page(final CommandSpec command) {
        return "\\fB" + escaped(name(command)) + "\\fR(1)";
    }

    /** Returns the one-line summary for lists of commands. */
    private static String summary(final CommandSpec command) {
        final String[] header = command.usageMessage().header();
        return header.length > 0 ? header[0] : command.usageMessage().description()[0];
    }

    private void synopsis() {
        final String[] own = command.usageMessage().customSynopsis();
        final String whole = new Help(command, Help.defaultColorScheme(Help.Ansi.OFF)).synopsis(0);
        section(
                "Synopsis",
                own.length > 0
                        ? List.of(own)
                        : List.of(whole.replaceAll("\\s+", " ").strip()));
    }

    private static void put(
            final Map<String, String> to, final String font, final String label, final ArgSpec argument) {
        if (!argument.hidden()) {
            to.put(font.isEmpty() ? label : font + escaped(label) + "\\fR", String.join(" ", argument.description()));
        }
    }

    private static String names(final OptionSpec option) {
        final String names = Arrays.stream(option.names())
                .map(name -> "\\fB" + escaped(name) + "\\fR")
                .collect(Collectors.joining(", "));
        return option.arity().max() == 0 ? names : names + " \\fI" + escaped(option.paramLabel()) + "\\fR";
    }

    private void entries(final String heading, final Map<String, String> entries) {
        if (!entries.isEmpty()) {
            line(".SH \"" + heading.toUpperCase(Locale.ROOT) + "\"");
        }
        entries.forEach((label, words) -> {
            line(".TP");
            line(label);
            line(escaped(plain(words)));
        });
    }

    /** Prints the footer. A line that contains only a capitalized word and a colon becomes a heading. */
    private void footer() {
        String heading = "Notes";
        final List<String> lines = new ArrayList<>();
        for (final String line : command.usageMessage().footer()) {
            if (line.matches("[A-Z][a-z]*:")) {
                section(heading, lines);
                heading = line.substring(0, line.length() - 1);
                lines.clear();
            } else {
                lines.add(line);
            }
        }
        section(heading, lines);
    }

    /** Prints a section unless it is empty. Preserves line breaks if any line is indented. */
    private void section(final String heading, final List<String> lines) {
        if (lines.stream().allMatch(String::isBlank)) {
            return;
        }
        final boolean isLaidOut = lines.stream().anyMatch(line -> line.startsWith(" "));
        line(".SH \"" + heading.toUpperCase(Locale.ROOT) + "\"");
        line(isLaidOut ? ".nf" : ".PP");
        String before = "";
        for (final String each : lines) {
            if (!each.isEmpty()) {
                line(escaped(plain(each)));
            } else if (!before.isEmpty()) {
                line(".PP");
            }
            before = each;
        }
        if (isLaidOut) {
            line(".fi");
        }
    }

    private void line(final String line) {
        text.append(line).append('\n');
    }

    /** Returns a line as it appears in the help, in which picocli prints each doubled percent sign as a single one. */
    private static String plain(final String line) {
        return line.replace("%%", "%").replace("%n", " ");
    }

    /** Escapes a text for roff. */
    private static String escaped(final String words) {
        final String safe = words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
