// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

/** Selects messages by connection, transaction id and time. */
public class FrameFilter {
    private static final double NANOS = 1e9;

    private final Integer connection;
    private final Integer xid;
    private final Double from;
    private final Double to;

    /** Selects everything. */
    public FrameFilter() {
        this(null, null, null, null);
    }

    /**
     * Selects by what is not null.
     *
     * @param connection number of the only connection, 0 or more.
     * @param xid        the only transaction id.
     * @param from       seconds since the first frame from which on messages are selected, 0 or more.
     * @param to         seconds since the first frame up to which they are, not before {@code from}.
     */
    public FrameFilter(final Integer connection, final Integer xid, final Double from, final Double to) {
        this.connection = connection;
        this.xid = xid;
        this.from = from;
        this.to = to;
    }

    /** Makes a filter with the limits of another. */
    FrameFilter(final FrameFilter limits) {
        this(limits.connection, limits.xid, limits.from, limits.to);
    }

    /** Returns true if not everything is selected. */
    public boolean isGiven() {
        return connection != null || xid != null || from != null || to != null;
    }

    /** Returns true if messages are selected by their words, which an RDMA READ or WRITE does not have. */
    public boolean isByWords() {
        return xid != null;
    }

    /** Returns true if something on a connection at a time, in nanoseconds since the first frame, is selected. */
    public final boolean accepts(final int onConnection, final long relativeNanos) {
        return acceptsConnection(onConnection)
                && (from == null || relativeNanos >= from * NANOS)
                && (to == null || relativeNanos <= to * NANOS);
    }

    /** Returns true if a connection is selected. */
    public final boolean acceptsConnection(final int number) {
        return connection == null || connection == number;
    }

    /** Returns true if a transaction id is selected. */
    public final boolean acceptsXid(final int number) {
        return xid == null || xid == number;
    }
}
