// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.leak.RecordedUse;
import org.rpcrdma.arena.leak.Trace;

/**
 * Something that was taken and not given back, with the acquisition that the arena's {@link LeakDetection} recorded.
 *
 * @param kind        the kind of object.
 * @param arenaId     the arena's {@link ReceiveArena#id()}.
 * @param handle      the buffer's handle; {@link ReceiveArena#NONE} for an arena.
 * @param description one line that names it, and where they were recorded, the thread that took it and the time on the
 *     arena's clock.
 * @param trace       where in the program it was taken, with the places that it passed since as suppressed ones; null
 *                    if that was not recorded.
 */
public record ArenaLeak(Kind kind, int arenaId, long handle, String description, Throwable trace) {
    /** Kinds of objects that were not given back. */
    public enum Kind {
        /** A buffer that is out. */
        BUFFER,
        /** A {@link BufferLease} that became unreachable before it was closed; its buffer stays out. */
        LEASE,
        /** A {@link ReceiveArena} with shards that became unreachable before it was closed; they stay mapped. */
        ARENA
    }

    /** Makes the report of a buffer or lease; the use may be unknown. */
    static ArenaLeak of(
            final Kind kind, final int arenaId, final long handle, final String name, final RecordedUse use) {
        if (use == null) {
            return new ArenaLeak(kind, arenaId, handle, name, null);
        }
        Throwable first = null;
        for (final Trace trace : use.traces()) {
            if (first == null) {
                first = new Throwable(trace.getMessage());
                first.setStackTrace(trace.getStackTrace());
            } else {
                first.addSuppressed(trace);
            }
        }
        return new ArenaLeak(kind, arenaId, handle, name + use.fields(), first);
    }

    @Override
    public String toString() {
        return description;
    }
}
