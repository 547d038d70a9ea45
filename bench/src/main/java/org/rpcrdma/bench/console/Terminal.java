// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The terminal that a command prints on, if it is one. */
public final class Terminal {
    private Terminal() {}

    /** Returns true if standard output is a terminal on which text can be written over. */
    public static boolean isStandardOutput() {
        try {
            final String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return target.matches("/dev/(pts/|tty|console).*") && !"dumb".equals(System.getenv("TERM"));
        } catch (final IOException e) {
            return false; // Not Linux.
        }
    }
}
