// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.LinkedHashSet;
import java.util.Set;
import org.rpcrdma.example.xdr.XdrReader;
import org.rpcrdma.example.xdr.XdrWriter;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcProgram;

/** MOUNT version 3 (RFC 1813, appendix I) for one exported folder. */
final class MountService extends RpcProgram {
    static final int PROGRAM = 100_005;
    static final int VERSION = 3;
    static final int MNT = 1;
    static final int DUMP = 2;
    static final int UMNT = 3;
    static final int UMNTALL = 4;
    static final int EXPORT = 5;
    static final int OK = 0;
    static final int ERR_NOENT = 2;

    private static final int LONGEST_PATH = 1024;
    private static final int LONGEST_LIST = 32;
    private static final int AUTH_NONE = 0;
    private static final int AUTH_SYS = 1;

    private final String path;
    private final byte[] handle;

    /** The clients that mounted it, by their own word; only the last ones are kept. */
    private final Set<String> clients = new LinkedHashSet<>();

    private final XdrReader in = new XdrReader();
    private final XdrWriter out = new XdrWriter();

    /**
     * Makes a service.
     *
     * @param path   the clients' name of the exported folder, one byte a character; / stands for it, too.
     * @param handle the file handle of it.
     */
    MountService(final String path, final byte[] handle) {
        super(PROGRAM, VERSION);
        this.path = path;
        this.handle = handle.clone();
    }

    @Override
    protected void onProcedure(final RpcCall call, final int procedure, final int arguments) {
        in.wrap(call.message(), arguments, call.messageOffset() + call.messageLength());
        out.wrap(call.replyMessage(), RESULTS);
        try {
            switch (procedure) {
                case MNT -> mount(call);
                case DUMP -> putClients();
                case UMNT -> unmount(call, in.getOpaque(LONGEST_PATH));
                case UMNTALL -> clients.remove(Credential.of(call).machine());
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

    private void mount(final RpcCall call) {
        if (!isExported(in.getOpaque(LONGEST_PATH))) {
            out.putInt(ERR_NOENT);
            return;
        }
        clients.add(Credential.of(call).machine());
        if (clients.size() > LONGEST_LIST) {
            clients.remove(clients.iterator().next());
        }
        out.putInt(OK).putOpaque(handle).putInt(2).putInt(AUTH_SYS).putInt(AUTH_NONE);
    }

    private void unmount(final RpcCall call, final byte[] wanted) {
        if (isExported(wanted)) {
            clients.remove(Credential.of(call).machine());
        }
    }

    private boolean isExported(final byte[] wanted) {
        final String called = new String(wanted, ISO_8859_1);
        return called.equals(path) || called.equals("/");
    }

    private void putClients() {
        for (final String client : clients) {
            out.putBool(true).putOpaque(client.getBytes(ISO_8859_1)).putOpaque(path.getBytes(ISO_8859_1));
        }
        out.putBool(false);
    }

    private void putExport() {
        out.putBool(true).putOpaque(path.getBytes(ISO_8859_1));
        out.putBool(false); // no groups: everybody
        out.putBool(false);
    }
}
