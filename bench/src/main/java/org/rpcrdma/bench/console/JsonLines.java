// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rpcrdma.bench.file.IoReason;

/** Results one after the other, a line of JSON each, which is there for readers at once. */
public final class JsonLines implements Closeable {
    private static final ObjectWriter WRITER =
            new ObjectMapper().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writer();

    private final String name;
    private final Writer file;
    private final PrintWriter standardOutput;

    /**
     * Begins, with an empty file.
     *
     * @param name           a file; null for none.
     * @param standardOutput takes the lines, too; null for none.
     */
    JsonLines(final String name, final PrintWriter standardOutput) throws IOException {
        this.name = name;
        this.standardOutput = standardOutput;
        try {
            file = name == null ? null : Files.newBufferedWriter(Path.of(name));
        } catch (final IOException e) {
            throw failure(e);
        }
    }

    public void write(final Object result) throws IOException {
        final String line = WRITER.writeValueAsString(result) + "\n";
        if (standardOutput != null) {
            standardOutput.print(line);
            StandardOutput.flush(standardOutput);
        }
        if (file != null) {
            try {
                file.write(line);
                file.flush();
            } catch (final IOException e) {
                throw failure(e);
            }
        }
    }

    private IOException failure(final IOException e) {
        return new IOException("cannot write --json " + name + ": " + IoReason.of(e), e);
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
