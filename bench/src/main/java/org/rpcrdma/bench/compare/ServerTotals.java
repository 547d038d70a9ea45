// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.transport.server.ServerConnectionMetrics;

/** The totals of a server's connections that have ended; of their Receive buffers, the shared totals if they
 * do.
 */
public final class ServerTotals {
    private static final String USUAL_END = "disconnected";

    /** The shared arena's, until it closes; null if each connection has its own. */
    private Supplier<ArenaFigures> shared;

    private final Map<String, String> unusualEnds = new HashMap<>();
    private int ended;
    private long mappings;
    private long iovaPages;
    private long bytesMapped;
    private long bytesWasted;
    private long setupNanos;
    private long teardownNanos;

    public ServerTotals(final Supplier<ArenaFigures> shared) {
        this.shared = shared;
    }

    public void add(final ServerConnectionMetrics connection) {
        ended++;
        mappings += connection.mappings();
        iovaPages += connection.iovaPages();
        bytesMapped += connection.bytesMapped();
        bytesWasted += connection.bytesWasted();
        setupNanos += connection.setupNanos();
        teardownNanos += connection.teardownNanos();
        if (!USUAL_END.equals(connection.closeReason())) {
            unusualEnds.put(connection.remote().getHostString(), connection.closeReason());
        }
    }

    /** Takes the figures of the shared arena, which is about to be closed. */
    public void endShared() {
        if (shared != null) {
            final ArenaFigures last = shared.get();
            mappings = last.mappings();
            iovaPages = last.iovaPages();
            bytesMapped = last.mappedBytes();
            bytesWasted = last.wastedBytes();
            shared = null;
        }
    }

    /** Notes a connection that was refused: it had no figures yet. */
    public void refuse(final ServerConnectionMetrics connection) {
        unusualEnds.put(connection.remote().getHostString(), connection.closeReason());
    }

    public long mappings() {
        return shared == null ? mappings : shared.get().mappings();
    }

    long iovaPages() {
        return shared == null ? iovaPages : shared.get().iovaPages();
    }

    public long bytesMapped() {
        return shared == null ? bytesMapped : shared.get().mappedBytes();
    }

    public long bytesWasted() {
        return shared == null ? bytesWasted : shared.get().wastedBytes();
    }

    /** Returns the nanoseconds of a connection's set-up, on average. */
    double meanSetupNanos() {
        return (double) setupNanos / ended;
    }

    /** Returns the nanoseconds of a connection's tear-down, on average. */
    double meanTeardownNanos() {
        return (double) teardownNanos / ended;
    }

    /** Returns why the connection of a client's address ended. */
    String closeReason(final String address) {
        return unusualEnds.getOrDefault(address, USUAL_END);
    }
}
