// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Locale;

/** Shows the progress of a long job on one line of the terminal. */
public final class Progress implements AutoCloseable {
    private final ProgressLine line = new ProgressLine();
    private final String job;
    private final long total;

    public Progress(final String job, final long total) {
        this.job = job;
        this.total = total;
    }

    /** Shows the amount done. */
    public void at(final long done) {
        line.show(() -> text(job, done, total));
    }

    /** Describes the progress of a job. */
    public static String text(final String job, final long done, final long total) {
        return String.format(Locale.ROOT, "%s: %,d of %,d RPCs", job, done, total);
    }

    /** Erases the line. */
    @Override
    public void close() {
        line.close();
    }
}
