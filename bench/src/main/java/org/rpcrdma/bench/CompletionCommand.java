// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
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
        header = "Prints the script that completes commands in a shell.",
        description = "Prints the script with which a shell completes commands and options.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Examples:",
            "  source <(rpcrdma completion bash)",
            "  rpcrdma completion bash > ~/.local/share/bash-completion/completions/rpcrdma",
            "  echo 'source <(rpcrdma completion zsh)' >> ~/.zshrc"
        })
final class CompletionCommand implements Callable<Integer> {
    /** The supported shells. Both use the same script, which calls bashcompinit in zsh. */
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
        out.print(AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
        StandardOutput.flush(out);
        return ExitCode.DONE;
    }
}
