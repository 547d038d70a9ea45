// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.cache.ContextMemory;

/**
 * Receives that messages take in the order in which they arrive, and that complete in the order of the messages. Those that
 * early messages have are next in the queue; a message whose turn comes changes places with the one that is first:
 *
 * <pre>
 *            consumed      + reserved
 *            |             |               message C comes first, then B, then A: C took a, B took b
 * ...done... | a:C    b:B  | c    d        A's turn: it takes c, which changes places with a
 * ......done......c:A | b:B    a:C | d     B's turn, then C's: completions c, b, a for A, B, C
 * </pre>
 */
final class OutOfOrderReceives extends ReceiveQueue {
    /** The message that has the Receive at a slot: the number of the packet that takes it. */
    private long[] messages;

    private int reserved;

    OutOfOrderReceives(
            final int domain,
            final ContextMemory contexts,
            final SimulatedCompletionQueue completions,
            final int limit,
            final int maxSge,
            final int inlineRoom) {
        super(domain, contexts, completions, limit, maxSge, inlineRoom);
        messages = new long[wrIds.length];
    }

    /** Takes the oldest Receive for an early message, where it has none yet and there is one. */
    void reserve(final long message, final long now) {
        if (find(message) < 0 && isUsable(consumed + reserved, now)) {
            messages[slot(consumed + reserved++)] = message;
        }
    }

    @Override
    boolean take(final long now, final long message) {
        final long own = find(message);
        final long taken = own < 0 ? consumed + reserved : own;
        if (own < 0 && !isUsable(taken, now)) {
            return false;
        }
        exchange(slot(consumed), slot(taken));
        messages[slot(taken)] = messages[slot(consumed)];
        messages[slot(consumed)] = message;
        reserved -= own < 0 ? 0 : 1;
        noteTaken();
        return true;
    }

    @Override
    void giveBack() {
        super.giveBack();
        reserved++;
    }

    @Override
    void drop() {
        super.drop();
        reserved = 0;
    }

    @Override
    void grow() {
        super.grow();
        messages = RingColumn.doubled(messages);
    }

    /** The place of the Receive that an early message has, or -1. */
    private long find(final long message) {
        for (long position = consumed; position < consumed + reserved; position++) {
            if (messages[slot(position)] == message) {
                return position;
            }
        }
        return -1;
    }

    private void exchange(final int one, final int other) {
        if (one == other) {
            return;
        }
        exchange(wrIds, one, other, 1);
        exchange(visibleAt, one, other, 1);
        exchange(totals, one, other, 1);
        exchange(sgeCounts, one, other, 1);
        exchange(iovas, one, other, maxSge());
        exchange(lengths, one, other, maxSge());
        exchange(lkeys, one, other, maxSge());
    }

    private static void exchange(final long[] column, final int one, final int other, final int width) {
        for (int i = 0; i < width; i++) {
            final long value = column[one * width + i];
            column[one * width + i] = column[other * width + i];
            column[other * width + i] = value;
        }
    }

    private static void exchange(final int[] column, final int one, final int other, final int width) {
        for (int i = 0; i < width; i++) {
            final int value = column[one * width + i];
            column[one * width + i] = column[other * width + i];
            column[other * width + i] = value;
        }
    }
}
