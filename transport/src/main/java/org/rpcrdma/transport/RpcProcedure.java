// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** A procedure of a program ({@link RpcPrograms#on}). */
@FunctionalInterface
public interface RpcProcedure {
    /**
     * Carries out a call; on the server's event loop. When it returns, what it wrote is sent as the results, unless it
     * has answered or {@linkplain ProcedureCall#defer deferred} the call.
     *
     * <p>If it throws, the call is answered: by GARBAGE_ARGS after {@link org.rpcrdma.wire.XdrReader.Malformed}, which
     * {@link ProcedureCall#arguments()} throws, by ERR_CHUNK if the results were longer than the client has room for,
     * and otherwise as {@link RpcService#onCall} says. The same holds for a call that it has deferred, unless another
     * thread has answered: a procedure must not throw after another thread has got chunk memory of the call.
     *
     * @param call  the arguments, the caller and what else came with the call.
     * @param reply takes the results, data included; it grows up to what the client has room for.
     */
    void onCall(ProcedureCall call, ReplyWriter reply);
}
