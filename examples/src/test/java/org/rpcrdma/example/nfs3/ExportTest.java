// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.example.nfs3.Nfs3.CREATE;
import static org.rpcrdma.example.nfs3.Nfs3.DIR;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_EXIST;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_INVAL;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_NAMETOOLONG;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_NOTDIR;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_NOTEMPTY;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_NOTSUPP;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_ROFS;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_STALE;
import static org.rpcrdma.example.nfs3.Nfs3.GETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.LINK;
import static org.rpcrdma.example.nfs3.Nfs3.LOOKUP;
import static org.rpcrdma.example.nfs3.Nfs3.MKNOD;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.READ;
import static org.rpcrdma.example.nfs3.Nfs3.READDIR;
import static org.rpcrdma.example.nfs3.Nfs3.READLINK;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Nfs3.REMOVE;
import static org.rpcrdma.example.nfs3.Nfs3.RENAME;
import static org.rpcrdma.example.nfs3.Nfs3.RMDIR;
import static org.rpcrdma.example.nfs3.Nfs3.SYMLINK;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;
import static org.rpcrdma.example.nfs3.Served.of;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.wire.XdrReader;

/**
 * Tests which files clients can reach through the export, and to which files handles refer while the directory changes.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class ExportTest {
    @TempDir
    Path outside;

    private Path folder;
    private Served served;

    private HostFile export() throws IOException {
        folder = Files.createDirectory(outside.resolve("exported"));
        Files.writeString(outside.resolve("secret"), "secret");
        served = new Served(folder);
        return served.root();
    }

    private byte[] handle(final byte[] results) {
        final XdrReader in = new XdrReader().wrap(new UnsafeBuffer(results), 0, results.length);
        assertEquals(OK, in.getInt());
        return in.getOpaque(64);
    }

    private byte[] handle(final HostFile directory, final String name) {
        return handle(served.call(LOOKUP, of(directory).string(name)));
    }

    private int status(final byte[] handle) {
        return served.status(GETATTR, new Xdr().opaque(handle));
    }

    @Test
    void shouldFollowNoLinkOutOfTheExport() throws IOException {
        final HostFile root = export();
        Files.createSymbolicLink(folder.resolve("away"), outside);
        Files.createSymbolicLink(folder.resolve("file"), outside.resolve("secret"));
        final byte[] away = handle(root, "away");
        final byte[] file = handle(root, "file");
        served.expect(ERR_NOTDIR, LOOKUP, new Xdr().opaque(away).string("secret"));
        served.expect(
                ERR_NOTDIR, CREATE, new Xdr().opaque(away).string("new").word(0).nothingSet());
        served.expect(ERR_NOTDIR, READDIR, new Xdr().opaque(away).hyper(0, 0).word(4096));
        served.expect(ERR_INVAL, READ, new Xdr().opaque(file).hyper(0).word(100));
        served.expect(
                ERR_INVAL, WRITE, new Xdr().opaque(file).hyper(0).word(1, 0).opaque(new byte[1]));
        served.expect(ERR_EXIST, CREATE, of(root).string("file").word(0).nothingSet());
        assertEquals("secret", Files.readString(outside.resolve("secret")));
        assertFalse(Files.exists(outside.resolve("new")));
    }

    /** A client moves a directory away and replaces it with a link that leads outside. */
    @Test
    void shouldNotReachOutsideByALinkInTheNameOfADirectory() throws IOException {
        final HostFile root = export();
        final HostFile directory = served.make(root, "directory", DIR);
        final HostFile file = served.make(directory, "secret", REG);
        Files.move(directory.path(), folder.resolve("moved"));
        Files.createSymbolicLink(directory.path(), outside);

        final byte[] held = new Xdr().handle(file).bytes();
        assertArrayEquals(Arrays.copyOfRange(held, 4, held.length), handle(directory, "secret"));
        served.expect(OK, READ, of(file).hyper(0).word(100));
        served = new Served(folder); // which holds no file open
        served.expect(OK, GETATTR, of(file));
        Files.move(folder.resolve("moved"), outside.resolve("moved"));
        served.expect(ERR_STALE, LOOKUP, of(directory).string("secret"));
        served.expect(ERR_STALE, READ, of(file).hyper(0).word(100));
    }

    @Test
    void shouldHaveNothingAboveItsRoot() throws IOException {
        final HostFile root = export();
        final byte[] above = handle(root, "..");
        Served.assertEqual(new Xdr().word(0).attributes(root), served.call(GETATTR, new Xdr().opaque(above)));
        for (final String name : new String[] {"../secret", "/etc", "a/../../secret"}) {
            assertEquals(ERR_INVAL, served.status(LOOKUP, of(root).string(name)), name);
        }
    }

    @Test
    void shouldKnowNoHandlesOfInodesOutside() throws IOException {
        final HostFile root = export();
        final HostFile secret = HostFile.of(root.export(), outside.resolve("secret"));
        final HostFile above = HostFile.of(root.export(), outside);
        served.expect(ERR_STALE, GETATTR, of(secret));
        served.expect(ERR_STALE, GETATTR, of(above));
    }

    /** Hosts reuse inode numbers, so a handle must not refer to a later file with the same number. */
    @Test
    void shouldDistinguishAFileFromAnEarlierOneWithItsInode() throws IOException {
        final HostFile root = export();
        for (int i = 0; i < 50; i++) {
            final byte[] before = handle(
                    root, served.make(root, "file", REG).path().getFileName().toString());
            served.expect(OK, REMOVE, of(root).string("file"));
            served.make(root, "file", REG);
            final byte[] after = handle(root, "file");
            assertNotEquals(new String(before, ISO_8859_1), new String(after, ISO_8859_1));
            assertEquals(ERR_STALE, status(before));
            assertEquals(OK, status(after));
            served.expect(OK, REMOVE, of(root).string("file"));
        }
    }

    @Test
    void shouldFindAFileByTheLinksThatAreLeft() throws IOException {
        final HostFile root = export();
        final HostFile file = served.make(root, "a", REG);
        served.expect(OK, LINK, of(file).handle(root).string("b"));
        served.expect(OK, LINK, of(file).handle(root).string("c"));
        served.expect(OK, REMOVE, of(root).string("c"));
        served.expect(OK, GETATTR, of(file));
        served.expect(OK, REMOVE, of(root).string("a"));
        served.expect(OK, GETATTR, of(file));
        served.expect(OK, REMOVE, of(root).string("b"));
        served.expect(ERR_STALE, GETATTR, of(file));
    }

    @Test
    void shouldFollowAFileThatIsRenamed() throws IOException {
        final HostFile root = export();
        final HostFile directory = served.make(root, "directory", DIR);
        final HostFile file = served.make(directory, "file", REG);
        served.expect(OK, RENAME, of(root).string("directory").handle(root).string("renamed"));
        served.expect(OK, GETATTR, of(file));
        served.expect(OK, RENAME, of(directory).string("file").handle(root).string("up"));
        served.expect(OK, WRITE, of(file).hyper(0).word(2, 0).opaque("up".getBytes(UTF_8)));
        assertEquals("up", Files.readString(folder.resolve("up")));
    }

    /** Clients can nest directories more deeply than the longest path allows. */
    @Test
    void shouldReportThatDirectoriesAreTooDeep() throws IOException {
        final HostFile root = export();
        final String name = "d".repeat(255);
        final String chained = ("/" + name).repeat(7);
        served.uid = 0;
        byte[] deepest = null;
        for (int chain = 0; chain < 3; chain++) {
            Files.createDirectories(folder.resolve(chain + chained));
            byte[] handle = handle(root, Integer.toString(chain));
            for (int i = 0; i < 7; i++) {
                handle = handle(served.call(LOOKUP, new Xdr().opaque(handle).string(name)));
            }
            deepest = deepest == null ? handle : deepest;
            if (chain > 0) {
                final Xdr below = of(root).string(Integer.toString(chain - 1)).opaque(handle);
                served.expect(OK, RENAME, below.string("x"));
            }
        }
        assertEquals(ERR_NAMETOOLONG, status(deepest));
        served = new Served(folder);
        served.uid = 0;
        assertEquals(ERR_STALE, status(deepest));
        for (int chain = 2; chain > 0; chain--) { // lets the test's clean-up succeed
            Files.move(folder.resolve(chain + chained + "/x"), folder.resolve(Integer.toString(chain - 1)));
        }
        served.expect(OK, LOOKUP, of(root).string("0"));
    }

    /** Some of the names are valid UTF-8 and others are not. */
    @ParameterizedTest
    @ValueSource(strings = {"\u00e4\u00f6\u00fc", "\u65e5\u672c\u8a9e.txt", "\ud83d\ude00", "a b\t\"%41"})
    void shouldKeepNamesAndTargetsByteByByte(final String name) throws IOException {
        final HostFile root = export();
        for (final byte[] bytes : new byte[][] {name.getBytes(UTF_8), name.getBytes("UTF-16BE")}) {
            if (new String(bytes, ISO_8859_1).matches("(?s).*[\0/].*")) {
                continue;
            }
            final Xdr arguments = of(root).opaque(bytes);
            served.expect(OK, SYMLINK, of(root).opaque(bytes).nothingSet().opaque(bytes));
            final byte[] link = handle(served.call(LOOKUP, arguments));
            final byte[] results = served.call(READLINK, new Xdr().opaque(link));
            final XdrReader in = new XdrReader().wrap(new UnsafeBuffer(results), 92, results.length);
            assertEquals(new String(bytes, ISO_8859_1), new String(in.getOpaque(4096), ISO_8859_1));
        }
    }

    @Test
    void shouldChangeNothingOfAReadOnlyExport() throws IOException {
        export();
        final HostFile file = served.make(served.root(), "file", REG);
        served = new Served(folder, true);
        final HostFile root = served.root();
        final long before = root.changeTime() + file.changeTime();
        final Xdr[] calls = {
            of(file).word(1, 0600).word(0, 0, 0, 0, 0, 0),
            of(file).hyper(0).word(1, 0).opaque(new byte[1]),
            of(root).string("x").word(0).nothingSet(),
            of(root).string("x").nothingSet(),
            of(root).string("x").nothingSet().string("y"),
            of(root).string("x").word(7),
            of(root).string("file"),
            of(root).string("file"),
            of(root).string("file").handle(root).string("x"),
            of(file).handle(root).string("x")
        };
        final int[] procedures = {2, 7, 8, 9, 10, 11, 12, 13, 14, 15};
        for (int i = 0; i < calls.length; i++) {
            assertEquals(ERR_ROFS, served.status(procedures[i], calls[i]), "procedure=" + procedures[i]);
        }
        assertEquals(before, root.changeTime() + file.changeTime());
        served.expect(OK, LOOKUP, of(root).string("file"));
        served.expect(OK, READ, of(file).hyper(0).word(10));
    }

    /** The host reports an error as text, but clients must receive its number. */
    @Test
    void shouldReportTheHostsRefusalToClients() throws IOException {
        final HostFile root = export();
        final HostFile full = served.make(root, "full", DIR);
        served.make(full, "x", REG);
        served.expect(ERR_NOTEMPTY, RMDIR, of(root).string("full"));
        served.expect(
                ERR_NAMETOOLONG,
                CREATE,
                of(root).string("x".repeat(256)).word(0).nothingSet());
        served.expect(ERR_NOTSUPP, MKNOD, of(root).string("fifo").word(7).nothingSet());
        assertTrue(Files.exists(full.path().resolve("x"), LinkOption.NOFOLLOW_LINKS));
    }
}
