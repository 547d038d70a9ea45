// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.program;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.RpcHead;

/**
 * The messages of the echo program, which has the number {@value #PROGRAM} (from the range that RFC 5531 leaves to
 * users) and version {@value #VERSION}. The credential and the verifier are empty. Stateless.
 *
 * <pre>
 *   procedure  arguments                       results
 *   0 NULL     none                            none
 *   1 ECHO     opaque data&lt;&gt;, unsigned tag       opaque data&lt;&gt;, unsigned tag
 * </pre>
 *
 * <p>The data are DDP-eligible. The arguments' data can be in a Read chunk at {@link #DATA}. If the client offers a
 * Write chunk, the first one carries the results' data, and only their length remains in the message.
 */
public final class EchoProtocol {
    /** The program number. */
    public static final int PROGRAM = 0x2000_7264;

    /** The program version. */
    public static final int VERSION = 1;

    /** The number of the procedure that returns its arguments. */
    public static final int ECHO = 1;

    /** The position of the data in the call message of an ECHO. */
    public static final int DATA = RpcHead.CALL_LENGTH + 4;

    private EchoProtocol() {}

    /**
     * Writes a NULL call.
     *
     * @param message the buffer for the call.
     * @param xid     the transaction id.
     * @return the length of the call message.
     */
    public static int writeNull(final MutableDirectBuffer message, final int xid) {
        return RpcHead.putCall(message, xid, PROGRAM, VERSION, RpcProgram.NULL);
    }

    /**
     * Writes an ECHO call whose data are in a Read chunk at {@link #DATA}.
     *
     * @param message the buffer for the call.
     * @param xid     the transaction id.
     * @param length  the length of the chunk in bytes.
     * @param tag     a number that is returned in the results.
     * @return the length of the call message.
     */
    public static int writeEchoOfChunk(
            final MutableDirectBuffer message, final int xid, final int length, final int tag) {
        RpcHead.putCall(message, xid, PROGRAM, VERSION, ECHO);
        message.putInt(RpcHead.CALL_LENGTH, length, BIG_ENDIAN);
        message.putInt(DATA, tag, BIG_ENDIAN);
        return DATA + 4;
    }

    /**
     * Writes an ECHO call around data that are already in the message, starting at {@link #DATA}.
     *
     * @param message the buffer for the call.
     * @param xid     the transaction id.
     * @param length  the length of the data in bytes.
     * @param tag     a number that is returned in the results.
     * @return the length of the call message.
     */
    public static int writeEcho(final MutableDirectBuffer message, final int xid, final int length, final int tag) {
        RpcHead.putCall(message, xid, PROGRAM, VERSION, ECHO);
        message.putInt(RpcHead.CALL_LENGTH, length, BIG_ENDIAN);
        final int padding = -length & 3;
        message.setMemory(DATA + length, padding, (byte) 0);
        message.putInt(DATA + length + padding, tag, BIG_ENDIAN);
        return DATA + length + padding + 4;
    }
}
