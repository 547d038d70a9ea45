// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.link.Packet;

/**
 * The READs and atomics that a responder executed most recently, up to the number that its peer may have outstanding.
 * If the peer repeats one of these requests, the responder answers it again. A repeated READ may request the same
 * memory, or the rest of that memory starting with a given packet.
 *
 * <pre>
 * packets of a READ's response    10   11   12   13
 * requested again                           12 ...    address + 2 * mtu, length - 2 * mtu
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
    /** The recorded requests. Created for the first request, because many queue pairs never receive one. */
    private long[] rows;

    private int count;
    /** The row for the next request. If all rows are in use, it contains the oldest request. */
    private int next;

    RecentRequests(final int limit, final int mtu) {
        this.limit = limit;
        this.mtu = mtu;
    }

    /** Records a READ and returns the number of packets in its response. */
    long addRead(final Packet request) {
        final long packets = Math.max(1, ((long) request.messageLength + mtu - 1) / mtu);
        final int row = add(request, packets);
        rows[row + LENGTH] = request.messageLength;
        return packets;
    }

    /** Records an atomic operation and the previous value. */
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

    /** Returns the row of a repeated request, or NONE if the request is not recorded. */
    int find(final Packet repeat) {
        for (int row = 0; row < count * ROW; row += ROW) {
            if (rows[row + FIRST_PSN] <= repeat.psn && repeat.psn <= rows[row + LAST_PSN]) {
                return isSame(row, repeat) ? row : NONE;
            }
        }
        return NONE;
    }

    /** Returns the row of the first recorded request after a PSN, or NONE. */
    int firstAfter(final long psn) {
        int first = NONE;
        for (int row = 0; row < count * ROW; row += ROW) {
            final long found = rows[row + FIRST_PSN];
            if (found > psn && (first == NONE || found < rows[first + FIRST_PSN])) {
                first = row;
            }
        }
        return first;
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

    long firstPsn(final int row) {
        return rows[row + FIRST_PSN];
    }

    /** Returns the value that memory contained before an atomic operation. */
    long value(final int row) {
        return rows[row + VALUE];
    }

    /** Returns the number of the peer's messages that were completed up to and including a request. */
    int messageSequence(final int row) {
        return (int) rows[row + MESSAGES];
    }
}
