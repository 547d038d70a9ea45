/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** {@code --json FILE}: the machine-readable result of a command. */
final class JsonOption {
    static final ObjectWriter WRITER = new ObjectMapper()
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

    boolean isGiven() {
        return file != null;
    }

    /** Whether standard output is the JSON's alone. */
    boolean isStandardOutput() {
        return target().isStandardOutput();
    }

    /** Writes a result where it was asked for, if it was. */
    void write(final Object result, final PrintWriter standardOutput) throws IOException {
        if (isGiven()) {
            target().write(WRITER.writeValueAsString(result) + "\n", standardOutput);
        }
    }

    private ResultFile target() {
        return new ResultFile("--json", file);
    }
}
