// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** A sample capture whose frames can be modified, omitted, truncated and repeated. */
final class SampleCapture {
    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int CAPTURED_AT = 8;
    /** The total length of the Ethernet, IPv4, UDP and base transport headers. */
    private static final int HEADERS = 14 + 20 + 8 + 12;

    private final byte[] fileHeader;
    /** The records, including their headers. */
    final List<byte[]> records = new ArrayList<>();

    private SampleCapture(final byte[] file) {
        final ByteBuffer buffer = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        fileHeader = new byte[FILE_HEADER];
        buffer.get(fileHeader);
        while (buffer.hasRemaining()) {
            final byte[] record = new byte[RECORD_HEADER + buffer.getInt(buffer.position() + CAPTURED_AT)];
            buffer.get(record);
            records.add(record);
        }
    }

    /** Reads a bundled sample or one of the tests' samples. */
    static SampleCapture of(final String name) {
        try (InputStream stream = SampleCapture.class.getResourceAsStream("/captures/" + name + ".pcap.gz")) {
            return new SampleCapture(new GZIPInputStream(stream).readAllBytes());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes a word of the message that starts in a frame. Frames are numbered from 1. */
    SampleCapture word(final int frame, final int at, final int value) {
        ByteBuffer.wrap(records.get(frame - 1)).putInt(RECORD_HEADER + HEADERS + at, value);
        return this;
    }

    /** Changes a message's transaction id, both in its header and in the RPC message that follows. */
    SampleCapture xid(final int frame, final int headerLength, final int xid) {
        return word(frame, 0, xid).word(frame, headerLength, xid);
    }

    /** Truncates all frames to a number of bytes, as a snapshot length does. */
    SampleCapture cut(final int length) {
        for (int i = 0; i < records.size(); i++) {
            final byte[] record = records.get(i);
            if (record.length > RECORD_HEADER + length) {
                final byte[] cut = java.util.Arrays.copyOf(record, RECORD_HEADER + length);
                ByteBuffer.wrap(cut).order(ByteOrder.LITTLE_ENDIAN).putInt(CAPTURED_AT, length);
                records.set(i, cut);
            }
        }
        return this;
    }

    /** Duplicates every frame, as if two interfaces on the packets' path were captured. */
    SampleCapture twice() {
        final List<byte[]> once = List.copyOf(records);
        records.clear();
        once.forEach(record -> {
            records.add(record);
            records.add(record);
        });
        return this;
    }

    InputStream stream() {
        return new ByteArrayInputStream(file());
    }

    byte[] file() {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(fileHeader);
        records.forEach(out::writeBytes);
        return out.toByteArray();
    }
}
