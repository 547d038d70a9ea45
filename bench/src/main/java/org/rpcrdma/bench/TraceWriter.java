/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.MappedBytes;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes a trace file: {@link TraceLayout} says how it is laid out. The file is mapped, a window at a time: what was written is in it
 * however the program ends. Not thread-safe.
 */
final class TraceWriter implements Closeable {
    private static final int WINDOW = 4 << 20;
    /** Space that the file's disk must have left: a mapped file that has none ends the JVM's access to it, not a call. */
    private static final long LEAST_SPACE = 2L * WINDOW;

    private final Path file;
    private final MappedBytes bytes;
    private final UnsafeBuffer window = new UnsafeBuffer(0, 0);
    /** Where the window begins in the file. */
    private long begin;
    /** Where the next record goes in the window. */
    private int next;

    private boolean isClosed;

    /** Begins a file; one that is there is replaced. */
    TraceWriter(final Path file) throws IOException {
        this.file = file;
        new FileOutputStream(file.toFile()).close();
        checkSpace();
        bytes = MappedBytes.mappedBytes(file.toFile(), WINDOW, 0);
        map(0);
        window.putLong(0, TraceLayout.MAGIC, LITTLE_ENDIAN);
        window.putInt(TraceLayout.VERSION_AT, TraceLayout.VERSION, LITTLE_ENDIAN);
        window.putInt(TraceLayout.RECORD_SIZE_AT, TraceLayout.RECORD, LITTLE_ENDIAN);
        window.putLong(TraceLayout.RECORDS_AT, TraceLayout.OPEN, LITTLE_ENDIAN);
        next = TraceLayout.HEADER;
    }

    /** Begins a record of zeros; returns where it is in {@link #buffer()}. */
    int begin(final long nanos, final byte type) {
        if (next == WINDOW) {
            nextWindow();
        }
        final int at = next;
        next = at + TraceLayout.RECORD;
        window.putLong(at, nanos, LITTLE_ENDIAN);
        window.putByte(at + TraceLayout.TYPE, type);
        return at;
    }

    /** Holds the record that was begun last. */
    UnsafeBuffer buffer() {
        return window;
    }

    /** Records so far. */
    long records() {
        return (begin + next - TraceLayout.HEADER) / TraceLayout.RECORD;
    }

    private void nextWindow() {
        try {
            checkSpace();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        map(begin + WINDOW);
        next = 0;
    }

    private void map(final long from) {
        begin = from;
        window.wrap(bytes.addressForWrite(from), WINDOW);
    }

    private void checkSpace() throws IOException {
        final long space = Files.getFileStore(file).getUsableSpace();
        if (space < LEAST_SPACE) {
            throw new IOException("no space left for a trace: bytes=" + space + " least=" + LEAST_SPACE);
        }
    }

    /** Says in the header how many records there are, and cuts the file behind the last. */
    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        final long records = records();
        window.wrap(0, 0);
        bytes.writeLong(TraceLayout.RECORDS_AT, records);
        bytes.releaseLast();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(TraceLayout.HEADER + records * TraceLayout.RECORD);
        }
    }
}
