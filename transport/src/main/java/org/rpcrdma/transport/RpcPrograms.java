// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.TreeMap;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.wire.RpcMessage;

/**
 * A service made of procedures of ONC RPC programs (RFC 5531). It reads each call's head and credential in place, finds
 * the procedure, and sends what it writes:
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
 *   no program of that number                     accepted, PROG_UNAVAIL
 *   other versions of it                          accepted, PROG_MISMATCH with the lowest and the highest
 *   no such procedure                             accepted, PROC_UNAVAIL; procedure 0, NULL, is always there
 *   arguments that cannot be read                 accepted, GARBAGE_ARGS
 *   another version of ONC RPC                    denied, RPC_MISMATCH
 *   a malformed credential, RPCSEC_GSS            denied, AUTH_BADCRED
 *   a malformed verifier                          denied, AUTH_BADVERF
 *   no call, or shorter than a head               dropped
 * </pre>
 *
 * <p>AUTH_SYS is read ({@link ProcedureCall#authSys()}), other flavors are stepped over. Nothing is allocated a call,
 * unless it is deferred. Used on the event loop of one server; procedures are added before that.
 */
public final class RpcPrograms implements RpcService {
    private final Int2ObjectHashMap<TreeMap<Integer, Int2ObjectHashMap<RpcProcedure>>> programs =
            new Int2ObjectHashMap<>();

    /** The procedures that the last call asked for are looked up once. */
    private Int2ObjectHashMap<RpcProcedure> lastProcedures;

    private int lastProgram;
    private int lastVersion;

    private ProcedureCall next = new ProcedureCall();

    /** Makes a service without programs. */
    public RpcPrograms() {}

    /**
     * Adds a procedure.
     *
     * @param program   the program's number; RFC 5531 leaves 0x20000000 to 0x3fffffff to users.
     * @param version   its version.
     * @param procedure the procedure's number, also 0 instead of the NULL that does nothing.
     * @param handler   carries it out.
     * @return this.
     * @throws IllegalArgumentException if there is no handler, or the procedure was added before.
     */
    public RpcPrograms on(final int program, final int version, final int procedure, final RpcProcedure handler) {
        if (handler == null) {
            throw new IllegalArgumentException("handler is required");
        }
        final Int2ObjectHashMap<RpcProcedure> procedures = programs.computeIfAbsent(
                        program, number -> new TreeMap<>(Integer::compareUnsigned))
                .computeIfAbsent(version, number -> new Int2ObjectHashMap<>());
        if (procedures.containsKey(procedure)) {
            throw new IllegalArgumentException("procedure was added before: program=" + Integer.toUnsignedLong(program)
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
