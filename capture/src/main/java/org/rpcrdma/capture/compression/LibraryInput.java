// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture.compression;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Function;
import java.util.zip.ZipException;

/**
 * Input that a library decompresses. If the library throws an exception, the compressed data is damaged or truncated,
 * unless reading the data has failed.
 */
final class LibraryInput extends InputStream {
    private final Source source;
    private final InputStream decoder;

    LibraryInput(final InputStream compressed, final Function<InputStream, InputStream> library) {
        source = new Source(compressed);
        decoder = library.apply(source);
    }

    /** The compressed bytes. Stores the exception if reading them fails. */
    private static final class Source extends FilterInputStream {
        private IOException failure;

        Source(final InputStream compressed) {
            super(compressed);
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (final IOException e) {
                failure = e;
                throw e;
            }
        }

        @Override
        public int read(final byte[] bytes, final int offset, final int length) throws IOException {
            try {
                return super.read(bytes, offset, length);
            } catch (final IOException e) {
                failure = e;
                throw e;
            }
        }
    }

    @Override
    public int read() throws IOException {
        final byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(final byte[] bytes, final int offset, final int length) throws IOException {
        try {
            return decoder.read(bytes, offset, length);
        } catch (final IOException | RuntimeException e) {
            if (source.failure != null) {
                throw source.failure;
            }
            final ZipException damage = new ZipException(e.getMessage());
            damage.initCause(e);
            throw damage;
        }
    }

    @Override
    public void close() throws IOException {
        decoder.close();
    }
}
