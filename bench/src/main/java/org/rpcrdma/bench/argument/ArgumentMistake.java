// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.util.List;
import java.util.Optional;
import org.rpcrdma.bench.console.FileUse;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Explains a mistake in a command line, and names the help that lists the valid words. */
public final class ArgumentMistake {
    /** How picocli begins to speak of options that exclude each other. */
    private static final String PREFIX = "Error: ";

    /** How picocli begins to speak of an option that a command cannot do without. */
    private static final String MISSING_OPTION = "Missing required option";

    private ArgumentMistake() {}

    public static String words(final ParameterException e) {
        final CommandSpec command = e.getCommandLine().getCommandSpec();
        final String message = e.getMessage() == null ? "unusable arguments" : e.getMessage();
        if (e.getClass() == ParameterException.class) {
            return message; // Ours, or of a value: names the valid values.
        }
        final String hint = "; " + command.qualifiedName() + " --help lists them";
        if (e instanceof UnmatchedArgumentException unmatched) {
            return unmatched(command, unmatched.getUnmatched(), hint);
        }
        if (e instanceof MissingParameterException missing
                && missing.getMissing().size() == 1
                && missing.getMissing().get(0) instanceof OptionSpec option
                && !message.startsWith(MISSING_OPTION)) {
            return option.longestName() + " needs " + option.paramLabel() + orStandardOutput(option) + hint;
        }
        final String words = message.startsWith(PREFIX) ? message.substring(PREFIX.length()) : message;
        return words.lines().findFirst().orElse("") + hint;
    }

    private static String orStandardOutput(final OptionSpec option) {
        return FileUses.kind(option) == FileUse.Kind.WRITTEN ? ", or - for standard output" : "";
    }

    private static String unmatched(final CommandSpec command, final List<String> arguments, final String hint) {
        final String first = arguments.get(0);
        if (first.startsWith("-")) {
            return "unknown option: " + first + meant(option(command, arguments), hint);
        }
        return command.subcommands().isEmpty()
                ? "unknown argument: " + first + hint
                : "unknown command: " + first
                        + meant(Suggestion.of(first, command.subcommands().keySet()), hint);
    }

    private static String meant(final Optional<String> suggestion, final String hint) {
        return suggestion
                .map(words -> "; did you mean " + words + "?" + hint.substring(1))
                .orElse(hint);
    }

    /** Returns the option that was probably meant, with the value that it was given. */
    private static Optional<String> option(final CommandSpec command, final List<String> arguments) {
        final String first = arguments.get(0);
        final int equals = first.indexOf('=');
        final String name = equals < 0 ? first : first.substring(0, equals);
        return Suggestion.of(name, command.optionsMap().keySet()).map(meant -> {
            if (equals >= 0) {
                return meant + first.substring(equals);
            }
            final boolean hasValue = command.findOption(meant).arity().max() > 0
                    && arguments.size() > 1
                    && !arguments.get(1).startsWith("-");
            return hasValue ? meant + " " + arguments.get(1) : meant;
        });
    }
}
