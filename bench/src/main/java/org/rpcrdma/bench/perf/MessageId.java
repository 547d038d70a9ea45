// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

/**
 * Encodes a work request's id.
 *
 * <pre>
 *   bit 62      a Receive
 *   bits 32-47  the number of the queue pair's end
 *   bits 0-31   messages that the completion covers
 * </pre>
 */
final class MessageId {
    /** The bit that marks an empty message sent to check whether the peer is alive. */
    static final long PROBE = 1L << 61;

    private static final long RECEIVED = 1L << 62;
    private static final int NUMBER_SHIFT = 32;
    private static final int NUMBER_MASK = 0xffff;

    private MessageId() {}

    static long sent(final int number, final int messages) {
        return (long) number << NUMBER_SHIFT | messages;
    }

    static long received(final int number) {
        return RECEIVED | (long) number << NUMBER_SHIFT | 1;
    }

    static boolean isReceived(final long id) {
        return (id & RECEIVED) != 0;
    }

    static int number(final long id) {
        return (int) (id >>> NUMBER_SHIFT) & NUMBER_MASK;
    }

    static int messages(final long id) {
        return (int) id;
    }
}
