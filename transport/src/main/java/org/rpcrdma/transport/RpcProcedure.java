// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** A procedure of a program ({@link RpcPrograms#on}). Called on the server's event loop. */
@FunctionalInterface
public interface RpcProcedure {
    /**
     * Executes a call on the server's event loop. When this method returns, the server sends the results written,
     * unless the procedure has already answered or {@linkplain ProcedureCall#defer deferred} the call.
     *
     * <p>If this method throws an exception, the server answers the call. If the exception is
     * {@link org.rpcrdma.wire.XdrReader.Malformed}, which the reader of {@link ProcedureCall#arguments()} throws, the
     * answer is GARBAGE_ARGS. If the results exceed the client's capacity, the answer is ERR_CHUNK. For other
     * exceptions, see {@link RpcService#onCall}. The same applies to a deferred call, unless another thread has already
     * answered it. Therefore, a procedure must not throw after it has passed the call's chunk memory to another thread.
     *
     * @param call  the call, with its arguments, caller and credential.
     * @param reply the writer for the results and data, which grows up to the client's capacity.
     */
    void onCall(ProcedureCall call, ReplyWriter reply);
}
