// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class RecordReaderTest {
    private static final int LAST = 1 << 31;

    private final RecordReader reader = new RecordReader(4);

    /** A stream of zeros, that is, of empty fragments that are never the last. */
    private static final class Zeros extends InputStream {
        @Override
        public int read() {
            return 0;
        }
    }

    @Test
    void shouldRefuseEmptyFragmentsWithoutEnd() {
        assertMessage(
                IOException.class,
                "record has too many fragments: limit=4",
                () -> reader.read(Channels.newChannel(new Zeros())));
    }

    @Test
    void shouldTakeAsManyFragmentsAsBytesInEachRecord() throws IOException {
        final byte[] pieces = {0, 0, 0, 1, 'a', 0, 0, 0, 1, 'b', 0, 0, 0, 1, 'c', (byte) (LAST >>> 24), 0, 0, 1, 'd'};
        final byte[] stream = new byte[2 * pieces.length];
        System.arraycopy(pieces, 0, stream, 0, pieces.length);
        System.arraycopy(pieces, 0, stream, pieces.length, pieces.length);
        final ByteArrayInputStream in = new ByteArrayInputStream(stream);
        for (int record = 0; record < 2; record++) {
            assertTrue(reader.read(Channels.newChannel(in)));
            assertEquals("abcd", new String(reader.bytes(), 0, reader.length(), US_ASCII));
            reader.next();
        }
    }
}
