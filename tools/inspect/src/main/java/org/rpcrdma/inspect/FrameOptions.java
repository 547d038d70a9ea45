// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.inspect.decode.FrameFilter;
import picocli.CommandLine.Option;

/** The options that select messages by connection, transaction id and time. */
class FrameOptions {
    private static final double LONGEST = 1e9;

    @Option(
            names = "--connection",
            paramLabel = "N",
            description = "select only connection N, as numbered by explain: from 0, in capture order")
    private Integer connection;

    @Option(names = "--xid", paramLabel = "HEX", description = "select only this transaction id, in hexadecimal")
    private String xid;

    @Option(
            names = "--from",
            paramLabel = "SECONDS",
            description = "select only messages from this time on; the first frame is at 0")
    private Double from;

    @Option(
            names = "--to",
            paramLabel = "SECONDS",
            description = "select only messages up to this time; the first frame is at 0")
    private Double to;

    /** Returns the filter. Throws an InputException if an option has an invalid value. */
    final FrameFilter frames() {
        final Integer id = xid == null ? null : xidNumber();
        if (connection != null && connection < 0) {
            throw new InputException("--connection must be 0 or more: " + connection);
        }
        checkTime("--from", from);
        checkTime("--to", to);
        if (from != null && to != null && from > to) {
            throw new InputException("--from must not be after --to: " + from + ", " + to);
        }
        return new FrameFilter(connection, id, from, to);
    }

    private int xidNumber() {
        try {
            return Integer.parseUnsignedInt(xid.startsWith("0x") ? xid.substring(2) : xid, 16);
        } catch (final NumberFormatException e) {
            throw new InputException("--xid must have 1 to 8 hexadecimal digits: " + xid);
        }
    }

    private static void checkTime(final String option, final Double seconds) {
        if (seconds != null && !(seconds >= 0 && seconds <= LONGEST)) {
            throw new InputException(option + " must be 0 to 1000000000 seconds: " + seconds);
        }
    }
}
