// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.service.RpcProgram;

/** A service that is called with bytes. */
final class Served {
    static final long FILE_SYSTEM = 0x0123_4567_89ab_cdefL;
    static final long VERIFIER = 0x5eed_0000_0000_0001L;
    static final int UID = 1001;
    static final int GID = 1002;
    static final int MAX_TRANSFER = 65_536;

    private static final int XID = 0x1234_5678;
    private static final int ROOM = 4096;

    final AtomicLong clock = new AtomicLong(1_700_000_000_123_456_789L);
    final FileTree tree;
    final Nfs3Service service;
    int room = ROOM;

    Served() {
        this(new Capacity(1 << 20, 100), MAX_TRANSFER);
    }

    Served(final Capacity capacity, final int maxTransfer) {
        tree = new FileTree(FILE_SYSTEM, capacity, clock::get);
        service = new Nfs3Service(tree, maxTransfer, VERIFIER);
    }

    /** A call message of a program, by a caller with an AUTH_SYS credential. */
    static byte[] message(final int program, final int version, final int procedure, final Xdr arguments) {
        final byte[] credential = new Xdr()
                .word(7)
                .string("client")
                .word(UID, GID)
                .word(2, GID, 7)
                .bytes();
        final byte[] head = new Xdr()
                .word(XID, 0, 2, program, version, procedure)
                .word(1)
                .opaque(credential)
                .word(0, 0)
                .bytes();
        return new Xdr().raw(head).raw(arguments.bytes()).bytes();
    }

    /** The reply to a message, or null. */
    static byte[] reply(final RpcService service, final byte[] message, final int room) {
        final byte[] reply = new byte[room];
        final TcpCall call = new TcpCall(new UnsafeBuffer(reply));
        service.onCall(call.begin(message, message.length));
        return call.replyLength() == TcpCall.DROPPED ? null : Arrays.copyOf(reply, call.replyLength());
    }

    /** The results of a call that was carried out. */
    static byte[] results(final byte[] reply) {
        final byte[] head = new Xdr().word(1, 0, 0, 0, 0).bytes();
        assertArrayEquals(head, Arrays.copyOfRange(reply, 4, RpcProgram.RESULTS));
        return Arrays.copyOfRange(reply, RpcProgram.RESULTS, reply.length);
    }

    byte[] call(final int procedure, final Xdr arguments) {
        return results(reply(service, message(Nfs3.PROGRAM, Nfs3.VERSION, procedure, arguments), room));
    }

    int status(final int procedure, final Xdr arguments) {
        return new UnsafeBuffer(call(procedure, arguments)).getInt(0, BIG_ENDIAN);
    }

    /** How a call was accepted; -1 where it was not answered. */
    int accepted(final int procedure, final Xdr arguments) {
        final byte[] reply = reply(service, message(Nfs3.PROGRAM, Nfs3.VERSION, procedure, arguments), room);
        return reply == null ? -1 : new UnsafeBuffer(reply).getInt(20, BIG_ENDIAN);
    }

    Inode root() {
        return tree.get(FileTree.ROOT);
    }

    Inode make(final Inode directory, final String name, final int type) {
        return tree.create(directory, name, type, made -> made.mode = 0640);
    }

    /** The begin of arguments that name an inode. */
    static Xdr of(final Inode inode) {
        return new Xdr().handle(FILE_SYSTEM, inode.id);
    }

    void assertResults(final Xdr expected, final int procedure, final Xdr arguments) {
        assertEqual(expected, call(procedure, arguments));
    }

    static void assertEqual(final Xdr expected, final byte[] results) {
        final UnsafeBuffer one = new UnsafeBuffer(expected.bytes());
        final UnsafeBuffer other = new UnsafeBuffer(results);
        for (int at = 0; at < Math.min(one.capacity(), other.capacity()); at += 4) {
            assertEquals(one.getInt(at, BIG_ENDIAN), other.getInt(at, BIG_ENDIAN), "word at " + at);
        }
        assertEquals(one.capacity(), other.capacity(), "length");
    }
}
