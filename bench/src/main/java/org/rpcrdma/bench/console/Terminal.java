// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Properties of the terminal on standard output. */
public final class Terminal {
    private static final int USUAL_COLUMNS = 100;
    private static final int LEAST_COLUMNS = 40;
    private static final int COLUMNS = columns(System.getenv("COLUMNS"));

    private Terminal() {}

    /** Returns the width of tables and sentences: {@code COLUMNS} if set, otherwise 100. */
    public static int columns() {
        return COLUMNS;
    }

    /**
     * Returns the width at which lines wrap: {@code COLUMNS} if set, otherwise 100 on a terminal. Lines in a file do
     * not wrap.
     */
    public static int wrapColumns() {
        return System.getenv("COLUMNS") == null && !isStandardOutput() ? Integer.MAX_VALUE : COLUMNS;
    }

    /** Parses a value of {@code COLUMNS}; returns at least 40, or 100 if the value is not a positive number. */
    static int columns(final String variable) {
        return variable == null || !variable.matches("[1-9]\\d{0,5}")
                ? USUAL_COLUMNS
                : Math.max(LEAST_COLUMNS, Integer.parseInt(variable));
    }

    /** Returns true if standard output is a terminal and {@code NO_COLOR} is not set. */
    public static boolean showsColours() {
        return System.getenv("NO_COLOR") == null && isStandardOutput();
    }

    /** Returns true if standard output is a terminal on which text can be overwritten. */
    public static boolean isStandardOutput() {
        try {
            final String target =
                    Files.readSymbolicLink(Path.of("/proc/self/fd/1")).toString();
            return target.matches("/dev/(pts/|tty|console).*") && !"dumb".equals(System.getenv("TERM"));
        } catch (final IOException e) {
            return false; // not Linux
        }
    }
}
