// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.io.IOException;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * The state of a call while it is executed: its arguments, its results and its inodes. Only one thread at a time uses
 * it.
 */
final class Request {
    /** The length of a handle, in bytes: export, inode, generation. */
    static final int HANDLE = 24;

    final Export export;
    final RpcCall call;
    final Caller caller;
    final XdrReader in = new XdrReader();
    final XdrWriter out = new XdrWriter();

    /** The first inode in the arguments. RENAME and LINK have a second one. */
    final Subject first = new Subject();

    final Subject second = new Subject();

    /** The memory for data if the client offers a Write chunk. If null, data goes into the message. */
    final MutableDirectBuffer chunk;

    private final int arguments;
    private final int chunkLength;

    Request(
            final Export export,
            final RpcCall call,
            final Caller caller,
            final int arguments,
            final MutableDirectBuffer chunk) {
        this.export = export;
        this.call = call;
        this.caller = caller;
        this.arguments = arguments;
        this.chunk = chunk;
        chunkLength = chunk == null ? 0 : chunk.capacity();
        in.wrap(call.message(), arguments, call.messageOffset() + call.messageLength());
        out.wrap(call.replyMessage(), RpcProgram.RESULTS);
    }

    /** Returns the inode of the next handle in the arguments. */
    Export.Found found(final Subject subject) {
        final int length = in.getInt();
        if (length < 0 || length > Nfs3.FHSIZE) {
            throw new XdrReader.Malformed("handle is too long: length=" + length);
        }
        final int at = in.skip(BitUtil.align(length, Integer.BYTES));
        NfsFailure.unless(length == HANDLE, Nfs3.ERR_BADHANDLE);
        final DirectBuffer message = call.message();
        NfsFailure.unless(message.getLong(at, BIG_ENDIAN) == export.id, Nfs3.ERR_STALE);
        final long inode = message.getLong(at + Long.BYTES, BIG_ENDIAN);
        return subject.is(export.find(inode, message.getLong(at + 2 * Long.BYTES, BIG_ENDIAN)));
    }

    /** Returns the directory of the next handle in the arguments. */
    Export.Found directory(final Subject subject) {
        final Export.Found found = found(subject);
        NfsFailure.unless(found.attributes().isDirectory(), Nfs3.ERR_NOTDIR);
        return export.enter(found);
    }

    /** Restarts a call that has not yet changed anything. */
    void restart() {
        in.position(arguments);
        out.position(RpcProgram.RESULTS);
    }

    /** Opens a file for writing by the caller. */
    OpenFile beginWrite(final Export.Found file) throws IOException {
        final OpenFile opened = export.opener.begin(file, true);
        final int mode = caller.modeOnceWritten(file.attributes());
        if (mode == file.attributes().mode()) {
            return opened;
        }
        boolean done = false;
        try {
            Inodes.set(export, file, SetAttributes.mode(mode));
            done = true;
        } finally {
            if (!done) {
                opened.end();
            }
        }
        return opened;
    }

    byte[] name() {
        return in.getOpaque(in.remaining());
    }

    /** Returns the maximum length of data that follows {@code head} bytes. */
    int room(final int head) {
        return chunk == null ? Math.max(0, out.remaining() - head & -Integer.BYTES) : chunkLength;
    }

    /** Completes data that was written into the chunk. Without a chunk, the data follows the message's current end. */
    void dataPut(final int length) {
        if (chunk == null) {
            out.claimPadded(length);
        } else if (length < chunkLength) {
            call.writeChunk(0, length);
        }
    }

    /** Discards data that may have been written into the chunk. */
    void noData() {
        if (chunk != null && chunkLength > 0) {
            call.writeChunk(0, 0);
        }
    }

    void putHandle(final Node node) {
        node.issued = true;
        out.putInt(HANDLE).putLong(export.id).putLong(node.inode).putLong(node.generation);
    }

    void putAttributes(final Attributes attributes) {
        Subject.putAttributes(out, attributes, export.id);
    }

    void putFirst() {
        first.putAttributes(out, export.id);
    }

    /**
     * Writes a wcc_data without the file's earlier attributes. With them, a client would attribute the concurrent
     * writes of other clients to this call.
     */
    void putAfterData(final OpenFile file) {
        out.putBool(false);
        putAttributes(file.attributesOrNull());
    }

    /** Writes the same for a file that may not be open. */
    void putFirstAfterData() {
        out.putBool(false);
        first.putNewAttributes(out, export);
    }

    void putWeakCacheData(final Subject subject) {
        subject.putWeakCacheData(out, export);
    }
}
