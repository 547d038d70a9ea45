// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.example.nfs3.Served.FILE_SYSTEM;
import static org.rpcrdma.example.nfs3.Served.of;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** GETATTR, SETATTR, ACCESS, FSSTAT, FSINFO, PATHCONF: their results are RFC 1813's, word by word. */
class AttributesTest {
    private final Served served = new Served();
    private final Inode root = served.root();
    private final Inode file = served.make(root, "file", Nfs3.REG);

    @Test
    void shouldTellAttributes() {
        final Xdr expected = new Xdr()
                .word(0)
                .word(2, 0777, 2, 0, 0) // type, mode, nlink, uid, gid
                .hyper(0, 0) // size, used
                .word(0, 0) // no device
                .hyper(FILE_SYSTEM, 1)
                .word(1_700_000_000, 123_456_789)
                .word(1_700_000_000, 123_456_791) // the file was made since
                .word(1_700_000_000, 123_456_791);
        served.assertResults(expected, Nfs3.GETATTR, of(root));
    }

    @Test
    void shouldSetAttributes() {
        final Xdr.Before before = Xdr.Before.of(file);
        final Xdr arguments = of(file).word(1, 0107600)
                .word(1, 5)
                .word(1, 6)
                .word(1)
                .hyper(100_000)
                .word(2, 11, 12) // access time: the client's
                .word(1) // modify time: the server's
                .word(0);
        served.clock.addAndGet(1000);
        final byte[] results = served.call(Nfs3.SETATTR, arguments);

        Served.assertEqual(new Xdr().word(0).weak(before, file, FILE_SYSTEM), results);
        assertEquals(07600, file.mode);
        assertEquals(5, file.uid);
        assertEquals(6, file.gid);
        assertEquals(100_000, file.size);
        assertEquals(0, file.used());
        assertEquals(11_000_000_012L, file.accessTime);
        assertEquals(file.changeTime, file.modifyTime);
    }

    @Test
    void shouldSetNothingWhereTheGuardIsOff() {
        final Xdr wrong = of(file).word(1, 0700).word(0, 0, 0, 0, 0).word(1).time(file.changeTime - 1);
        served.assertResults(new Xdr().word(10_002).weak(Xdr.Before.of(file), file, FILE_SYSTEM), Nfs3.SETATTR, wrong);
        assertEquals(0640, file.mode);

        final Xdr right = of(file).word(1, 0700).word(0, 0, 0, 0, 0).word(1).time(file.changeTime);
        assertEquals(Nfs3.OK, served.status(Nfs3.SETATTR, right));
        assertEquals(0700, file.mode);
    }

    @ParameterizedTest
    @CsvSource({"false, 640, 63, 13", "false, 750, 63, 45", "true, 750, 63, 31", "true, 750, 3, 3", "false, 640, 2, 0"})
    void shouldGrantWhatThereIs(final boolean directory, final String mode, final int asked, final int granted) {
        final Inode inode = directory ? root : file;
        inode.mode = Integer.parseInt(mode, 8);
        served.assertResults(
                new Xdr().word(0).after(inode, FILE_SYSTEM).word(granted),
                Nfs3.ACCESS,
                of(inode).word(asked));
    }

    @Test
    void shouldTellTheStateOfTheFileSystem() {
        final Xdr expected = new Xdr()
                .word(0)
                .after(root, FILE_SYSTEM)
                .hyper(1 << 20, 1 << 20, 1 << 20)
                .hyper(100, 98, 98)
                .word(0);
        served.assertResults(expected, Nfs3.FSSTAT, of(root));
    }

    @Test
    void shouldTellWhatTheFileSystemIsLike() {
        final Xdr expected = new Xdr()
                .word(0)
                .after(root, FILE_SYSTEM)
                .word(65_536, 65_536, 4096) // READ: most, preferred, multiple
                .word(65_536, 65_536, 4096) // WRITE
                .word(4096)
                .hyper(1L << 40)
                .word(0, 1)
                .word(0x1b);
        served.assertResults(expected, Nfs3.FSINFO, of(root));
    }

    @Test
    void shouldTellWhatPathsAreLike() {
        final Xdr expected =
                new Xdr().word(0).after(root, FILE_SYSTEM).word(32_000, 255).word(1, 0, 0, 1);
        served.assertResults(expected, Nfs3.PATHCONF, of(root));
    }
}
