/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

/**
 * Something that was taken and not given back, with what the arena's {@link LeakDetection} recorded of who took it.
 *
 * @param kind        what it is.
 * @param arenaId     the arena's {@link ReceiveArena#id()}.
 * @param handle      the buffer's handle; {@link ReceiveArena#NONE} for an arena.
 * @param description one line that names it, and where they were recorded, the thread that took it and the time on the arena's clock.
 * @param trace       where in the program it was taken, with the places that it passed since as suppressed ones; null where that was
 *                    not recorded.
 */
public record ArenaLeak(Kind kind, int arenaId, long handle, String description, Throwable trace) {
    /** What was not given back. */
    public enum Kind {
        /** A buffer that is out. */
        BUFFER,
        /** A {@link BufferLease} that became unreachable before it was closed; its buffer stays out. */
        LEASE,
        /** A {@link ReceiveArena} with shards that became unreachable before it was closed; they stay mapped. */
        ARENA
    }

    /** A buffer or lease; the use may be unknown. */
    static ArenaLeak of(final Kind kind, final int arenaId, final long handle, final String name, final BufferUse use) {
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
