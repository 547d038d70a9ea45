// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests calls that are executed concurrently. */
@EnabledForJreRange(min = JRE.JAVA_22)
class ThreadsTest {
    /** Exceeds the number of files that the server keeps open. */
    private static final int FILES = 300;

    private static final int WRITES = 900;
    private static final int LENGTH = 100;

    private final ExecutorService executor = Executors.newFixedThreadPool(4);
    private final List<byte[]> replies = new ArrayList<>();

    private void begin(final Served served, final int procedure, final Xdr arguments) {
        final byte[] reply = new byte[512];
        final byte[] message = Served.message(Nfs3.PROGRAM, Nfs3.VERSION, procedure, arguments);
        served.service.onCall(new TcpCall(new UnsafeBuffer(reply)).begin(message, message.length, null));
        replies.add(reply);
    }

    @Test
    void shouldWriteEveryByteByAnyThreadWhileFilesAreRenamed(@TempDir final Path path) throws InterruptedException {
        final Served served = new Served(path, executor);
        final HostFile root = served.root();
        final HostFile[] files = new HostFile[FILES];
        for (int i = 0; i < FILES; i++) {
            files[i] = served.makeAlone(root, "file" + i);
        }
        for (int i = 0; i < WRITES; i++) {
            final byte[] data = new byte[LENGTH];
            Arrays.fill(data, (byte) i);
            final long at = (long) LENGTH * (i / FILES);
            begin(
                    served,
                    Nfs3.WRITE,
                    Served.of(files[i % FILES]).hyper(at).word(LENGTH, 0).opaque(data));
            if (i % 10 == 0) {
                begin(served, Nfs3.MKDIR, Served.of(root).string("folder" + i).nothingSet());
            }
        }
        executor.shutdown();
        assertTrue(executor.awaitTermination(5, TimeUnit.MINUTES));

        replies.forEach(reply -> assertEquals(Nfs3.OK, reply[27], "status"));
        for (int i = 0; i < WRITES; i++) {
            final int at = LENGTH * (i / FILES);
            final byte[] expected = new byte[LENGTH];
            Arrays.fill(expected, (byte) i);
            assertArrayEquals(expected, Arrays.copyOfRange(files[i % FILES].bytes(), at, at + LENGTH));
        }
        assertEquals(FILES + WRITES / 10, path.toFile().list().length);
    }
}
