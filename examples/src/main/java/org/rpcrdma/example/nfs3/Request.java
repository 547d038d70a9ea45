// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.rpcrdma.example.xdr.XdrReader;
import org.rpcrdma.example.xdr.XdrWriter;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.service.RpcProgram;

/** A call while it is carried out: its arguments, its results and the inodes it is about. Used again for the next. */
final class Request {
    /** The bytes of a handle: the file system, the inode. */
    static final int HANDLE = 16;

    final FileTree tree;
    final XdrReader in = new XdrReader();
    final XdrWriter out = new XdrWriter();

    /** The object that the arguments name first and, for RENAME and LINK, second. */
    final Subject first = new Subject();

    final Subject second = new Subject();
    RpcCall call;

    Request(final FileTree tree) {
        this.tree = tree;
    }

    void begin(final RpcCall arrived, final int arguments) {
        call = arrived;
        first.forget();
        second.forget();
        in.wrap(call.message(), arguments, call.messageOffset() + call.messageLength());
        out.wrap(call.replyMessage(), RpcProgram.RESULTS);
    }

    /** Returns the inode that the next handle names. */
    Inode inode(final Subject subject) {
        final int length = in.getInt();
        if (length < 0 || length > Nfs3.FHSIZE) {
            throw new XdrReader.Malformed("handle is too long: length=" + length);
        }
        final int at = in.skip(BitUtil.align(length, Integer.BYTES));
        NfsFailure.unless(length == HANDLE, Nfs3.ERR_BADHANDLE);
        final DirectBuffer message = call.message();
        final boolean ours = message.getLong(at, BIG_ENDIAN) == tree.id;
        final Inode inode = ours ? tree.get(message.getLong(at + Long.BYTES, BIG_ENDIAN)) : null;
        NfsFailure.unless(inode != null, Nfs3.ERR_STALE);
        return subject.is(inode);
    }

    String name() {
        return new String(in.getOpaque(in.remaining()), ISO_8859_1);
    }

    void putHandle(final Inode inode) {
        out.putInt(HANDLE).putLong(tree.id).putLong(inode.id);
    }

    void putAttributes(final Inode inode) {
        Subject.putAttributes(out, inode, tree.id);
    }

    void putFirst() {
        first.putAttributes(out, tree.id);
    }

    void putWeakCacheData(final Subject subject) {
        subject.putWeakCacheData(out, tree.id);
    }
}
