// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.verbs.Clock;

/**
 * Records the stack traces of acquisitions and later events. At {@code LeakDetection.PARANOID}, also keeps the last
 * {@value RecordedUse#REMEMBERED} uses of each buffer after its release. Thread-safe.
 */
public final class TracedUses extends LeakTracker {
    private final Clock clock;
    private final boolean remembers;
    private final Map<Integer, RecordedUse> lastUses = new ConcurrentHashMap<>();

    public TracedUses(final Clock clock, final boolean remembers) {
        this.clock = clock;
        this.remembers = remembers;
    }

    @Override
    public void acquired(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        final RecordedUse before = remembers ? lastUses.get(buffer) : null;
        lastUses.put(buffer, new RecordedUse(handle, Trace.here("acquired", clock), before));
    }

    @Override
    public void released(final long handle) {
        if (remembers) {
            lastUses.get(HandleBits.buffer(handle)).release(Trace.here("released", clock));
        } else {
            lastUses.remove(HandleBits.buffer(handle));
        }
    }

    @Override
    public void touched(final long handle, final String what) {
        final RecordedUse use = find(handle);
        if (use != null) {
            use.touch(Trace.here(what, clock));
        }
    }

    @Override
    public RecordedUse find(final long handle) {
        final RecordedUse use = last(HandleBits.buffer(handle));
        return use == null ? null : use.find(handle);
    }

    @Override
    public RecordedUse last(final int buffer) {
        return lastUses.get(buffer);
    }
}
