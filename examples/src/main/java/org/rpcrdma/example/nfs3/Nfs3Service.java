// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.rpcrdma.example.nfs3.Nfs3.ACCESS;
import static org.rpcrdma.example.nfs3.Nfs3.COMMIT;
import static org.rpcrdma.example.nfs3.Nfs3.CREATE;
import static org.rpcrdma.example.nfs3.Nfs3.ERR_ROFS;
import static org.rpcrdma.example.nfs3.Nfs3.FSINFO;
import static org.rpcrdma.example.nfs3.Nfs3.FSSTAT;
import static org.rpcrdma.example.nfs3.Nfs3.GETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.LINK;
import static org.rpcrdma.example.nfs3.Nfs3.LOOKUP;
import static org.rpcrdma.example.nfs3.Nfs3.MKDIR;
import static org.rpcrdma.example.nfs3.Nfs3.MKNOD;
import static org.rpcrdma.example.nfs3.Nfs3.OK;
import static org.rpcrdma.example.nfs3.Nfs3.PATHCONF;
import static org.rpcrdma.example.nfs3.Nfs3.PROGRAM;
import static org.rpcrdma.example.nfs3.Nfs3.READ;
import static org.rpcrdma.example.nfs3.Nfs3.READDIR;
import static org.rpcrdma.example.nfs3.Nfs3.READDIRPLUS;
import static org.rpcrdma.example.nfs3.Nfs3.READLINK;
import static org.rpcrdma.example.nfs3.Nfs3.REMOVE;
import static org.rpcrdma.example.nfs3.Nfs3.RENAME;
import static org.rpcrdma.example.nfs3.Nfs3.RMDIR;
import static org.rpcrdma.example.nfs3.Nfs3.SETATTR;
import static org.rpcrdma.example.nfs3.Nfs3.SYMLINK;
import static org.rpcrdma.example.nfs3.Nfs3.VERSION;
import static org.rpcrdma.example.nfs3.Nfs3.WRITE;
import static org.rpcrdma.example.nfs3.Request.HANDLE;

