// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.frame.LinkTypes;

/**
 * Reads the frames of a pcapng file (draft-ietf-opsawg-pcapng).
 *
 * <pre>
 *  block      type (4), length of the block (4), body, length of the block (4)
 *  section    0x0a0d0d0a: byte-order magic (4), version (2 + 2), section length (8), options
 *  interface  1: link type (2), - (2), snapshot length (4), options
 *  packet     6: interface (4), time (4 + 4), captured length (4), original length (4), bytes, options
 *  simple     3: original length (4), bytes
 * </pre>
 *
 * <p>Each section has its own byte order and interfaces. Other blocks are skipped.
 */
final class PcapngFormat {
    static final int SECTION_HEADER = 0x0a0d0d0a;

    private static final int BYTE_ORDER_MAGIC = 0x1a2b3c4d;
    private static final int INTERFACE_DESCRIPTION = 1;
    private static final int OBSOLETE_PACKET = 2;
    private static final int SIMPLE_PACKET = 3;
    private static final int ENHANCED_PACKET = 6;
    private static final int BLOCK_HEADER_LENGTH = 8;
    private static final int BLOCK_OVERHEAD = 12;
    private static final int MIN_SECTION_LENGTH = 28;
    /** The maximum length of a block that is read. A block contains one frame and its options. */
    private static final int MAX_BLOCK_LENGTH = 1 << 20;

    private final ByteSource source;
    private final FrameHandler handler;
    private final CaptureCounts counts;
    private final UnsafeBuffer buffer;
    private final CaptureInterfaces interfaces = new CaptureInterfaces();
    private ByteOrder order = ByteOrder.LITTLE_ENDIAN;
    private boolean acceptedSeen;
    private int refusedLinkType = -1;

    PcapngFormat(final ByteSource source, final FrameHandler handler, final CaptureCounts counts) {
        this.source = source;
        this.handler = handler;
        this.counts = counts;
        buffer = source.buffer();
    }

    void read(final Path file) throws IOException {
        while (block()) {
            counts.bytes = source.consumed();
        }
        if (counts.bytes == 0) {
            throw new CaptureException(file, "a pcapng file with a truncated section header");
        }
        if (source.hasRemaining() || source.isDamaged()) {
            counts.cut(counts.bytes);
        }
        if (!acceptedSeen && refusedLinkType >= 0) {
            throw new CaptureException(file, LinkTypes.refused(refusedLinkType));
        }
    }

    /** Reads a block. Returns false if the file ends or is damaged within the block. */
    private boolean block() throws IOException {
        if (!source.require(BLOCK_OVERHEAD)) {
            return false;
        }
        int type = buffer.getInt(source.position(), order);
        if (type == SECTION_HEADER && !beginSection()) {
            return false;
        }
        final long length = Integer.toUnsignedLong(buffer.getInt(source.position() + 4, order));
        if (length < BLOCK_OVERHEAD || length % 4 != 0) {
            return false;
        }
        final boolean known = type == INTERFACE_DESCRIPTION
                || type == OBSOLETE_PACKET
                || type == SIMPLE_PACKET
                || type == ENHANCED_PACKET
                || type == SECTION_HEADER;
        return known ? known(type, length) : source.skip(length);
    }

    /** Determines the section's byte order from the magic number in the section's header. */
    private boolean beginSection() {
        final int magicAt = source.position() + BLOCK_HEADER_LENGTH;
        if (buffer.getInt(magicAt, ByteOrder.BIG_ENDIAN) == BYTE_ORDER_MAGIC) {
            order = ByteOrder.BIG_ENDIAN;
        } else if (buffer.getInt(magicAt, ByteOrder.LITTLE_ENDIAN) == BYTE_ORDER_MAGIC) {
            order = ByteOrder.LITTLE_ENDIAN;
        } else {
            return false;
        }
        interfaces.clear();
        return true;
    }

    private boolean known(final int type, final long length) throws IOException {
        if (length > MAX_BLOCK_LENGTH || !source.require((int) length)) {
            return false;
        }
        final int start = source.position();
        final int end = start + (int) length - 4;
        if (buffer.getInt(end, order) != (int) length) {
            return false;
        }
        final boolean whole = body(type, start + BLOCK_HEADER_LENGTH, end);
        source.advance(whole ? (int) length : 0);
        return whole;
    }

    private boolean body(final int type, final int start, final int end) {
        return switch (type) {
            case SECTION_HEADER ->
                end + 4 - start >= MIN_SECTION_LENGTH - BLOCK_HEADER_LENGTH && unsignedShort(start + 4) == 1;
            case INTERFACE_DESCRIPTION -> interfaceDescription(start, end);
            case SIMPLE_PACKET -> simplePacket(start, end);
            default -> packet(type, start, end);
        };
    }

    private boolean interfaceDescription(final int start, final int end) {
        if (!interfaces.add(buffer, start, end, order)) {
            return false;
        }
        final int linkType = unsignedShort(start);
        if (LinkTypes.isAccepted(linkType)) {
            acceptedSeen = true;
        } else {
            refusedLinkType = linkType;
        }
        return true;
    }

    /**
     * Parses an enhanced packet block or an obsolete packet block. In the latter, the interface number has only 16
     * bits.
     */
    private boolean packet(final int type, final int start, final int end) {
        if (end - start < 20) {
            return false;
        }
        final int number = type == OBSOLETE_PACKET ? unsignedShort(start) : buffer.getInt(start, order);
        final int captured = buffer.getInt(start + 12, order);
        if (!interfaces.has(number) || captured < 0 || captured > end - start - 20) {
            return false;
        }
        final long high = Integer.toUnsignedLong(buffer.getInt(start + 4, order));
        final long low = Integer.toUnsignedLong(buffer.getInt(start + 8, order));
        final long nanos = interfaces.nanos(number, high << 32 | low);
        frame(number, nanos, start + 20, captured, Integer.toUnsignedLong(buffer.getInt(start + 16, order)));
        return true;
    }

    private boolean simplePacket(final int start, final int end) {
        if (end - start < 4 || !interfaces.has(0)) {
            return false;
        }
        final long original = Integer.toUnsignedLong(buffer.getInt(start, order));
        final long captured = Math.min(Math.min(original, interfaces.snapLength(0)), end - start - 4);
        frame(0, 0, start + 4, (int) captured, original);
        return true;
    }

    private void frame(final int number, final long nanos, final int offset, final int captured, final long original) {
        final int linkType = interfaces.linkType(number);
        if (LinkTypes.isAccepted(linkType)) {
            handler.onFrame(linkType, nanos, buffer, offset, captured, original, number);
        } else {
            handler.onOtherFrame(nanos);
        }
    }

    private int unsignedShort(final int at) {
        return buffer.getShort(at, order) & 0xffff;
    }
}
