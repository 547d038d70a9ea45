// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.example.nfs3.Served.FILE_SYSTEM;
import static org.rpcrdma.example.nfs3.Served.VERIFIER;
import static org.rpcrdma.example.nfs3.Served.of;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** READ, WRITE, COMMIT and READLINK where data go in the messages: results are RFC 1813's, word by word. */
class DataTest {
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);

    private final Served served = new Served();
    private final Inode file = served.make(served.root(), "file", Nfs3.REG);

    private Xdr write(final long offset, final int stable, final byte[] data) {
        return of(file).hyper(offset).word(data.length, stable).opaque(data);
    }

    private Xdr read(final long offset, final int count) {
        return of(file).hyper(offset).word(count);
    }

    private Xdr data(final boolean end, final byte[] data) {
        return new Xdr()
                .word(0)
                .after(file, FILE_SYSTEM)
                .word(data.length)
                .word(end ? 1 : 0)
                .opaque(data);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 2", "2, 2"})
    void shouldWrite(final int stable, final int committed) {
        final Xdr.Before before = Xdr.Before.of(file);
        final byte[] results = served.call(Nfs3.WRITE, write(3, stable, HELLO));

        Served.assertEqual(
                new Xdr()
                        .word(0)
                        .weak(before, file, FILE_SYSTEM)
                        .word(5, committed)
                        .hyper(VERIFIER),
                results);
        assertEquals(8, file.size);
    }

    @Test
    void shouldReadWhatWasWritten() {
        served.call(Nfs3.WRITE, write(3, 0, HELLO));
        served.assertResults(data(true, "\0\0\0hello".getBytes(StandardCharsets.US_ASCII)), Nfs3.READ, read(0, 100));
        served.assertResults(data(true, HELLO), Nfs3.READ, read(3, 5));
        served.assertResults(data(false, Arrays.copyOf(HELLO, 2)), Nfs3.READ, read(3, 2));
        served.assertResults(data(false, new byte[0]), Nfs3.READ, read(3, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {8, 9, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -1})
    void shouldReadNothingAtTheEnd(final long offset) {
        served.call(Nfs3.WRITE, write(3, 0, HELLO));
        served.assertResults(data(true, new byte[0]), Nfs3.READ, read(offset, -1));
    }

    @Test
    void shouldReadNoMoreThanTheReplyHasRoomFor() {
        served.call(Nfs3.WRITE, write(0, 0, new byte[3000]));
        served.room = 1023;
        final int head = 24 + 4 + 88 + 12;
        served.assertResults(data(false, new byte[1023 - head & -4]), Nfs3.READ, read(0, 3000));
    }

    @Test
    void shouldTakeNoMemoryWhereNothingWasWritten() {
        served.call(Nfs3.WRITE, write((1L << 40) - 5, 0, HELLO));
        assertEquals(1L << 40, file.size);
        assertEquals(FileContent.EXTENT, file.used());
        served.assertResults(data(true, HELLO), Nfs3.READ, read((1L << 40) - 5, 10));
        served.assertResults(data(false, new byte[100]), Nfs3.READ, read(1L << 39, 100));
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 40) - 4, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void shouldRefuseFilesThatAreTooLarge(final long offset) {
        served.assertResults(
                new Xdr().word(Nfs3.ERR_FBIG).weak(Xdr.Before.of(file), file, FILE_SYSTEM),
                Nfs3.WRITE,
                write(offset, 0, HELLO));
        assertEquals(0, file.size);
    }

    @Test
    void shouldWriteAllOrNothing() {
        final byte[] large = new byte[900];
        for (long at = 0; at < 63 * FileContent.EXTENT; at += FileContent.EXTENT) {
            assertEquals(Nfs3.OK, served.status(Nfs3.WRITE, write(at, 0, large)));
        }
        final long size = file.size;
        assertEquals(Nfs3.ERR_NOSPC, served.status(Nfs3.WRITE, write(64 * FileContent.EXTENT - 1, 0, large)));
        assertEquals(size, file.size);
        assertEquals(FileContent.EXTENT, served.tree.capacity.bytesFree());
        assertEquals(Nfs3.OK, served.status(Nfs3.WRITE, write(64 * FileContent.EXTENT, 0, large)));
        assertEquals(0, served.tree.capacity.bytesFree());

        final Xdr cut = of(file).word(0, 0, 0, 1).hyper(0).word(0, 0).word(0);
        assertEquals(Nfs3.OK, served.status(Nfs3.SETATTR, cut));
        assertEquals(1 << 20, served.tree.capacity.bytesFree());
    }

    @Test
    void shouldReadZerosWhereAFileWasCut() {
        served.call(Nfs3.WRITE, write(0, 0, HELLO));
        served.call(Nfs3.SETATTR, of(file).word(0, 0, 0, 1).hyper(2).word(0, 0).word(0));
        served.call(Nfs3.SETATTR, of(file).word(0, 0, 0, 1).hyper(6).word(0, 0).word(0));
        served.assertResults(data(true, "he\0\0\0\0".getBytes(StandardCharsets.US_ASCII)), Nfs3.READ, read(0, 9));
    }

    @Test
    void shouldCommit() {
        served.call(Nfs3.WRITE, write(0, 0, HELLO));
        served.assertResults(
                new Xdr().word(0).weak(Xdr.Before.of(file), file, FILE_SYSTEM).hyper(VERIFIER),
                Nfs3.COMMIT,
                of(file).hyper(0).word(0));
    }

    @Test
    void shouldReadALink() {
        final Inode link = served.make(served.root(), "link", Nfs3.LNK);
        link.target = "over/there".getBytes(StandardCharsets.US_ASCII);
        served.assertResults(new Xdr().word(0).after(link, FILE_SYSTEM).string("over/there"), Nfs3.READLINK, of(link));
        served.assertResults(new Xdr().word(Nfs3.ERR_INVAL).after(file, FILE_SYSTEM), Nfs3.READLINK, of(file));
    }

    @Test
    void shouldMoveDataOfFilesOnly() {
        final Inode link = served.make(served.root(), "link", Nfs3.LNK);
        for (final int procedure : new int[] {Nfs3.READ, Nfs3.COMMIT}) {
            assertEquals(
                    Nfs3.ERR_ISDIR,
                    served.status(procedure, of(served.root()).hyper(0).word(0)));
            assertEquals(
                    Nfs3.ERR_INVAL, served.status(procedure, of(link).hyper(0).word(0)));
        }
    }

    @Test
    void shouldRefuseACountThatIsNotThatOfTheData() {
        assertEquals(
                Nfs3.ERR_INVAL,
                served.status(Nfs3.WRITE, of(file).hyper(0).word(4, 0).opaque(HELLO)));
        assertEquals(
                Nfs3.ERR_INVAL,
                served.status(Nfs3.WRITE, of(file).hyper(0).word(-1, 0).opaque(HELLO)));
    }
}
