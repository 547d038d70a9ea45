// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;

/**
 * Reads the header of an ONC RPC call or reply (RFC 5531, section 9) in place. The header precedes the arguments or
 * results.
 *
 * <pre>
 *  call    0     4     8      12        16        20          24
 *         +-----+-----+------+---------+---------+-----------+------------+----------+-----------
 *         | xid |  0  |  2   | program | version | procedure | credential | verifier | arguments
 *         +-----+-----+------+---------+---------+-----------+------------+----------+-----------
 *
 *  reply   0     4     8                                  accepted, 0       denied, 1
 *         +-----+-----+--------------+    +----------+---------------+    +---------------+
 *         | xid |  1  | reply status | :  | verifier | accept status | or | reject status | ...
 *         +-----+-----+--------------+    +----------+---------------+    +---------------+
 *
 *  credential, verifier = flavor, length (at most 400), length bytes padded to a multiple of 4
 * </pre>
 *
 * <p>A reusable flyweight that allocates nothing. Hostile bytes cause neither an exception nor a read outside the
 * message. Not thread-safe.
 */
public final class RpcMessage {
    /** Message type: a call. */
    public static final int CALL = 0;
    /** Message type: a reply. */
    public static final int REPLY = 1;
    /** The version of ONC RPC. */
    public static final int RPC_VERSION = 2;
    /** Reply status: accepted. */
    public static final int ACCEPTED = 0;
    /** Accept status: the server could not execute the call. */
    public static final int SYSTEM_ERR = 5;
    /** Reply status: denied. */
    public static final int DENIED = 1;
    /** The maximum length of the body of a credential or verifier, in bytes. */
    public static final int MAX_AUTH_LENGTH = 400;

    private static final int XID = 0;
    private static final int TYPE = 4;
    private static final int CALL_RPC_VERSION = 8;
    private static final int CALL_PROGRAM = 12;
    private static final int CALL_VERSION = 16;
    private static final int CALL_PROCEDURE = 20;
    private static final int CALL_CREDENTIAL = 24;
    private static final int REPLY_STATUS = 8;
    private static final int REPLY_REST = 12;
    private static final int AUTH_LENGTH = 4;
    private static final int AUTH_BODY = 8;
    private static final int WORD = 4;

    private DirectBuffer buffer;

    private int start;
    private int limit;
    private int body;
    private int credentialEnd;

    /** Creates a flyweight that does not wrap anything yet. */
    public RpcMessage() {}

    /**
     * Wraps an RPC message and validates it.
     *
     * <p>After {@link HeaderStatus#TRUNCATED} or {@link HeaderStatus#BAD_AUTH}, the words before a call's credential or
     * a reply's verifier can still be read.
     *
     * @param message the buffer that contains the message.
     * @param offset  the offset of the first byte of the message.
     * @param length  the length of the message in bytes, which must be within the buffer.
     * @return {@link HeaderStatus#VALID}, or the reason why the message is rejected.
     */
    public int wrap(final DirectBuffer message, final int offset, final int length) {
        buffer = message;
        start = offset;
        limit = offset + length;
        body = limit;
        if (length < REPLY_REST) {
            return HeaderStatus.TOO_SHORT;
        }
        return switch (messageType()) {
            case CALL -> call(length);
            case REPLY -> reply();
            default -> HeaderStatus.BAD_PROCEDURE;
        };
    }

    private int call(final int length) {
        if (length < CALL_CREDENTIAL) {
            return HeaderStatus.TOO_SHORT;
        }
        if (word(CALL_RPC_VERSION) != RPC_VERSION) {
            return HeaderStatus.BAD_VERSION;
        }
        final int status = auth(start + CALL_CREDENTIAL);
        credentialEnd = body;
        return status == HeaderStatus.VALID ? auth(body) : status;
    }

    private int reply() {
        return switch (replyStatus()) {
            case ACCEPTED -> {
                final int status = auth(start + REPLY_REST);
                yield status == HeaderStatus.VALID ? statusWord(body) : status;
            }
            case DENIED -> statusWord(start + REPLY_REST);
            default -> HeaderStatus.BAD_CODE;
        };
    }

    private int statusWord(final int position) {
        if (limit - position < WORD) {
            return HeaderStatus.TRUNCATED;
        }
        body = position + WORD;
        return HeaderStatus.VALID;
    }

    /** Skips a credential or verifier. Sets {@code body} to the offset of the byte that follows it. */
    private int auth(final int position) {
        if (limit - position < AUTH_BODY) {
            return HeaderStatus.TRUNCATED;
        }
        final int length = wordAt(position + AUTH_LENGTH);
        if (length < 0 || length > MAX_AUTH_LENGTH) {
            return HeaderStatus.BAD_AUTH;
        }
        final int padded = (length + WORD - 1) & -WORD;
        if (limit - position - AUTH_BODY < padded) {
            return HeaderStatus.TRUNCATED;
        }
        body = position + AUTH_BODY + padded;
        return HeaderStatus.VALID;
    }

    /**
     * Returns the transaction id.
     *
     * @return the transaction id.
     */
    public int xid() {
        return word(XID);
    }

    /**
     * Returns the message type.
     *
     * @return {@link #CALL} or {@link #REPLY}.
     */
    public int messageType() {
        return word(TYPE);
    }

    /**
     * Returns the program number of a call.
     *
     * @return the number, for example 100003 for NFS.
     */
    public int program() {
        return word(CALL_PROGRAM);
    }

    /**
     * Returns the program version of a call.
     *
     * @return the version.
     */
    public int programVersion() {
        return word(CALL_VERSION);
    }

    /**
     * Returns the procedure number of a call.
     *
     * @return the number.
     */
    public int procedure() {
        return word(CALL_PROCEDURE);
    }

    /**
     * Returns the flavor of a call's credential.
     *
     * @return the flavor's number, for example {@link RpcCredential#AUTH_SYS}.
     */
    public int credentialFlavor() {
        return word(CALL_CREDENTIAL);
    }

    /**
     * Returns the offset of the body of a call's credential.
     *
     * @return the offset in bytes, relative to the offset passed to {@link #wrap}.
     */
    public int credentialOffset() {
        return CALL_CREDENTIAL + AUTH_BODY;
    }

    /**
     * Returns the length of the body of a call's credential.
     *
     * @return the length in bytes, at most {@link #MAX_AUTH_LENGTH}.
     */
    public int credentialLength() {
        return word(CALL_CREDENTIAL + AUTH_LENGTH);
    }

    /**
     * Returns true if {@link HeaderStatus#BAD_AUTH} refers to the call's verifier.
     *
     * @return true for the verifier, false for the credential.
     */
    public boolean isVerifierBad() {
        return credentialEnd != limit;
    }

    /**
     * Returns the status of a reply.
     *
     * @return {@link #ACCEPTED} or {@link #DENIED}.
     */
    public int replyStatus() {
        return word(REPLY_STATUS);
    }

    /**
     * Returns the accept status of a reply or, if the call was denied, the reject status.
     *
     * @return the accept status (0 is success) or the reject status, depending on {@link #replyStatus()}.
     */
    public int detailStatus() {
        return wordAt(body - WORD);
    }

    /**
     * Returns the offset of a call's arguments or a reply's results.
     *
     * @return the offset in bytes, relative to the offset passed to {@link #wrap}.
     */
    public int bodyOffset() {
        return body - start;
    }

    private int word(final int offset) {
        return wordAt(start + offset);
    }

    private int wordAt(final int position) {
        return buffer.getInt(position, BIG_ENDIAN);
    }
}
