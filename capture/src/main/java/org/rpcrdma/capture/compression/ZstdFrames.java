// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.compression;

import io.airlift.compress.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Decompresses Zstandard frames. Returns all bytes that precede damaged data, and then throws an exception. */
final class ZstdFrames extends ZstdInputStream {
    ZstdFrames(final InputStream source) {
        super(new ZstdBlocks(source));
    }

    /** Reads one byte, and then any other bytes that are available. */
    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        final int first = super.read(bytes, offset, Math.min(1, length));
        if (first <= 0) {
            return first;
        }
        return first + Math.max(0, super.read(bytes, offset + 1, Math.min(available(), length - 1)));
    }
}
