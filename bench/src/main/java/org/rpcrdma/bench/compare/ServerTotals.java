// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.transport.server.ServerConnectionMetrics;

/**
 * The totals over a server's ended connections. If connections share Receive buffers, the figures for buffers come from
 * the shared arena.
 */
public final class ServerTotals {
    private static final String USUAL_END = "disconnected";

    /** The shared arena's figures until it closes; null if each connection has its own arena. */
    private Supplier<ArenaFigures> sharedArena;

    private final Map<String, String> unusualEnds = new HashMap<>();
    private int ended;
    private long mappings;
    private long iovaPages;
    private long bytesMapped;
    private long bytesWasted;
    private long setupNanos;
    private long teardownNanos;

    public ServerTotals(final Supplier<ArenaFigures> sharedArena) {
        this.sharedArena = sharedArena;
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

    /** Records the shared arena's final figures. Call this before the arena is closed. */
    public void endShared() {
        if (sharedArena != null) {
            final ArenaFigures last = sharedArena.get();
            mappings = last.mappings();
            iovaPages = last.iovaPages();
            bytesMapped = last.mappedBytes();
            bytesWasted = last.wastedBytes();
            sharedArena = null;
        }
    }

    /** Records a rejected connection, which has no figures yet. */
    public void refuse(final ServerConnectionMetrics connection) {
        unusualEnds.put(connection.remote().getHostString(), connection.closeReason());
    }

    public long mappings() {
        return sharedArena == null ? mappings : sharedArena.get().mappings();
    }

    long iovaPages() {
        return sharedArena == null ? iovaPages : sharedArena.get().iovaPages();
    }

    public long bytesMapped() {
        return sharedArena == null ? bytesMapped : sharedArena.get().mappedBytes();
    }

    public long bytesWasted() {
        return sharedArena == null ? bytesWasted : sharedArena.get().wastedBytes();
    }

    /** Returns the mean set-up time of a connection in nanoseconds. */
    double meanSetupNanos() {
        return (double) setupNanos / ended;
    }

    /** Returns the mean tear-down time of a connection in nanoseconds. */
    double meanTeardownNanos() {
        return (double) teardownNanos / ended;
    }

    /** Returns the reason why the connection from a client's address ended. */
    String closeReason(final String address) {
        return unusualEnds.getOrDefault(address, USUAL_END);
    }
}
