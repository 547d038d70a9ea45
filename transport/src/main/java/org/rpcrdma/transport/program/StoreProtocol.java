// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.program;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;

/**
 * The messages of the store program, which has the number {@value #PROGRAM} (from the range that RFC 5531 leaves to
 * users) and version {@value #VERSION}. The credential and the verifier are empty. All numbers are in XDR format,
 * big-endian. Stateless.
 *
 * <pre>
 *   procedure  arguments                                              results
 *   0 NULL     none                                                   none
 *   1 READ     hyper object, hyper offset, unsigned count             unsigned status, opaque data&lt;&gt;
 *   2 WRITE    hyper object, hyper offset, opaque data&lt;&gt;, unsigned tag  unsigned status, unsigned tag
 * </pre>
 *
 * <p>The data are DDP-eligible. The data of a WRITE can be in a Read chunk at {@link #WRITE_DATA}. The data of a READ
 * can be sent in the first Write chunk, while their length remains in the message. READ returns fewer bytes than
 * requested at the end of the object, or if the chunk is smaller. Bytes that have never been written are zero.
 */
public final class StoreProtocol {
    /** The program number. */
    public static final int PROGRAM = 0x2000_7273;

    /** The program version. */
    public static final int VERSION = 1;

    /** The number of the procedure that reads part of an object. */
    public static final int READ = 1;

    /** The number of the procedure that writes part of an object. */
    public static final int WRITE = 2;

    /** The position of the data in the call message of a WRITE. */
    public static final int WRITE_DATA = RpcHead.CALL_LENGTH + 20;

    /** The offset of the data in the reply message of a READ, if the message includes them. */
    public static final int READ_DATA = RpcProgram.RESULTS + 8;

    /** Status: success. */
    public static final int OK = 0;

    /** Status: the object does not exist. */
    public static final int NO_OBJECT = 2;

    /** Status: the range exceeds the object size. */
    public static final int TOO_LARGE = 27;

    /** Status: the store cannot hold another object. */
    public static final int NO_SPACE = 28;

    private StoreProtocol() {}

    /**
     * Writes a READ call.
     *
     * @param message the buffer for the call.
     * @param xid     the transaction id.
     * @param object  the number of the object.
     * @param offset  the offset of the first byte within the object.
     * @param count   the maximum number of bytes to read.
     * @return the length of the call message.
     */
    public static int writeRead(
            final MutableDirectBuffer message, final int xid, final long object, final long offset, final int count) {
        RpcHead.putCall(message, xid, PROGRAM, VERSION, READ);
        message.putLong(RpcHead.CALL_LENGTH, object, BIG_ENDIAN);
        message.putLong(RpcHead.CALL_LENGTH + 8, offset, BIG_ENDIAN);
        message.putInt(RpcHead.CALL_LENGTH + 16, count, BIG_ENDIAN);
        return RpcHead.CALL_LENGTH + 20;
    }

    /**
     * Writes a WRITE call whose data are in a Read chunk at {@link #WRITE_DATA}.
     *
     * @param message the buffer for the call.
     * @param xid     the transaction id.
     * @param object  the number of the object.
     * @param offset  the offset of the first byte within the object.
     * @param length  the length of the chunk in bytes.
     * @param tag     a number that is returned in the results.
     * @return the length of the call message.
     */
    public static int writeWriteOfChunk(
            final MutableDirectBuffer message,
            final int xid,
            final long object,
            final long offset,
            final int length,
            final int tag) {
        return writeWrite(message, xid, object, offset, length, tag, 0);
    }

    /**
     * Writes a WRITE call around data that are already in the message, starting at {@link #WRITE_DATA}.
     *
     * @param message the buffer for the call.
     * @param xid     the transaction id.
     * @param object  the number of the object.
     * @param offset  the offset of the first byte within the object.
     * @param length  the length of the data in bytes.
     * @param tag     a number that is returned in the results.
     * @return the length of the call message.
     */
    public static int writeWrite(
            final MutableDirectBuffer message,
            final int xid,
            final long object,
            final long offset,
            final int length,
            final int tag) {
        final int padding = -length & 3;
        message.setMemory(WRITE_DATA + length, padding, (byte) 0);
        return writeWrite(message, xid, object, offset, length, tag, length + padding);
    }

    private static int writeWrite(
            final MutableDirectBuffer message,
            final int xid,
            final long object,
            final long offset,
            final int length,
            final int tag,
            final int inMessage) {
        RpcHead.putCall(message, xid, PROGRAM, VERSION, WRITE);
        message.putLong(RpcHead.CALL_LENGTH, object, BIG_ENDIAN);
        message.putLong(RpcHead.CALL_LENGTH + 8, offset, BIG_ENDIAN);
        message.putInt(RpcHead.CALL_LENGTH + 16, length, BIG_ENDIAN);
        message.putInt(WRITE_DATA + inMessage, tag, BIG_ENDIAN);
        return WRITE_DATA + inMessage + 4;
    }

    /**
     * Returns the status in a reply.
     *
     * @param reply  the buffer that contains the message.
     * @param offset the offset of the message.
     * @param length the length of the message.
     * @return {@link #OK} or another status; -1 if the call was not executed.
     */
    public static int status(final DirectBuffer reply, final int offset, final int length) {
        return result(reply, offset, length, 0);
    }

    /**
     * Returns the number of bytes that a READ returned, or the tag of a WRITE.
     *
     * @param reply  the buffer that contains the message.
     * @param offset the offset of the message.
     * @param length the length of the message.
     * @return the number; -1 if the call was not executed.
     */
    public static int value(final DirectBuffer reply, final int offset, final int length) {
        return result(reply, offset, length, 1);
    }

    /** Returns a word of the results, or -1 if the call was not executed or the word is missing. */
    private static int result(final DirectBuffer reply, final int offset, final int length, final int word) {
        final int at = RpcProgram.RESULTS + 4 * word;
        final boolean carriedOut = length >= at + 4
                && reply.getInt(offset + 8, BIG_ENDIAN) == RpcMessage.ACCEPTED
                && reply.getInt(offset + 20, BIG_ENDIAN) == RpcProgram.SUCCESS;
        return carriedOut ? reply.getInt(offset + at, BIG_ENDIAN) : -1;
    }
}
