// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.rpcrdma.capture.PcapFormat.CAPTURED_LENGTH_AT;
import static org.rpcrdma.capture.PcapFormat.FILE_HEADER_LENGTH;
import static org.rpcrdma.capture.PcapFormat.FRACTION_AT;
import static org.rpcrdma.capture.PcapFormat.LINK_TYPE_AT;
import static org.rpcrdma.capture.PcapFormat.MAGIC_NANOS;
import static org.rpcrdma.capture.PcapFormat.MAX_CAPTURED;
import static org.rpcrdma.capture.PcapFormat.NANOS_PER_SECOND;
import static org.rpcrdma.capture.PcapFormat.ORIGINAL_LENGTH_AT;
import static org.rpcrdma.capture.PcapFormat.RECORD_HEADER_LENGTH;
import static org.rpcrdma.capture.frame.LinkTypes.ETHERNET;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Writes frames to a pcap file in the format that {@link PcapFormat} describes. Buffers many records, and leaves only
 * complete records in the file.
 */
final class PcapOutput implements Closeable {
    private static final int CAPACITY = 1 << 20;
    private static final short MAJOR_VERSION = 2;
    private static final short MINOR_VERSION = 4;
    private static final int VERSION_AT = 4;
    private static final int SNAPSHOT_LENGTH_AT = 16;

    private final WritableByteChannel channel;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
    private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
    /** The number of bytes in the file, all of which belong to complete records. */
    private long written;
    /** The number of bytes in the buffer. */
    private int filled;
    /**
     * True after a write has failed. After that, nothing more is written, so that no frames are missing in the middle
     * of the file.
     */
    private boolean isFailed;

    PcapOutput(final WritableByteChannel channel) throws IOException {
        this.channel = channel;
        buffer.setMemory(0, FILE_HEADER_LENGTH, (byte) 0);
        buffer.putInt(0, MAGIC_NANOS, LITTLE_ENDIAN);
        buffer.putShort(VERSION_AT, MAJOR_VERSION, LITTLE_ENDIAN);
        buffer.putShort(VERSION_AT + Short.BYTES, MINOR_VERSION, LITTLE_ENDIAN);
        buffer.putInt(SNAPSHOT_LENGTH_AT, MAX_CAPTURED, LITTLE_ENDIAN);
        buffer.putInt(LINK_TYPE_AT, ETHERNET, LITTLE_ENDIAN);
        filled = FILE_HEADER_LENGTH;
        flush();
    }

    void write(final long nanos, final DirectBuffer frame, final int length) throws IOException {
        if (isFailed) {
            return;
        }
        final int record = RECORD_HEADER_LENGTH + length;
        if (CAPACITY - filled < record) {
            flush();
        }
        buffer.putInt(filled, (int) (nanos / NANOS_PER_SECOND), LITTLE_ENDIAN);
        buffer.putInt(filled + FRACTION_AT, (int) (nanos % NANOS_PER_SECOND), LITTLE_ENDIAN);
        buffer.putInt(filled + CAPTURED_LENGTH_AT, length, LITTLE_ENDIAN);
        buffer.putInt(filled + ORIGINAL_LENGTH_AT, length, LITTLE_ENDIAN);
        buffer.putBytes(filled + RECORD_HEADER_LENGTH, frame, 0, length);
        filled += record;
    }

    long bytes() {
        return written + filled;
    }

    private void flush() throws IOException {
        bytes.limit(filled).position(0);
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (final IOException e) {
            cutOff(wholeRecords(bytes.position()));
            throw e;
        }
        written += filled;
        filled = 0;
    }

    /** Returns the number of written bytes that belong to complete records. */
    private int wholeRecords(final int bytesWritten) {
        int end = 0;
        int next = written == 0 ? FILE_HEADER_LENGTH : 0;
        while (next <= bytesWritten) {
            end = next;
            next += RECORD_HEADER_LENGTH
                    + (next < filled ? buffer.getInt(next + CAPTURED_LENGTH_AT, LITTLE_ENDIAN) : 0);
        }
        return end;
    }

    /** Truncates the file after its last complete record. Called when writing the next record has failed. */
    private void cutOff(final int wholeBytes) {
        isFailed = true;
        filled = 0;
        written += wholeBytes;
        if (channel instanceof FileChannel) {
            try {
                ((FileChannel) channel).truncate(written);
            } catch (final IOException e) {
                // The original failure is reported, and readers accept an incomplete last record.
                return;
            }
        }
    }

    @Override
    public void close() throws IOException {
        try {
            flush();
        } finally {
            channel.close();
        }
    }
}
