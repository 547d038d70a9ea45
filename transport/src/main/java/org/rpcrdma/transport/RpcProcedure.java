// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** A procedure of a program ({@link RpcPrograms#on}). Called on the server's event loop. */
@FunctionalInterface
public interface RpcProcedure {
    /**
     * Executes a call, on the server's event loop. When it returns, the server sends the written results, unless the
     * procedure has answered or {@linkplain ProcedureCall#defer deferred} the call.
     *
     * <p>If it throws an exception, the server answers: with GARBAGE_ARGS after
     * {@link org.rpcrdma.wire.XdrReader.Malformed}, which {@link ProcedureCall#arguments()} throws, with ERR_CHUNK if
     * the results exceed the client's capacity, and otherwise as described in {@link RpcService#onCall}. The same
     * applies to a deferred call, unless another thread has answered it: a procedure must not throw after passing chunk
     * memory of the call to another thread.
     *
     * @param call  the call, with its arguments, caller and credential.
     * @param reply the writer of the results and data; it grows up to the client's capacity.
     */
    void onCall(ProcedureCall call, ReplyWriter reply);
}
