// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.rpcrdma.bench.file.ReplacedFile;

/** The file that an option names for a result.
 *
 * @param option for example {@code --json}.
 * @param name   a file's, {@code -} for standard output, null if the option is not given.
 */
public record ResultFile(String option, String name) {
    /** Returns true if standard output is the result's alone. */
    public boolean isStandardOutput() {
        return name != null && StandardOutput.isNamedBy(name);
    }

    /** Writes the result to the file that was asked for, if one was. */
    public void write(final String text, final PrintWriter standardOutput) throws IOException {
        if (isStandardOutput()) {
            standardOutput.print(text);
            StandardOutput.flush(standardOutput);
        } else if (name != null) {
            ReplacedFile.write(option, Path.of(name), text);
        }
    }
}
