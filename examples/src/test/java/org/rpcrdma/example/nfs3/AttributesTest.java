// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.rpcrdma.example.nfs3.Nfs3.ACCESS;
import static org.rpcrdma.example.nfs3.Nfs3.CHR;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_ISDIR;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_PERM;
import static org.rpcrdma.example.nfs3.Nfs3.FSINFO;
import static org.rpcrdma.example.nfs3.Nfs3.FSSTAT;
import static org.rpcrdma.example.nfs3.Nfs3.GETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.PATHCONF;
import static org.rpcrdma.example.nfs3.Nfs3.REG;
import static org.rpcrdma.example.nfs3.Nfs3.SETATTR;
import static org.rpcrdma.example.nfs3.Served.of;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.wire.XdrWriter;

/** Compares the results of GETATTR, SETATTR, ACCESS, FSSTAT, FSINFO and PATHCONF with RFC 1813, word by word. */
@EnabledForJreRange(min = JRE.JAVA_22)
class AttributesTest {
    private final Served served;
    private final HostFile root;
    private final HostFile file;

    AttributesTest(@TempDir final Path path) {
        served = new Served(path);
        root = served.root();
        file = served.make(root, "file", REG);
    }

    @Test
    void shouldReportAttributes() {
        served.assertResults(new Xdr().word(0).attributes(root), GETATTR, of(root));
        served.assertResults(new Xdr().word(0).attributes(file), GETATTR, of(file));
    }

    @Test
    void shouldReportWhatADeviceIs() throws IOException {
        assertEquals(CHR, Attributes.of(Path.of("/dev/null")).kind());
        final XdrWriter out = new XdrWriter().wrap(new UnsafeBuffer(new byte[84]), 0);
        Attributes.of(Path.of("/dev/null")).put(out, 0);
        assertEquals(1, out.buffer().getInt(36, BIG_ENDIAN));
        assertEquals(3, out.buffer().getInt(40, BIG_ENDIAN));
    }

    @Test
    void shouldReadAttributesAsJavaDoes() throws IOException {
        final Attributes read = Attributes.of(file.path());
        assertEquals(Files.getAttribute(file.path(), "unix:dev"), read.fileSystem());
        assertEquals(
                Files.getAttribute(Path.of("/dev/null"), "unix:rdev"),
                Attributes.of(Path.of("/dev/null")).device());
        assertEquals(file.birthTime(), read.birthTime());
    }

    @Test
    void shouldReportTheBlocksOfASparseFile() throws Exception {
        final byte[] data = new byte[10_000];
        new Random(1).nextBytes(data); // no file system stores fewer bytes
        try (RandomAccessFile sparse = new RandomAccessFile(file.path().toFile(), "rw")) {
            sparse.setLength(64 << 20);
            sparse.seek(32 << 20);
            sparse.write(data);
            sparse.getFD().sync();
        }
        final UnsafeBuffer results = new UnsafeBuffer(served.call(GETATTR, of(file)));
        final Process stat = new ProcessBuilder("stat", "--format=%b %B", file.path() + "").start();
        final String[] blocks =
                new String(stat.getInputStream().readAllBytes(), UTF_8).strip().split(" ");
        final long used = results.getLong(4 + 28, BIG_ENDIAN);
        assertEquals(64 << 20, results.getLong(4 + 20, BIG_ENDIAN));
        assertEquals(Long.parseLong(blocks[0]) * Long.parseLong(blocks[1]), used);
        assertTrue(used >= data.length && used < 1 << 20, "used=" + used);
    }

    @Test
    void shouldNameAFunctionThatTheCLibraryLacks() throws Exception {
        // The class has this method only if the JDK can call the C library.
        final Method symbol = LinuxFiles.class.getDeclaredMethod("symbol", String.class);
        symbol.setAccessible(true);
        assertNotNull(symbol.invoke(null, "statx"));
        final Throwable failure = assertThrows(
                        InvocationTargetException.class, () -> symbol.invoke(null, "no_such_function"))
                .getCause();
        final String message = "nfs3-server needs Linux and a C library with no_such_function, such as glibc 2.28 or"
                + " newer: os.name=Linux";
        assertEquals(
                message,
                assertInstanceOf(UnsupportedOperationException.class, failure).getMessage());
        assertEquals(message, Nfs3ServerCommand.missing(new ExceptionInInitializerError(failure)));
        final ExceptionInInitializerError other = new ExceptionInInitializerError(new IllegalStateException());
        assertSame(other, assertThrows(other.getClass(), () -> Nfs3ServerCommand.missing(other)));
    }

    @Test
    void shouldReportTheNearestTimeThatFits() {
        final UnsafeBuffer seen = new UnsafeBuffer(new byte[256]);
        seen.putLong(64, 1L << 40);
        seen.putLong(112, -(1L << 40));
        final Attributes far = Attributes.of(seen);
        assertEquals(Long.MAX_VALUE, far.accessTime());
        assertEquals(Long.MIN_VALUE, far.modifyTime());
        assertEquals(far.modifyTime(), far.birthTime(), "there is no birth time");
    }

