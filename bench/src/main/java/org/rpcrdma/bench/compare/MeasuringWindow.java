// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rpcrdma.bench.host.HostTimes;

/** Measures a server's CPU time over a period. */
final class MeasuringWindow {
    private final Supplier<HostTimes> server;
    private final Supplier<HostTimes> buffers;
    private final LongSupplier clock;
    private HostTimes serverAtOpen;
    private HostTimes buffersAtOpen;
    private long openedNanos;

    /**
     * The times measured in a period.
     *
     * @param server  the server's CPU time.
     * @param buffers the CPU time spent on Receive buffers.
     * @param nanos   the length of the period.
     */
    record Times(HostTimes server, HostTimes buffers, long nanos) {}

    /**
     * Creates a closed window.
     *
     * @param server  returns the server's current CPU time.
     * @param buffers returns the current CPU time spent on Receive buffers.
     * @param clock   returns the current time.
     */
    MeasuringWindow(final Supplier<HostTimes> server, final Supplier<HostTimes> buffers, final LongSupplier clock) {
        this.server = server;
        this.buffers = buffers;
        this.clock = clock;
    }

    /** Starts a period. */
    void open() {
        serverAtOpen = server.get();
        buffersAtOpen = buffers.get();
        openedNanos = clock.getAsLong();
    }

    /** Returns the times since the window was opened. Later calls cover longer periods. */
    Times close() {
        return new Times(
                server.get().since(serverAtOpen), buffers.get().since(buffersAtOpen), clock.getAsLong() - openedNanos);
    }
}
