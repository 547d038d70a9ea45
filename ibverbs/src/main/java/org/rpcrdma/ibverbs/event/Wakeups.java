// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.rpcrdma.ibverbs.library.Libc;

/**
 * A lock-free stack of tasks that other threads have woken, and the eventfd that notifies the loop. The descriptor is
 * reference-counted, and its last user closes it. Without the count, a thread could write to another file that was
 * opened later and received the same number.
 */
public final class Wakeups {
    private final int descriptor = Libc.eventfd();
    private final AtomicReference<IbvWakeup> last = new AtomicReference<>();
    private final MemorySegment one = Arena.ofAuto().allocate(JAVA_LONG);
    private final AtomicInteger holders = new AtomicInteger(1);
    private final MemorySegment counter = Arena.ofAuto().allocate(JAVA_LONG);

    public Wakeups() {
        one.set(JAVA_LONG, 0, 1);
    }

    public int descriptor() {
        return descriptor;
    }

    /** Queues a wakeup and notifies the loop. Does nothing after the loop has been closed. Thread-safe. */
    void push(final IbvWakeup wakeup) {
        IbvWakeup before;
        do {
            before = last.get();
            wakeup.next = before;
        } while (!last.compareAndSet(before, wakeup));
        if (before == null && hold()) {
            Libc.addToCounter(descriptor, one);
            release();
        }
    }

    /** Acquires a reference to the descriptor, or returns false if the descriptor is closed. */
    public boolean hold() {
        int before;
        do {
            before = holders.get();
            if (before == 0) {
                return false;
            }
        } while (!holders.compareAndSet(before, before + 1));
        return true;
    }

    public void release() {
        if (holders.decrementAndGet() == 0) {
            Libc.close(descriptor);
        }
    }

    /**
     * Runs the woken tasks in the order in which they were woken. If a task throws an exception, the later tasks stay
     * queued for the next run.
     *
     * @return true if any of the tasks was a handler.
     */
    boolean run() {
        Libc.readCounter(descriptor, counter);
        IbvWakeup first = null;
        IbvWakeup woken = last.getAndSet(null);
        while (woken != null) {
            final IbvWakeup before = woken.next;
            woken.next = first;
            first = woken;
            woken = before;
        }
        return runFrom(first);
    }

    private boolean runFrom(final IbvWakeup first) {
        IbvWakeup wakeup = first;
        boolean ran = false;
        try {
            while (wakeup != null) {
                final IbvWakeup current = wakeup;
                wakeup = current.next;
                current.next = null;
                current.isWoken.set(false);
                ran |= current.isHandler;
                current.task.run();
            }
            return ran;
        } finally {
            while (wakeup != null) {
                final IbvWakeup left = wakeup;
                wakeup = left.next;
                push(left);
            }
        }
    }

    /** Releases the loop's reference to the descriptor. */
    public void close() {
        release();
    }
}
