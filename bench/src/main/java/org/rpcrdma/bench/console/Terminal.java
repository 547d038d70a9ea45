// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The terminal that a command prints on, if it is one. */
public final class Terminal {
    private static final int USUAL_COLUMNS = 100;
    private static final int LEAST_COLUMNS = 40;
    private static final int COLUMNS = columns(System.getenv("COLUMNS"));

    private Terminal() {}

    /** Returns how wide tables and sentences may be: {@code COLUMNS} if it is set, else 100. */
    public static int columns() {
        return COLUMNS;
    }

    /** Returns the width of lines that stay whole in a file: {@code COLUMNS} if set, else 100 on a terminal. */
    public static int wrapColumns() {
        return System.getenv("COLUMNS") == null && !isStandardOutput() ? Integer.MAX_VALUE : COLUMNS;
    }

    /** Returns the width that a value of {@code COLUMNS} names, 40 at least; 100 if it is no positive number. */
    static int columns(final String variable) {
        return variable == null || !variable.matches("[1-9]\\d{0,5}")
                ? USUAL_COLUMNS
                : Math.max(LEAST_COLUMNS, Integer.parseInt(variable));
    }

    /** Returns true if standard output is a terminal that may be written to in colours: {@code NO_COLOR} is not set. */
    public static boolean showsColours() {
        return System.getenv("NO_COLOR") == null && isStandardOutput();
    }

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
