// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** A file's bytes against an array. */
class FileContentTest {
    private static final int SIZE = 5 * FileContent.EXTENT;

    @Test
    void shouldBeAnArrayOfBytes() {
        final Random random = new Random(Long.getLong("seed", 20_261_122));
        final Capacity capacity = new Capacity(SIZE, 1);
        final FileContent content = new FileContent(capacity);
        final byte[] model = new byte[SIZE];
        for (int i = 0; i < 2000; i++) {
            final int offset = random.nextInt(SIZE);
            final byte[] bytes = new byte[random.nextInt(Math.min(SIZE - offset, 20_000))];
            if (random.nextInt(20) == 0) {
                content.truncate(offset);
                Arrays.fill(model, offset, SIZE, (byte) 0);
            } else if (random.nextBoolean()) {
                random.nextBytes(bytes);
                content.write(offset, new UnsafeBuffer(bytes), 0, bytes.length);
                System.arraycopy(bytes, 0, model, offset, bytes.length);
            } else {
                content.read(offset, new UnsafeBuffer(bytes), 0, bytes.length);
                assertArrayEquals(Arrays.copyOfRange(model, offset, offset + bytes.length), bytes);
            }
            assertEquals(SIZE - content.used(), capacity.bytesFree());
        }
    }
}
