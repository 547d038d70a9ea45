// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.console.TimeLeft;

/** Reads a capture file and shows a progress line with the bytes read, the rate and the remaining time. */
public final class ShownCapture extends FilterInputStream {
    private static final long MEGABYTE = 1 << 20;
    private static final long STEP_NANOS = 200_000_000;

    private final LongSupplier nanoTime;
    private final Consumer<Supplier<String>> line;
    private final long total;
    /**
     * Estimates the remaining time; null during the first step. That step is excluded because it is slow until the code
     * is compiled.
     */
    private TimeLeft left;

    private long firstDone;
    private long shownNanos;
    private long done;

    ShownCapture(
            final InputStream bytes,
            final long total,
            final LongSupplier nanoTime,
            final Consumer<Supplier<String>> line) {
        super(bytes);
        this.total = total;
        this.nanoTime = nanoTime;
        this.line = line;
        shownNanos = nanoTime.getAsLong();
    }

    /**
     * Opens a file.
     *
     * @param file a regular file. Other files, such as pipes, have no known size.
     * @param line shows the progress, at most every 0.2 s and not before 0.4 s; remains open.
     */
    public static InputStream open(final Path file, final ProgressLine line) throws IOException {
        return new ShownCapture(new FileInputStream(file.toFile()), Files.size(file), System::nanoTime, line::show);
    }

    /** Returns true if a file has a size and may be read. */
    public static boolean isShown(final Path file) {
        return Files.isRegularFile(file) && Files.isReadable(file);
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        final int count = super.read(bytes, offset, length);
        done += Math.max(0, count);
        final long now = nanoTime.getAsLong();
        if (now - shownNanos >= STEP_NANOS) {
            shownNanos = now;
            step();
        }
        return count;
    }

    private void step() {
        if (left == null) {
            firstDone = done;
            left = new TimeLeft(nanoTime, total - done, "MB", MEGABYTE);
        } else {
            line.accept(this::text);
        }
    }

    private String text() {
        return String.format(Locale.ROOT, "%,d of %,d MB", done / MEGABYTE, total / MEGABYTE)
                + left.after(done - firstDone);
    }
}
