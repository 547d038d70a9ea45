// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Set;
import org.rpcrdma.bench.file.IoReason;

/** The end of printing a result: writers and print streams keep quiet about a full disk unless asked. */
public final class StandardOutput {
    /** Its name as an option's file, beside the names that systems have for it. */
    static final String NAME = "-";

    private static final Set<String> NAMES = Set.of(NAME, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

    private StandardOutput() {}

    /** Returns true if an option's file is standard output. */
    public static boolean isNamedBy(final String file) {
        return NAMES.contains(file);
    }

    /** Flushes. Stays quiet if nobody reads any more, which is no error ({@code rpcrdma compare | head}). */
    public static void flush(final PrintWriter out) throws IOException {
        if (out.checkError() | System.out.checkError()) {
            throwReason();
        }
    }

    /** Writes once more to find the reason: a print stream does not keep the exception. */
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
