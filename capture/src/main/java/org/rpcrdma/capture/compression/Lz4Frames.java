// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.compression;

import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorInputStream;

/**
 * Decompresses consecutive LZ4 frames. The library also supports several frames, but it calls itself recursively at
 * each empty frame.
 */
final class Lz4Frames extends InputStream {
    static final long MAGIC = 0x184d_2204;

    private final InputStream source;
    private InputStream frame = InputStream.nullInputStream();

    Lz4Frames(final InputStream source) {
        this.source = source;
    }

    @Override
    public int read() throws IOException {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        int count = frame.read(bytes, offset, length);
        while (count < 0 && SkippableFrames.nextMagic(source) != SkippableFrames.END) {
            frame = new FramedLZ4CompressorInputStream(source);
            count = frame.read(bytes, offset, length);
        }
        return count;
    }
}
