// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.trace.TraceTap;
import org.rpcrdma.bench.trace.TraceWriter;
import picocli.CommandLine.Option;

/** {@code --trace FILE}: writes every event of the command's runs to a file. */
public final class TraceOption {
    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description =
                    "write every event of the runs (posts, packets, completions, connection messages) to a file for"
                            + " rpcrdma decode")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path file;

    /** The open trace, if one was requested. */
    public static final class Trace implements Closeable {
        private final Path file;
        private final TraceWriter writer;

        private Trace(final Path file, final TraceWriter writer) {
            this.file = file;
            this.writer = writer;
        }

        /** Returns the factory that creates a tap for each run. */
        public TapFactory tap() {
            return writer == null ? TapFactory.NONE : (run, simulation) -> new TraceTap(writer, run, simulation);
        }

        /** Prints the file's name and the number of events written. */
        public void report(final PrintWriter err) {
            if (writer != null) {
                err.println("rpcrdma: " + file + ": " + writer.events() + " events");
                err.flush();
            }
        }

        @Override
        public void close() throws IOException {
            if (writer != null) {
                writer.close();
            }
        }
    }

    public boolean isGiven() {
        return file != null;
    }

    /** Opens the trace, if one is requested. */
    public Trace open() throws IOException {
        if (file == null) {
            return new Trace(null, null);
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new InputException("--trace must name a file, not a device or a pipe: " + file);
        }
        try {
            return new Trace(file, new TraceWriter(file));
        } catch (final IOException e) {
            throw new InputException("--trace cannot be written: " + file + ": " + IoReason.of(e));
        }
    }
}
