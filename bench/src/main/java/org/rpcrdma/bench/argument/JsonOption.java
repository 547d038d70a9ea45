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

/** {@code --json FILE} and {@code -j}: the machine-readable result of a command. */
public final class JsonOption {
    private static final String NAME = "--json";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            description = "write the result as JSON; - for standard output, with nothing else on it")
    @FileUse(FileUse.Kind.WRITTEN)
    private String file;

    @Option(names = "-j", description = "print the result as JSON, as --json - does")
    @FileUse(FileUse.Kind.STANDARD_OUTPUT)
    private boolean isPrinted;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private boolean isBegun;

    /** Made when the first result is written: loading Jackson takes longer than most commands need to begin. */
    private static final class Lazy {
        private static final ObjectWriter WRITER = new ObjectMapper()
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .writer(new DefaultPrettyPrinter()
                        .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                        .withArrayIndenter(new DefaultIndenter("  ", "\n")));
    }

    /** Returns the writer of all results; thread-safe. */
    public static ObjectWriter writer() {
        return Lazy.WRITER;
    }

    /** Returns true if JSON is asked for, in a file or on standard output. */
    public boolean isGiven() {
        return file != null || isPrinted;
    }

    /** Returns the file that was asked for; null if there is none, or it is standard output. */
    public Path file() {
        return file == null || isFileStandardOutput() ? null : Path.of(file);
    }

    /** Returns true if standard output is the JSON's alone. */
    public boolean isStandardOutput() {
        return isPrinted || isFileStandardOutput();
    }

    /** Prints a result as text, unless standard output is the JSON's alone, and writes the JSON that is asked for. */
    public void report(final Object result, final Consumer<PrintWriter> text) throws IOException {
        if (!isStandardOutput()) {
            final PrintWriter out = command.commandLine().getOut();
            text.accept(out);
            StandardOutput.flush(out);
        }
        write(result);
    }

    /** Writes a result to where it was asked for, if it was. */
    public void write(final Object result) throws IOException {
        if (isGiven()) {
            writeText(
                    writer().writeValueAsString(result) + "\n",
                    command.commandLine().getOut());
        }
    }

    /** Writes a result that is JSON already. */
    public void writeText(final String text, final PrintWriter standardOutput) throws IOException {
        if (isStandardOutput()) {
            standardOutput.print(text);
            StandardOutput.flush(standardOutput);
        }
        if (file() != null) {
            ReplacedFile.write(NAME, file(), text);
        }
    }

    /** Opens the file that was asked for, for lines that come as fast as a capture is read. */
    public OutputStream open() throws IOException {
        try {
            return Files.newOutputStream(Path.of(file));
        } catch (final IOException e) {
            throw new IOException("cannot write --json " + file + ": " + IoReason.of(e), e);
        }
    }

    /** Writes a result of several as a line of JSON, which is there for readers at once; the first begins the file. */
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
     * Refuses a word of the command's own as the name of the file: {@code --json} was given without one.
     *
     * @param words the command's own words.
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
