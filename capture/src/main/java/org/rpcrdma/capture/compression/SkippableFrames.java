// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.compression;

import java.io.IOException;
import java.io.InputStream;

/**
 * Skips the frames that Zstandard and LZ4 decoders are required to skip. A skippable frame consists of a magic number
 * from 0x184d2a50 to 0x184d2a5f (4 bytes), a length (4 bytes), and the contents. All numbers are little-endian (RFC
 * 8878, section 3.1.2).
 */
final class SkippableFrames {
    /** The result at the end of a stream. */
    static final long END = -1;

    private static final int KIND = 0xf;
    private static final long MAGIC = 0x184d_2a50;

    private SkippableFrames() {}

    /**
     * Skips skippable frames.
     *
     * @return the next four bytes as a little-endian number, padded with zeros at the end of the stream, or END. The
     *     bytes are not consumed.
     */
    static long nextMagic(final InputStream stream) throws IOException {
        long magic = peek(stream);
        while (magic != END && (magic & ~KIND) == MAGIC) {
            stream.readNBytes(Integer.BYTES);
            final byte[] length = stream.readNBytes(Integer.BYTES);
            skip(stream, word(length, length.length));
            magic = peek(stream);
        }
        return magic;
    }

    /** Skips bytes, but not beyond the end of the stream. */
    private static void skip(final InputStream stream, final long bytes) throws IOException {
        long left = bytes;
        while (left > 0) {
            final long skipped = stream.skip(left);
            if (skipped == 0 && stream.read() < 0) {
                return;
            }
            left -= Math.max(1, skipped);
        }
    }

    private static long peek(final InputStream stream) throws IOException {
        stream.mark(Integer.BYTES);
        final byte[] bytes = new byte[Integer.BYTES];
        final int count = stream.readNBytes(bytes, 0, bytes.length);
        stream.reset();
        return count == 0 ? END : word(bytes, count);
    }

    private static long word(final byte[] bytes, final int count) {
        long word = 0;
        for (int i = count - 1; i >= 0; i--) {
            word = word << Byte.SIZE | bytes[i] & 0xff;
        }
        return word;
    }
}
