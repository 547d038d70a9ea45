// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Opcodes of the base transport header (InfiniBand Architecture Specification, volume 1, section 9.2) that are
 * followed: those of reliable connections, and the datagrams that carry connection management.
 */
final class Opcodes {
    static final int SEND_FIRST = 0;
    static final int SEND_MIDDLE = 1;
    static final int SEND_LAST = 2;
    static final int SEND_LAST_IMMEDIATE = 3;
    static final int SEND_ONLY = 4;
    static final int SEND_ONLY_IMMEDIATE = 5;
    static final int WRITE_FIRST = 6;
    static final int WRITE_MIDDLE = 7;
    static final int WRITE_LAST = 8;
    static final int WRITE_LAST_IMMEDIATE = 9;
    static final int WRITE_ONLY = 10;
    static final int WRITE_ONLY_IMMEDIATE = 11;
    static final int READ_REQUEST = 12;
    static final int READ_RESPONSE_FIRST = 13;
    static final int READ_RESPONSE_MIDDLE = 14;
    static final int READ_RESPONSE_LAST = 15;
    static final int READ_RESPONSE_ONLY = 16;
    static final int ACKNOWLEDGE = 17;
    static final int ATOMIC_ACKNOWLEDGE = 18;
    static final int COMPARE_SWAP = 19;
    static final int FETCH_ADD = 20;
    static final int SEND_LAST_INVALIDATE = 22;
    static final int SEND_ONLY_INVALIDATE = 23;
    static final int DATAGRAM_SEND_ONLY = 100;

    static final int RETH = 16;
    static final int AETH = 4;
    static final int IMMEDIATE = 4;
    static final int IETH = 4;
    static final int DETH = 8;
    static final int ATOMIC_ETH = 28;
    static final int ATOMIC_ACK_ETH = 8;

    private Opcodes() {}

    static boolean invalidates(final int opcode) {
        return opcode == SEND_LAST_INVALIDATE || opcode == SEND_ONLY_INVALIDATE;
    }

    static boolean startsTransfer(final int opcode) {
        return switch (opcode) {
            case WRITE_FIRST, WRITE_ONLY, WRITE_ONLY_IMMEDIATE, READ_RESPONSE_FIRST, READ_RESPONSE_ONLY -> true;
            default -> false;
        };
    }

    static boolean isResponse(final int opcode) {
        return opcode >= READ_RESPONSE_FIRST && opcode <= ATOMIC_ACKNOWLEDGE;
    }

    /** Returns true if the RDMA extended transport header (address, key, length) follows. */
    static boolean hasReth(final int opcode) {
        return opcode == WRITE_FIRST
                || opcode == WRITE_ONLY
                || opcode == WRITE_ONLY_IMMEDIATE
                || opcode == READ_REQUEST;
    }

    /**
     * Returns the bytes of the headers between the base transport header and the payload, or -1 for an opcode that is
     * not followed.
     */
    static int extensionLength(final int opcode) {
        return switch (opcode) {
            case SEND_FIRST, SEND_MIDDLE, SEND_LAST, SEND_ONLY, WRITE_MIDDLE, WRITE_LAST, READ_RESPONSE_MIDDLE -> 0;
            case SEND_LAST_IMMEDIATE, SEND_ONLY_IMMEDIATE, WRITE_LAST_IMMEDIATE -> IMMEDIATE;
            case SEND_LAST_INVALIDATE, SEND_ONLY_INVALIDATE -> IETH;
            case WRITE_FIRST, WRITE_ONLY, READ_REQUEST -> RETH;
            case WRITE_ONLY_IMMEDIATE -> RETH + IMMEDIATE;
            case READ_RESPONSE_FIRST, READ_RESPONSE_LAST, READ_RESPONSE_ONLY, ACKNOWLEDGE -> AETH;
            case ATOMIC_ACKNOWLEDGE -> AETH + ATOMIC_ACK_ETH;
            case COMPARE_SWAP, FETCH_ADD -> ATOMIC_ETH;
            case DATAGRAM_SEND_ONLY -> DETH;
            default -> -1;
        };
    }
}
