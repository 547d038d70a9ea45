// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.Collection;
import java.util.List;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Closes idle connections of a server. If a peer's disconnect message is lost, its connection would otherwise keep its
 * Receive buffers forever. While connections exist, a pass checks them once per period. Linux checks its connections
 * every 6 minutes.
 */
final class IdleConnections {
    /** A connection that may be idle. */
    interface Idler {
        /** Closes the connection if it has been idle during the entire period since the previous pass. */
        void endIfIdle(long periodNanos);
    }

    private final Collection<? extends Idler> connections;
    private final long periodNanos;
    private final Timer timer;

    /**
     * Creates an instance without a scheduled pass.
     *
     * @param connections a live view of the current connections.
     * @param periodNanos the time between passes in ns; 0 if connections may stay idle forever.
     */
    IdleConnections(final Collection<? extends Idler> connections, final long periodNanos, final Clock clock) {
        this.connections = connections;
        this.periodNanos = periodNanos;
        timer = clock.newTimer(this::endIdle);
    }

    /** Schedules a pass. Call this method when a connection has been added. */
    void watch() {
        if (periodNanos > 0 && !connections.isEmpty() && !timer.isArmed()) {
            timer.arm(periodNanos);
        }
    }

    private void endIdle() {
        final HandlerFailures failures = new HandlerFailures();
        for (final Idler connection : List.copyOf(connections)) {
            failures.collect(() -> connection.endIfIdle(periodNanos));
        }
        watch();
        failures.rethrow();
    }

    void close() {
        timer.cancel();
    }
}
