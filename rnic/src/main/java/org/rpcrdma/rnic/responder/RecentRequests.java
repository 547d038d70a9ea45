// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.link.Packet;

/**
 * The READs and atomics that a responder took last, as many as its peer may have outstanding. A request that comes
 * again is answered again if it is one of them: a READ for the same memory, or the rest of it, from the packet on that
 * it asks for.
 *
 * <pre>
 * packets of a READ's response    10   11   12   13
 * asked for again                           12 ...    address + 2 * mtu, length - 2 * mtu
 * </pre>
 */
final class RecentRequests {
    static final int NONE = -1;

    private static final int FIRST_PSN = 0;
    private static final int LAST_PSN = 1;
    private static final int ADDRESS = 2;
    private static final int LENGTH = 3;
    private static final int KEY = 4;
    private static final int VALUE = 5;
    private static final int MESSAGES = 6;
    private static final int KIND = 7;
    private static final int ROW = 8;

    private final int limit;
    private final int mtu;
    /** Made when the first is taken: many queue pairs never see one. */
    private long[] rows;

    private int count;
    /** The row of the next one; once the rows are full that is the oldest. */
    private int next;

    RecentRequests(final int limit, final int mtu) {
        this.limit = limit;
        this.mtu = mtu;
    }

    /** Remembers a READ. Returns the number of packets of its response. */
    long addRead(final Packet request) {
        final long packets = Math.max(1, ((long) request.messageLength + mtu - 1) / mtu);
        final int row = add(request, packets);
        rows[row + LENGTH] = request.messageLength;
        return packets;
    }

    /** Remembers an atomic, and the value before it. */
    void addAtomic(final Packet request, final long value) {
        final int row = add(request, 1);
        rows[row + LENGTH] = Long.BYTES;
        rows[row + VALUE] = value;
    }

    private int add(final Packet request, final long packets) {
        if (rows == null) {
            rows = new long[limit * ROW];
        }
        final int row = next;
        next = next + ROW == rows.length ? 0 : next + ROW;
        count = Math.min(count + 1, limit);
        rows[row + FIRST_PSN] = request.psn;
        rows[row + LAST_PSN] = request.psn + packets - 1;
        rows[row + ADDRESS] = request.remoteAddress;
        rows[row + KEY] = request.remoteKey;
        rows[row + MESSAGES] = request.messageSequence;
        rows[row + KIND] = request.kind;
        return row;
    }

    /** Returns the row of the request that came again, or NONE if it is forgotten or was another. */
    int find(final Packet repeat) {
        for (int row = 0; row < count * ROW; row += ROW) {
            if (rows[row + FIRST_PSN] <= repeat.psn && repeat.psn <= rows[row + LAST_PSN]) {
                return isSame(row, repeat) ? row : NONE;
            }
        }
        return NONE;
    }

    private boolean isSame(final int row, final Packet repeat) {
        final long offset = (repeat.psn - rows[row + FIRST_PSN]) * mtu;
        final boolean isRest =
                repeat.kind == Packet.ATOMIC || repeat.messageLength == Math.max(0, rows[row + LENGTH] - offset);
        return rows[row + KIND] == repeat.kind
                && rows[row + KEY] == repeat.remoteKey
                && rows[row + ADDRESS] + offset == repeat.remoteAddress
                && isRest;
    }

    /** Returns the value before an atomic. */
    long value(final int row) {
        return rows[row + VALUE];
    }

    /** Returns how many messages of the peer were completed with a request. */
    int messageSequence(final int row) {
        return (int) rows[row + MESSAGES];
    }
}
