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

    /** Creates a filter that selects everything. */
    public FrameFilter() {
        this(null, null, null, null);
    }

    /**
     * Creates a filter. A null argument does not restrict the selection.
     *
     * @param connection the number of the only connection to select, 0 or more.
     * @param xid        the only transaction id to select.
     * @param from       the start of the selected period in seconds since the first frame, 0 or more.
     * @param to         the end of the period in seconds since the first frame, not before {@code from}.
     */
    public FrameFilter(final Integer connection, final Integer xid, final Double from, final Double to) {
        this.connection = connection;
        this.xid = xid;
        this.from = from;
        this.to = to;
    }

    /** Creates a filter with the limits of another filter. */
    FrameFilter(final FrameFilter limits) {
        this(limits.connection, limits.xid, limits.from, limits.to);
    }

    /** Returns true if the filter excludes any message. */
    public boolean isGiven() {
        return connection != null || xid != null || from != null || to != null;
    }

    /**
     * Returns true if the filter depends on the contents of messages. RDMA READs and WRITEs do not have such contents.
     */
    public boolean isByWords() {
        return xid != null;
    }

    /**
     * Returns true if a message on the given connection is selected at the given time, in nanoseconds since the first
     * frame.
     */
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
