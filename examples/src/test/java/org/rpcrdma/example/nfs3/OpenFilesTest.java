// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.example.nfs3.Nfs3.COMMIT;
import static org.rpcrdma.example.nfs3.Nfs3.CREATE;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_IO;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.READ;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Nfs3.REMOVE;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;
import static org.rpcrdma.example.nfs3.Served.of;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests how long files stay open, and how the server handles data that the disk has lost. */
@EnabledForJreRange(min = JRE.JAVA_22)
class OpenFilesTest {
    /** Exceeds the number of files that the server keeps open. */
    private static final int MANY = 300;

    private final Served served;
    private final HostFile root;
    private final HostFile file;

    OpenFilesTest(@TempDir final Path path) {
        served = new Served(path);
        root = served.root();
        file = served.make(root, "file", REG);
    }

    @AfterEach
    void close() {
        served.service.close();
        served.export.close();
    }

    /** Returns the process's descriptors that refer to a file with a given current or former name. */
    static List<Path> descriptors(final Path of) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(one -> target(one).startsWith(of.toString())).toList();
        }
    }

    private static String target(final Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (final IOException e) {
            return "";
        }
    }

    private void write(final HostFile to, final int stable) {
        served.expect(OK, WRITE, of(to).hyper(0).word(1, stable).opaque(new byte[1]));
    }

    private void endRounds(final int rounds) {
        for (int i = 0; i < rounds; i++) {
            served.service.endRound();
        }
    }

    @Test
    void shouldCloseUnusedFiles() throws IOException {
        served.expect(OK, READ, of(file).hyper(0).word(9));
        write(file, 2);
        assertEquals(2, descriptors(file.path()).size());
        endRounds(1);
        assertEquals(2, descriptors(file.path()).size());
        endRounds(2);
        assertEquals(List.of(), descriptors(file.path()));
        served.expect(OK, READ, of(file).hyper(0).word(9));
    }

    @Test
    void shouldCloseAFileThatWasRemovedOnTheHost() throws IOException {
        served.expect(OK, READ, of(file).hyper(0).word(9));
        Files.delete(file.path());
        assertEquals(1, descriptors(file.path()).size());
        endRounds(3);
        assertEquals(List.of(), descriptors(file.path()));
    }

    @Test
    void shouldCloseAFileThatAClientRemoves() throws IOException {
        write(file, 0);
        served.expect(OK, READ, of(file).hyper(0).word(9));
        served.expect(OK, REMOVE, of(root).string("file"));
        assertEquals(List.of(), descriptors(file.path()));
    }

    @Test
    void shouldKeepAFileOpenUntilWrittenDataIsStable() throws IOException {
        write(file, 0);
        endRounds(3); // it is synced by now
        assertEquals(1, descriptors(file.path()).size());
        endRounds(1);
        assertEquals(List.of(), descriptors(file.path()));
    }

    @Test
    void shouldKeepSomeFilesOpen() throws IOException {
        for (int i = 0; i < MANY; i++) {
            write(served.make(root, "many" + i, REG), 2);
        }
        assertEquals(256, descriptors(root.path().resolve("many")).size());
    }

    private int status(final byte[] results) {
        return new UnsafeBuffer(results).getInt(0, BIG_ENDIAN);
    }

    private long verifier(final byte[] results) {
        assertEquals(OK, status(results));
        return new UnsafeBuffer(results).getLong(results.length - 8, BIG_ENDIAN);
    }

    private long verifierOfWrite() {
        return verifier(served.call(WRITE, of(file).hyper(0).word(1, 0).opaque(new byte[1])));
    }

    /** Replaces the file's descriptor with one that cannot be synced, so that the next fsync(2) fails. */
    private void breakSync() throws IOException {
        final Node node = served.export.find(file.inode(), file.birthTime()).node();
        served.export.files.keepNew(node, Descriptor.ofInode(file.path()));
    }

    /** The host reports an error only once, and the lost data may belong to another client. */
    @Test
    void shouldReportLostDataToEveryClientByTheVerifier() throws IOException {
        final long ofTheFirst = verifierOfWrite();
        final long ofTheSecond = verifierOfWrite();
        assertEquals(ofTheFirst, ofTheSecond);
        breakSync();
        final Xdr all = of(file).hyper(0).word(0);
        served.expect(ERR_IO, COMMIT, all);
        served.export.files.forget(
                served.export.find(file.inode(), file.birthTime()).node());
        assertNotEquals(ofTheSecond, verifier(served.call(COMMIT, all)));
        assertNotEquals(ofTheSecond, verifierOfWrite());
    }

    @Test
    void shouldChangeTheVerifierIfUncommittedDataAreLost() throws IOException {
        final long before = verifierOfWrite();
        breakSync();
        served.status(WRITE, of(file).hyper(0).word(1, 0).opaque(new byte[1]));
        endRounds(4);
        assertNotEquals(before, verifierOfWrite());
        assertTrue(verifierOfWrite() > before);
    }

    @Test
    void shouldReadAndWriteANewFileWhateverItsMode() {
        served.expect(OK, CREATE, of(root).string("new").word(0, 1, 0).word(0, 0, 0, 0, 0));
        final HostFile made = served.find(root, "new");
        write(made, 0);
        served.expect(OK, READ, of(made).hyper(0).word(9));
        assertEquals(0, made.mode());
    }
}
