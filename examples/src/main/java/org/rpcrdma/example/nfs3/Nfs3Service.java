// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.example.xdr.XdrReader;
import org.rpcrdma.example.xdr.XdrWriter;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.service.RpcProgram;

/**
 * NFS version 3 (RFC 1813) over a tree in memory. An example and a test: it trusts its callers, asks for no
 * permission, has no devices, and remembers no replies: a REMOVE that a lost connection repeats answers that there is
 * nothing to remove.
 */
final class Nfs3Service extends RpcProgram {
    /** The longest answer but for data and listings: that of RENAME. */
    private static final int LONGEST_HEAD = 240;

    private final Request request;
    private final AttributeProcedures attributes;
    private final DataProcedures data;
    private final NameProcedures names = new NameProcedures();
    private final ListProcedures lists = new ListProcedures();

    /**
     * Makes a service; any number of connections may use it, on one event loop.
     *
     * @param tree          what is served.
     * @param maxTransfer   bytes that a READ or WRITE moves at most.
     * @param writeVerifier another number for each process that serves the tree.
     */
    Nfs3Service(final FileTree tree, final int maxTransfer, final long writeVerifier) {
        super(Nfs3.PROGRAM, Nfs3.VERSION);
        request = new Request(tree);
        attributes = new AttributeProcedures(maxTransfer);
        data = new DataProcedures(maxTransfer, writeVerifier);
    }

    /** Returns the handle of the root, which MOUNT gives to clients. */
    static byte[] rootHandle(final FileTree tree) {
        final byte[] handle = new byte[Request.HANDLE];
        final XdrWriter out = new XdrWriter().wrap(new UnsafeBuffer(handle), 0);
        out.putLong(tree.id).putLong(FileTree.ROOT);
        return handle;
    }

    @Override
    protected void onProcedure(final RpcCall call, final int procedure, final int arguments) {
        if (procedure < Nfs3.GETATTR || procedure > Nfs3.COMMIT) {
            accept(call, PROC_UNAVAIL);
            return;
        }
        if (!hasRoom(call, RESULTS + LONGEST_HEAD)) {
            return;
        }
        request.begin(call, arguments);
        try {
            carryOut(procedure);
        } catch (final NfsFailure e) {
            putFailure(procedure, e.status);
        } catch (final XdrReader.Malformed e) {
            accept(call, GARBAGE_ARGS);
            return;
        } catch (final XdrWriter.NoRoom e) {
            call.refuse();
            return;
        }
        writeHead(call, SUCCESS);
        call.reply(request.out.position());
    }

    private void carryOut(final int procedure) {
        switch (procedure) {
            case Nfs3.GETATTR -> attributes.getAttributes(request);
            case Nfs3.SETATTR -> attributes.setAttributes(request);
            case Nfs3.LOOKUP -> names.lookup(request);
            case Nfs3.ACCESS -> attributes.access(request);
            case Nfs3.READLINK -> data.readLink(request);
            case Nfs3.READ -> data.read(request);
            case Nfs3.WRITE -> data.write(request);
            case Nfs3.CREATE -> names.create(request);
            case Nfs3.MKDIR -> names.makeDirectory(request);
            case Nfs3.SYMLINK -> names.makeLink(request);
            case Nfs3.MKNOD -> names.makeNode(request);
            case Nfs3.REMOVE -> names.remove(request);
            case Nfs3.RMDIR -> names.removeDirectory(request);
            case Nfs3.RENAME -> names.rename(request);
            case Nfs3.LINK -> names.link(request);
            case Nfs3.READDIR -> lists.readDirectory(request);
            case Nfs3.READDIRPLUS -> lists.readDirectoryPlus(request);
            case Nfs3.FSSTAT -> attributes.fileSystemState(request);
            case Nfs3.FSINFO -> attributes.fileSystemInformation(request);
            case Nfs3.PATHCONF -> attributes.pathConfiguration(request);
            default -> data.commit(request);
        }
    }

    /** Adds the known attributes of the inodes to a failure. */
    private void putFailure(final int procedure, final int status) {
        request.out.position(RESULTS);
        request.out.putInt(status);
        switch (procedure) {
            case Nfs3.GETATTR -> {}
            case Nfs3.LOOKUP,
                    Nfs3.ACCESS,
                    Nfs3.READLINK,
                    Nfs3.READ,
                    Nfs3.READDIR,
                    Nfs3.READDIRPLUS,
                    Nfs3.FSSTAT,
                    Nfs3.FSINFO,
                    Nfs3.PATHCONF -> request.putFirst();
            case Nfs3.LINK -> {
                request.putFirst();
                request.putWeakCacheData(request.second);
            }
            case Nfs3.RENAME -> {
                request.putWeakCacheData(request.first);
                request.putWeakCacheData(request.second);
            }
            default -> request.putWeakCacheData(request.first);
        }
    }
}
