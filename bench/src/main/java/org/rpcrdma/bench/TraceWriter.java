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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import net.openhft.chronicle.bytes.MappedBytes;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes a trace file: {@link TraceLayout} says how it is laid out. The file is mapped, a window at a time: what was written is in it
 * however the program ends. Not thread-safe.
 *
 * <p>Each window is filled with zeros by an ordinary write before it is mapped. That takes a quarter of what it takes to let the
 * file system find space for a page at a time when it is touched first, and a disk that is full fails that write, where a mapping
 * that cannot be backed would end the program.
 */
final class TraceWriter implements Closeable {
    /** Small, as all of the last one is paid for. */
    private static final int WINDOW = 256 << 10;

    private final ByteBuffer zeros = ByteBuffer.allocateDirect(WINDOW);
    private final FileChannel channel;
    private final MappedBytes bytes;
    private final UnsafeBuffer window = new UnsafeBuffer(0, 0);
    /** Where the window begins in the file. */
    private long begin;
    /** Where the next record goes in the window. */
    private int next = TraceLayout.HEADER;

    /** Records that are no events. */
    private long others;

    private boolean isClosed;

    /** Begins a file; one that is there is replaced. */
    TraceWriter(final Path file) throws IOException {
        channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try {
            extend(0);
            bytes = MappedBytes.mappedBytes(file.toFile(), WINDOW, 0);
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
        window.wrap(bytes.addressForWrite(0), WINDOW);
        window.putInt(TraceLayout.VERSION_AT, TraceLayout.VERSION, LITTLE_ENDIAN);
        window.putInt(TraceLayout.RECORD_SIZE_AT, TraceLayout.RECORD, LITTLE_ENDIAN);
        window.putLong(TraceLayout.EVENTS_AT, TraceLayout.OPEN, LITTLE_ENDIAN);
        window.putLong(0, TraceLayout.MAGIC, LITTLE_ENDIAN);
    }

    /** Writes an event's record, of four words. */
    void event(final long first, final long id, final long sizes, final long rest) {
        if (next == WINDOW) {
            nextWindow();
        }
        final int at = next;
        window.putLong(at + TraceLayout.ID, id, LITTLE_ENDIAN);
        window.putLong(at + TraceLayout.LENGTH, sizes, LITTLE_ENDIAN);
        window.putLong(at + TraceLayout.KEY, rest, LITTLE_ENDIAN);
        VarHandle.releaseFence();
        window.putLong(at, first, LITTLE_ENDIAN);
        next = at + TraceLayout.RECORD;
    }

    /** Writes a record that later events need to be understood. */
    void other(final long first, final long id, final long sizes) {
        event(first, id, sizes, 0);
        others++;
    }

    /** Events so far. */
    long events() {
        return (begin + next - TraceLayout.HEADER) / TraceLayout.RECORD - others;
    }

    private void nextWindow() {
        try {
            extend(begin + WINDOW);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
        begin += WINDOW;
        next = 0;
        window.wrap(bytes.addressForWrite(begin), WINDOW);
    }

    private void extend(final long from) throws IOException {
        zeros.clear();
        while (zeros.hasRemaining()) {
            channel.write(zeros, from + zeros.position());
        }
    }

    /** Says in the header how many events there are, and cuts the file behind the last. */
    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try (channel) {
            final long end = begin + next;
            window.wrap(0, 0);
            bytes.writeLong(TraceLayout.EVENTS_AT, events());
            bytes.releaseLast();
            channel.truncate(end);
        }
    }
}
