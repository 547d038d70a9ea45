// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * One use of a buffer, from its acquisition to its last release: its record. Uses of a buffer form a
 * chain, the last one first, if those that have ended are remembered. Thread-safe.
 */
public final class RecordedUse {
    /** Uses of a buffer that are remembered, the present one included. */
    public static final int REMEMBERED = 4;
    /** Places between acquisition and release that are remembered: the last ones. */
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

    /** The buffer was released; earlier events are forgotten. */
    synchronized void release(final Trace trace) {
        touches.clear();
        released = trace;
    }

    /** Returns this use or one before it: that under a handle; null if it is not remembered. */
    RecordedUse find(final long wanted) {
        RecordedUse use = this;
        while (use != null && use.handle != wanted) {
            use = use.before;
        }
        return use;
    }

    /** Returns who acquired the buffer and, if it was, who released it: fields to follow a message. */
    public String fields() {
        final Trace end = released;
        return acquired.field() + (end == null ? "" : end.field());
    }

    /** Returns everything whose place is known, in its order. */
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
     * Returns an error of which this use is the story: told in the message, with the places as suppressed exceptions.
     */
    public IllegalStateException explain(final String message) {
        final IllegalStateException error = new IllegalStateException(message + fields());
        traces().forEach(error::addSuppressed);
        return error;
    }
}
