// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.rpcrdma.bench.host.HostTimes;

/** Measures a server's CPU time from a moment on. */
final class MeasuringWindow {
    private final Supplier<HostTimes> server;
    private final Supplier<HostTimes> buffers;
    private final LongSupplier clock;
    private HostTimes serverAtOpen;
    private HostTimes buffersAtOpen;
    private long openedNanos;

    /**
     * The times of a window.
     *
     * @param server  CPU time of the server
     * @param buffers the part that was spent on Receive buffers
     * @param nanos   how long the window was open
     */
    record Times(HostTimes server, HostTimes buffers, long nanos) {}

    /**
     * Makes a window, which is not open.
     *
     * @param server  returns the server's CPU time so far.
     * @param buffers returns the part that was spent on Receive buffers.
     * @param clock   returns the time.
     */
    MeasuringWindow(final Supplier<HostTimes> server, final Supplier<HostTimes> buffers, final LongSupplier clock) {
        this.server = server;
        this.buffers = buffers;
        this.clock = clock;
    }

    /** Begins to measure. */
    void open() {
        serverAtOpen = server.get();
        buffersAtOpen = buffers.get();
        openedNanos = clock.getAsLong();
    }

    /** Returns the times since the window was opened. It may be closed later again, for the times until then. */
    Times close() {
        return new Times(
                server.get().since(serverAtOpen), buffers.get().since(buffersAtOpen), clock.getAsLong() - openedNanos);
    }
}
