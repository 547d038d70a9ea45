// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.rpcrdma.example.nfs3.Served.of;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.RpcProgram;

/** Tests invalid arguments. */
@EnabledForJreRange(min = JRE.JAVA_22)
class HostileTest {
    private final Served served;
    private final HostFile root;
    private final HostFile file;

    HostileTest(@TempDir final Path path) {
        served = new Served(path);
        root = served.root();
        file = served.make(root, "file", Nfs3.REG);
    }

    /** Returns arguments with which the procedure succeeds, or fails for a reason other than malformed arguments. */
    private Xdr arguments(final int procedure) {
        return switch (procedure) {
            case Nfs3.SETATTR ->
                of(file).word(1, 0600, 1, 0, 1, 0, 1)
                        .hyper(9)
                        .word(2, 0, 0, 2, 0, 0)
                        .word(0);
            case Nfs3.LOOKUP, Nfs3.REMOVE, Nfs3.RMDIR -> of(root).string("name");
            case Nfs3.ACCESS -> of(root).word(63);
            case Nfs3.READ, Nfs3.COMMIT -> of(file).hyper(0).word(100);
            case Nfs3.WRITE -> of(file).hyper(0).word(5, 0).opaque(new byte[5]);
            case Nfs3.CREATE -> of(root).string("name").word(0).nothingSet();
            case Nfs3.MKDIR -> of(root).string("name").nothingSet();
            case Nfs3.SYMLINK -> of(root).string("name").nothingSet().string("target");
            case Nfs3.MKNOD -> of(root).string("name").word(7);
            case Nfs3.RENAME -> of(root).string("file").handle(root).string("name");
            case Nfs3.LINK -> of(file).handle(root).string("name");
            case Nfs3.READDIR -> of(root).hyper(0, 0).word(4096);
            case Nfs3.READDIRPLUS -> of(root).hyper(0, 0).word(4096, 4096);
            default -> of(root);
        };
    }

    private static byte[] call(final int procedure, final byte[] arguments) {
        return Served.message(Nfs3.PROGRAM, Nfs3.VERSION, procedure, new Xdr().raw(arguments));
    }

    private byte[] reply(final byte[] message) {
        return Served.reply(served.service, message, 4096);
    }

    private static int acceptStatus(final byte[] reply) {
        return reply[23];
    }