    @Test
    void shouldSetAttributes() throws IOException {
        Files.setLastModifiedTime(file.path(), FileTime.fromMillis(0));
        served.uid = 0;
        final Xdr.Before before = Xdr.Before.of(file);
        final Xdr arguments = of(file).word(1, 0107600)
                .word(1, file.uid())
                .word(1, file.gid())
                .word(1)
                .hyper(100_000)
                .word(2, 11, 12) // access time: the client's
                .word(1) // modify time: the server's
                .word(0);
        // The kernel's clock may be behind the JVM's.
        final long now = served.make(root, "now", REG).modifyTime();
        final byte[] results = served.call(SETATTR, arguments);

        Served.assertEqual(new Xdr().word(0).weak(before, file), results);
        assertEquals(07600, file.mode());
        assertEquals(100_000, file.size());
        assertEquals(11_000_000_012L, file.accessTime());
        assertTrue(file.modifyTime() >= now);
    }

    @Test
    void shouldGiveFilesAwayIfRootAsksRoot() {
        assumeTrue(Served.IS_ROOT);
        served.uid = 0;
        final Xdr arguments = of(file).word(1, 04755).word(1, 5, 1, 6).word(0, 0, 0, 0);
        served.expect(OK, SETATTR, arguments);
        assertEquals(5, file.uid());
        assertEquals(6, file.gid());
        assertEquals(04755, file.mode());
    }

    private void giveToRoot() throws IOException {
        Files.setAttribute(file.path(), "unix:uid", 0);
        Files.setAttribute(file.path(), "unix:gid", 0);
    }

    @Test
    void shouldLetOwnersSetOnlyTheirFiles() throws IOException {
        assumeTrue(Served.IS_ROOT);
        giveToRoot();
        final Xdr mode = of(file).word(1, 0700).word(0, 0, 0, 0, 0, 0);
        served.expect(ERR_PERM, SETATTR, mode);
        served.uid = 0;
        served.expect(OK, SETATTR, of(file).word(0, 1, Served.UID).word(0, 0, 0, 0, 0));
        served.uid = Served.UID;
        served.expect(OK, SETATTR, mode);
        served.expect(ERR_PERM, SETATTR, of(file).word(0, 1, 0).word(0, 0, 0, 0, 0));
        served.expect(ERR_PERM, SETATTR, of(file).word(0, 0, 1, 5).word(0, 0, 0, 0));
        served.expect(OK, SETATTR, of(file).word(0, 0, 1, 7).word(0, 0, 0, 0));
    }

    @Test
    void shouldCutAndLengthenFiles() {
        for (final long size : new long[] {10, 5L << 30, 3, 3, 0}) {
            final Xdr arguments =
                    of(file).word(0, 0, 0, 1).hyper(size).word(0, 0).word(0);
            served.expect(OK, SETATTR, arguments);
            assertEquals(size, file.size());
        }
        served.expect(ERR_ISDIR, SETATTR, of(root).word(0, 0, 0, 1).hyper(1).word(0, 0, 0));
    }

    @Test
    void shouldSetNothingIfTheGuardIsOff() {
        served.uid = 0;
        final Xdr wrong = of(file).word(1, 0700).word(0, 0, 0, 0, 0).word(1).time(file.changeTime() - 1);
        served.assertResults(new Xdr().word(10_002).weak(Xdr.Before.of(file), file), SETATTR, wrong);
        assertEquals(0640, file.mode());

        final Xdr right = of(file).word(1, 0700).word(0, 0, 0, 0, 0).word(1).time(file.changeTime());
        served.expect(OK, SETATTR, right);
        assertEquals(0700, file.mode());
    }

    /** Root owns the file, and its group is the caller's. */
    @ParameterizedTest
    @CsvSource({"640, 63, 1", "664, 63, 13", "677, 63, 45", "607, 63, 0", "677, 4, 4"})
    void shouldGrantTheRightsOfTheMode(final String mode, final int asked, final int granted) throws IOException {
        assumeTrue(Served.IS_ROOT);
        giveToRoot();
        served.uid = 0;
        served.call(SETATTR, of(file).word(0, 0, 1, Served.GID).word(0, 0, 0, 0));
        served.call(SETATTR, of(file).word(1, Integer.parseInt(mode, 8)).word(0, 0, 0, 0, 0, 0));
        assertAccess(asked, asked & (mode.endsWith("7") ? 45 : 13), file);
        served.uid = Served.UID;
        assertAccess(asked, granted, file);
    }

    private void assertAccess(final int asked, final int granted, final HostFile of) {
        served.assertResults(new Xdr().word(0).after(of).word(granted), ACCESS, of(of).word(asked));
    }

    @Test
    void shouldGrantTheRightsThatApplyToDirectories() {
        served.uid = 0;
        assertAccess(63, 31, root);
    }

    @Test
    void shouldReportTheStateOfTheFileSystem() throws IOException {
        final byte[] results = served.call(FSSTAT, of(root));
        assertEquals(4 + 88 + 6 * 8 + 4, results.length);
        assertEquals(
                Files.getFileStore(served.folder).getTotalSpace(), new UnsafeBuffer(results).getLong(92, BIG_ENDIAN));
    }

    @Test
    void shouldReportFileSystemProperties() {
        final Xdr expected = new Xdr()
                .word(0)
                .after(root)
                .word(65_536, 65_536, 4096) // READ: most, preferred, multiple
                .word(65_536, 65_536, 4096) // WRITE
                .word(65_536) // READDIR
                .hyper(Long.MAX_VALUE)
                .word(0, 1)
                .word(0x1b);
        served.assertResults(expected, FSINFO, of(root));
    }

    @Test
    void shouldReportPathLimits() {
        final Xdr expected = new Xdr().word(0).after(root).word(32_000, 255).word(1, 1, 0, 1);
        served.assertResults(expected, PATHCONF, of(root));
    }
}
