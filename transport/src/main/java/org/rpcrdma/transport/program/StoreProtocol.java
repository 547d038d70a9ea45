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
 * The messages of the store, program {@value #PROGRAM} version {@value #VERSION} (a number of those that RFC 5531
 * leaves to users). Credential and verifier are empty; all numbers are XDR, big-endian.
 *
 * <pre>
 *   procedure  arguments                                              results
 *   0 NULL     none                                                   none
 *   1 READ     hyper object, hyper offset, unsigned count             unsigned status, opaque data&lt;&gt;
 *   2 WRITE    hyper object, hyper offset, opaque data&lt;&gt;, unsigned tag  unsigned status, unsigned tag
 * </pre>
 *
 * <p>The data are eligible for chunks: WRITE's in a Read chunk at {@link #WRITE_DATA}, READ's into the first Write
 * chunk, which leaves their length in the message. READ returns less than was asked for at the end of the object, or if
 * the chunk has less room, and bytes that were never written as zeros.
 */
public final class StoreProtocol {
    /** The program. */
    public static final int PROGRAM = 0x2000_7273;

    /** Its version. */
    public static final int VERSION = 1;

    /** The procedure that reads a part of an object. */
    public static final int READ = 1;

    /** The procedure that writes a part of an object. */
    public static final int WRITE = 2;

    /** The position of a WRITE's data in its call message. */
    public static final int WRITE_DATA = RpcHead.CALL_LENGTH + 20;

    /** Offset of the data of a READ in a reply message that holds them. */
    public static final int READ_DATA = RpcProgram.RESULTS + 8;

    /** Status: done. */
    public static final int OK = 0;

    /** Status: there is no such object. */
    public static final int NO_OBJECT = 2;

    /** Status: objects are not so large. */
    public static final int TOO_LARGE = 27;

    /** Status: the store has no room for another object. */
    public static final int NO_SPACE = 28;

    private StoreProtocol() {}

    /**
     * Writes a READ call.
     *
     * @param message the buffer that it is written to.
     * @param xid     its transaction id.
     * @param object  which object.
     * @param offset  its first byte in that buffer.
     * @param count   bytes at most.
     * @return its length.
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
     * @param message the buffer that it is written to.
     * @param xid     its transaction id.
     * @param object  which object.
     * @param offset  its first byte in that buffer.
     * @param length  bytes of the chunk.
     * @param tag     comes back.
     * @return its length.
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
     * Writes a WRITE call around data that are in the message already, from {@link #WRITE_DATA} on.
     *
     * @param message the buffer that it is written to.
     * @param xid     its transaction id.
     * @param object  which object.
     * @param offset  its first byte in that buffer.
     * @param length  bytes of the data.
     * @param tag     comes back.
     * @return its length.
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
     * Returns the status of a reply.
     *
     * @param reply  the buffer that holds the message.
     * @param offset its first byte.
     * @param length its length.
     * @return {@link #OK} or another, or -1 if the call was not carried out.
     */
    public static int status(final DirectBuffer reply, final int offset, final int length) {
        return result(reply, offset, length, 0);
    }

    /**
     * Returns how many bytes a READ brought, or the tag of a WRITE.
     *
     * @param reply  the buffer that holds the message.
     * @param offset its first byte.
     * @param length its length.
     * @return the number, or -1 if the call was not carried out.
     */
    public static int value(final DirectBuffer reply, final int offset, final int length) {
        return result(reply, offset, length, 1);
    }

    /** Returns a word of the results, or -1 if the call was not carried out, or they have no such word. */
    private static int result(final DirectBuffer reply, final int offset, final int length, final int word) {
        final int at = RpcProgram.RESULTS + 4 * word;
        final boolean carriedOut = length >= at + 4
                && reply.getInt(offset + 8, BIG_ENDIAN) == RpcMessage.ACCEPTED
                && reply.getInt(offset + 20, BIG_ENDIAN) == RpcProgram.SUCCESS;
        return carriedOut ? reply.getInt(offset + at, BIG_ENDIAN) : -1;
    }
}
