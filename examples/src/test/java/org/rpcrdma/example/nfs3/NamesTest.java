// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.rpcrdma.example.nfs3.Nfs3.CREATE;
import static org.rpcrdma.example.nfs3.Nfs3.DIR;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_EXIST;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_ISDIR;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_NOTEMPTY;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_STALE;
import static org.rpcrdma.example.nfs3.Nfs3.GETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.LINK;
import static org.rpcrdma.example.nfs3.Nfs3.LOOKUP;
import static org.rpcrdma.example.nfs3.Nfs3.MKDIR;
import static org.rpcrdma.example.nfs3.Nfs3.MKNOD;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Nfs3.REMOVE;
import static org.rpcrdma.example.nfs3.Nfs3.RENAME;
import static org.rpcrdma.example.nfs3.Nfs3.RMDIR;
import static org.rpcrdma.example.nfs3.Nfs3.SYMLINK;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;
import static org.rpcrdma.example.nfs3.Served.GID;
import static org.rpcrdma.example.nfs3.Served.UID;
import static org.rpcrdma.example.nfs3.Served.of;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.example.nfs3.Xdr.Before;

/** Compares the results of procedures on names with RFC 1813, word by word, and checks the resulting tree. */
@EnabledForJreRange(min = JRE.JAVA_22)
class NamesTest {
    private final Served served;
    private final HostFile root;
    private final HostFile folder;
    private final HostFile file;

    NamesTest(@TempDir final Path path) {
        served = new Served(path);
        root = served.root();
        folder = served.make(root, "folder", DIR);
        file = served.make(root, "file", REG);
    }

    private static Xdr in(final HostFile directory, final String name) {
        return of(directory).string(name);
    }

    private Xdr failed(final int status, final HostFile directory) {
        return new Xdr().word(status).weak(Before.of(directory), directory);
    }

    private Xdr made(final Before before, final HostFile made, final HostFile directory) {
        return new Xdr().word(0).word(1).handle(made).after(made).weak(before, directory);
    }

    @Test
    void shouldLookUp() {
        final HostFile inner = served.make(folder, "inner", REG);
        assertFound(inner, folder, "inner");
        assertFound(folder, folder, ".");
        assertFound(root, folder, "..");
        assertFound(root, root, "..");
        served.assertResults(new Xdr().word(2).after(root), LOOKUP, in(root, "inner"));
        served.assertResults(new Xdr().word(20).after(file), LOOKUP, in(file, "inner"));
        served.assertResults(new Xdr().word(63).after(root), LOOKUP, in(root, "x".repeat(256)));
    }

    private void assertFound(final HostFile expected, final HostFile directory, final String name) {
        final Xdr results = new Xdr().word(0).handle(expected).after(expected).after(directory);
        served.assertResults(results, LOOKUP, in(directory, name));
    }

    @Test
    void shouldCreate() {
        final Before before = Before.of(root);
        final Xdr arguments = in(root, "new")
                .word(0)
                .word(1, 0604)
                .word(0, 0)
                .word(1)
                .hyper(7)
                .word(0, 0);
        final byte[] results = served.call(CREATE, arguments);

        final HostFile made = served.find(root, "new");
        Served.assertEqual(made(before, made, root), results);
        assertEquals(0604, made.mode());
        assertEquals(Served.IS_ROOT ? UID : root.uid(), made.uid());
        assertEquals(Served.IS_ROOT ? GID : root.gid(), made.gid());
        assertEquals(7, made.size());
    }

    @Test
    void shouldMakeFilesForTheCallerAlone() {
        final Xdr asRoots = in(root, "new").word(0).word(0, 1, 0, 1, 0).word(0, 0, 0);
        served.expect(OK, CREATE, asRoots);
        assertEquals(Served.IS_ROOT ? UID : root.uid(), served.find(root, "new").uid());
    }

