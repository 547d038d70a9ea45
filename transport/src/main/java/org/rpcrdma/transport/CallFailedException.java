// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;

/**
 * Thrown if a call ends without results, or if a connection cannot be established. If the server replied that it did
 * not execute the call (RFC 5531, section 9), the exception contains the statuses from that reply. A status that the
 * reply does not contain is {@link #NONE}. Immutable.
 *
 * <pre>
 *   no reply                          the message is the reason; xid and remote are unknown
 *   accepted, not executed            acceptStatus: PROG_UNAVAIL 1, PROG_MISMATCH 2, PROC_UNAVAIL 3, ...
 *   denied                            rejectStatus: RPC_MISMATCH 0, AUTH_ERROR 1, with authStatus, AUTH_BADCRED 1, ...
 *   the reply is malformed            none
 * </pre>
 */
public final class CallFailedException extends RuntimeException {
    /** The value of a status that the reply does not contain. */
    public static final int NONE = -1;

    private static final long serialVersionUID = 1L;
    private static final int AUTH_ERROR = 1;
    private static final String[] ACCEPT = {
        "SUCCESS", "PROG_UNAVAIL", "PROG_MISMATCH", "PROC_UNAVAIL", "GARBAGE_ARGS", "SYSTEM_ERR"
    };
    private static final String[] REJECT = {"RPC_MISMATCH", "AUTH_ERROR"};
    private static final String[] AUTH = {
        "AUTH_OK", "AUTH_BADCRED", "AUTH_REJECTEDCRED", "AUTH_BADVERF", "AUTH_REJECTEDVERF", "AUTH_TOOWEAK"
    };

    private final int acceptStatus;
    private final int rejectStatus;
    private final int authStatus;
    private final int xid;
    private final transient InetSocketAddress remote;

    /**
     * Creates an exception without a stack trace, because the failure occurred elsewhere.
     *
     * @param reason the reason, as passed to {@link ReplyHandler#onFailure} or {@link ClientListener#onDisconnected}.
     */
    public CallFailedException(final String reason) {
        this(reason, NONE, NONE, NONE, 0, null);
    }

    private CallFailedException(
            final String reason,
            final int acceptStatus,
            final int rejectStatus,
            final int authStatus,
            final int xid,
            final InetSocketAddress remote) {
        super(reason, null, false, false);
        this.acceptStatus = acceptStatus;
        this.rejectStatus = rejectStatus;
        this.authStatus = authStatus;
        this.xid = xid;
        this.remote = remote;
    }

    /**
     * Creates an exception for a reply that reports a failure or is malformed.
     *
     * @param status    the status that {@link RpcMessage#wrap} returned.
     * @param reply     the reply.
     * @param authError the word after the reject status; ignored if the reply does not contain that word.
     * @param xid       the call's transaction id.
     * @param remote    the server's address; null if unknown.
     * @return the exception, without a stack trace.
     */
    public static CallFailedException of(
            final int status,
            final RpcMessage reply,
            final int authError,
            final int xid,
            final InetSocketAddress remote) {
        final String end = " xid=0x" + Integer.toHexString(xid) + " remote=" + remote;
        if (status != HeaderStatus.VALID || reply.messageType() != RpcMessage.REPLY || reply.xid() != xid) {
            final String why = status == HeaderStatus.VALID ? "not a reply to this call" : HeaderStatus.nameOf(status);
            return new CallFailedException("the reply is malformed: " + why + end, NONE, NONE, NONE, xid, remote);
        }
        final int detail = reply.detailStatus();
        if (reply.replyStatus() == RpcMessage.ACCEPTED) {
            final String why = "the call was not executed: status=" + name(ACCEPT, detail);
            return new CallFailedException(why + end, detail, NONE, NONE, xid, remote);
        }
        if (detail != AUTH_ERROR) {
            final String why = "the call was denied: status=" + name(REJECT, detail);
            return new CallFailedException(why + end, NONE, detail, NONE, xid, remote);
        }
        final String why = "the call was denied: status=" + name(AUTH, authError);
        return new CallFailedException(why + end, NONE, detail, authError, xid, remote);
    }

    private static String name(final String[] names, final int status) {
        return status >= 0 && status < names.length ? names[status] : Integer.toString(status);
    }

    /**
     * Returns the reason why the server accepted the call but did not execute it.
     *
     * @return an accept status, such as {@link RpcProgram#GARBAGE_ARGS}, or {@link #NONE} if the reply contains no
     *     accept status.
     */
    public int acceptStatus() {
        return acceptStatus;
    }

    /**
     * Returns the reason why the server denied the call.
     *
     * @return a reject status, or {@link #NONE} if the reply contains no reject status. The status is 0 if the server
     * does not support the call's RPC version, or 1 for an authentication error ({@link #authStatus()}).
     */
    public int rejectStatus() {
        return rejectStatus;
    }

    /**
     * Returns the reason why the server rejected the credential.
     *
     * @return an auth_stat, for example 1 for AUTH_BADCRED or 5 for AUTH_TOOWEAK; {@link #NONE} if the reply contains
     *     no auth_stat.
     */
    public int authStatus() {
        return authStatus;
    }

    /**
     * Returns the call's transaction id.
     *
     * @return the transaction id, or 0 if no reply arrived.
     */
    public int xid() {
        return xid;
    }

    /**
     * Returns the address of the server that replied.
     *
     * @return the address, or null if it is unknown or no reply arrived.
     */
    public InetSocketAddress remote() {
        return remote;
    }
}