    /** If the arguments are cut off at any byte, the reply is GARBAGE_ARGS and the call has no effect. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void shouldTakeNoArgumentsThatEndTooEarly(final int procedure) {
        final byte[] whole = arguments(procedure).bytes();
        final long before = root.changeTime() + file.changeTime();
        for (int length = 0; length < whole.length; length++) {
            final byte[] reply = reply(call(procedure, Arrays.copyOf(whole, length)));
            assertEquals(RpcProgram.GARBAGE_ARGS, acceptStatus(reply), "length=" + length);
            assertEquals(RpcProgram.RESULTS, reply.length);
        }
        assertEquals(before, root.changeTime() + file.changeTime());
        assertEquals(RpcProgram.SUCCESS, acceptStatus(reply(call(procedure, whole))));
    }

    /** Replaces each argument word of each procedure with extreme numbers. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21})
    void shouldAnswerWhateverAWordIs(final int procedure) {
        final int[] words = {0, 1, -1, 3, 16, 17, 64, 65, 255, 4096, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x2f2f2f2f};
        final byte[] arguments = arguments(procedure).bytes();
        for (int at = 0; at < arguments.length; at += 4) {
            for (final int word : words) {
                final byte[] changed = arguments.clone();
                System.arraycopy(new Xdr().word(word).bytes(), 0, changed, at, 4);
                assertNotNull(reply(call(procedure, changed)), "at=" + at + " word=" + word);
            }
        }
    }

    @Test
    void shouldAnswerOrDropWhateverComes() {
        final Random random = new Random(Long.getLong("seed", 20_261_122));
        for (int i = 0; i < 20_000; i++) {
            final int procedure = 1 + random.nextInt(21);
            final byte[] message = call(procedure, arguments(procedure).bytes());
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                message[random.nextInt(message.length)] = (byte) random.nextInt();
            }
            reply(Arrays.copyOf(message, 4 + random.nextInt(message.length - 3)));
        }
        served.expect(Nfs3.OK, Nfs3.GETATTR, of(root));
    }

    @ParameterizedTest
    @CsvSource({"0, 10001", "12, 10001", "16, 10001", "28, 10001", "64, 10001"})
    void shouldAcceptHandlesOfOneLengthOnly(final int length, final int status) {
        served.assertResults(new Xdr().word(status), Nfs3.GETATTR, new Xdr().opaque(new byte[length]));
    }

    @Test
    void shouldAcceptOnlyItsHandles() {
        final Xdr stale = new Xdr().word(Nfs3.ERR_STALE);
        served.assertResults(stale, Nfs3.GETATTR, new Xdr().handle(root.export(), 99, 0));
        served.assertResults(stale, Nfs3.GETATTR, new Xdr().handle(root.export(), root.inode(), 1));
        served.assertResults(stale, Nfs3.GETATTR, new Xdr().handle(root.export() + 1, root.inode(), root.birthTime()));
        assertEquals(RpcProgram.GARBAGE_ARGS, served.accepted(Nfs3.GETATTR, new Xdr().opaque(new byte[65])));
    }

    /** A call that fails before its inode is found returns no attributes. */
    @ParameterizedTest
    @CsvSource({
        "2, 2", "3, 1", "4, 1", "5, 1", "6, 1", "7, 2", "8, 2", "9, 2", "10, 2", "11, 2", "12, 2", "13, 2", "14, 4",
        "15, 3", "16, 1", "17, 1", "18, 1", "19, 1", "20, 1", "21, 2"
    })
    void shouldReportNoAttributesWithoutAnInode(final int procedure, final int flags) {
        final byte[] arguments = arguments(procedure).bytes();
        arguments[27] ^= 99;
        final byte[] results = Served.results(reply(call(procedure, arguments)));
        Served.assertEqual(new Xdr().word(Nfs3.ERR_STALE).word(new long[flags]), results);
    }

    @ParameterizedTest
    @ValueSource(ints = {22, 99, -1, Integer.MIN_VALUE})
    void shouldHaveNoOtherProcedures(final int procedure) {
        assertEquals(RpcProgram.PROC_UNAVAIL, acceptStatus(reply(call(procedure, new byte[0]))));
    }

    @Test
    void shouldHaveNoAccessControlLists() {
        final byte[] message = Served.message(100_227, 3, 0, new Xdr());
        assertEquals(RpcProgram.PROG_UNAVAIL, acceptStatus(Served.reply(served.service, message, 4096)));
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 9, 12, 14})
    void shouldDoNothingIfItsReplyDoesNotFit(final int procedure) {
        final long before = root.changeTime() + file.changeTime();
        assertNull(Served.reply(
                served.service, call(procedure, arguments(procedure).bytes()), 24 + 239));
        assertEquals(before, root.changeTime() + file.changeTime());
    }

    @Test
    void shouldRejectInvalidEnums() {
        assertEquals(
                RpcProgram.GARBAGE_ARGS,
                served.accepted(Nfs3.WRITE, of(file).hyper(0).word(1, 3).opaque(new byte[1])));
        assertEquals(
                RpcProgram.GARBAGE_ARGS,
                served.accepted(Nfs3.CREATE, of(root).string("x").word(3).nothingSet()));
        assertEquals(
                RpcProgram.GARBAGE_ARGS,
                served.accepted(Nfs3.SETATTR, of(file).word(2).nothingSet().word(0)));
        assertNull(served.find(root, "x"));
    }
}
