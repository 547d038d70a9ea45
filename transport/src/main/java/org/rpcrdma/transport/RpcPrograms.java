// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.TreeMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.wire.RpcMessage;

/**
 * A service that provides procedures of ONC RPC programs (RFC 5531). It reads the header and the credential of each
 * call in place, runs the procedure, and sends the results:
 *
 * <pre>{@code
 * new RpcRdmaServer(new RpcRdmaServer.Context()
 *         ...
 *         .service(new RpcPrograms().on(PROGRAM, VERSION, ADD, (call, reply) -> {
 *             final int a = call.arguments().getInt();
 *             reply.putInt(a + call.arguments().getInt());
 *         })));
 * }</pre>
 *
 * <pre>
 *   unknown program                               accepted, PROG_UNAVAIL
 *   unknown version                               accepted, PROG_MISMATCH with the lowest and the highest
 *   unknown procedure                             accepted, PROC_UNAVAIL; procedure 0, NULL, always exists
 *   malformed arguments                           accepted, GARBAGE_ARGS
 *   another version of ONC RPC                    denied, RPC_MISMATCH
 *   a malformed credential, RPCSEC_GSS            denied, AUTH_BADCRED
 *   a malformed verifier                          denied, AUTH_BADVERF
 *   not a call, or shorter than a header          dropped
 * </pre>
 *
 * <p>The service reads AUTH_SYS ({@link ProcedureCall#authSys()}) and skips other flavors. It allocates nothing per
 * call, unless the call is deferred. Not thread-safe; use it on the event loop of a single server. Add all procedures
 * before the server starts.
 */
public final class RpcPrograms implements RpcService {
    private final Int2ObjectHashMap<TreeMap<Integer, Int2ObjectHashMap<RpcProcedure>>> programs =
            new Int2ObjectHashMap<>();

    /** The procedures of the most recent call's program and version, cached to avoid a lookup. */
    private Int2ObjectHashMap<RpcProcedure> lastProcedures;

    private int lastProgram;
    private int lastVersion;

    private ProcedureCall next = new ProcedureCall();

    /** Creates a service without programs. */
    public RpcPrograms() {}

    /**
     * Adds a procedure.
     *
     * @param program   the program number; RFC 5531 reserves 0x20000000 to 0x3fffffff for users.
     * @param version   the program version.
     * @param procedure the procedure number; 0 replaces the NULL procedure, which does nothing.
     * @param handler   executes the procedure.
     * @return this.
     * @throws IllegalArgumentException if the handler is null, or the procedure already exists.
     */
    public RpcPrograms on(final int program, final int version, final int procedure, final RpcProcedure handler) {
        if (handler == null) {
            throw new IllegalArgumentException("handler is required");
        }
        final Int2ObjectHashMap<RpcProcedure> procedures = programs.computeIfAbsent(
                        program, number -> new TreeMap<>(Integer::compareUnsigned))
                .computeIfAbsent(version, number -> new Int2ObjectHashMap<>());
        if (procedures.containsKey(procedure)) {
            throw new IllegalArgumentException("procedure already exists: program=" + Integer.toUnsignedLong(program)
                    + " version=" + Integer.toUnsignedLong(version) + " procedure="
                    + Integer.toUnsignedLong(procedure));
        }
        procedures.put(procedure, handler);
        return this;
    }

    @Override
    public void onCall(final RpcCall received) {
        final ProcedureCall call = next;
        final int status = call.wrap(received);
        final RpcMessage message = call.message();
        if (!RpcProgram.isCall(received, message, status)) {
            return;
        }
        if (!call.readCredential()) {
            RpcProgram.reject(received, RpcProgram.AUTH_BADCRED);
        } else {
            dispatch(received, call, message);
        }
    }

    private void dispatch(final RpcCall received, final ProcedureCall call, final RpcMessage message) {
        final Int2ObjectHashMap<RpcProcedure> procedures = procedures(message.program(), message.programVersion());
        if (procedures == null) {
            refuse(received, message.program());
            return;
        }
        final RpcProcedure procedure = procedures.get(message.procedure());
        if (procedure == null) {
            RpcProgram.accept(
                    received, message.procedure() == RpcProgram.NULL ? RpcProgram.SUCCESS : RpcProgram.PROC_UNAVAIL);
        } else if (RpcProgram.hasRoom(received, RpcProgram.RESULTS)) {
            try {
                call.carryOut(procedure);
            } finally {
                if (call.isDeferred()) {
                    next = new ProcedureCall();
                }
            }
        }
    }

    private Int2ObjectHashMap<RpcProcedure> procedures(final int program, final int version) {
        if (lastProcedures == null || program != lastProgram || version != lastVersion) {
            final TreeMap<Integer, Int2ObjectHashMap<RpcProcedure>> versions = programs.get(program);
            lastProcedures = versions == null ? null : versions.get(version);
            lastProgram = program;
            lastVersion = version;
        }
        return lastProcedures;
    }

    private void refuse(final RpcCall received, final int program) {
        final TreeMap<Integer, ?> versions = programs.get(program);
        if (versions == null) {
            RpcProgram.accept(received, RpcProgram.PROG_UNAVAIL);
        } else {
            RpcProgram.mismatch(received, versions.firstKey(), versions.lastKey());
        }
    }
}
