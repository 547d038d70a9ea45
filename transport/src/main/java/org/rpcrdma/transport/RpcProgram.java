// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;

/**
 * The base class of a service that implements one version of an ONC RPC program (RFC 5531) and builds its replies
 * itself. Other services use {@link RpcPrograms}. This class parses the header of each call, answers calls to unknown
 * versions and procedures with the errors that the RFC defines, and drops messages that are not calls. The service must
 * check the credential.
 *
 * <pre>
 *   reply   0     4     8     12        20       24
 *          +-----+-----+-----+---------+--------+---------
 *          | xid |  1  |  0  | verifier| accept | results
 *          +-----+-----+-----+---------+--------+---------
 * </pre>
 *
 * <p>Not thread-safe; used on a server's event loop.
 */
public abstract class RpcProgram implements RpcService {
    /** The number of the NULL procedure, which every program has and which does nothing. */
    public static final int NULL = 0;

    /** Accept status: the call was executed. */
    public static final int SUCCESS = 0;

    /** Accept status: the server does not provide the program. */
    public static final int PROG_UNAVAIL = 1;

    /** Accept status: the server does not provide this version of the program. */
    public static final int PROG_MISMATCH = 2;

    /** Accept status: the program does not have the procedure. */
    public static final int PROC_UNAVAIL = 3;

    /** Accept status: the server cannot decode the arguments. */
    public static final int GARBAGE_ARGS = 4;

    /** Accept status: the program could not execute the call or threw an exception. */
    public static final int SYSTEM_ERR = RpcMessage.SYSTEM_ERR;

    /** Auth status: the credential is not valid for its flavor, or the program does not accept the flavor. */
    public static final int AUTH_BADCRED = 1;

    /** Auth status: the caller is not permitted to call the procedure, for example because of its address. */
    public static final int AUTH_TOOWEAK = 5;

    /** The offset of the results in a reply message, in bytes. */
    public static final int RESULTS = 24;

    /** Auth status: the verifier is malformed. */
    private static final int AUTH_BADVERF = 3;

    private static final int RPC_MISMATCH = 0;
    private static final int AUTH_ERROR = 1;

    private final RpcMessage message = new RpcMessage();
    private final int program;
    private final int version;

    /**
     * Creates a program.
     *
     * @param program the program number.
     * @param version the program version.
     */
    protected RpcProgram(final int program, final int version) {
        this.program = program;
        this.version = version;
    }

    @Override
    public final void onCall(final RpcCall call) {
        final int offset = call.messageOffset();
        if (!isCall(call, message, message.wrap(call.message(), offset, call.messageLength()))) {
            return;
        }
        if (message.program() != program) {
            accept(call, PROG_UNAVAIL);
        } else if (message.programVersion() != version) {
            mismatch(call, version, version);
        } else if (message.procedure() == NULL) {
            accept(call, SUCCESS);
        } else {
            onProcedure(call, message.procedure(), offset + message.bodyOffset());
        }
    }

    /** Returns true if the message is a valid ONC RPC call. If not, denies or drops it. */
    static boolean isCall(final RpcCall call, final RpcMessage message, final int status) {
        if (status == HeaderStatus.BAD_VERSION) {
            denyVersion(call);
        } else if (status == HeaderStatus.BAD_AUTH && message.messageType() == RpcMessage.CALL) {
            reject(call, message.isVerifierBad() ? AUTH_BADVERF : AUTH_BADCRED);
        } else if (status != HeaderStatus.VALID || message.messageType() != RpcMessage.CALL) {
            call.drop();
        } else {
            return true;
        }
        return false;
    }

    /**
     * Executes a procedure other than {@link #NULL}.
     *
     * @param call      the call, which the implementation must answer.
     * @param procedure the procedure number.
     * @param arguments the offset of the arguments in {@link RpcCall#message()}.
     */
    protected abstract void onProcedure(RpcCall call, int procedure, int arguments);

    /**
     * Answers with an accept status and no results.
     *
     * @param call   the call.
     * @param status an accept status.
     */
    protected static void accept(final RpcCall call, final int status) {
        if (writeHead(call, status)) {
            call.reply(RESULTS);
        }
    }

    /**
     * Rejects a call because of its credential or caller.
     *
     * @param call   the call.
     * @param status an auth status of RFC 5531, 1 or more.
     */
    protected static void reject(final RpcCall call, final int status) {
        if (hasRoom(call, RESULTS - 4)) {
            final MutableDirectBuffer reply = call.replyMessage(RESULTS - 4);
            putDenied(reply, call.xid(), AUTH_ERROR);
            reply.putInt(16, status, BIG_ENDIAN);
            call.reply(RESULTS - 4);
        }
    }

    /**
     * Writes the header of a reply. If the header does not fit, refuses the call.
     *
     * @param call   the call.
     * @param status an accept status.
     * @return true if the header fits; false if it does not fit and the call has been refused.
     */
    protected static boolean writeHead(final RpcCall call, final int status) {
        if (!hasRoom(call, RESULTS)) {
            return false;
        }
        putHead(call.replyMessage(RESULTS), call.xid(), status);
        return true;
    }

    static void putHead(final MutableDirectBuffer reply, final int xid, final int status) {
        RpcHead.putReply(reply, xid);
        reply.putInt(RESULTS - 4, status, BIG_ENDIAN);
    }

    /**
     * Returns true if a reply message of the given length fits. If not, refuses the call.
     *
     * @param call  the call.
     * @param bytes the length of the message in bytes.
     * @return true if the message fits; false if it does not fit and the call has been refused.
     */
    protected static boolean hasRoom(final RpcCall call, final int bytes) {
        if (call.replyCapacity() >= bytes) {
            return true;
        }
        call.refuse();
        return false;
    }

    static void mismatch(final RpcCall call, final int lowest, final int highest) {
        if (hasRoom(call, RESULTS + 8) && writeHead(call, PROG_MISMATCH)) {
            final MutableDirectBuffer reply = call.replyMessage(RESULTS + 8);
            reply.putInt(RESULTS, lowest, BIG_ENDIAN);
            reply.putInt(RESULTS + 4, highest, BIG_ENDIAN);
            call.reply(RESULTS + 8);
        }
    }

    private static void denyVersion(final RpcCall call) {
        if (hasRoom(call, RESULTS)) {
            final MutableDirectBuffer reply = call.replyMessage(RESULTS);
            putDenied(reply, call.xid(), RPC_MISMATCH);
            reply.putInt(16, RpcMessage.RPC_VERSION, BIG_ENDIAN);
            reply.putInt(20, RpcMessage.RPC_VERSION, BIG_ENDIAN);
            call.reply(RESULTS);
        }
    }

    private static void putDenied(final MutableDirectBuffer reply, final int xid, final int rejectStatus) {
        reply.putInt(0, xid, BIG_ENDIAN);
        reply.putInt(4, RpcMessage.REPLY, BIG_ENDIAN);
        reply.putInt(8, RpcMessage.DENIED, BIG_ENDIAN);
        reply.putInt(12, rejectStatus, BIG_ENDIAN);
    }
}
