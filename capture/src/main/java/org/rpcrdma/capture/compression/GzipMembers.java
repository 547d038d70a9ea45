// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.compression;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Decompresses a gzip file with any number of members (RFC 1952, section 2.2).
 *
 * <p>{@link GZIPInputStream} calls its own {@code read} method recursively after each empty member, so a file with
 * thousands of empty members would cause a StackOverflowError. In this class, the recursive call reads nothing, and the
 * outer call uses a loop instead.
 */
final class GzipMembers extends GZIPInputStream {
    private boolean reading;

    GzipMembers(final InputStream stream, final int bufferSize) throws IOException {
        super(stream, bufferSize);
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        if (reading) {
            return 0;
        }
        reading = true;
        try {
            int count;
            do {
                count = super.read(bytes, offset, length);
            } while (count == 0 && length > 0);
            return count;
        } finally {
            reading = false;
        }
    }
}
