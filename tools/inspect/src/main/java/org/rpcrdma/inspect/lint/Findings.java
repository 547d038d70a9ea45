// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.inspect.decode.FrameFilter;

/** Creates findings for the current frame and counts them. */
final class Findings {
    private final FindingFormat format;
    private final FrameFilter filter;
    private CapturedMessage send;
    private long xid;
    private long count;
    private long warnings;

    Findings(final FindingFormat format, final FrameFilter filter) {
        this.format = format;
        this.filter = filter;
    }

    /** Returns true if a filter excludes some findings. */
    boolean areSelected() {
        return filter.isGiven();
    }

    /** Sets the current frame to a Send's frame. */
    void at(final CapturedMessage message, final int ofXid) {
        send = message;
        xid = Integer.toUnsignedLong(ofXid);
    }

    /** Sets the current frame to that of a message without a transaction id. */
    void at(final CapturedMessage message) {
        send = message;
        xid = Finding.NO_XID;
    }

    void found(final LintRule rule, final String seen) {
        final Finding finding = here(rule, seen);
        if (finding != null) {
            add(finding);
        }
    }

    /** Creates a finding for the current frame. Returns null if the finding is not selected. */
    Finding here(final LintRule rule, final String seen) {
        if (!filter.accepts(send.connection(), send.relativeNanos())
                || filter.isByWords() && (xid == Finding.NO_XID || !filter.acceptsXid((int) xid))) {
            return null;
        }
        return new Finding(
                send.frameNumber(),
                send.relativeNanos(),
                send.connection(),
                send.source(),
                send.destination(),
                xid,
                rule,
                seen);
    }

    /** Reports a request that was refused because its receiver was not ready. */
    void notReady(final int connection, final RefusedRequests.Refused refused, final String seen) {
        final RefusedRequests.FirstNak first = refused.first();
        final boolean isSelected = filter.accepts(connection, first.nanos())
                && (!filter.isByWords()
                        || refused.xid() != RefusedRequests.UNKNOWN && filter.acceptsXid((int) refused.xid()));
        if (isSelected) {
            add(new Finding(
                    first.frame(),
                    first.nanos(),
                    connection,
                    first.source(),
                    first.destination(),
                    refused.xid() == RefusedRequests.UNKNOWN ? Finding.NO_XID : refused.xid(),
                    LintRule.RECEIVER_NOT_READY,
                    seen));
        }
    }

    void add(final Finding finding) {
        count++;
        warnings += finding.rule().isWarning() ? 1 : 0;
        format.found(finding);
    }

    long count() {
        return count;
    }

    long warnings() {
        return warnings;
    }
}
