// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.PrintWriter;

/** Prints text in lines that fit the terminal. */
public final class WrappedText {
    private WrappedText() {}

    /**
     * Prints a text. Continuation lines are indented by two more spaces. A word that is too long for a line has a line
     * to itself, and a percent sign stays with its number.
     */
    public static void print(final PrintWriter out, final String indentation, final String text) {
        print(out, indentation, text, Terminal.columns());
    }

    /** Prints a sentence. If the output goes to a file, the sentence is wrapped only if {@code COLUMNS} is set. */
    public static void sentence(final PrintWriter out, final String text) {
        print(out, "", text, Terminal.wrapColumns());
    }

    private static void print(final PrintWriter out, final String indentation, final String text, final int columns) {
        final StringBuilder line = new StringBuilder(indentation);
        int begin = indentation.length();
        for (final String word : text.split(" (?!%)")) {
            if (line.length() > begin && line.length() + 1 + word.length() > columns) {
                out.println(line);
                line.setLength(0);
                line.append(indentation).append("  ");
                begin = line.length();
            }
            line.append(line.length() > begin ? " " : "").append(word);
        }
        out.println(line);
    }
}
