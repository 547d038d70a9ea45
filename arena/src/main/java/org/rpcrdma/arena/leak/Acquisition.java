// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.jvm.Fields;
import org.rpcrdma.verbs.Clock;

/**
 * The record of one acquisition, which is overwritten repeatedly. While a thread is writing the record, the record has
 * no key, so that other threads do not read it.
 */
final class Acquisition {
    private static final long NONE = 0;
    private static final long BEING_WRITTEN = 1;
    private static final VarHandle KEY = Fields.of(MethodHandles.lookup(), "key", long.class);

    /** The complement of the handle, which is negative; {@code NONE} if nothing is recorded. */
    private long key = NONE;

    private String threadName;
    private long threadId;
    private long nanos;

    /** Returns the handle of the recorded acquisition; {@link HandleBits#NONE} if there is none. */
    long handle() {
        final long now = (long) KEY.getAcquire(this);
        return now < 0 ? ~now : HandleBits.NONE;
    }

    /** Overwrites this record. Returns false if another thread is overwriting it or has just done so. */
    boolean replace(final long before, final long handle, final Thread thread, final long time) {
        if (!KEY.compareAndSet(this, before == HandleBits.NONE ? NONE : ~before, BEING_WRITTEN)) {
            return false;
        }
        threadName = thread.getName();
        threadId = thread.getId();
        nanos = time;
        KEY.setRelease(this, ~handle);
        return true;
    }

    /** Returns the record of a handle; null if this record now belongs to a different handle. */
    Trace read(final long handle, final Clock clock) {
        final String name = threadName;
        final long id = threadId;
        final long time = nanos;
        VarHandle.acquireFence();
        return handle() == handle ? Trace.of("acquired", name, id, clock, time) : null;
    }
}
