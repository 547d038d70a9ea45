// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.MutableDirectBuffer;

/**
 * Writes the headers of ONC RPC messages (RFC 5531, section 9), which precede the arguments or results. {@link
 * RpcMessage} reads these headers. Stateless.
 *
 * <pre>
 *   0     4      8   12        16        20          24               32             40
 *  +-----+------+---+---------+---------+-----------+----------------+--------------+
 *  | xid | CALL | 2 | program | version | procedure | no credentials | no verifier  |
 *  +-----+------+---+---------+---------+-----------+----------------+--------------+
 *
 *   0     4       8          12            20        24
 *  +-----+-------+----------+-------------+---------+
 *  | xid | REPLY | ACCEPTED | no verifier | SUCCESS |
 *  +-----+-------+----------+-------------+---------+
 * </pre>
 */
public final class RpcHead {
    /** The length of a call's header, in bytes. */
    public static final int CALL_LENGTH = 40;
    /** The length of a reply's header, in bytes. */
    public static final int REPLY_LENGTH = 24;

    private static final int SUCCESS = 0;

    private RpcHead() {}

    /**
     * Writes the header of a call.
     *
     * @param message   the buffer; the first {@link #CALL_LENGTH} bytes are written.
     * @param xid       the transaction id, unique among the outstanding calls of a connection.
     * @param program   the program number.
     * @param version   the program version.
     * @param procedure the procedure number.
     * @return the offset of the arguments: {@link #CALL_LENGTH}.
     */
    public static int putCall(
            final MutableDirectBuffer message,
            final int xid,
            final int program,
            final int version,
            final int procedure) {
        message.putInt(0, xid, BIG_ENDIAN);
        message.putInt(4, RpcMessage.CALL, BIG_ENDIAN);
        message.putInt(8, RpcMessage.RPC_VERSION, BIG_ENDIAN);
        message.putInt(12, program, BIG_ENDIAN);
        message.putInt(16, version, BIG_ENDIAN);
        message.putInt(20, procedure, BIG_ENDIAN);
        message.putLong(24, 0);
        message.putLong(32, 0);
        return CALL_LENGTH;
    }

    /**
     * Writes the header of a call, including a credential.
     *
     * @param out        the writer for the header; the arguments follow.
     * @param xid        the transaction id, unique among the outstanding calls of a connection.
     * @param program    the program number.
     * @param version    the program version.
     * @param procedure  the procedure number.
     * @param credential the caller's credential.
     * @return {@code out}.
     * @throws XdrWriter.NoRoom if the header does not fit.
     */
    public static XdrWriter putCall(
            final XdrWriter out,
            final int xid,
            final int program,
            final int version,
            final int procedure,
            final RpcCredential credential) {
        out.putInt(xid).putInt(RpcMessage.CALL).putInt(RpcMessage.RPC_VERSION);
        out.putInt(program).putInt(version).putInt(procedure);
        return credential.put(out);
    }

    /**
     * Writes the header of an accepted, successful reply. The results follow.
     *
     * @param message the buffer; the first {@link #REPLY_LENGTH} bytes are written.
     * @param xid     the transaction id of the call.
     * @return the offset of the results: {@link #REPLY_LENGTH}.
     */
    public static int putReply(final MutableDirectBuffer message, final int xid) {
        message.putInt(0, xid, BIG_ENDIAN);
        message.putInt(4, RpcMessage.REPLY, BIG_ENDIAN);
        message.putInt(8, RpcMessage.ACCEPTED, BIG_ENDIAN);
        message.putLong(12, 0);
        message.putInt(20, SUCCESS, BIG_ENDIAN);
        return REPLY_LENGTH;
    }
}
