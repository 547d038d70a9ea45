// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** {@code --json FILE}: the machine-readable result of a command. */
public final class JsonOption {
    public static final ObjectWriter WRITER = new ObjectMapper()
            .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
            .writer(new DefaultPrettyPrinter()
                    .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                    .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "write the result as JSON; - for standard output, with nothing else on it")
    @FileUse(FileUse.Kind.WRITTEN)
    private String file;

    public boolean isGiven() {
        return file != null;
    }

    /** Returns true if standard output is the JSON's alone. */
    public boolean isStandardOutput() {
        return target().isStandardOutput();
    }

    /** Writes a result to the file that was asked for, if one was. */
    public void write(final Object result, final PrintWriter standardOutput) throws IOException {
        if (isGiven()) {
            target().write(WRITER.writeValueAsString(result) + "\n", standardOutput);
        }
    }

    private ResultFile target() {
        return new ResultFile("--json", file);
    }
}
