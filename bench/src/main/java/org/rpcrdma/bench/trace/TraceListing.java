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
     * @return what is wrong with the file, in one line; null if nothing is.
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

    /** Events that were listed. */
    long listed() {
        return listed;
    }

    private long header(final FileChannel channel) throws IOException {
        final ByteBuffer header = ByteBuffer.allocate(TraceLayout.HEADER).order(ByteOrder.LITTLE_ENDIAN);
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
                if (format.other(buffer, at)) {
                    continue;
                }
                if (!format.event(buffer, at)) {
                    return "damaged at byte " + (begin + at) + ", behind " + listed + " events";
                }
                listed++;
            }
            if (bytes < buffer.capacity()) {
                return listed == events || events == TraceLayout.OPEN
                        ? null
                        : "the file ends behind " + listed + " of " + events + " events";
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
