// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.wire.XdrReader;

/** Tests a server that restarts with the same directory while its client continues, over simulated RDMA. */
@EnabledForJreRange(min = JRE.JAVA_22)
class RestartTest {
    private static final int LENGTH = 128 * 1024;

    @TempDir
    Path path;

    private final byte[] bytes = new byte[2 * LENGTH];
    private int starts;

    private Export start(final Nfs3Simulation simulated) throws IOException {
        final Export export = new Export(path, new ExportOptions(false, false, Allowed.EVERYBODY));
        simulated.serve(new Nfs3Service(export, Nfs3Simulation.MAX_TRANSFER, ++starts, Runnable::run));
        return export;
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

    /** Returns the write verifier, which follows a wcc_data without earlier attributes and a number of other words. */
    private static long verifier(final Nfs3Client client, final Nfs3Call call, final int words) {
        final XdrReader results = client.await(call).results();
        client.give(call);
        results.skip(4 + 4 + 84 + words);
        return results.getLong();
    }

    @Test
    void shouldReportARestartByTheWriteVerifier() throws IOException {
        new Random(1).nextBytes(bytes);
        try (Nfs3Simulation simulated = new Nfs3Simulation(path)) {
            final Nfs3Client client = simulated.client;
            final Export first = start(simulated);
            final byte[] root = Nfs3Service.rootHandle(first);
            final byte[] file = client.create(root, "file");
            assertEquals(1, write(client, file, 0));
            assertEquals(1, commit(client, file));
            assertEquals(1, write(client, file, LENGTH));
            first.close();

            final Export second = start(simulated);
            assertArrayEquals(root, Nfs3Service.rootHandle(second));
            assertEquals(2, commit(client, file));
            assertArrayEquals(file, client.lookup(root, "file"));
            assertEquals(2, write(client, file, LENGTH));
            assertEquals(2 * LENGTH, read(client, file));
            second.close();
        }
    }

    @Test
    void shouldKnowHandlesOfTheServerBefore() throws IOException {
        try (Nfs3Simulation simulated = new Nfs3Simulation(path)) {
            final Nfs3Client client = simulated.client;
            final Export first = start(simulated);
            final Path deep = Files.createDirectories(path.resolve("a/b/c"));
            Files.writeString(deep.resolve("file"), "hello");
            byte[] handle = Nfs3Service.rootHandle(first);
            for (final String name : new String[] {"a", "b", "c", "file"}) {
                handle = client.lookup(handle, name);
            }
            final byte[] gone = client.create(Nfs3Service.rootHandle(first), "gone");
            first.close();
            Files.delete(path.resolve("gone"));
            Files.move(path.resolve("a/b"), path.resolve("elsewhere"));

            final Export second = start(simulated);
            assertArrayEquals("hello".getBytes(UTF_8), content(client, handle));
            assertEquals("nfsstat3=70", stale(client, gone));
            second.close();
        }
    }

    /** The test itself runs the service's tasks, one at a time. */
    @Test
    void shouldAnswerOthersWhileItLooksForAHandleOfTheServerBefore() throws IOException {
        final Path deep = Files.createDirectories(path.resolve("a/b"));
        for (int i = 0; i < 2000; i++) {
            Files.createFile(path.resolve("file-" + i));
        }
        Files.createFile(deep.resolve("old"));
        final Deque<Runnable> tasks = new ArrayDeque<>();
        final Served served = new Served(path, tasks::add);
        final TcpCall[] calls = new TcpCall[2];
        final HostFile[] files = {HostFile.of(served.export.id, deep.resolve("old")), served.root()};
        final byte[][] replies = new byte[2][512];
        for (int i = 0; i < 2; i++) {
            calls[i] = new TcpCall(new UnsafeBuffer(replies[i]));
            final byte[] message = Served.message(Nfs3.PROGRAM, Nfs3.VERSION, Nfs3.GETATTR, Served.of(files[i]));
            served.service.onCall(calls[i].begin(message, message.length, null));
        }
        tasks.remove().run();
        tasks.remove().run();
        assertEquals(TcpCall.DROPPED, calls[0].replyLength(), "the old handle is answered first");
        while (!tasks.isEmpty()) {
            tasks.remove().run();
        }
        for (int i = 0; i < 2; i++) {
            final byte[] results = Served.results(Arrays.copyOf(replies[i], calls[i].replyLength()));
            Served.assertEqual(new Xdr().word(0).attributes(files[i]), results);
        }
    }

    /** The kernel assigns new device numbers at every boot. */
    @Test
    void shouldNameAFileSystemWhateverTheNumberOfItsDevice() throws IOException {
        final Attributes now = Attributes.of(path);
        final FileSystemIdentity identity;
        try (Descriptor directory = Descriptor.ofDirectory(path)) {
            identity = FileSystemIdentity.of(directory, path, false);
        }
        assertNotEquals(0, identity.id());
        assertEquals(identity.number(onDevice(now, 1)), identity.number(onDevice(now, 2)));
        final FileSystemIdentity none = new FileSystemIdentity(0, true);
        assertNotEquals(none.number(onDevice(now, 1)), none.number(onDevice(now, 2)));
    }

    private static Attributes onDevice(final Attributes of, final long device) {
        return new Attributes(
                of.kind(),
                of.mode(),
                of.links(),
                of.uid(),
                of.gid(),
                of.size(),
                of.used(),
                of.device(),
                device,
                of.inode(),
                of.accessTime(),
                of.modifyTime(),
                of.changeTime(),
                of.birthTime());
    }

    @Test
    void shouldUseTheConfiguredFileSystemId() throws IOException {
        final ExportOptions options = new ExportOptions(false, false, Allowed.EVERYBODY);
        try (Export export = new Export(path, options, 4711)) {
            assertEquals(4711, export.id);
        }
    }

    private static byte[] content(final Nfs3Client client, final byte[] file) {
        final Nfs3Call call = client.await(client.beginRead(file, 0, LENGTH));
        call.results();
        final byte[] seen = new byte[call.dataLength()];
        call.data.getBytes(0, seen);
        client.give(call);
        return seen;
    }

    private static String stale(final Nfs3Client client, final byte[] file) {
        final Nfs3Call call = client.await(client.begin(Nfs3.GETATTR, out -> out.putOpaque(file)));
        final String status = assertThrows(NfsFailure.class, call::results).getMessage();
        client.give(call);
        return status;
    }

    /** Checks that the file contains the written bytes, and returns its length. */
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
