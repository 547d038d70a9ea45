/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