    @Test
    void shouldCutAFileThatIsCreatedAgainUnchecked() {
        served.call(WRITE, of(file).hyper(0).word(10, 0).opaque(new byte[10]));
        final Xdr again = in(root, "file")
                .word(0)
                .word(1, 0777)
                .word(0, 0)
                .word(1)
                .hyper(3)
                .word(0, 0);
        final byte[] results = served.call(CREATE, again);
        Served.assertEqual(made(Before.of(root), file, root), results);
        assertEquals(3, file.size());
        assertEquals(0640, file.mode());
        served.expect(OK, CREATE, in(root, "file").word(0).nothingSet());
        assertEquals(3, file.size());
    }

    @Test
    void shouldNotCreateAgainIfGuarded() {
        served.assertResults(failed(17, root), CREATE, in(root, "file").word(1).nothingSet());
        served.assertResults(
                failed(17, root), CREATE, in(root, "folder").word(0).nothingSet());
        served.assertResults(failed(20, file), CREATE, in(file, "new").word(0).nothingSet());
    }

    @Test
    void shouldCreateOnceIfExclusive() {
        final Xdr once = in(root, "new").word(2).hyper(77);
        served.expect(OK, CREATE, once);
        final HostFile made = served.find(root, "new");
        served.expect(OK, CREATE, once);
        assertEquals(made.inode(), served.find(root, "new").inode());
        served.assertResults(failed(17, root), CREATE, in(root, "new").word(2).hyper(78));
        served.assertResults(
                failed(17, root), CREATE, in(root, "folder").word(2).hyper(0));
    }

    @Test
    void shouldCreateADirectory() {
        final Before before = Before.of(folder);
        final byte[] results =
                served.call(MKDIR, in(folder, "new").word(1, 0711).word(0, 0, 0, 0, 0));

        final HostFile made = served.find(folder, "new");
        Served.assertEqual(made(before, made, folder), results);
        assertEquals(0711, made.mode());
        assertEquals(2, made.links());
        assertEquals(3, folder.links());
        served.assertResults(failed(17, root), MKDIR, in(root, "file").nothingSet());
    }

    @Test
    void shouldCreateALink() {
        final Before before = Before.of(root);
        final byte[] results = served.call(SYMLINK, in(root, "new").nothingSet().string("over/there"));

        final HostFile made = served.find(root, "new");
        Served.assertEqual(made(before, made, root), results);
        assertEquals(10, made.size());
        served.assertResults(
                failed(63, root), SYMLINK, in(root, "long").nothingSet().string("x".repeat(4096)));
    }

    @Test
    void shouldMakeNoNodes() {
        served.assertResults(
                failed(10_004, root), MKNOD, in(root, "fifo").word(7).nothingSet());
        assertNull(served.find(root, "fifo"));
    }

    @Test
    void shouldRemove() {
        final Before before = Before.of(root);
        final byte[] results = served.call(REMOVE, in(root, "file"));
        Served.assertEqual(new Xdr().word(0).weak(before, root), results);
        assertNull(served.find(root, "file"));
        served.assertResults(failed(2, root), REMOVE, in(root, "file"));
        served.assertResults(failed(21, root), REMOVE, in(root, "folder"));
        served.assertResults(new Xdr().word(70).word(0, 0), REMOVE, in(file, "file"));
    }

    @Test
    void shouldRemoveDirectoriesThatAreEmpty() {
        served.make(folder, "inner", DIR);
        served.assertResults(failed(66, root), RMDIR, in(root, "folder"));
        served.assertResults(failed(20, root), RMDIR, in(root, "file"));
        served.expect(OK, RMDIR, in(folder, "inner"));
        assertEquals(2, folder.links());
        served.expect(OK, RMDIR, in(root, "folder"));
        assertEquals(2, root.links());
        served.expect(ERR_STALE, GETATTR, of(folder));
    }

    @Test
    void shouldRename() {
        final Before from = Before.of(root);
        final Before to = Before.of(folder);
        final Xdr arguments = in(root, "file").handle(folder).string("moved");
        final byte[] results = served.call(RENAME, arguments);

        Served.assertEqual(new Xdr().word(0).weak(from, root).weak(to, folder), results);
        assertEquals(file.inode(), served.find(folder, "moved").inode());
        assertNull(served.find(root, "file"));
    }

