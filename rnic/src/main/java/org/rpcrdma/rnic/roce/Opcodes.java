// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

/**
 * Opcodes of the base transport header (InfiniBand Architecture Specification, volume 1, section 9.2). The upper three
 * bits are the transport, and the remaining bits are the operation. The constants are the opcodes of reliable
 * connections, whose transport is 0, so they also serve as the operation codes of the other transports.
 */
public final class Opcodes {
    public static final int SEND_FIRST = 0;
    public static final int SEND_MIDDLE = 1;
    public static final int SEND_LAST = 2;
    public static final int SEND_LAST_IMMEDIATE = 3;
    public static final int SEND_ONLY = 4;
    public static final int SEND_ONLY_IMMEDIATE = 5;
    public static final int WRITE_FIRST = 6;
    public static final int WRITE_MIDDLE = 7;
    public static final int WRITE_LAST = 8;
    public static final int WRITE_LAST_IMMEDIATE = 9;
    public static final int WRITE_ONLY = 10;
    public static final int WRITE_ONLY_IMMEDIATE = 11;
    public static final int READ_REQUEST = 12;
    public static final int READ_RESPONSE_FIRST = 13;
    public static final int READ_RESPONSE_MIDDLE = 14;
    public static final int READ_RESPONSE_LAST = 15;
    public static final int READ_RESPONSE_ONLY = 16;
    public static final int ACKNOWLEDGE = 17;
    public static final int ATOMIC_ACKNOWLEDGE = 18;
    public static final int COMPARE_SWAP = 19;
    public static final int FETCH_ADD = 20;
    public static final int SEND_LAST_INVALIDATE = 22;
    public static final int SEND_ONLY_INVALIDATE = 23;
    public static final int FLUSH = 28;
    public static final int ATOMIC_WRITE = 29;
    public static final int DATAGRAM_SEND_ONLY = 100;

    /** The mask of the transport bits. */
    public static final int TRANSPORT = 0xe0;

    public static final int RELIABLE = 0;
    public static final int UNRELIABLE = 0x20;
    public static final int DATAGRAM = 0x60;

    public static final int RETH = 16;
    public static final int AETH = 4;
    public static final int IMMEDIATE = 4;
    public static final int IETH = 4;
    public static final int DETH = 8;
    public static final int ATOMIC_ETH = 28;
    public static final int ATOMIC_ACK_ETH = 8;
    /** The length, in bytes, of a flush's FETH, which precedes its RETH. */
    public static final int FETH = 4;

    private static final byte[] EXTENSIONS = new byte[256];

    static {
        for (int opcode = 0; opcode < EXTENSIONS.length; opcode++) {
            EXTENSIONS[opcode] = (byte) headersOf(opcode);
        }
    }

    private Opcodes() {}

    public static boolean invalidates(final int opcode) {
        return opcode == SEND_LAST_INVALIDATE || opcode == SEND_ONLY_INVALIDATE;
    }

    public static boolean startsTransfer(final int opcode) {
        return switch (opcode) {
            case WRITE_FIRST, WRITE_ONLY, WRITE_ONLY_IMMEDIATE, READ_RESPONSE_FIRST, READ_RESPONSE_ONLY -> true;
            default -> false;
        };
    }

    public static boolean startsSend(final int opcode) {
        return switch (opcode) {
            case SEND_FIRST, SEND_ONLY, SEND_ONLY_IMMEDIATE, SEND_ONLY_INVALIDATE -> true;
            default -> false;
        };
    }

    public static boolean isResponse(final int opcode) {
        return opcode >= READ_RESPONSE_FIRST && opcode <= ATOMIC_ACKNOWLEDGE;
    }

    /** Returns true if the operation is followed by the RDMA extended transport header (address, key, length). */
    public static boolean hasReth(final int operation) {
        return switch (operation) {
            case WRITE_FIRST, WRITE_ONLY, WRITE_ONLY_IMMEDIATE, READ_REQUEST, FLUSH, ATOMIC_WRITE -> true;
            default -> false;
        };
    }

    /**
     * Returns the length, in bytes, of the headers between the base transport header and the payload, or -1 if the
     * opcode is unknown.
     */
    public static int extensionLength(final int opcode) {
        return EXTENSIONS[opcode];
    }

    private static int headersOf(final int opcode) {
        final int operation = opcode & ~TRANSPORT;
        return switch (opcode & TRANSPORT) {
            case RELIABLE -> connected(operation);
            case UNRELIABLE -> operation <= WRITE_ONLY_IMMEDIATE ? connected(operation) : -1;
            case DATAGRAM ->
                operation == SEND_ONLY || operation == SEND_ONLY_IMMEDIATE ? DETH + connected(operation) : -1;
            default -> -1;
        };
    }

    private static int connected(final int operation) {
        return switch (operation) {
            case SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_ONLY, WRITE_MIDDLE, WRITE_LAST, READ_RESPONSE_MIDDLE -> 0;
            case SEND_LAST_IMMEDIATE, SEND_ONLY_IMMEDIATE, WRITE_LAST_IMMEDIATE -> IMMEDIATE;
            case SEND_LAST_INVALIDATE, SEND_ONLY_INVALIDATE -> IETH;
            case WRITE_FIRST, WRITE_ONLY, READ_REQUEST, ATOMIC_WRITE -> RETH;
            case WRITE_ONLY_IMMEDIATE -> RETH + IMMEDIATE;
            case READ_RESPONSE_FIRST, READ_RESPONSE_LAST, READ_RESPONSE_ONLY, ACKNOWLEDGE -> AETH;
            case ATOMIC_ACKNOWLEDGE -> AETH + ATOMIC_ACK_ETH;
            case COMPARE_SWAP, FETCH_ADD -> ATOMIC_ETH;
            case FLUSH -> FETH + RETH;
            default -> -1;
        };
    }
}
