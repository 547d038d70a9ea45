// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.function.Consumer;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.file.ReplacedFile;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code --json FILE} and {@code -j}: writes a command's result as JSON. */
public final class JsonOption {
    private static final String NAME = "--json";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            description = "write the result as JSON; - writes only JSON to standard output")
    @FileUse(FileUse.Kind.WRITTEN)
    private String file;

    @Option(names = "-j", description = "print the result as JSON, as --json - does")
    @FileUse(FileUse.Kind.STANDARD_OUTPUT)
    private boolean isPrinted;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private boolean isBegun;

    /**
     * Initialized when the first result is written, because loading Jackson takes longer than starting most commands.
     */
    private static final class Lazy {
        private static final ObjectWriter WRITER = new ObjectMapper()
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .writer(new DefaultPrettyPrinter()
                        .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                        .withArrayIndenter(new DefaultIndenter("  ", "\n")));
    }

    /** Returns the shared JSON writer. Thread-safe. */
    public static ObjectWriter writer() {
        return Lazy.WRITER;
    }

    /** Returns true if JSON is requested, in a file or on standard output. */
    public boolean isGiven() {
        return file != null || isPrinted;
    }

    /** Returns the requested file; null if no JSON is requested or the JSON goes to standard output. */
    public Path file() {
        return file == null || isFileStandardOutput() ? null : Path.of(file);
    }

    /** Returns true if only JSON goes to standard output. */
    public boolean isStandardOutput() {
        return isPrinted || isFileStandardOutput();
    }

    /** Prints a result as text and writes the requested JSON. Prints no text if only JSON goes to standard output. */
    public void report(final Object result, final Consumer<PrintWriter> text) throws IOException {
        if (!isStandardOutput()) {
            final PrintWriter out = command.commandLine().getOut();
            text.accept(out);
            StandardOutput.flush(out);
        }
        write(result);
    }

    /** Writes a result as JSON to the requested places, if any. */
    public void write(final Object result) throws IOException {
        if (isGiven()) {
            writeText(
                    writer().writeValueAsString(result) + "\n",
                    command.commandLine().getOut());
        }
    }

    /** Writes a result that is already JSON text. */
    public void writeText(final String text, final PrintWriter standardOutput) throws IOException {
        if (isStandardOutput()) {
            standardOutput.print(text);
            StandardOutput.flush(standardOutput);
        }
        if (file() != null) {
            ReplacedFile.write(NAME, file(), text);
        }
    }

    /** Opens the requested file to write it line by line. */
    public OutputStream open() throws IOException {
        try {
            return Files.newOutputStream(Path.of(file));
        } catch (final IOException e) {
            throw new IOException("cannot write --json " + file + ": " + IoReason.of(e), e);
        }
    }

    /** Writes one of several results as a line of JSON and flushes it. The first line truncates the file. */
    public void writeLine(final Object result, final PrintWriter standardOutput) throws IOException {
        final String line = writer().with((PrettyPrinter) null).writeValueAsString(result) + "\n";
        if (isStandardOutput()) {
            standardOutput.print(line);
            StandardOutput.flush(standardOutput);
        }
        if (file() != null) {
            final OpenOption mode = isBegun ? StandardOpenOption.APPEND : StandardOpenOption.TRUNCATE_EXISTING;
            try {
                Files.writeString(file(), line, StandardOpenOption.CREATE, StandardOpenOption.WRITE, mode);
            } catch (final IOException e) {
                throw new IOException("cannot write --json " + file + ": " + IoReason.of(e), e);
            }
            isBegun = true;
        }
    }

    /**
     * Rejects a file name that is one of the command's own keywords, because it means that the user has omitted the
     * file after {@code --json}.
     *
     * @param words the command's keywords.
     */
    public void refuseWordAsFile(final Collection<String> words) {
        if (file != null && words.contains(file)) {
            throw new InputException(
                    NAME + " needs FILE, or - for standard output; -j prints JSON: " + NAME + " " + file);
        }
    }

    private boolean isFileStandardOutput() {
        return file != null && StandardOutput.isNamedBy(file);
    }
}
