// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.agrona.LangUtil;
import org.rpcrdma.transport.ReplyHandler;

/**
 * Collects the exceptions of the caller's handlers until the connection has finished its own work. Then throws the
 * first exception, with the others as suppressed exceptions.
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

    /** Runs one of several steps that must all run, and keeps its exception. */
    public void collect(final Runnable step) {
        try {
            step.run();
        } catch (final Throwable e) {
            add(e);
        }
    }

    /** Notifies a call's handler that there is no reply. */
    public void tell(final ReplyHandler handler, final String reason) {
        try {
            handler.onFailure(reason);
        } catch (final Throwable e) {
            add(e);
        }
    }

    /** Passes a reply to its call's handler or, if the reply is invalid, the reason. */
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

    /** Throws and clears the kept exception, if any. */
    public void rethrow() {
        final Throwable failure = first;
        if (failure != null) {
            first = null;
            LangUtil.rethrowUnchecked(failure);
        }
    }
}
