// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.verbs.Clock;

/**
 * What is known of those who hold an arena's buffers, and of those who held them: this one knows nothing
 * ({@link LeakDetection#DISABLED}). A buffer is acquired and released by one thread at a time. Thread-safe.
 */
class LeakTracker {
    static LeakTracker of(final LeakDetection level, final ShardIndex index, final int tag, final Clock clock) {
        switch (level) {
            case DISABLED:
                return new LeakTracker();
            case SIMPLE:
                return new SampledAcquisitions(index, tag, clock);
            default:
                return new TracedUses(clock, level == LeakDetection.PARANOID);
        }
    }

    /** A buffer whose acquisition is recorded was acquired. */
    void acquired(final long handle) {}

    /** A buffer that is {@link BufferState#TRACKED} is free from now on. */
    void released(final long handle) {}

    /** Something happened to a buffer that is {@link BufferState#TRACKED}. */
    void touched(final long handle, final String what) {}

    /** What is known of the use of a buffer under a handle, which may have ended; null where nothing is. */
    BufferUse find(final long handle) {
        return null;
    }

    /** What is known of the last use of a buffer, which may have ended; null where nothing is. */
    BufferUse last(final int buffer) {
        return null;
    }
}
