// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.compression;

import java.io.IOException;
import java.io.InputStream;

/**
 * Decompresses a capture. The first bytes determine the format: gzip (RFC 1952), Zstandard (RFC 8878) or LZ4 frames. A
 * file may contain any number of members or frames. Memory is bounded, no matter which sizes a file specifies. This
 * class is thread-safe, but the returned streams are not.
 */
public final class Decompression {
    private static final int GZIP = 0x8b1f;
    private static final int GZIP_MASK = 0xffff;
    private static final int BUFFER = 1 << 16;

    private Decompression() {}

    /**
     * Returns the decompressed bytes of a stream.
     *
     * @param stream the stream, which must support mark and reset. It is not closed.
     * @return the given stream if it is not compressed; otherwise, a stream whose reads throw
     *     {@link java.util.zip.ZipException} or {@link java.io.EOFException} at the position at which the compressed
     *     data is damaged or truncated. All bytes before that position are returned first, except for the last 8 MB
     *     before damaged Zstandard data.
     * @throws java.util.zip.ZipException if the header of a gzip file is damaged.
     * @throws java.io.EOFException       if the header of a gzip file is truncated.
     * @throws IOException                if reading fails.
     */
    public static InputStream of(final InputStream stream) throws IOException {
        final long magic = SkippableFrames.nextMagic(stream);
        if (magic == ZstdBlocks.MAGIC) {
            return new LibraryInput(stream, ZstdFrames::new);
        }
        if (magic == Lz4Frames.MAGIC) {
            return new LibraryInput(stream, Lz4Frames::new);
        }
        return (magic & GZIP_MASK) == GZIP ? new GzipMembers(stream, BUFFER) : stream;
    }
}
