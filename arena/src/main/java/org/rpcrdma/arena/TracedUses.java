// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rpcrdma.verbs.Clock;

/**
 * Where buffers were acquired and what happened to them since; and where all are watched ({@link LeakDetection#PARANOID}), also
 * where they were released, for the last {@value BufferUse#REMEMBERED} uses of each.
 */
final class TracedUses extends LeakTracker {
    private final Clock clock;
    private final boolean remembers;
    private final Map<Integer, BufferUse> lastUses = new ConcurrentHashMap<>();

    TracedUses(final Clock clock, final boolean remembers) {
        this.clock = clock;
        this.remembers = remembers;
    }

    @Override
    void acquired(final long handle) {
        final int buffer = BufferHandle.buffer(handle);
        final BufferUse before = remembers ? lastUses.get(buffer) : null;
        lastUses.put(buffer, new BufferUse(handle, Trace.here("acquired", clock), before));
    }

    @Override
    void released(final long handle) {
        if (remembers) {
            lastUses.get(BufferHandle.buffer(handle)).release(Trace.here("released", clock));
        } else {
            lastUses.remove(BufferHandle.buffer(handle));
        }
    }

    @Override
    void touched(final long handle, final String what) {
        final BufferUse use = find(handle);
        if (use != null) {
            use.touch(Trace.here(what, clock));
        }
    }

    @Override
    BufferUse find(final long handle) {
        final BufferUse use = last(BufferHandle.buffer(handle));
        return use == null ? null : use.find(handle);
    }

    @Override
    BufferUse last(final int buffer) {
        return lastUses.get(buffer);
    }
}
