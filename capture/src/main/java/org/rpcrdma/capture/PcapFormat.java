// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.frame.LinkTypes;

/**
 * Reads the frames of a pcap file (draft-ietf-opsawg-pcap).
 *
 * <pre>
 *  file    magic (4), version (2 + 2), - (8), snapshot length (4), link type (4)
 *  record  seconds (4), micro- or nanoseconds (4), captured length (4), original length (4), captured bytes
 * </pre>
 *
 * <p>The magic number determines the byte order and the unit of time.
 */
final class PcapFormat {
    static final int MAGIC_MICROS = 0xa1b2c3d4;
    static final int MAGIC_NANOS = 0xa1b23c4d;
    /** The maximum number of bytes that capture programs write per frame. A record that is longer indicates damage. */
    static final int MAX_CAPTURED = 1 << 18;

    static final int FILE_HEADER_LENGTH = 24;
    static final int LINK_TYPE_AT = 20;
    private static final int LINK_TYPE_MASK = 0xffff;
    static final int RECORD_HEADER_LENGTH = 16;
    static final int FRACTION_AT = 4;
    static final int CAPTURED_LENGTH_AT = 8;
    static final int ORIGINAL_LENGTH_AT = 12;
    static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final ByteSource source;
    private final FrameHandler handler;
    private final CaptureCounts counts;
    private ByteOrder order;
    private int unitNanos;
    private int linkType;

    PcapFormat(final ByteSource source, final FrameHandler handler, final CaptureCounts counts) {
        this.source = source;
        this.handler = handler;
        this.counts = counts;
    }

    /** Returns true if the four bytes are a pcap file's magic number in either byte order. */
    static boolean isMagic(final int word) {
        return word == MAGIC_MICROS || word == MAGIC_NANOS;
    }

    void read(final Path file) throws IOException {
        if (!source.require(FILE_HEADER_LENGTH)) {
            throw new CaptureException(
                    file, "a pcap file with a truncated header: expected " + FILE_HEADER_LENGTH + " bytes");
        }
        final UnsafeBuffer buffer = source.buffer();
        final int magic = buffer.getInt(source.position(), ByteOrder.BIG_ENDIAN);
        order = isMagic(magic) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        unitNanos = buffer.getInt(source.position(), order) == MAGIC_NANOS ? 1 : 1000;
        linkType = buffer.getInt(source.position() + LINK_TYPE_AT, order) & LINK_TYPE_MASK;
        if (!LinkTypes.isAccepted(linkType)) {
            throw new CaptureException(file, LinkTypes.refused(linkType));
        }
        source.advance(FILE_HEADER_LENGTH);
        do {
            counts.bytes = source.consumed();
        } while (record());
        if (source.hasRemaining() || source.isDamaged()) {
            counts.cut(source.consumed());
        }
    }

    private boolean record() throws IOException {
        if (!source.require(RECORD_HEADER_LENGTH)) {
            return false;
        }
        final UnsafeBuffer buffer = source.buffer();
        final int captured = buffer.getInt(source.position() + CAPTURED_LENGTH_AT, order);
        if (captured < 0 || captured > MAX_CAPTURED || !source.require(RECORD_HEADER_LENGTH + captured)) {
            return false;
        }
        final int start = source.position();
        final long seconds = Integer.toUnsignedLong(buffer.getInt(start, order));
        final long fraction = Integer.toUnsignedLong(buffer.getInt(start + FRACTION_AT, order));
        final long original = Integer.toUnsignedLong(buffer.getInt(start + ORIGINAL_LENGTH_AT, order));
        final long nanos = seconds * NANOS_PER_SECOND + fraction * unitNanos;
        handler.onFrame(linkType, nanos, buffer, start + RECORD_HEADER_LENGTH, captured, original, 0);
        source.advance(RECORD_HEADER_LENGTH + captured);
        return true;
    }
}
