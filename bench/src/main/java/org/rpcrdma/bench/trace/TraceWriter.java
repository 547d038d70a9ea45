// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.bench.file.IoReason;

/**
 * Writes a trace file in the format of {@link TraceLayout}. One window of the file is mapped at a time, so written
 * bytes are in the file even if the program crashes. Not thread-safe.
 *
 * <p>Before a part of the window is used, an ordinary write fills it with zeros. This write takes a quarter of the time
 * that the file system needs to allocate space page by page on first access. Also, if the disk is full, the write
 * fails, whereas access to a mapping without space would crash the JVM.
 */
public final class TraceWriter implements Closeable {
    private static final int WINDOW = 4 << 20;
    /** The number of bytes filled with zeros per step. */
    private static final int STEP = 64 << 10;

    private final ByteBuffer zeros = ByteBuffer.allocateDirect(STEP);
    private final Path file;
    private final FileChannel channel;
    private final UnsafeBuffer window = new UnsafeBuffer(0, 0);
    /** The step's offset in the file. */
    private long begin;
    /** The next record's offset in the step. */
    private int next = TraceLayout.HEADER;

    /** The number of records that are not events. */
    private long descriptions;

    private boolean isClosed;

    /** Creates a file, or overwrites an existing file. */
    public TraceWriter(final Path file) throws IOException {
        this.file = file;
        channel = FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        try {
            fill(0);
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        window.putLong(TraceLayout.VERSION_AT, TraceLayout.word(TraceLayout.VERSION, TraceLayout.RECORD));
        window.putLong(TraceLayout.EVENTS_AT, TraceLayout.OPEN);
        window.putLongRelease(0, TraceLayout.MAGIC);
    }

    /** Writes the record of an event, which consists of four words. */
    void event(final long first, final long id, final long sizes, final long rest) {
        if (next == STEP) {
            nextStep();
        }
        final int record = (int) (begin % WINDOW) + next;
        window.putLong(record + TraceLayout.ID, id);
        window.putLong(record + TraceLayout.LENGTH, sizes);
        window.putLong(record + TraceLayout.KEY, rest);
        window.putLongRelease(record, first);
        next += TraceLayout.RECORD;
    }

    /** Writes a record on which later events depend. */
    void other(final long first, final long id, final long sizes) {
        event(first, id, sizes, 0);
        descriptions++;
    }

    /** Returns the number of events written. */
    public long events() {
        return (begin + next - TraceLayout.HEADER) / TraceLayout.RECORD - descriptions;
    }

    private void nextStep() {
        try {
            fill(begin + STEP);
        } catch (final IOException e) {
            throw new UncheckedIOException(new IOException("cannot write --trace " + file + ": " + IoReason.of(e), e));
        }
        next = 0;
    }

    /** Starts a step and loads its pages into memory. */
    private void fill(final long from) throws IOException {
        zeros.clear();
        while (zeros.hasRemaining()) {
            channel.write(zeros, from + zeros.position());
        }
        if (from % WINDOW == 0) {
            final MappedByteBuffer mapped = channel.map(MapMode.READ_WRITE, from, WINDOW);
            IoUtil.unmap(window.byteBuffer());
            window.wrap(mapped);
        }
        begin = from;
    }

    /**
     * Completes the file: writes the number of events into the header, and truncates the file after the last record.
     */
    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try (channel) {
            final ByteBuffer events = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
            channel.write(events.putLong(0, events()), TraceLayout.EVENTS_AT);
            final long end = begin + next;
            IoUtil.unmap(window.byteBuffer());
            channel.truncate(end);
            // a later event needs a new step, which fails because the channel is closed
            begin = end - STEP;
            next = STEP;
        }
    }
}
