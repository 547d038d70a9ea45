// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The record of one use of a buffer, from its acquisition to its last release. If previous uses are kept, a buffer's
 * uses form a chain that begins with the latest use. Thread-safe.
 */
public final class RecordedUse {
    /** The maximum number of uses to keep per buffer, including the current one. */
    public static final int REMEMBERED = 4;
    /**
     * The maximum number of call sites to keep between acquisition and release. If there are more, the latest ones are
     * kept.
     */
    public static final int TOUCHES = 4;

    private final long handle;
    private final Trace acquired;
    private final Deque<Trace> touches = new ArrayDeque<>(0);
    private volatile Trace released;
    private volatile RecordedUse before;

    RecordedUse(final long handle, final Trace acquired, final RecordedUse before) {
        this.handle = handle;
        this.acquired = acquired;
        this.before = before;
        forgetOldest();
    }

    private void forgetOldest() {
        RecordedUse use = this;
        for (int i = 1; i < REMEMBERED && use != null; i++) {
            use = use.before;
        }
        if (use != null) {
            use.before = null;
        }
    }

    synchronized void touch(final Trace trace) {
        if (touches.size() == TOUCHES) {
            touches.removeFirst();
        }
        touches.addLast(trace);
    }

    /** Records the buffer's release and drops earlier events. */
    synchronized void release(final Trace trace) {
        touches.clear();
        released = trace;
    }

    /**
     * Returns the use that belongs to a handle: either this use or an earlier one. Returns null if that use was not
     * kept.
     */
    RecordedUse find(final long wanted) {
        RecordedUse use = this;
        while (use != null && use.handle != wanted) {
            use = use.before;
        }
        return use;
    }

    /**
     * Returns the acquiring thread and, if the buffer was released, the releasing thread, as fields to append to a
     * message.
     */
    public String fields() {
        final Trace end = released;
        return acquired.field() + (end == null ? "" : end.field());
    }

    /** Returns all events with a known call site, in order. */
    public synchronized List<Trace> traces() {
        final List<Trace> traces = new ArrayList<>();
        if (acquired.isLocated()) {
            traces.add(acquired);
        }
        traces.addAll(touches);
        if (released != null) {
            traces.add(released);
        }
        return traces;
    }

    /**
     * Returns an exception that reports this use, with the threads in the message and the call sites as suppressed
     * exceptions.
     */
    public IllegalStateException explain(final String message) {
        final IllegalStateException error = new IllegalStateException(message + fields());
        traces().forEach(error::addSuppressed);
        return error;
    }
}
