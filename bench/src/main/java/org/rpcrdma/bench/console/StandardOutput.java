// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Set;
import org.rpcrdma.bench.file.IoReason;

/** Flushes results and detects write errors, for example on a full disk, which print writers and print streams hide. */
public final class StandardOutput {
    /** The file name that stands for standard output in options. The system's own names for it also work. */
    static final String NAME = "-";

    private static final Set<String> NAMES = Set.of(NAME, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

    private StandardOutput() {}

    /** Returns true if an option's file is standard output. */
    public static boolean isNamedBy(final String file) {
        return NAMES.contains(file);
    }

    /**
     * Flushes the output and throws an exception if a write failed. A pipe that its reader has closed is not an error
     * ({@code rpcrdma compare | head}).
     */
    public static void flush(final PrintWriter out) throws IOException {
        if (out.checkError() | System.out.checkError()) {
            throwReason();
        }
    }

    /** Writes again to obtain the exception, which print streams do not keep. */
    private static void throwReason() throws IOException {
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
        } catch (final IOException e) {
            if (TextOutput.isClosedPipe(e)) {
                return;
            }
            throw new IOException("cannot write to standard output: " + IoReason.of(e), e);
        }
        throw new IOException("cannot write to standard output");
    }
}
