// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.example.xdr.XdrReader;
import org.rpcrdma.example.xdr.XdrWriter;
import org.rpcrdma.transport.OpaqueArgument;

/**
 * Procedures that move bytes: those of files, by chunks if the client offers them (RFC 8267), and of symbolic links.
 * They hold the export only to find a file, not while its bytes move: several threads read and write at once.
 */
final class DataProcedures {
    private static final int WORD = 4;

    /** Between the attributes and the data of a READ: count, eof, length. */
    private static final int READ_HEAD = 3 * WORD;

    /** A post_op_attr. */
    private static final int ATTRIBUTES = WORD + 84;

    private final int maxTransfer;
    private final long writeVerifier;

    /**
     * Makes the procedures.
     *
     * @param maxTransfer   bytes that a READ or WRITE moves at most.
     * @param writeVerifier another number for each process that serves the export: by its change clients learn that
     *                      unstable writes may be lost.
     */
    DataProcedures(final int maxTransfer, final long writeVerifier) {
        this.maxTransfer = maxTransfer;
        this.writeVerifier = writeVerifier;
    }

    /** An action on an open file. */
    private interface Use<R> {
        R with(FileChannel file) throws IOException;
    }

    /** Uses a file; once more if it was closed meanwhile, as others were opened. */
    private static <R> R use(final Request request, final Export.Found found, final boolean write, final Use<R> use)
            throws IOException {
        while (true) {
            final FileChannel channel;
            synchronized (request.export) {
                channel = request.export.open(found, write);
            }
            try {
                return use.with(channel);
            } catch (final ClosedChannelException e) {
                continue;
            }
        }
    }

    private static Export.Found file(final Request request) {
        final Export.Found found;
        synchronized (request.export) {
            found = request.found(request.first);
        }
        NfsFailure.unless(!found.attributes().isDirectory(), Nfs3.ERR_ISDIR);
        NfsFailure.unless(found.attributes().isFile(), Nfs3.ERR_INVAL);
        return found;
    }

    void read(final Request request) throws IOException {
        final Export.Found file = file(request);
        final long offset = request.in.getLong();
        final long wanted = Integer.toUnsignedLong(request.in.getInt());
        final long size = file.attributes().size();
        final long left = offset < 0 ? 0 : Math.max(0, size - offset);
        final int room = request.room(ATTRIBUTES + WORD + READ_HEAD);
        final int most = (int) Math.min(Math.min(wanted, left), Math.min(room, maxTransfer));
        request.out.putInt(Nfs3.OK);
        request.putFirst();
        final int head = request.out.position();
        request.out.position(head + READ_HEAD);
        final MutableDirectBuffer target = request.chunk == null ? request.out.buffer() : request.chunk;
        final int at = request.chunk == null ? head + READ_HEAD : 0;
        final int count =
                most == 0 ? 0 : use(request, file, false, channel -> FileData.read(channel, offset, target, at, most));
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
        final Export.Found file = file(request);
        final long offset = request.in.getLong();
        final int count = request.in.getInt();
        final int stable = request.in.getEnum(Nfs3.FILE_SYNC);
        final OpaqueArgument data = new OpaqueArgument();
        if (!data.wrap(request.call, request.in.position())) {
            throw new XdrReader.Malformed("no data");
        }
        NfsFailure.unless(count == data.length(), Nfs3.ERR_INVAL);
        NfsFailure.unless(offset >= 0 && offset <= Long.MAX_VALUE - count, Nfs3.ERR_FBIG);
        use(request, file, true, channel -> {
            FileData.write(channel, offset, data.buffer(), data.offset(), count);
            if (stable != Nfs3.UNSTABLE) {
                channel.force(stable == Nfs3.FILE_SYNC);
            }
            return count;
        });
        request.out.putInt(Nfs3.OK);
        request.putFirstAfterData();
        request.out.putInt(count).putInt(stable).putLong(writeVerifier);
    }

    void commit(final Request request) throws IOException {
        use(request, file(request), true, channel -> {
            channel.force(true);
            return null;
        });
        request.out.putInt(Nfs3.OK);
        request.putFirstAfterData();
        request.out.putLong(writeVerifier);
    }
}
