// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.agrona.LangUtil;
import org.rpcrdma.transport.ReplyHandler;

/**
 * Collects exceptions from the caller's handlers until the connection has completed its own work. It then throws the
 * first exception, to which the others have been added as suppressed exceptions.
 */
public final class HandlerFailures {
    private Throwable first;

    public void add(final Throwable failure) {
        if (first == null) {
            first = failure;
        } else if (first != failure) {
            first.addSuppressed(failure);
        }
    }

    /** Runs a step and collects its exception, if any, so that the steps that follow also run. */
    public void collect(final Runnable step) {
        try {
            step.run();
        } catch (final Throwable e) {
            add(e);
        }
    }

    /** Notifies a call's handler that there will be no reply. */
    public void tell(final ReplyHandler handler, final String reason) {
        try {
            handler.onFailure(reason);
        } catch (final Throwable e) {
            add(e);
        }
    }

    /** Passes a reply to its call's handler. If the reply is invalid, passes the reason for the failure instead. */
    public void tell(final ReplyHandler handler, final ReceivedReply reply) {
        if (reply.failure() != null) {
            tell(handler, reply.failure());
            return;
        }
        try {
            handler.onReply(reply);
        } catch (final Throwable e) {
            add(e);
        }
    }

    /** Throws and clears the collected exception, if any. */
    public void rethrow() {
        final Throwable failure = first;
        if (failure != null) {
            first = null;
            LangUtil.rethrowUnchecked(failure);
        }
    }
}
