// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import org.rpcrdma.bench.console.InputException;
import picocli.CommandLine.Option;

/** The options that select messages by connection, transaction id and time. */
public class FrameFilter {
    private static final double NANOS = 1e9;
    private static final double LONGEST = 1e9;

    @Option(
            names = "--connection",
            paramLabel = "N",
            description = "only connection N, from 0, in the order of the capture, as explain numbers them")
    private Integer connection;

    @Option(names = "--xid", paramLabel = "HEX", description = "only this transaction id, in hexadecimal")
    private String xid;

    @Option(names = "--from", paramLabel = "SECONDS", description = "only from this time on, since the first frame")
    private Double from;

    @Option(names = "--to", paramLabel = "SECONDS", description = "only up to this time, since the first frame")
    private Double to;

    private int xidNumber;

    /** Made by the command line. */
    public FrameFilter() {}

    /** Checks the options; must be called before messages are selected. */
    public void check() {
        if (xid != null) {
            try {
                xidNumber = Integer.parseUnsignedInt(xid.startsWith("0x") ? xid.substring(2) : xid, 16);
            } catch (final NumberFormatException e) {
                throw new InputException("--xid must be up to 8 digits of hexadecimal: " + xid);
            }
        }
        if (connection != null && connection < 0) {
            throw new InputException("--connection must be 0 or more: " + connection);
        }
        checkTime("--from", from);
        checkTime("--to", to);
        if (from != null && to != null && from > to) {
            throw new InputException("--from must not be after --to: " + from + ", " + to);
        }
    }

    private static void checkTime(final String option, final Double seconds) {
        if (seconds != null && !(seconds >= 0 && seconds <= LONGEST)) {
            throw new InputException(option + " must be from 0 to 1000000000 seconds: " + seconds);
        }
    }

    /** Returns true if any option is given. */
    public boolean isGiven() {
        return connection != null || xid != null || from != null || to != null;
    }

    /** Returns true if an option selects by the words of a message, which an RDMA READ or WRITE does not have. */
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
        return xid == null || number == xidNumber;
    }
}
