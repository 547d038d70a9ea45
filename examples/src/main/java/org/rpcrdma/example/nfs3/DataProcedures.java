// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.example.xdr.XdrReader;
import org.rpcrdma.example.xdr.XdrWriter;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.service.OpaqueArgument;

/**
 * Procedures that move bytes: those of files, by chunks if the client offers them (RFC 8267), and of symbolic links.
 */
final class DataProcedures {
    private static final int WORD = 4;

    /** Between the attributes and the data of a READ: count, eof, length. */
    private static final int READ_HEAD = 3 * WORD;

    private final int maxTransfer;
    private final long writeVerifier;
    private final OpaqueArgument data = new OpaqueArgument();

    /**
     * Makes the procedures.
     *
     * @param maxTransfer   bytes that a READ or WRITE moves at most.
     * @param writeVerifier another number for each process that serves the tree: by its change clients learn that
     *                      unstable writes are lost.
     */
    DataProcedures(final int maxTransfer, final long writeVerifier) {
        this.maxTransfer = maxTransfer;
        this.writeVerifier = writeVerifier;
    }

    void read(final Request request) {
        final Inode file = file(request);
        final long offset = request.in.getLong();
        final long wanted = Integer.toUnsignedLong(request.in.getInt());
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        final long left = offset < 0 ? 0 : Math.max(0, file.size - offset);
        final int room = room(request.call, request.out.remaining() - READ_HEAD);
        final int count = (int) Math.min(Math.min(wanted, left), Math.min(room, maxTransfer));
        request.out.putInt(count);
        request.out.putBool(count == left);
        putData(request, count, (target, at) -> file.content.read(offset, target, at, count));
    }

    void readLink(final Request request) {
        final Inode link = request.inode(request.first);
        NfsFailure.unless(link.type == Nfs3.LNK, Nfs3.ERR_INVAL);
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        if (room(request.call, request.out.remaining() - WORD) < link.target.length) {
            throw new XdrWriter.NoRoom(link.target.length, request.out.remaining());
        }
        putData(request, link.target.length, (target, at) -> target.putBytes(at, link.target));
    }

    /** Puts data into memory. */
    private interface Source {
        void copyTo(MutableDirectBuffer target, int at);
    }

    private static int room(final RpcCall call, final int inMessage) {
        return call.writeChunkCount() > 0 ? call.writeChunkCapacity(0) : Math.max(0, inMessage & -WORD);
    }

    private static void putData(final Request request, final int length, final Source source) {
        request.out.putInt(length);
        if (request.call.writeChunkCount() > 0) {
            source.copyTo(request.call.writeChunk(0, length), 0);
        } else {
            source.copyTo(request.out.buffer(), request.out.claimPadded(length));
        }
    }

    void write(final Request request) {
        final Inode file = file(request);
        final long offset = request.in.getLong();
        final int count = request.in.getInt();
        final int stable = request.in.getEnum(Nfs3.FILE_SYNC);
        if (!data.wrap(request.call, request.in.position())) {
            throw new XdrReader.Malformed("no data");
        }
        NfsFailure.unless(count == data.length(), Nfs3.ERR_INVAL);
        request.tree.write(file, offset, data.buffer(), data.offset(), count);
        if (stable != Nfs3.UNSTABLE) {
            request.tree.commit(file);
        }
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
        request.out.putInt(count);
        request.out.putInt(stable == Nfs3.UNSTABLE ? Nfs3.UNSTABLE : Nfs3.FILE_SYNC);
        request.out.putLong(writeVerifier);
    }

    void commit(final Request request) {
        request.tree.commit(file(request));
        request.out.putInt(Nfs3.OK);
        request.putWeakCacheData(request.first);
        request.out.putLong(writeVerifier);
    }

    private static Inode file(final Request request) {
        final Inode inode = request.inode(request.first);
        NfsFailure.unless(!inode.isDirectory(), Nfs3.ERR_ISDIR);
        NfsFailure.unless(inode.isFile(), Nfs3.ERR_INVAL);
        return inode;
    }
}
