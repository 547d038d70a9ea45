// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.agrona.BitUtil;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/** Implements MOUNT version 3 (RFC 1813, appendix I) for one exported directory and the directories below it. */
final class MountService extends RpcProgram {
    static final int PROGRAM = 100_005;
    static final int VERSION = 3;
    static final int MNT = 1;
    static final int DUMP = 2;
    static final int UMNT = 3;
    static final int UMNTALL = 4;
    static final int EXPORT = 5;
    static final int OK = 0;
    static final int ERR_ACCES = 13;

    private static final int LONGEST_PATH = 1024;
    private static final int LONGEST_LIST = 32;
    private static final int AUTH_NONE = 0;
    private static final int AUTH_SYS = 1;

    private final byte[] path;
    private final Directories directories;
    private final Allowed allowed;

    /** Finds the directories that clients mount. */
    interface Directories {
        /**
         * Returns a directory's handle.
         *
         * @param path the directory's name as sent by the client.
         * @throws NfsFailure if the directory may not be mounted; the exception's nfsstat3 is also a valid mountstat3.
         */
        byte[] handle(byte[] path) throws IOException;
    }

    /** The clients that reported a mount. Only the most recent are kept. */
    private final Set<String> clients = new LinkedHashSet<>();

    private final XdrReader in = new XdrReader();
    private final XdrWriter out = new XdrWriter();

    /**
     * Creates a service.
     *
     * @param path        the export path that clients see; each char is one byte.
     * @param directories finds the directories that clients mount.
     * @param allowed     the addresses that may mount the export.
     */
    MountService(final String path, final Directories directories, final Allowed allowed) {
        super(PROGRAM, VERSION);
        this.path = path.getBytes(ISO_8859_1);
        this.directories = directories;
        this.allowed = allowed;
    }

    @Override
    protected void onProcedure(final RpcCall call, final int procedure, final int arguments) {
        final String machine;
        try {
            machine = Credential.of(call).machine();
        } catch (final XdrReader.Malformed e) {
            reject(call, AUTH_BADCRED);
            return;
        }
        in.wrap(call.message(), arguments, call.messageOffset() + call.messageLength());
        out.wrap(call.replyMessage(), RESULTS);
        try {
            switch (procedure) {
                case MNT -> mount(call, machine);
                case DUMP -> putClients();
                case UMNT -> unmount(machine);
                case UMNTALL -> clients.remove(machine);
                case EXPORT -> putExport();
                default -> {
                    accept(call, PROC_UNAVAIL);
                    return;
                }
            }
        } catch (final XdrReader.Malformed e) {
            accept(call, GARBAGE_ARGS);
            return;
        }
        writeHead(call, SUCCESS);
        call.reply(out.position());
    }

    private void mount(final RpcCall call, final String machine) {
        final byte[] wanted = in.getOpaque(LONGEST_PATH);
        if (!allowed.hasAll() && !allowed.has(call.connection().remote().getAddress())) {
            out.putInt(ERR_ACCES);
            return;
        }
        final byte[] handle;
        try {
            handle = directories.handle(wanted);
        } catch (final NfsFailure e) {
            out.putInt(e.status);
            return;
        } catch (final IOException e) {
            out.putInt(NfsFailure.status(e));
            return;
        }
        clients.add(machine);
        if (clients.size() > LONGEST_LIST) {
            clients.remove(clients.iterator().next());
        }
        out.putInt(OK).putOpaque(handle).putInt(2).putInt(AUTH_SYS).putInt(AUTH_NONE);
    }

    private void unmount(final String machine) {
        in.getOpaque(LONGEST_PATH);
        clients.remove(machine);
    }

    /** Writes as many of the listed clients as fit into the reply. */
    private void putClients() {
        for (final String client : clients) {
            final int needed = 4 * Integer.BYTES + BitUtil.align(client.length(), 4) + BitUtil.align(path.length, 4);
            if (needed > out.remaining()) {
                break;
            }
            out.putBool(true).putOpaque(client.getBytes(ISO_8859_1)).putOpaque(path);
        }
        out.putBool(false);
    }

    /** Writes the export and the networks that may mount it. An empty group list allows everyone. */
    private void putExport() {
        out.putBool(true).putOpaque(path);
        for (final String network : allowed.names) {
            out.putBool(true).putOpaque(network.getBytes(ISO_8859_1));
        }
        out.putBool(false);
        out.putBool(false);
    }
}
