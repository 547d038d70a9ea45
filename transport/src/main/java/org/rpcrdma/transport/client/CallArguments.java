// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.wire.XdrWriter;

/** Writes the arguments of a call to a procedure. */
@FunctionalInterface
public interface CallArguments {
    /** Writes nothing: the procedure has no arguments. */
    CallArguments NONE = (call, arguments) -> {};

    /**
     * Writes the arguments behind the call's head, and names the memory that the call moves. An argument that may go by
     * a Read chunk is named where its bytes would be:
     *
     * <pre>{@code
     * arguments.putInt(length);
     * call.argument(arguments.position(), data.address(), length);
     * }</pre>
     *
     * @param call      the call, to be sent by the client.
     * @param arguments takes the arguments.
     */
    void write(ClientCall call, XdrWriter arguments);

    /**
     * Writes the whole message of a call.
     *
     * @param call      the call, to be sent by the client.
     * @param xid       its transaction id.
     * @param program   the program's number.
     * @param version   its version.
     * @param procedure the procedure's number.
     * @return bytes of {@link ClientCall#message()}.
     */
    default int stage(final ClientCall call, final int xid, final int program, final int version, final int procedure) {
        final XdrWriter out = call.begin(xid, program, version, procedure);
        write(call, out);
        return out.position();
    }
}
