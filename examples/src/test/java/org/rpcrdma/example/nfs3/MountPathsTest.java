// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_NOENT;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_NOTDIR;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Tests which paths clients can mount. */
@EnabledForJreRange(min = JRE.JAVA_22)
class MountPathsTest {
    private final Path outside;
    private final Path link;
    private final Export export;
    private final MountPaths paths;

    MountPathsTest(@TempDir final Path path) throws IOException {
        outside = path.toRealPath();
        final Path folder = Files.createDirectory(outside.resolve("exported"));
        link = Files.createSymbolicLink(outside.resolve("link"), folder);
        Files.createDirectories(folder.resolve("a/b"));
        Files.createDirectory(folder.resolve("\u00e4"));
        Files.createSymbolicLink(folder.resolve("to-b"), Path.of("a/b"));
        Files.createSymbolicLink(folder.resolve("away"), outside);
        Files.createFile(folder.resolve("file"));
        export = new Export(link, new ExportOptions(false, false, Allowed.EVERYBODY));
        paths = new MountPaths(export);
    }

    /** Returns the part of a handle that identifies the inode: its number and birth time. */
    private byte[] inode(final String name) {
        final HostFile file = HostFile.of(export.id, export.root().resolve(name));
        return Arrays.copyOfRange(new Xdr().handle(file).bytes(), 4, 28);
    }

    private void assertMounts(final String directory, final String... wanted) throws IOException {
        for (final String path : wanted) {
            assertArrayEquals(inode(directory), paths.handle(path.getBytes(UTF_8)), path);
        }
    }

    private void assertRefused(final int status, final String path) {
        final byte[] bytes = path.getBytes(ISO_8859_1);
        assertEquals(status, assertThrows(NfsFailure.class, () -> paths.handle(bytes)).status, path);
    }

    @Test
    void shouldMountByEveryNameOfTheDirectory() throws IOException {
        assertMounts("", "/", "//", "/..", outside + "/exported", outside + "/exported/", link.toString(), link + "/");
        assertMounts("", outside + "/./exported/a/..");
    }

    @Test
    void shouldMountDirectoriesInIt() throws IOException {
        assertMounts("a/b", link + "/a/b", outside + "/exported/a/b/", "/a/b", "/a/b/", "/to-b", link + "/to-b");
        assertMounts("\u00e4", link + "/\u00e4", "/\u00e4");
    }

    @Test
    void shouldMountNothingElse() {
        for (final String path : new String[] {"/none", outside.toString(), link + "/away", "/away", "x", "/etc"}) {
            assertRefused(ERR_NOENT, path);
        }
        assertRefused(ERR_NOTDIR, link + "/file");
        assertRefused(ERR_NOTDIR, "/file");
    }

    @Test
    void shouldFindItsMountsWhenTheServerRestarts() throws IOException {
        final byte[] handle = paths.handle("/a/b".getBytes(ISO_8859_1));
        export.close();
        final Served next = new Served(export.root());
        next.expect(Nfs3.OK, Nfs3.GETATTR, new Xdr().opaque(handle));
    }
}
