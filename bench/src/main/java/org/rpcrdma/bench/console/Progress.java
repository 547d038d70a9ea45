// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.Locale;

/** Says on a line of its own how far a long job has come. */
public final class Progress implements AutoCloseable {
    private final ProgressLine line = new ProgressLine();
    private final String job;
    private final long total;

    public Progress(final String job, final long total) {
        this.job = job;
        this.total = total;
    }

    /** Says how much is done. */
    public void at(final long done) {
        line.show(() -> text(job, done, total));
    }

    /** Returns how far a job has come, in words. */
    public static String text(final String job, final long done, final long total) {
        return String.format(Locale.ROOT, "%s: %,d of %,d RPCs", job, done, total);
    }

    /** Wipes the line. */
    @Override
    public void close() {
        line.close();
    }
}
