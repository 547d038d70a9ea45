// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.example.xdr.XdrReader;

/** A server that ends and begins again over its folder, and a client that goes on, over simulated RDMA. */
class RestartTest {
    private static final int LENGTH = 128 * 1024;

    @TempDir
    Path path;

    private final byte[] bytes = new byte[2 * LENGTH];
    private int starts;

    private Folder start(final Nfs3Simulation simulated) throws IOException {
        final Capacity capacity = new Capacity(1 << 24, 100);
        final Folder folder = new Folder(path, Served.FILE_SYSTEM + starts, capacity);
        final FileTree tree = new FileTree(folder, capacity, simulated.simulation::nanoTime);
        simulated.serve(new Nfs3Service(tree, Nfs3Simulation.MAX_TRANSFER, ++starts));
        return folder;
    }

    private long write(final Nfs3Client client, final byte[] file, final int offset) {
        final Nfs3Call call = client.beginWrite(file, offset, LENGTH);
        call.data.putBytes(0, bytes, offset, LENGTH);
        return verifier(client, call, 8);
    }

    private static long commit(final Nfs3Client client, final byte[] file) {
        return verifier(
                client,
                client.begin(Nfs3.COMMIT, out -> out.putOpaque(file).putLong(0).putInt(0)),
                0);
    }

    /** The write verifier behind a wcc_data of both kinds, and other words. */
    private static long verifier(final Nfs3Client client, final Nfs3Call call, final int words) {
        final XdrReader results = client.await(call).results();
        client.give(call);
        results.skip(4 + 24 + 4 + 84 + words);
        return results.getLong();
    }

    @Test
    void shouldTellThatUncommittedWritesAreLost() throws IOException {
        new Random(1).nextBytes(bytes);
        try (Nfs3Simulation simulated = new Nfs3Simulation()) {
            final Nfs3Client client = simulated.client;
            final byte[] root = new Xdr().hyper(Served.FILE_SYSTEM, 1).bytes();
            final Folder first = start(simulated);
            final byte[] file = client.create(root, "file");
            assertEquals(1, write(client, file, 0));
            assertEquals(1, commit(client, file));
            assertEquals(1, write(client, file, LENGTH));
            first.close(); // what a process that is killed leaves: nothing is written here

            final Folder second = start(simulated);
            assertNotEquals(1, commit(client, file));
            assertArrayEquals(file, client.lookup(root, "file"));
            assertEquals(LENGTH, read(client, file));
            assertEquals(2, write(client, file, LENGTH));
            assertEquals(2, commit(client, file));
            assertEquals(2 * LENGTH, read(client, file));
            second.close();
        }
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 131072", "2, 131072"})
    void shouldKeepWritesThatWereToBeStable(final int stable, final int kept) throws IOException {
        try (Nfs3Simulation simulated = new Nfs3Simulation()) {
            final Nfs3Client client = simulated.client;
            final Folder first = start(simulated);
            final byte[] file =
                    client.create(new Xdr().hyper(Served.FILE_SYSTEM, 1).bytes(), "file");
            final Nfs3Call call = client.begin(
                    Nfs3.WRITE,
                    out -> out.putOpaque(file).putLong(0).putInt(LENGTH).putInt(stable));
            call.data.setMemory(0, LENGTH, (byte) 0);
            call.withData(LENGTH);
            assertEquals(1, verifier(client, call, 8));
            first.close();

            final Folder second = start(simulated);
            assertEquals(kept, read(client, file));
            second.close();
        }
    }

    /** How much of the file there is, all of it as it was written. */
    private int read(final Nfs3Client client, final byte[] file) {
        final Nfs3Call call = client.await(client.beginRead(file, 0, 2 * LENGTH));
        call.results();
        final byte[] seen = new byte[call.dataLength()];
        call.data.getBytes(0, seen);
        client.give(call);
        assertArrayEquals(Arrays.copyOf(bytes, seen.length), seen);
        return seen.length;
    }
}
