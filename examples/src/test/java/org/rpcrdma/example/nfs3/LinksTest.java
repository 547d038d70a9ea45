// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.example.nfs3.Nfs3.DIR;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_STALE;
import static org.rpcrdma.example.nfs3.Nfs3.GETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.READ;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Nfs3.REMOVE;
import static org.rpcrdma.example.nfs3.Nfs3.RENAME;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;
import static org.rpcrdma.example.nfs3.Served.of;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests files whose names no client has looked up, such as the names that a copy with hard links creates. A file exists
 * while it has at least one name.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class LinksTest {
    private final Served served;
    private final HostFile root;
    private final HostFile directory;
    private final HostFile file;
    private final Path other;

    LinksTest(@TempDir final Path path) throws IOException {
        served = new Served(path);
        root = served.root();
        directory = served.make(root, "daily.0", DIR);
        file = served.make(directory, "file", REG);
        other = Files.createDirectory(path.resolve("daily.1")).resolve("file");
        Files.createLink(other, file.path());
        served.expect(OK, GETATTR, of(file)); // two names now
    }

    private void assertIsTheOther() {
        final HostFile left = HostFile.of(root.export(), other);
        served.assertResults(new Xdr().word(0).attributes(left), GETATTR, of(file));
        served.expect(OK, READ, of(file).hyper(0).word(9));
        served.expect(OK, WRITE, of(file).hyper(0).word(1, 0).opaque(new byte[1]));
    }

    @Test
    void shouldKnowAFileOfWhichAClientRemovesAName() {
        served.expect(OK, REMOVE, of(directory).string("file"));
        assertIsTheOther();
    }

    @Test
    void shouldKnowAFileOfWhichTheHostRemovesANameAndItsDirectory() throws IOException {
        Files.delete(file.path());
        Files.delete(directory.path());
        assertIsTheOther();
    }

    @Test
    void shouldKnowAFileOverWhichAClientRenames() {
        served.make(directory, "new", REG);
        served.expect(OK, RENAME, of(directory).string("new").handle(directory).string("file"));
        assertIsTheOther();
    }

    @Test
    void shouldFindAFileWhoseNameTheServerHasForgotten() throws IOException {
        Files.delete(file.path());
        endRounds();
        assertIsTheOther();
    }

    @Test
    void shouldNotKnowAFileWithoutAName() throws IOException {
        Files.delete(file.path());
        Files.delete(other);
        served.expect(ERR_STALE, GETATTR, of(file));
        endRounds();
        served.expect(ERR_STALE, GETATTR, of(file));
    }

    private void endRounds() {
        for (int i = 0; i < 310; i++) {
            served.service.endRound();
        }
    }

    @Test
    void shouldForgetFilesThatTheHostHasRemoved() throws IOException {
        final int before = served.export.inodes();
        for (int time = 0; time < 3; time++) {
            for (int i = 0; i < 500; i++) {
                served.make(directory, "file-" + i, REG);
            }
            for (int i = 0; i < 500; i++) {
                Files.delete(directory.path().resolve("file-" + i));
            }
        }
        endRounds();
        assertEquals(before, served.export.inodes());
        served.expect(OK, GETATTR, of(file));
    }
}
