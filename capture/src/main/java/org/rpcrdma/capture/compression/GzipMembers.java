// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.compression;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * Decompresses a gzip file of any number of members (RFC 1952, section 2.2).
 *
 * <p>Behind each member that holds no byte {@link GZIPInputStream} calls its own read again, which takes stack for each
 * of them: a file of some thousands would end in a StackOverflowError. Here that inner call reads nothing, and the
 * outer one goes round.
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
