// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.QueuePairType;

/** The codes of send work requests. Operations that are sent to the peer come first, followed by local operations. */
public final class Operation {
    static final byte SEND = 0;
    public static final byte SEND_WITH_INVALIDATE = 1;
    static final byte SEND_WITH_IMMEDIATE = 2;
    public static final byte RDMA_WRITE = 3;
    public static final byte RDMA_WRITE_WITH_IMMEDIATE = 4;
    public static final byte ATOMIC_WRITE = 5;
    public static final byte FLUSH = 6;
    static final byte RDMA_READ = 7;
    public static final byte RDMA_READ_WITH_INVALIDATE = 8;
    public static final byte COMPARE_AND_SWAP = 9;
    public static final byte FETCH_AND_ADD = 10;

    public static final byte REGISTER_MEMORY = 11;
    public static final byte LOCAL_INVALIDATE = 12;
    public static final byte BIND_WINDOW = 13;
    public static final byte CONFIGURE_KEY = 14;

    private static final int[] COMPLETION_OPCODES = {
        CompletionOpcode.SEND,
        CompletionOpcode.SEND,
        CompletionOpcode.SEND,
        CompletionOpcode.RDMA_WRITE,
        CompletionOpcode.RDMA_WRITE,
        CompletionOpcode.ATOMIC_WRITE,
        CompletionOpcode.FLUSH,
        CompletionOpcode.RDMA_READ,
        CompletionOpcode.RDMA_READ,
        CompletionOpcode.COMP_SWAP,
        CompletionOpcode.FETCH_ADD,
        CompletionOpcode.REG_MR,
        CompletionOpcode.LOCAL_INV,
        CompletionOpcode.BIND_MW,
        CompletionOpcode.UMR
    };

    private Operation() {}

    public static int completionOpcode(final byte operation) {
        return COMPLETION_OPCODES[operation];
    }

    /** Returns true if an operation is executed locally, without sending a packet. */
    public static boolean isLocal(final byte operation) {
        return operation >= REGISTER_MEMORY;
    }

    /**
     * Returns true for READs and atomics. The peer responds with data, and the number of outstanding requests is
     * limited.
     */
    public static boolean isRead(final byte operation) {
        return operation >= RDMA_READ && operation <= FETCH_AND_ADD;
    }

    public static boolean hasImmediate(final byte operation) {
        return operation == SEND_WITH_IMMEDIATE || operation == RDMA_WRITE_WITH_IMMEDIATE;
    }

    /** Returns true if an operation sends the data of the request's elements. */
    public static boolean isMessage(final byte operation) {
        return operation <= RDMA_WRITE_WITH_IMMEDIATE;
    }

    /** Returns true if an operation has scatter/gather elements. */
    public static boolean hasElements(final byte operation) {
        return switch (operation) {
            case ATOMIC_WRITE, FLUSH, REGISTER_MEMORY, LOCAL_INVALIDATE, BIND_WINDOW -> false;
            default -> true;
        };
    }

    /**
     * Returns true if queue pairs of the given type support an operation (InfiniBand specification, table 43;
     * ibv_post_send(3)).
     */
    public static boolean isServed(final QueuePairType type, final byte operation) {
        return switch (type) {
            case RC -> true;
            case UC -> operation <= RDMA_WRITE_WITH_IMMEDIATE || isLocal(operation);
            case UD -> operation == SEND || operation == SEND_WITH_IMMEDIATE;
        };
    }

    public static boolean isAtomic(final byte operation) {
        return operation == COMPARE_AND_SWAP || operation == FETCH_AND_ADD;
    }
}
