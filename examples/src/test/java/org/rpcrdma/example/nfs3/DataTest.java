// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.example.nfs3.Served.VERIFIER;
import static org.rpcrdma.example.nfs3.Served.of;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the results of READ, WRITE, COMMIT and READLINK with RFC 1813, word by word. The data travels in the
 * messages, not in chunks.
 */
@EnabledForJreRange(min = JRE.JAVA_22)
class DataTest {
    private static final byte[] HELLO = "hello".getBytes(StandardCharsets.US_ASCII);

    private final Served served;
    private final HostFile file;

    DataTest(@TempDir final Path path) {
        served = new Served(path);
        file = served.make(served.root(), "file", Nfs3.REG);
    }

    private Xdr write(final long offset, final int stable, final byte[] data) {
        return of(file).hyper(offset).word(data.length, stable).opaque(data);
    }

    private Xdr read(final long offset, final int count) {
        return of(file).hyper(offset).word(count);
    }

    private Xdr data(final boolean end, final byte[] data) {
        return new Xdr().word(0).after(file).word(data.length).word(end ? 1 : 0).opaque(data);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1, 1", "2, 2"})
    void shouldWrite(final int stable, final int committed) {
        final byte[] results = served.call(Nfs3.WRITE, write(3, stable, HELLO));

        Served.assertEqual(new Xdr().word(0, 0).after(file).word(5, committed).hyper(VERIFIER), results);
        assertEquals(8, file.size());
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
    void shouldReadAtMostTheCapacityOfTheReply() {
        served.call(Nfs3.WRITE, write(0, 0, new byte[3000]));
        served.room = 1023;
        final int head = 24 + 4 + 88 + 12;
        served.assertResults(data(false, new byte[1023 - head & -4]), Nfs3.READ, read(0, 3000));
    }

    @Test
    void shouldServeFilesBeyond4Gigabytes() {
        served.call(Nfs3.WRITE, write((5L << 30) - 5, 0, HELLO));
        assertEquals(5L << 30, file.size());
        served.assertResults(data(true, HELLO), Nfs3.READ, read((5L << 30) - 5, 10));
        served.assertResults(data(false, new byte[100]), Nfs3.READ, read(1L << 32, 100));
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE - 10, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void shouldRefuseFilesThatAreTooLarge(final long offset) {
        served.assertResults(new Xdr().word(Nfs3.ERR_FBIG, 0).after(file), Nfs3.WRITE, write(offset, 0, HELLO));
        assertEquals(0, file.size());
    }

    @Test
    void shouldReadZerosIfAFileWasCut() {
        served.call(Nfs3.WRITE, write(0, 0, HELLO));
        served.call(Nfs3.SETATTR, of(file).word(0, 0, 0, 1).hyper(2).word(0, 0).word(0));
        served.call(Nfs3.SETATTR, of(file).word(0, 0, 0, 1).hyper(6).word(0, 0).word(0));
        served.assertResults(data(true, "he\0\0\0\0".getBytes(StandardCharsets.US_ASCII)), Nfs3.READ, read(0, 9));
    }

    @Test
    void shouldCommit() {
        served.call(Nfs3.WRITE, write(0, 0, HELLO));
        served.assertResults(
                new Xdr().word(0, 0).after(file).hyper(VERIFIER),
                Nfs3.COMMIT,
                of(file).hyper(0).word(0));
    }

    @Test
    void shouldReadALink() {
        final HostFile link = served.make(served.root(), "link", Nfs3.LNK);
        served.assertResults(new Xdr().word(0).after(link).string("over/there"), Nfs3.READLINK, of(link));
        served.assertResults(new Xdr().word(Nfs3.ERR_INVAL).after(file), Nfs3.READLINK, of(file));
    }

    @Test
    void shouldMoveDataOfFilesOnly() {
        final HostFile link = served.make(served.root(), "link", Nfs3.LNK);
        for (final int procedure : new int[] {Nfs3.READ, Nfs3.COMMIT}) {
            served.expect(Nfs3.ERR_ISDIR, procedure, of(served.root()).hyper(0).word(0));
            served.expect(Nfs3.ERR_INVAL, procedure, of(link).hyper(0).word(0));
        }
    }

    @Test
    void shouldRefuseACountThatIsNotThatOfTheData() {
        served.expect(Nfs3.ERR_INVAL, Nfs3.WRITE, of(file).hyper(0).word(4, 0).opaque(HELLO));
        served.expect(Nfs3.ERR_INVAL, Nfs3.WRITE, of(file).hyper(0).word(-1, 0).opaque(HELLO));
    }
}
