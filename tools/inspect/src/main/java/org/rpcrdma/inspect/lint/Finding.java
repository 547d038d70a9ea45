// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

/**
 * A violation of a rule at one place in a capture.
 *
 * @param frame       the frame number, from 1.
 * @param nanos       the time, in nanoseconds since the first frame.
 * @param connection  the connection's number, from 0.
 * @param source      the sender's address.
 * @param destination the receiver's address.
 * @param xid         the message's transaction id, or {@link #NO_XID}.
 * @param rule        the rule.
 * @param seen        the observation, including the values.
 */
public record Finding(
        long frame,
        long nanos,
        int connection,
        String source,
        String destination,
        long xid,
        LintRule rule,
        String seen) {
    /** Represents the missing transaction id of RDMA READs and WRITEs. */
    public static final long NO_XID = -1;

    /** Returns a copy of this finding with {@code more} appended to its observation. */
    Finding with(final String more) {
        return new Finding(frame, nanos, connection, source, destination, xid, rule, seen + more);
    }
}
