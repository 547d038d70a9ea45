// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Ends connections whose peers answer the READs of a Read list too slowly: each packet that arrives resets the device's
 * retries, and the call's memory is gone meanwhile. All lists may take equally long, so the first one begun is the
 * first to be late.
 */
public final class ReadTimeouts {
    private final Clock clock;
    private final long timeoutNanos;
    private final Timer timer;
    private Call first;
    private Call last;

    /**
     * @param timeoutNanos how long a list may take; 0 without limit.
     */
    ReadTimeouts(final Clock clock, final long timeoutNanos) {
        this.clock = clock;
        this.timeoutNanos = timeoutNanos;
        timer = clock.newTimer(this::endLate);
    }

    /** A call's Read list begins to be fetched. */
    public void begin(final Call call, final CallConnection connection) {
        if (timeoutNanos == 0) {
            return;
        }
        call.reading = connection;
        call.readingSince = clock.nanoTime();
        call.readBefore = last;
        call.readBehind = null;
        if (last == null) {
            first = call;
            timer.arm(timeoutNanos);
        } else {
            last.readBehind = call;
        }
        last = call;
    }

    /** A call's Read list has been fetched, or never will be; does nothing for other calls. */
    public void end(final Call call) {
        if (call.reading == null) {
            return;
        }
        call.reading = null;
        if (call.readBefore == null) {
            first = call.readBehind;
        } else {
            call.readBefore.readBehind = call.readBehind;
        }
        if (call.readBehind == null) {
            last = call.readBefore;
        } else {
            call.readBehind.readBefore = call.readBefore;
        }
        if (first == null) {
            timer.cancel();
        }
    }

    private void endLate() {
        final HandlerFailures failures = new HandlerFailures();
        while (first != null && clock.nanoTime() - first.readingSince >= timeoutNanos) {
            final Call late = first;
            final CallConnection connection = late.reading;
            end(late);
            failures.collect(() -> fail(connection, late.reads.bytes()));
        }
        if (first != null) {
            timer.arm(first.readingSince + timeoutNanos - clock.nanoTime());
        }
        failures.rethrow();
    }

    private void fail(final CallConnection connection, final long bytes) {
        connection.beginDispatch();
        try {
            connection.fail(
                    EndCause.TIMEOUT,
                    "a Read list was not fetched in time: bytes=" + bytes + " timeoutNanos=" + timeoutNanos);
        } finally {
            connection.endDispatch();
        }
    }

    void close() {
        timer.cancel();
    }
}
