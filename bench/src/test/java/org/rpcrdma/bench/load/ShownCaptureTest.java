// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShownCaptureTest {
    private static final int MEGABYTE = 1 << 20;

    private final List<String> shown = new ArrayList<>();
    private long nanos = 5;

    @Test
    void shouldShowBytesRateAndTheTimeLeftFiveTimesASecondAtMost() throws IOException {
        try (ShownCapture bytes = new ShownCapture(
                new ByteArrayInputStream(new byte[8 * MEGABYTE]),
                2048L * MEGABYTE,
                () -> nanos,
                text -> shown.add(text.get()))) {
            read(bytes, 100_000_000);
            read(bytes, 100_000_000);
            assertEquals(List.of(), shown, "the first step shows no rate");
            read(bytes, 200_000_000);
            assertEquals(List.of("3 of 2,048 MB, 5 MB/s, 6 min left"), shown);
            read(bytes, 0);
            read(bytes, 1_800_000_000);
            assertEquals("5 of 2,048 MB, 2 MB/s, 22 min left", shown.get(1));
        }
    }

    @Test
    void shouldBeOfRegularFilesOnly(@TempDir final Path folder) throws IOException {
        assertFalse(ShownCapture.isShown(folder));
        assertFalse(ShownCapture.isShown(folder.resolve("none")));
        assertFalse(ShownCapture.isShown(Path.of("/dev/null")));
        assertTrue(ShownCapture.isShown(Files.createFile(folder.resolve("some"))));
    }

    private void read(final ShownCapture bytes, final long takesNanos) throws IOException {
        nanos += takesNanos;
        bytes.readNBytes(new byte[MEGABYTE], 0, MEGABYTE);
    }
}
