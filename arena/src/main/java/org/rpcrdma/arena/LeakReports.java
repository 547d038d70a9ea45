// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.StateBits;
import org.rpcrdma.arena.leak.LeakTracker;
import org.rpcrdma.arena.leak.RecordedUse;

/**
 * Formats an arena's findings about its buffers, and reports them to the listener. Refers neither to the arena nor to
 * leases.
 */
final class LeakReports {
    private static final System.Logger LOGGER = System.getLogger("org.rpcrdma.arena");

    private final LeakTracker tracker;
    private final int arenaId;
    private final ShardGeometry geometry;
    private final LeakListener listener;

    LeakReports(final ArenaSettings settings, final LeakTracker tracker) {
        this.arenaId = settings.arenaId();
        this.geometry = settings.geometry();
        this.tracker = tracker;
        this.listener = settings.leakListener();
    }

    static void warn(final String message, final Throwable trace) {
        LOGGER.log(System.Logger.Level.WARNING, message, trace);
    }

    /** Returns a buffer that is out. */
    ArenaLeak out(final long handle, final int state) {
        final int holders = state & StateBits.HOLDERS;
        final String name = geometry.toString(handle)
                + (holders > 1 ? " holders=" + holders : "")
                + ((state & StateBits.POSTED) != 0 ? " posted" : "");
        return ArenaLeak.of(ArenaLeak.Kind.BUFFER, arenaId, handle, name, tracker.find(handle));
    }

    /** A lease is gone that was not closed. */
    void leaseLost(final long handle) {
        final String name =
                "lease became unreachable before it was closed: arenaId=" + arenaId + " " + geometry.toString(handle);
        tell(ArenaLeak.of(ArenaLeak.Kind.LEASE, arenaId, handle, name, tracker.find(handle)));
    }

    /** An arena is gone that was not closed; nothing is lost if it has no memory. */
    void arenaLost(final long bytes, final Throwable made) {
        if (bytes > 0) {
            final String name =
                    "arena became unreachable before it was closed: arenaId=" + arenaId + " bytesAllocated=" + bytes;
            tell(new ArenaLeak(ArenaLeak.Kind.ARENA, arenaId, HandleBits.NONE, name, made));
        }
    }

    private void tell(final ArenaLeak leak) {
        try {
            listener.leaked(leak);
        } catch (final RuntimeException | Error e) {
            warn("leak listener failed: " + leak, e);
        }
    }

    /** A buffer was overwritten while it was free. */
    void writtenWhileFree(final int buffer, final int offset, final byte value) {
        final String message = "buffer was written while it was free: arenaId=" + arenaId + " shard="
                + geometry.shard(buffer) + " slot=" + geometry.slot(buffer) + " offset=" + offset + " byte=0x"
                + Integer.toHexString(value & 0xFF);
        final RecordedUse last = tracker.last(buffer);
        final IllegalStateException error = last == null ? new IllegalStateException(message) : last.explain(message);
        try {
            listener.writtenWhileFree(error);
        } catch (final RuntimeException | Error e) {
            warn("leak listener failed: " + message, e);
        }
    }
}
