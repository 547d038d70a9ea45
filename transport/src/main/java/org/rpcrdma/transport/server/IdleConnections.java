// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.Collection;
import java.util.List;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Ends a server's connections that are idle. A peer's disconnect can be lost; its connection would keep its Receive
 * buffers for ever. A pass over the connections follows each period in which there are any, as Linux makes one every 6
 * minutes.
 */
final class IdleConnections {
    /** A connection that may be idle. */
    interface Idler {
        /** Ends the connection if it was idle for the whole period since the pass before. */
        void endIfIdle(long periodNanos);
    }

    private final Collection<? extends Idler> connections;
    private final long periodNanos;
    private final Timer timer;

    /**
     * @param connections those that are there, whenever that is asked.
     * @param periodNanos nanoseconds from pass to pass; 0 if connections may be idle for ever.
     */
    IdleConnections(final Collection<? extends Idler> connections, final long periodNanos, final Clock clock) {
        this.connections = connections;
        this.periodNanos = periodNanos;
        timer = clock.newTimer(this::endIdle);
    }

    /** Sees to it that a pass comes; to be called when a connection has been added. */
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
