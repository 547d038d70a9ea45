// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.leak.RecordedUse;
import org.rpcrdma.arena.leak.Trace;

/**
 * An object that was acquired but not released. Includes the record of its acquisition if the arena's
 * {@link LeakDetection} recorded it. Immutable.
 *
 * @param kind        the kind of object.
 * @param arenaId     the arena's {@link ReceiveArena#id()}.
 * @param handle      the buffer's handle; {@link ReceiveArena#NONE} for an arena.
 * @param description one line that identifies the object and, if recorded, the acquiring thread and the time on the
 *                    arena's clock.
 * @param trace       the call site of the acquisition, with later call sites as suppressed traces; null if not
 *                    recorded.
 */
public record ArenaLeak(Kind kind, int arenaId, long handle, String description, Throwable trace) {
    /** The kinds of leaked objects. */
    public enum Kind {
        /** A buffer in use. */
        BUFFER,
        /** A {@link BufferLease} that became unreachable before it was closed. Its buffer stays in use. */
        LEASE,
        /**
         * A {@link ReceiveArena} that has shards and became unreachable before it was closed. The shards stay mapped.
         */
        ARENA
    }

    /** Creates a report of a leaked buffer or lease, with the record of its use if there is one. */
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
