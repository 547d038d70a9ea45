// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.ManualPage;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.IoReason;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma manual --out DIR}: writes a man page for every command. */
@Command(
        name = "manual",
        description = "Writes a man page for every command.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Pages are in section 1: rpcrdma, rpcrdma-compare, rpcrdma-frmr-show and so on.",
            "",
            "Examples:",
            "  rpcrdma manual --out ~/.local/share/man",
            "  man rpcrdma-compare"
        })
final class ManualCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            required = true,
            description = "folder for man pages, which are written to its subfolder man1; missing folders are created")
    @FileUse(FileUse.Kind.FOLDER)
    private Path outFolder;

    @Override
    public Integer call() throws IOException {
        final Path folder = outFolder.resolve("man1");
        try {
            Files.createDirectories(folder);
        } catch (final IOException e) {
            throw new InputException("--out: cannot create the folder " + folder + ": " + IoReason.of(e));
        }
        write(spec.root().commandLine(), folder);
        return ExitCode.DONE;
    }

    private static void write(final CommandLine command, final Path folder) throws IOException {
        final ManualPage page = new ManualPage(command.getCommandSpec());
        Files.writeString(folder.resolve(page.fileName()), page.text());
        for (final CommandLine below : command.getSubcommands().values()) {
            write(below, folder);
        }
    }
}
