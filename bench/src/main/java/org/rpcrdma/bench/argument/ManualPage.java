// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rpcrdma.bench.console.Version;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** A command's man page, in the macros of man(7). It has the text of {@code --help}. */
public final class ManualPage {
    private final CommandSpec command;
    private final StringBuilder text = new StringBuilder();

    public ManualPage(final CommandSpec command) {
        this.command = command;
    }

    /** Returns the name of the page's file, for example {@code rpcrdma-frmr-show.1}. */
    public String fileName() {
        return name(command) + ".1";
    }

    private static String name(final CommandSpec command) {
        return command.qualifiedName("-");
    }

    /** Returns the page. */
    public String text() {
        text.setLength(0);
        final String title = name(command).toUpperCase(Locale.ROOT);
        line(".TH \"" + escaped(title) + "\" 1 \"\" \"rpcrdma " + Version.CURRENT + "\" \"rpcrdma\"");
        section("Name");
        line(escaped(name(command) + " - " + summary(command).replaceFirst("\\.$", "")));
        synopsis();
        section("Description");
        Arrays.stream(command.usageMessage().description()).forEach(this::paragraph);
        arguments();
        commands();
        footer();
        exitStatus();
        seeAlso();
        return text.toString();
    }

    /** Returns the line that lists of commands have. */
    private static String summary(final CommandSpec command) {
        final String[] header = command.usageMessage().header();
        return plain(header.length > 0 ? header[0] : command.usageMessage().description()[0]);
    }

    private void synopsis() {
        section("Synopsis");
        final String[] own = command.usageMessage().customSynopsis();
        if (own.length > 0) {
            verbatim(Arrays.stream(own).map(ManualPage::plain).toList());
            return;
        }
        final Help help = new Help(command, Help.defaultColorScheme(Help.Ansi.OFF));
        line(escaped(help.synopsis(0).replaceAll("\\s+", " ").strip()));
    }

    private void arguments() {
        final List<PositionalParamSpec> parameters = command.positionalParameters().stream()
                .filter(parameter -> !parameter.hidden())
                .toList();
        if (!parameters.isEmpty()) {
            section("Arguments");
            parameters.forEach(parameter -> entry("\\fI" + escaped(parameter.paramLabel()) + "\\fR", parameter));
        }
        section("Options");
        command.options().stream().filter(option -> !option.hidden()).forEach(option -> entry(names(option), option));
    }

    private static String names(final OptionSpec option) {
        final List<String> names = Arrays.stream(option.names())
                .map(name -> "\\fB" + escaped(name) + "\\fR")
                .toList();
        final String value = option.arity().max() == 0 ? "" : " \\fI" + escaped(option.paramLabel()) + "\\fR";
        return String.join(", ", names) + value;
    }

    private void entry(final String label, final ArgSpec argument) {
        line(".TP");
        line(label);
        line(escaped(plain(String.join(" ", argument.description()))));
    }

    private void commands() {
        if (command.subcommands().isEmpty()) {
            return;
        }
        section("Commands");
        for (final CommandLine below : command.subcommands().values()) {
            line(".TP");
            line("\\fB" + escaped(name(below.getCommandSpec())) + "\\fR(1)");
            line(escaped(summary(below.getCommandSpec())));
        }
    }

    /** Prints the footer. A word with a colon behind it is a heading; lines that begin with a space are laid out. */
    private void footer() {
        final List<String> laidOut = new ArrayList<>();
        boolean isBegun = false;
        for (final String line : command.usageMessage().footer()) {
            final String plain = plain(line);
            if (plain.startsWith(" ")) {
                laidOut.add(plain);
                continue;
            }
            verbatim(laidOut);
            laidOut.clear();
            if (plain.matches("[A-Z][a-z]*:")) {
                section(plain.substring(0, plain.length() - 1));
                isBegun = true;
            } else if (plain.isEmpty()) {
                line(isBegun ? ".PP" : ".SH \"NOTES\"");
                isBegun = true;
            } else {
                line(escaped(plain));
            }
        }
        verbatim(laidOut);
    }

    private void exitStatus() {
        section("Exit status");
        for (final Map.Entry<String, String> code :
                command.root().usageMessage().exitCodeList().entrySet()) {
            line(".TP");
            line("\\fB" + code.getKey() + "\\fR");
            line(escaped(code.getValue()));
        }
    }

    private void seeAlso() {
        final CommandSpec parent = command.parent();
        if (parent != null) {
            section("See also");
            line("\\fB" + escaped(name(parent)) + "\\fR(1)");
        }
    }

    private void section(final String heading) {
        line(".SH \"" + heading.toUpperCase(Locale.ROOT) + "\"");
    }

    private void paragraph(final String words) {
        line(".PP");
        line(escaped(plain(words)));
    }

    /** Prints lines as they are. */
    private void verbatim(final List<String> lines) {
        if (!lines.isEmpty()) {
            line(".PP");
            line(".nf");
            lines.forEach(line -> line(escaped(line)));
            line(".fi");
        }
    }

    private void line(final String line) {
        text.append(line).append('\n');
    }

    /** Returns a text of the model as help prints it: percent signs stand twice in it. */
    private static String plain(final String line) {
        return line.replace("%%", "%").replace("%n", " ");
    }

    /** Returns a text that roff prints as it is. */
    private static String escaped(final String words) {
        final String safe = words.replace("\\", "\\e").replace("-", "\\-").replace("\"", "\\(dq");
        return safe.startsWith(".") || safe.startsWith("'") ? "\\&" + safe : safe;
    }
}
