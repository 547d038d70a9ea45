// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.file.Files;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * The procedures that move file data, and READLINK. Data travels in chunks if the client offers them (RFC 8267). A
 * procedure locks the export only while it looks up a file, so several threads can read and write concurrently.
 *
 * @param maxTransfer the maximum number of bytes per READ or WRITE.
 * @param verifier    shows clients whether their unstable writes may have been lost.
 */
record DataProcedures(int maxTransfer, WriteVerifier verifier) {
    private static final int WORD = 4;

    /** The fields between a READ's attributes and data: count, eof, length. */
    private static final int READ_HEAD = 3 * WORD;

    /** The length of a post_op_attr, in bytes. */
    private static final int ATTRIBUTES = WORD + 84;

    /** Opens a file, with the export locked. */
    private interface Opening {
        OpenFile begin(Request request, Export.Found file) throws IOException;
    }

    /** Uses an open file. */
    private interface Use {
        void with(DataProcedures data, Request request, OpenFile file, Attributes attributes) throws IOException;
    }

    /**
     * Looks up, opens and uses a file. One lock covers the lookup and the opening, so that no other call renames
     * anything in between.
     */
    private void use(final Request request, final Opening opening, final Use use) throws IOException {
        final Export.Found file;
        final OpenFile opened;
        synchronized (request.export) {
            try {
                file = request.found(request.first);
                NfsFailure.unless(!file.attributes().isDirectory(), Nfs3.ERR_ISDIR);
                NfsFailure.unless(file.attributes().isFile(), Nfs3.ERR_INVAL);
                opened = opening.begin(request, file);
            } finally {
                request.export.endCall();
            }
        }
        try {
            use.with(this, request, opened, file.attributes());
        } finally {
            synchronized (request.export) {
                opened.end();
            }
        }
    }

    private static OpenFile beginRead(final Request request, final Export.Found file) throws IOException {
        request.caller.checkRead(file.attributes());
        return request.export.opener.begin(file, false);
    }

    private static OpenFile beginWrite(final Request request, final Export.Found file) throws IOException {
        request.caller.checkWrite(file.attributes());
        return request.beginWrite(file);
    }

    private static OpenFile beginToSync(final Request request, final Export.Found file) throws IOException {
        request.caller.checkWrite(file.attributes());
        return request.export.opener.beginToSync(file);
    }

    void read(final Request request) throws IOException {
        use(request, DataProcedures::beginRead, DataProcedures::read);
    }

    private void read(final Request request, final OpenFile file, final Attributes attributes) throws IOException {
        final long offset = request.in.getLong();
        final long wanted = Integer.toUnsignedLong(request.in.getInt());
        final long left = offset < 0 ? 0 : Math.max(0, attributes.size() - offset);
        final int room = request.room(ATTRIBUTES + WORD + READ_HEAD);
        final int most = (int) Math.min(Math.min(wanted, left), Math.min(room, maxTransfer));
        request.out.position(RpcProgram.RESULTS);
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        final int head = request.out.position();
        request.out.position(head + READ_HEAD);
        final MutableDirectBuffer target = request.chunk == null ? request.out.buffer() : request.chunk;
        final int at = request.chunk == null ? head + READ_HEAD : 0;
        final int count = most == 0 ? 0 : FileData.read(file, offset, target, at, most);
        request.out.position(head);
        request.out.putInt(count).putBool(count == left || offset < 0).putInt(count);
        request.dataPut(count);
    }

    void readLink(final Request request) throws IOException {
        final Export.Found link = request.found(request.first);
        NfsFailure.unless(link.attributes().isLink(), Nfs3.ERR_INVAL);
        final byte[] target = FileNames.bytes(Files.readSymbolicLink(link.path()));
        final int room = request.room(ATTRIBUTES + 2 * WORD);
        if (room < target.length) {
            throw new XdrWriter.NoRoom(target.length, room);
        }
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        request.out.putInt(target.length);
        if (request.chunk == null) {
            request.out.buffer().putBytes(request.out.position(), target);
        } else {
            request.chunk.putBytes(0, target);
        }
        request.dataPut(target.length);
    }

    void write(final Request request) throws IOException {
        use(request, DataProcedures::beginWrite, DataProcedures::write);
    }

    private void write(final Request request, final OpenFile file, final Attributes before) throws IOException {
        final long offset = request.in.getLong();
        final int count = request.in.getInt();
        final int stable = request.in.getEnum(Nfs3.FILE_SYNC);
        final OpaqueData data = new OpaqueData();
        if (!data.wrap(request.call, request.in.position())) {
            throw new XdrReader.Malformed("no data");
        }
        NfsFailure.unless(count == data.length(), Nfs3.ERR_INVAL);
        NfsFailure.unless(offset >= 0 && offset <= Long.MAX_VALUE - count, Nfs3.ERR_FBIG);
        final long unwritten = verifier.value();
        FileData.write(file, offset, data.buffer(), data.offset(), count);
        if (stable != Nfs3.UNSTABLE) {
            file.sync(stable == Nfs3.DATA_SYNC, verifier);
        }
        request.out.putInt(Nfs3.OK);
        request.putAfterData(file);
        request.out.putInt(count).putInt(stable).putLong(unwritten);
    }

    void commit(final Request request) throws IOException {
        use(request, DataProcedures::beginToSync, DataProcedures::commit);
    }

    private void commit(final Request request, final OpenFile file, final Attributes before) throws IOException {
        file.sync(false, verifier);
        final long after = verifier.value();
        request.out.putInt(Nfs3.OK);
        request.putAfterData(file);
        request.out.putLong(after);
    }
}
