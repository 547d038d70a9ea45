// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.io.PrintWriter;

/**
 * Prints a comparison as text: one screen, optionally followed by all figures.
 *
 * @param inDetail true to print all figures.
 * @param inColour true if the terminal shows colours.
 */
public record ComparisonText(boolean inDetail, boolean inColour) {
    /** Prints a comparison and flushes the writer. */
    public void print(final Comparison comparison, final ComparisonResult result, final PrintWriter out) {
        new ComparisonSummary(comparison, result).print(out, inColour);
        if (inDetail) {
            out.println();
            new ComparisonTable(comparison, result).print(out);
        }
        out.flush();
    }
}
