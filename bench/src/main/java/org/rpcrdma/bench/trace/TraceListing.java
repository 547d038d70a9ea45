// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.rpcrdma.bench.console.InputException;

/** Reads a trace file, record by record: {@link TraceLayout} says how it is laid out. Nothing in it is trusted. */
public final class TraceListing {
    private static final int RECORDS_AT_ONCE = 1 << 14;

    private final Path file;
    private final TraceFormat format;
    private long listed;

    public TraceListing(final Path file, final TraceFormat format) {
        this.file = file;
        this.format = format;
    }

    /** Returns true if a file begins as a trace does. */
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
     * Lists all events.
     *
     * @return the file's error in one line; null if it has none.
     */
    public String list() throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            final long events = header(channel);
            final String damage = records(channel, events);
            if (damage != null) {
                return damage;
            }
            return events == TraceLayout.OPEN ? "the trace was not closed; it has " + listed + " events" : null;
        }
    }

    /**
     * Lists the events that are there, then those that come, until the trace is closed.
     *
     * <p>A record that is read may be half written: it is listed when a read that began later shows it again. A file
     * that is cut, removed or replaced by another ends the listing: nothing would come any more.
     *
     * @param pause called when there is nothing to list for now.
     * @return the file's error in one line; null if it has none.
     */
    public String follow(final Pause pause) throws IOException {
        final ByteBuffer buffer =
                ByteBuffer.allocate(RECORDS_AT_ONCE * TraceLayout.RECORD).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file)) {
            final Object key = key();
            long next = TraceLayout.HEADER;
            int seen = 0;
            String change = null;
            while (true) {
                final long events = header(channel);
                channel.position(next);
                buffer.clear();
                final int bytes = fill(channel, buffer);
                final int there = records(buffer, bytes);
                final int whole = events == TraceLayout.OPEN ? Math.min(seen, there) : there;
                for (int at = 0; at < whole; at += TraceLayout.RECORD, next += TraceLayout.RECORD) {
                    if (!take(buffer, at)) {
                        return damagedAt(next);
                    }
                }
                if (events != TraceLayout.OPEN && whole == 0) {
                    return listed == events ? null : endsEarly(events);
                }
                seen = there - whole;
                if (seen == 0) {
                    // The trace may have been closed since its header was read: look again before it counts.
                    if (change != null) {
                        return change;
                    }
                    change = change(channel, next, key);
                    pause.await();
                }
            }
        }
    }

    /** Returns the key that distinguishes the file from others of its name; null if the file or its key is missing. */
    private Object key() throws IOException {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        } catch (final NoSuchFileException e) {
            return null;
        }
    }

    /** Returns why no events can come any more; null if they can. */
    private String change(final FileChannel channel, final long next, final Object key) throws IOException {
        final long size = channel.size();
        if (size < next) {
            return "the file was cut to " + size + " bytes, behind " + listed + " events";
        }
        return Objects.equals(key(), key)
                ? null
                : "the file was removed or replaced by another, behind " + listed + " events";
    }

    /** Waits a while, for events that come. */
    @FunctionalInterface
    public interface Pause {
        void await() throws IOException;
    }

    /** Returns the bytes of the records at the front of a buffer, up to the first that was not begun. */
    private static int records(final ByteBuffer buffer, final int bytes) {
        int end = 0;
        while (end <= bytes - TraceLayout.RECORD && buffer.get(end + TraceLayout.TYPE) != 0) {
            end += TraceLayout.RECORD;
        }
        return end;
    }

    /** Takes a record; false if it is none. */
    private boolean take(final ByteBuffer buffer, final int at) {
        if (format.other(buffer, at)) {
            return true;
        }
        final boolean isEvent = format.event(buffer, at);
        listed += isEvent ? 1 : 0;
        return isEvent;
    }

    private String damagedAt(final long offset) {
        return "damaged at byte " + offset + ", behind " + listed + " events";
    }

    private String endsEarly(final long events) {
        return "the file ends behind " + listed + " of " + events + " events";
    }

    /** Events that were listed. */
    long listed() {
        return listed;
    }

    private long header(final FileChannel channel) throws IOException {
        final ByteBuffer header = ByteBuffer.allocate(TraceLayout.HEADER).order(ByteOrder.LITTLE_ENDIAN);
        channel.position(0);
        if (fill(channel, header) < TraceLayout.HEADER) {
            throw new InputException(
                    file + ": a trace that ends inside its header of " + TraceLayout.HEADER + " bytes");
        }
        final int version = header.getInt(TraceLayout.VERSION_AT);
        final int size = header.getInt(TraceLayout.RECORD_SIZE_AT);
        final long events = header.getLong(TraceLayout.EVENTS_AT);
        if (version != TraceLayout.VERSION || size != TraceLayout.RECORD || events < TraceLayout.OPEN) {
            throw new InputException(file + ": a trace that cannot be read: version=" + version + " recordBytes=" + size
                    + " events=" + events + "; accepted is version " + TraceLayout.VERSION);
        }
        return events;
    }

    private String records(final FileChannel channel, final long events) throws IOException {
        final ByteBuffer buffer =
                ByteBuffer.allocate(RECORDS_AT_ONCE * TraceLayout.RECORD).order(ByteOrder.LITTLE_ENDIAN);
        for (long begin = TraceLayout.HEADER; listed != events; begin += buffer.capacity()) {
            buffer.clear();
            final int bytes = fill(channel, buffer);
            for (int at = 0; at <= bytes - TraceLayout.RECORD && listed != events; at += TraceLayout.RECORD) {
                if (buffer.get(at + TraceLayout.TYPE) == 0 && events == TraceLayout.OPEN) {
                    return null;
                }
                if (!take(buffer, at)) {
                    return damagedAt(begin + at);
                }
            }
            if (bytes < buffer.capacity()) {
                return listed == events || events == TraceLayout.OPEN ? null : endsEarly(events);
            }
        }
        return null;
    }

    /** Reads until the buffer is full or the file ends; returns the bytes. */
    private static int fill(final FileChannel channel, final ByteBuffer buffer) throws IOException {
        int read = 0;
        while (read >= 0 && buffer.hasRemaining()) {
            read = channel.read(buffer);
        }
        return buffer.position();
    }
}
