// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import org.rpcrdma.capture.CapturedMessage;

/** Makes findings at the frame that is looked at, and counts them. */
final class Findings {
    private final FindingFormat format;
    private CapturedMessage at;
    private long xid;
    private long count;
    private long warnings;

    Findings(final FindingFormat format) {
        this.format = format;
    }

    /** Begins a Send. */
    void at(final CapturedMessage message, final int ofXid) {
        at = message;
        xid = Integer.toUnsignedLong(ofXid);
    }

    /** Begins findings that have no transaction id. */
    void at(final CapturedMessage message) {
        at = message;
        xid = Finding.NO_XID;
    }

    void found(final Rule rule, final String seen) {
        count++;
        warnings += rule.isWarning() ? 1 : 0;
        format.found(new Finding(at.frameNumber(), at.relativeNanos(), at.source(), at.destination(), xid, rule, seen));
    }

    long count() {
        return count;
    }

    long warnings() {
        return warnings;
    }
}
