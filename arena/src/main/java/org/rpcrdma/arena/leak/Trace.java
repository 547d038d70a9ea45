// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import org.rpcrdma.verbs.Clock;

/**
 * A record of an action on a buffer or an arena. It contains the thread, the time and, as the stack trace, the call
 * site.
 */
public final class Trace extends Throwable {
    private static final long serialVersionUID = 1L;
    private static final String UNTIMED = "";

    private final String what;
    private final String thread;
    private final String time;

    private Trace(final String what, final String thread, final String time, final boolean located) {
        super(null, null, false, located);
        this.what = what;
        this.thread = thread;
        this.time = time;
    }

    /** Records an action of the calling thread, with its call site and time. */
    public static Trace here(final String what, final Clock clock) {
        final Thread thread = Thread.currentThread();
        return new Trace(
                what,
                nameOf(thread.getName(), thread.getId()),
                clock == null ? UNTIMED : timeOf(clock.nanoTime()),
                true);
    }

    /** Records a thread's action without the call site. */
    static Trace of(
            final String what, final String threadName, final long threadId, final Clock clock, final long nanos) {
        return new Trace(what, nameOf(threadName, threadId), clock == null ? UNTIMED : timeOf(nanos), false);
    }

    /** Returns a thread's name. If the thread has no name, like most virtual threads, returns its id. */
    private static String nameOf(final String name, final long id) {
        return name.isEmpty() ? "#" + id : name;
    }

    private static String timeOf(final long nanos) {
        return " nanoTime=" + nanos;
    }

    /** Returns true if the call site is known. */
    boolean isLocated() {
        return getStackTrace().length > 0;
    }

    /** Returns the action as a field of an error message. */
    String field() {
        return " " + what + "By=" + thread + time;
    }

    @Override
    public String getMessage() {
        return what + " here: thread=" + thread + time;
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
