// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.io.PrintWriter;

/**
 * Text that is printed again and again: over the last one on a terminal, else behind it, with an empty line between.
 */
public final class RepeatedText {
    private static final String CLEAR_ALL = "\033[2J";
    private static final String TOP = "\033[H";
    private static final String CLEAR_REST_OF_LINE = "\033[K";
    private static final String CLEAR_BELOW = "\033[J";

    private final PrintWriter out;
    private final boolean isTerminal;
    private boolean isBegun;

    public RepeatedText(final PrintWriter out, final boolean isTerminal) {
        this.out = out;
        this.isTerminal = isTerminal;
    }

    /** Begins the text once more. */
    public void begin() {
        if (isTerminal) {
            out.print(isBegun ? TOP : CLEAR_ALL + TOP);
        } else if (isBegun) {
            out.println();
        }
        isBegun = true;
    }

    public void line(final String line) {
        out.println(isTerminal ? line + CLEAR_REST_OF_LINE : line);
    }

    /** Ends the text: removes lines left below by the text before. */
    public void end() {
        if (isTerminal) {
            out.print(CLEAR_BELOW);
        }
    }
}
