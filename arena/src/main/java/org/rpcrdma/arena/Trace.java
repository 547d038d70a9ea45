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

import org.rpcrdma.verbs.Clock;

/** What was done to a buffer or an arena, by which thread, when, and where in the program: that is its stack trace. */
final class Trace extends Throwable {
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

    /** By the calling thread, here and now. */
    static Trace here(final String what, final Clock clock) {
        final Thread thread = Thread.currentThread();
        return new Trace(
                what,
                nameOf(thread.getName(), thread.getId()),
                clock == null ? UNTIMED : timeOf(clock.nanoTime()),
                true);
    }

    /** By a thread, without the place. */
    static Trace of(
            final String what, final String threadName, final long threadId, final Clock clock, final long nanos) {
        return new Trace(what, nameOf(threadName, threadId), clock == null ? UNTIMED : timeOf(nanos), false);
    }

    /** Virtual threads often have no name. */
    private static String nameOf(final String name, final long id) {
        return name.isEmpty() ? "#" + id : name;
    }

    private static String timeOf(final long nanos) {
        return " nanoTime=" + nanos;
    }

    /** Whether the place is known. */
    boolean isLocated() {
        return getStackTrace().length > 0;
    }

    /** As a field of an error. */
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
