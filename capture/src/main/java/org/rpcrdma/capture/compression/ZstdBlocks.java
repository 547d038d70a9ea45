// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.compression;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/**
 * Passes only complete blocks of Zstandard frames to a decoder (RFC 8878, section 3.1.1).
 *
 * <pre>
 *  frame   magic (4), descriptor (1), window (1), dictionary (0 to 4), size (0 to 8), blocks, checksum (0 or 4)
 *  block   last (1 bit), kind (2 bits), size (21 bits), bytes: for kind 1 a repeated byte, else size bytes
 * </pre>
 *
 * <p>Until a frame ends, the decoder holds back one window of bytes, because matches refer to these bytes. If a file is
 * truncated, this stream appends blocks that contain one window of zeros after the last complete block. The decoder
 * then returns the bytes that it has held back and holds back the zeros instead. The content size is removed from the
 * headers, because the appended blocks would exceed it.
 */
final class ZstdBlocks extends InputStream {
    static final long MAGIC = 0xfd2f_b528L;
    /** The largest window that decoders are required to support. */
    private static final int LARGEST_WINDOW = 8 << 20;

    private static final int SMALLEST_WINDOW = 1 << 10;
    private static final int LARGEST_BLOCK = 1 << 17;
    private static final int BLOCK_HEADER = 3;
    private static final int REPEATED = 1;
    private static final int SINGLE_SEGMENT = 0x20;
    private static final int RESERVED = 0x08;
    private static final int CHECKSUM = 0x04;
    private static final int DICTIONARY = 0x03;

    private final InputStream source;
    private final ByteArrayOutputStream next = new ByteArrayOutputStream();
    private byte[] ready = {};
    private int position;
    private boolean inFrame;
    private boolean hasChecksum;
    private boolean isCut;
    private int window;

    ZstdBlocks(final InputStream source) {
        this.source = source;
    }

    @Override
    public int read() throws IOException {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        if (position == ready.length && !advance()) {
            return -1;
        }
        final int count = Math.min(length, ready.length - position);
        System.arraycopy(ready, position, bytes, offset, count);
        position += count;
        return count;
    }

    /** Prepares the next header or block. Returns false at the end. */
    private boolean advance() throws IOException {
        next.reset();
        if (!isCut) {
            if (inFrame) {
                block();
            } else if (SkippableFrames.nextMagic(source) != SkippableFrames.END) {
                header();
            }
        }
        ready = next.toByteArray();
        position = 0;
        return ready.length > 0;
    }

    private void header() throws IOException {
        final byte[] magic = source.readNBytes(Integer.BYTES);
        final int descriptor = source.read();
        final boolean isSingle = (descriptor & SINGLE_SEGMENT) != 0;
        final int windowDescriptor = isSingle ? 0 : source.read();
        final int sizeKind = descriptor >> 6;
        final int sizeLength = sizeKind == 0 ? isSingle ? 1 : 0 : 1 << sizeKind;
        final byte[] sizeBytes = source.readNBytes(sizeLength);
        next.writeBytes(magic);
        if (descriptor < 0 || windowDescriptor < 0 || sizeBytes.length < sizeLength) {
            isCut = true;
            return;
        }
        if ((descriptor & (DICTIONARY | RESERVED)) != 0) {
            throw new ZipException("zstd data has an unsupported format or requires a dictionary");
        }
        final long size = isSingle ? sizeOf(sizeBytes) + (sizeKind == 1 ? 256 : 0) : windowOf(windowDescriptor);
        if (size < 0 || size > LARGEST_WINDOW) {
            throw new ZipException("zstd window is too large: bytes=" + Long.toUnsignedString(size) + " limit="
                    + LARGEST_WINDOW + "; decompress it with zstd -dc --long=31");
        }
        int fitting = 0;
        while (windowOf(fitting) < size) {
            fitting++;
        }
        window = (int) windowOf(fitting);
        inFrame = true;
        hasChecksum = (descriptor & CHECKSUM) != 0;
        next.write(descriptor & CHECKSUM);
        next.write(fitting);
    }

    private static long sizeOf(final byte[] bytes) {
        long size = 0;
        for (int i = bytes.length - 1; i >= 0; i--) {
            size = size << Byte.SIZE | bytes[i] & 0xff;
        }
        return size;
    }

    /** Returns the size of a window in bytes, which is a power of 2 plus zero to seven eighths of that power. */
    private static long windowOf(final int descriptor) {
        final long base = (long) SMALLEST_WINDOW << (descriptor >> 3);
        return base + base / 8 * (descriptor & 7);
    }

    private void block() throws IOException {
        final byte[] header = source.readNBytes(BLOCK_HEADER);
        final int word = header.length < BLOCK_HEADER ? 0 : (int) sizeOf(header);
        final int size = word >> 3;
        final boolean isLast = (word & 1) != 0;
        if (size > LARGEST_BLOCK) {
            throw new ZipException("zstd block is too large: bytes=" + size + " limit=" + LARGEST_BLOCK);
        }
        final int length = ((word >> 1 & 3) == REPEATED ? 1 : size) + (isLast && hasChecksum ? Integer.BYTES : 0);
        final byte[] bytes = source.readNBytes(length);
        if (header.length < BLOCK_HEADER || bytes.length < length) {
            isCut = true;
            push();
            return;
        }
        next.writeBytes(header);
        next.writeBytes(bytes);
        inFrame = !isLast;
    }

    /** Appends zeros that fill the window, which makes the decoder return the bytes that it has held back. */
    private void push() {
        for (int left = window; left > 0; left -= Math.min(left, LARGEST_BLOCK)) {
            final int word = Math.min(left, LARGEST_BLOCK) << 3 | REPEATED << 1;
            next.write(word);
            next.write(word >> 8);
            next.write(word >> 16);
            next.write(0);
        }
    }
}
