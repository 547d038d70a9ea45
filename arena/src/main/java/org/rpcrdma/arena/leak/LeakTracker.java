// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import org.rpcrdma.arena.index.StateBits;

/**
 * Records who holds an arena's buffers, and who held them. This one records nothing
 * ({@code LeakDetection.DISABLED}). A buffer is acquired and released by one thread at a time. Thread-safe.
 */
public class LeakTracker {
    /** A buffer whose acquisition is recorded was acquired. */
    public void acquired(final long handle) {}

    /** A buffer that is {@link StateBits#TRACKED} is free from now on. */
    public void released(final long handle) {}

    /** Something happened to a buffer that is {@link StateBits#TRACKED}. */
    public void touched(final long handle, final String what) {}

    /** Returns the recorded use of a buffer under a handle, which may have ended; null if nothing is. */
    public RecordedUse find(final long handle) {
        return null;
    }

    /** Returns the recorded last use of a buffer, which may have ended; null if nothing is. */
    public RecordedUse last(final int buffer) {
        return null;
    }
}
