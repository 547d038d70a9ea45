// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.wire.XdrWriter;

/** Writes the arguments of a call to a procedure. Called on the client's event loop. */
@FunctionalInterface
public interface CallArguments {
    /** Writes nothing. Use it for procedures without arguments. */
    CallArguments NONE = (call, arguments) -> {};

    /**
     * Writes the arguments after the call's header, and declares the memory that the call transfers. If an argument may
     * be transferred in a Read chunk, declare it at the position of its bytes:
     *
     * <pre>{@code
     * arguments.putInt(length);
     * call.argument(arguments.position(), data.address(), length);
     * }</pre>
     *
     * @param call      the call, which the client sends.
     * @param arguments the writer of the arguments.
     */
    void write(ClientCall call, XdrWriter arguments);

    /**
     * Writes the entire message of a call.
     *
     * @param call      the call, which the client sends.
     * @param xid       the call's transaction id.
     * @param program   the program number.
     * @param version   the program version.
     * @param procedure the procedure number.
     * @return the length of the message in {@link ClientCall#message()}, in bytes.
     */
    default int stage(final ClientCall call, final int xid, final int program, final int version, final int procedure) {
        final XdrWriter out = call.begin(xid, program, version, procedure);
        write(call, out);
        return out.position();
    }
}