    private int rename(final HostFile from, final String oldName, final HostFile to, final String newName) {
        return served.status(RENAME, in(from, oldName).handle(to).string(newName));
    }

    @Test
    void shouldRenameOverRemovableNames() {
        final HostFile other = served.make(folder, "other", REG);
        final HostFile full = served.make(root, "full", DIR);
        served.make(full, "x", REG);

        assertEquals(OK, rename(folder, "other", root, "file"));
        assertEquals(other.inode(), served.find(root, "file").inode());
        served.expect(ERR_STALE, GETATTR, of(file));
        assertEquals(ERR_EXIST, rename(root, "file", root, "folder"));
        assertEquals(ERR_EXIST, rename(root, "folder", root, "file"));
        assertEquals(ERR_NOTEMPTY, rename(root, "folder", root, "full"));
        assertEquals(OK, rename(root, "full", root, "folder"));
        assertEquals(full.inode(), served.find(root, "folder").inode());
        assertEquals(3, root.links());
        assertEquals(OK, rename(root, "file", root, "file"));
        assertNotNull(served.find(root, "file"));
    }

    @Test
    void shouldNotMoveADirectoryIntoItself() {
        final HostFile inner = served.make(folder, "inner", DIR);
        final Xdr arguments = in(root, "folder").handle(inner).string("x");
        served.assertResults(
                new Xdr().word(22).weak(Before.of(root), root).weak(Before.of(inner), inner), RENAME, arguments);
        assertEquals(OK, rename(folder, "inner", root, "inner"));
        assertEquals(2, folder.links());
        assertEquals(4, root.links());
        assertEquals(OK, rename(root, "folder", inner, "folder"));
        assertFound(served.find(root, "inner"), served.find(root, "inner/folder"), "..");
    }

    @Test
    void shouldLink() {
        final Before before = Before.of(folder);
        final Xdr arguments = of(file).handle(folder).string("second");
        final byte[] results = served.call(LINK, arguments);

        Served.assertEqual(new Xdr().word(0).after(file).weak(before, folder), results);
        assertEquals(2, file.links());
        served.assertResults(new Xdr().word(17).after(file).weak(Before.of(folder), folder), LINK, arguments);
        served.expect(ERR_ISDIR, LINK, of(folder).handle(root).string("x"));
        served.expect(OK, REMOVE, in(root, "file"));
        final HostFile second = served.find(folder, "second");
        assertEquals(1, second.links());
        served.assertResults(new Xdr().word(0).attributes(second), GETATTR, of(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a/b", "/", "a\0b"})
    void shouldRefuseInvalidNames(final String name) {
        served.assertResults(failed(22, root), CREATE, in(root, name).word(0).nothingSet());
        served.assertResults(failed(22, root), MKDIR, in(root, name).nothingSet());
        served.assertResults(failed(22, root), REMOVE, in(root, name));
        assertEquals(22, rename(root, "file", root, name));
        assertEquals(22, rename(root, name, root, "x"));
    }

    @ParameterizedTest
    @ValueSource(strings = {".", ".."})
    void shouldKeepDots(final String name) {
        served.assertResults(failed(17, root), CREATE, in(root, name).word(0).nothingSet());
        served.assertResults(failed(17, root), MKDIR, in(root, name).nothingSet());
        served.assertResults(failed(22, folder), RMDIR, in(folder, name));
        assertEquals(22, rename(root, "file", root, name));
    }

    @Test
    void shouldTakeNamesOfAnyBytesUpToALength() {
        final String longest = "\u00ff\u0080 \n".repeat(63) + "abc";
        served.expect(OK, MKDIR, in(root, longest).nothingSet());
        served.expect(OK, LOOKUP, in(root, longest));
        served.assertResults(failed(63, root), MKDIR, in(root, longest + "d").nothingSet());
    }
}
