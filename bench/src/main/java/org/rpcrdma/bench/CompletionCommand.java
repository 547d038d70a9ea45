// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.rpcrdma.bench.argument.Choice;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.StandardOutput;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rpcrdma completion SHELL}: prints the script that completes commands and options in a shell. */
@Command(
        name = "completion",
        header = "Prints a shell completion script.",
        description = "Prints a script that completes commands and options in a shell.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  source <(rpcrdma completion bash)",
            "  rpcrdma completion bash > ~/.local/share/bash-completion/completions/rpcrdma",
            "  echo 'source <(rpcrdma completion zsh)' >> ~/.zshrc"
        })
final class CompletionCommand implements Callable<Integer> {
    /** A variable that contains an option's values. */
    private static final Pattern VALUES =
            Pattern.compile("(?m)^  local \\w+_option_args=(\\(.*\\)) # --([\\w-]+) values$");

    /** The code that completes an option with its values. */
    private static final Pattern USE = Pattern.compile(
            "'--([\\w-]+)'\\)\\s+(local IFS=.*\\s+COMPREPLY=\\( \\$\\( compReplyArray \"\\$\\{)\\w+_option_args");

    private static final String NO_SPACE = "type compopt &>/dev/null && compopt -o nospace\n      ";

    /** The supported shells. They share one script, which calls bashcompinit in zsh. */
    static final class Shells extends Choice<String> {
        Shells() {
            super("bash", "zsh");
        }
    }

    @Spec
    private CommandSpec spec;

    @Parameters(
            paramLabel = "SHELL",
            completionCandidates = Shells.class,
            converter = Shells.class,
            description = "the shell: ${COMPLETION-CANDIDATES}")
    private String shell;

    @Override
    public Integer call() throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        out.print(eachWithItsValues(
                AutoComplete.bash(spec.root().name(), spec.root().commandLine())));
        StandardOutput.flush(out);
        return ExitCode.DONE;
    }

    /**
     * Gives each variable that contains option values the name of its option. Picocli names these variables after the
     * options' labels, so options with the same label would share their values. Also suppresses the space that the
     * shell would insert after {@code NAME=}.
     */
    private static String eachWithItsValues(final String script) {
        final Set<String> named = new HashSet<>();
        final String renamed = VALUES.matcher(script).replaceAll(values -> {
            if (values.group(1).contains("=\"")) {
                named.add(values.group(2));
            }
            return Matcher.quoteReplacement("  local " + variable(values.group(2)) + "=" + values.group(1));
        });
        return USE.matcher(renamed)
                .replaceAll(use -> Matcher.quoteReplacement("'--" + use.group(1) + "')\n      "
                        + (named.contains(use.group(1)) ? NO_SPACE : "") + use.group(2) + variable(use.group(1))));
    }

    private static String variable(final String option) {
        return "values_of_" + option.replace('-', '_');
    }
}