import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.ProcedureFilter;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * NFS version 3 (RFC 1813) for a directory of the host. The service is an example. It trusts its network and does not
 * support device files. If a client loses the connection and repeats a REMOVE, the repeated call finds nothing to
 * remove unless the server caches replies ({@link #CACHED}).
 *
 * <p>File operations block, so the executor's threads answer calls while the event loop serves connections. Only one
 * thread at a time works on names and attributes. Reads and writes of files, and reads of directories, run
 * concurrently.
 */
final class Nfs3Service extends RpcProgram implements AutoCloseable {
    /** The procedures that must not be executed twice. Linux's server caches the replies of the same procedures. */
    static final ProcedureFilter CACHED =
            (program, version, procedure) -> program == PROGRAM && version == VERSION && changes(procedure);

    /** The length, in bytes, of the longest reply without data or a listing: RENAME's. */
    private static final int LONGEST_HEAD = 240;

    private final Export export;
    private final int maxTransfer;
    private final Executor executor;
    private final AttributeProcedures attributes;
    private final DataProcedures data;
    private final NameProcedures names = new NameProcedures();
    private final ListProcedures lists = new ListProcedures();
    private final CallCounts counts = new CallCounts();

    /**
     * Creates a service. Any number of connections may use it if they belong to one event loop.
     *
     * @param export        the directory to serve.
     * @param maxTransfer   the maximum number of bytes per READ or WRITE.
     * @param writeVerifier a number that differs for every process that serves the export.
     * @param executor      runs the tasks that may block; it must not reject any task.
     */
    Nfs3Service(final Export export, final int maxTransfer, final long writeVerifier, final Executor executor) {
        super(PROGRAM, VERSION);
        this.export = export;
        this.maxTransfer = maxTransfer;
        this.executor = executor;
        attributes = new AttributeProcedures(maxTransfer);
        export.verifier.begin(writeVerifier);
        data = new DataProcedures(maxTransfer, export.verifier);
    }

    /** Returns the root directory's handle. */
    static byte[] rootHandle(final Export export) {
        return handle(export, export.rootNode());
    }

    /** Returns a node's handle for MOUNT. */
    static byte[] handle(final Export export, final Node node) {
        final byte[] handle = new byte[HANDLE];
        final XdrWriter out = new XdrWriter().wrap(new UnsafeBuffer(handle), 0);
        out.putLong(export.id).putLong(node.inode).putLong(node.generation);
        node.issued = true;
        return handle;
    }

    @Override
    protected void onProcedure(final RpcCall call, final int procedure, final int arguments) {
        if (procedure < GETATTR || procedure > COMMIT) {
            accept(call, PROC_UNAVAIL);
            return;
        }
        if (!hasRoom(call, RESULTS + LONGEST_HEAD)) {
            return;
        }
        if (!isAllowed(call)) {
            counts.count(procedure, CallCounts.TOO_WEAK);
            reject(call, AUTH_TOOWEAK);
            return;
        }
        final Caller caller;
        try {
            caller = new Caller(Credential.of(call), export.options.squashRoot());
        } catch (final XdrReader.Malformed e) {
            counts.count(procedure, CallCounts.BAD_CREDENTIAL);
            reject(call, AUTH_BADCRED);
            return;
        }
        final MutableDirectBuffer chunk = chunk(call, procedure);
        call.defer();
        final Request request = new Request(export, call, caller, arguments, chunk);
        executor.execute(new Step(request, procedure));
    }

    /** Executes a call, or continues with it. */
    private final class Step implements Runnable {
        private final Request request;
        private final int procedure;

        Step(final Request request, final int procedure) {
            this.request = request;
            this.procedure = procedure;
        }

        @Override
        public void run() {
            answer(request, procedure);
        }
    }

    /** Returns true if the caller's address may call the service. Checks once per connection. */
    private boolean isAllowed(final RpcCall call) {
        final Allowed allowed = export.options.allowed();
        if (allowed.hasAll()) {
            return true;
        }
        final RpcConnection connection = call.connection();
        if (connection.attachment() == null) {
            connection.attach(allowed.has(connection.remote().getAddress()));
        }
        return (boolean) connection.attachment();
    }

    /** Allocates memory for a reply's data on the event loop's thread. */
    private MutableDirectBuffer chunk(final RpcCall call, final int procedure) {
        final boolean hasData = procedure == READ || procedure == READLINK;
        return hasData && call.writeChunkCount() > 0
                ? call.writeChunk(0, Math.min(call.writeChunkCapacity(0), maxTransfer))
                : null;
    }

    /** Returns the numbers of answered calls. */
    CallCounts counts() {
        return counts;
    }

    private void answer(final Request request, final int procedure) {
        int status = OK;
        try {
            try {
                carryOut(request, procedure);
            } catch (final NfsFailure e) {
                status = e.status;
                putFailure(request, procedure, status);
            } catch (final IOException e) {
                status = NfsFailure.status(e);
                putFailure(request, procedure, status);
            }
        } catch (final Postponed e) {
            request.restart();
            goOn(new Step(request, procedure));
            return;
        } catch (final XdrReader.Malformed e) {
            counts.count(procedure, CallCounts.GARBAGE_ARGS);
            request.noData();
            accept(request.call, GARBAGE_ARGS);
            return;
        } catch (final XdrWriter.NoRoom e) {
            counts.count(procedure, CallCounts.NO_ROOM);
            request.call.refuse();
            return;
        } catch (final RuntimeException | Error e) {
            counts.count(procedure, CallCounts.SYSTEM_ERR);
            request.noData();
            accept(request.call, SYSTEM_ERR);
            throw e;
        }
        counts.count(procedure, status);
        writeHead(request.call, SUCCESS);
        request.call.reply(request.out.position());
    }

    /** Queues a step behind other waiting calls. If the server is closing, runs the step immediately. */
    private void goOn(final Runnable step) {
        try {
            executor.execute(step);
        } catch (final RejectedExecutionException e) {
            step.run();
        }
    }

    private void carryOut(final Request request, final int procedure) throws IOException {
        NfsFailure.unless(!export.options.readOnly() || !changes(procedure), ERR_ROFS);
        switch (procedure) {
            case READ -> data.read(request);
            case WRITE -> data.write(request);
            case COMMIT -> data.commit(request);
            case READDIR -> lists.list(request, false);
            case READDIRPLUS -> lists.list(request, true);
            default -> {
                synchronized (export) {
                    try {
                        carryOutAlone(request, procedure);
                    } finally {
                        export.endCall();
                    }
                }
            }
        }
    }

    /**
     * Completes a round; called about once per second. Closes and forgets unused files and listings. May block on file
     * operations.
     */
    void endRound() {
        for (final OpenFile file : export.endRound()) {
            file.syncToClose(export.verifier);
            synchronized (export) {
                file.end();
            }
        }
        lists.endRound();
    }

    /** Closes the listings. The export stays open. */
    @Override
    public void close() {
        lists.close();
    }

    private static boolean changes(final int procedure) {
        return procedure == SETATTR || procedure >= WRITE && procedure <= LINK;
    }

    private void carryOutAlone(final Request request, final int procedure) throws IOException {
        switch (procedure) {
            case GETATTR -> attributes.getAttributes(request);
            case SETATTR -> attributes.setAttributes(request);
            case LOOKUP -> names.lookup(request);
            case ACCESS -> attributes.access(request);
            case READLINK -> data.readLink(request);
            case CREATE -> names.create(request);
            case MKDIR -> names.makeDirectory(request);
            case SYMLINK -> names.makeLink(request);
            case MKNOD -> names.makeNode(request);
            case REMOVE -> NameProcedures.remove(request, false);
            case RMDIR -> NameProcedures.remove(request, true);
            case RENAME -> names.rename(request);
            case LINK -> names.link(request);
            case FSSTAT -> attributes.fileSystemState(request);
            case FSINFO -> attributes.fileSystemInformation(request);
            default -> attributes.pathConfiguration(request);
        }
    }

    /** Appends the known attributes of the call's inodes to a failure reply. */
    private static void putFailure(final Request request, final int procedure, final int status) {
        request.noData();
        request.out.position(RESULTS);
        request.out.putInt(status);
        switch (procedure) {
            case GETATTR -> {}
            case LOOKUP, ACCESS, READLINK, READ, READDIR, READDIRPLUS, FSSTAT, FSINFO, PATHCONF -> request.putFirst();
            case WRITE, COMMIT -> request.putFirstAfterData();
            case LINK -> {
                request.putFirst();
                request.putWeakCacheData(request.second);
            }
            case RENAME -> {
                request.putWeakCacheData(request.first);
                request.putWeakCacheData(request.second);
            }
            default -> request.putWeakCacheData(request.first);
        }
    }
}
