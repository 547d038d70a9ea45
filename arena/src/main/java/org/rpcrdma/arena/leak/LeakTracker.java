// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import org.rpcrdma.arena.index.StateBits;

/**
 * Records the current and previous holders of an arena's buffers. This base class records nothing
 * ({@code LeakDetection.DISABLED}). Only one thread at a time may acquire or release a given buffer. Thread-safe.
 */
public class LeakTracker {
    /** Called when a buffer has been acquired and the acquisition must be recorded. */
    public void acquired(final long handle) {}

    /** Called when a {@link StateBits#TRACKED} buffer becomes free. */
    public void released(final long handle) {}

    /** Called when an event occurs for a {@link StateBits#TRACKED} buffer. */
    public void touched(final long handle, final String what) {}

    /**
     * Returns the record of a buffer's use under a handle; null if the use was not recorded. The use may have ended.
     */
    public RecordedUse find(final long handle) {
        return null;
    }

    /** Returns the last recorded use of a buffer; null if no use is recorded. The use may have ended. */
    public RecordedUse last(final int buffer) {
        return null;
    }
}
