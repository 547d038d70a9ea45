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
     * The times of a period.
     *
     * @param server CPU time of the server.
     * @param buffers the part spent on Receive buffers.
     * @param nanos the length of the period.
     */
    record Times(HostTimes server, HostTimes buffers, long nanos) {}

    /**
     * Creates a window that is not open.
     *
     * @param server returns the server's CPU time so far.
     * @param buffers returns the part spent on Receive buffers so far.
     * @param clock returns the current time.
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

    /** Returns the times since the window was opened. The window may be closed again later, for a longer period. */
    Times close() {
        return new Times(
                server.get().since(serverAtOpen), buffers.get().since(buffersAtOpen), clock.getAsLong() - openedNanos);
    }
}
