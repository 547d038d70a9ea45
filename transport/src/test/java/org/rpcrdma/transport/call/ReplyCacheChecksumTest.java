// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashSet;
import java.util.Set;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class ReplyCacheChecksumTest {
    private static final int NUMBERS = 64;
    private static final int DIRECTORIES = 100;
    private static final int NAMES = 1000;
    private static final int HANDLE = 24;
    private static final int NAME = 16;

    private final UnsafeBuffer arguments = new UnsafeBuffer(new byte[48]);
    private final Set<Long> sums = new HashSet<>();

    private void add(final int length) {
        sums.add(ReplyCache.checksum(0, arguments, 0, length));
    }

    /** A client that uses a transaction id again must not get the reply to a similar call. */
    @Test
    void shouldDistinguishSmallIntegers() {
        arguments.putInt(0, 7, BIG_ENDIAN);
        for (int i = 0; i < NUMBERS; i++) {
            arguments.putInt(4, i, BIG_ENDIAN);
            for (int j = 0; j < NUMBERS; j++) {
                arguments.putInt(8, j, BIG_ENDIAN);
                for (int k = 0; k < NUMBERS; k++) {
                    arguments.putInt(12, k, BIG_ENDIAN);
                    add(16);
                }
            }
        }
        assertEquals(NUMBERS * NUMBERS * NUMBERS, sums.size());
    }

    @Test
    void shouldDistinguishSimilarNamesInADirectory() {
        for (int directory = 0; directory < DIRECTORIES; directory++) {
            arguments.putInt(0, HANDLE, BIG_ENDIAN);
            arguments.putLong(4, 1, BIG_ENDIAN);
            arguments.putLong(12, 0x1234 + directory * 7919L, BIG_ENDIAN);
            arguments.putLong(20, 1_700_000_000_000_000_000L + directory * 104_729L, BIG_ENDIAN);
            arguments.putInt(28, NAME, BIG_ENDIAN);
            for (int name = 0; name < NAMES; name++) {
                final String text = "backup-" + name / 100 + ".d0" + name / 10 % 10 + ".v0" + name % 10;
                arguments.putBytes(32, text.getBytes(US_ASCII));
                add(48);
            }
            assertEquals(NAMES, sums.size());
            sums.clear();
        }
    }
}
