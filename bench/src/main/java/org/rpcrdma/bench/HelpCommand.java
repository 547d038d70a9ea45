// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.StandardOutput;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code rpcrdma help [COMMAND]...}: prints the same help as {@code rpcrdma [COMMAND]... --help}. */
@Command(
        name = "help",
        description = "Prints help for a command, like COMMAND --help.",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  rpcrdma help", "  rpcrdma help compare", "  rpcrdma help frmr show"})
final class HelpCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "the command (default: list all commands)")
    private List<String> words = List.of();

    @Override
    public Integer call() throws IOException {
        CommandLine command = spec.root().commandLine();
        for (final String word : words) {
            final CommandLine below = command.getSubcommands().get(word);
            if (below == null) {
                throw new UnmatchedArgumentException(command, List.of(word));
            }
            command = below;
        }
        final PrintWriter out = spec.commandLine().getOut();
        command.usage(out);
        StandardOutput.flush(out);
        return ExitCode.DONE;
    }
}
