// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Closes a connection if its peer responds too slowly to the READs of a Read list. The device does not detect this,
 * because each packet that arrives resets the device's retry counter. A single timer is armed for the list whose READs
 * began first, and is rearmed when it fires.
 */
public final class ReadTimeouts {
    private final CallPool calls;
    private final Clock clock;
    private final long timeoutNanos;
    private final Timer timer;

    /** The number of calls whose Read lists are being fetched. */
    private int reading;

    /**
     * Creates the timeouts.
     *
     * @param timeoutNanos the time limit for fetching a list; 0 means no limit.
     */
    ReadTimeouts(final CallPool calls, final Clock clock, final long timeoutNanos) {
        this.calls = calls;
        this.clock = clock;
        this.timeoutNanos = timeoutNanos;
        timer = clock.newTimer(this::endLate);
    }

    /** Records that the server is starting to fetch a call's Read list. */
    public void begin(final Call call) {
        reading++;
        if (timeoutNanos > 0) {
            call.readingSince = clock.nanoTime();
            if (!timer.isArmed()) {
                timer.arm(timeoutNanos);
            }
        }
    }

    /** Records that a call's Read list has been fetched or will never be fetched. */
    public void end() {
        reading--;
        if (reading == 0) {
            timer.cancel();
        }
    }

    private void endLate() {
        final HandlerFailures failures = new HandlerFailures();
        long least = Long.MAX_VALUE;
        for (final Call call : calls.all()) {
            if (call.isReading() && call.dispatcher.connection.isOpen()) {
                final long left = call.readingSince + timeoutNanos - clock.nanoTime();
                if (left > 0) {
                    least = Math.min(least, left);
                } else {
                    failures.collect(() -> fail(call.dispatcher.connection, call.reads.bytes()));
                }
            }
        }
        if (least < Long.MAX_VALUE) {
            timer.arm(least);
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
