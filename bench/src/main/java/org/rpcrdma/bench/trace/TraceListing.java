// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rpcrdma.bench.console.InputException;

/**
 * Lists a trace file record by record and validates its contents. {@link TraceLayout} describes the format. Not
 * thread-safe.
 */
public final class TraceListing {
    private static final int RECORDS_AT_ONCE = 1 << 14;

    private final Path file;
    private final TraceFormat format;
    private long listed;

    public TraceListing(final Path file, final TraceFormat format) {
        this.file = file;
        this.format = format;
    }

    /** Returns true if a file begins like a trace. */
    public static boolean isTrace(final Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return false;
        }
        try (FileChannel channel = FileChannel.open(file)) {
            final ByteBuffer magic = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            return fill(channel, magic) == Long.BYTES && magic.getLong(0) == TraceLayout.MAGIC;
        }
    }

    /**
     * Lists the events in the file. If a pause is given, waits for further events until the trace is closed.
     *
     * <p>A record that is read while it is being written may be incomplete. It is therefore listed only after a later
     * read has returned it again.
     *
     * @param pause called when there is nothing to list; if null, the method returns instead.
     * @return a one-line description of the file's error; null if the file is valid.
     */
    public String list(final Pause pause) throws IOException {
        final ByteBuffer buffer =
                ByteBuffer.allocate(RECORDS_AT_ONCE * TraceLayout.RECORD).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file)) {
            long next = TraceLayout.HEADER;
            int seen = 0;
            while (true) {
                final long events = header(channel);
                final boolean isOpen = events == TraceLayout.OPEN;
                channel.position(next);
                buffer.clear();
                final int bytes = fill(channel, buffer);
                final int there = isOpen ? records(buffer, bytes) : bytes / TraceLayout.RECORD * TraceLayout.RECORD;
                final int whole = isOpen && pause != null ? Math.min(seen, there) : there;
                for (int at = 0; at < whole && listed != events; at += TraceLayout.RECORD, next += TraceLayout.RECORD) {
                    if (!take(buffer, at)) {
                        return "damaged at byte " + next + ", after " + listed + " events";
                    }
                }
                if (listed == events) {
                    return null;
                }
                if (!isOpen && whole == 0) {
                    return "the file ends after " + listed + " of " + events + " events";
                }
                if (pause == null && whole == 0) {
                    return "the trace was not closed; it has " + listed + " events";
                }
                seen = there - whole;
                if (pause != null && seen == 0) {
                    pause.await();
                }
            }
        }
    }

    /** Waits for more events. */
    @FunctionalInterface
    public interface Pause {
        void await() throws IOException;
    }

    /** Returns the number of bytes in complete records at the start of a buffer. */
    private static int records(final ByteBuffer buffer, final int bytes) {
        int end = 0;
        while (end <= bytes - TraceLayout.RECORD && buffer.get(end + TraceLayout.TYPE) != 0) {
            end += TraceLayout.RECORD;
        }
        return end;
    }

    /** Processes a record; returns false if it is invalid. */
    private boolean take(final ByteBuffer buffer, final int at) {
        if (format.other(buffer, at)) {
            return true;
        }
        final boolean isEvent = format.event(buffer, at);
        listed += isEvent ? 1 : 0;
        return isEvent;
    }

    private long header(final FileChannel channel) throws IOException {
        final ByteBuffer header = ByteBuffer.allocate(TraceLayout.HEADER).order(ByteOrder.LITTLE_ENDIAN);
        channel.position(0);
        if (fill(channel, header) < TraceLayout.HEADER) {
            throw new InputException(
                    file + ": a trace with a truncated header: expected " + TraceLayout.HEADER + " bytes");
        }
        final int version = header.getInt(TraceLayout.VERSION_AT);
        final int size = header.getInt(TraceLayout.RECORD_SIZE_AT);
        final long events = header.getLong(TraceLayout.EVENTS_AT);
        if (version != TraceLayout.VERSION || size != TraceLayout.RECORD || events < TraceLayout.OPEN) {
            throw new InputException(file + ": unsupported trace: version=" + version + " recordBytes=" + size
                    + " events=" + events + "; supported version: " + TraceLayout.VERSION);
        }
        return events;
    }

    /** Reads until the buffer is full or the file ends; returns the number of bytes. */
    private static int fill(final FileChannel channel, final ByteBuffer buffer) throws IOException {
        int read = 0;
        while (read >= 0 && buffer.hasRemaining()) {
            read = channel.read(buffer);
        }
        return buffer.position();
    }
}
