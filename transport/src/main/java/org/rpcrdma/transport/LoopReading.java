// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

/**
 * Reads an event loop's state for other threads: each reading wakes the loop, which reads between its events.
 * Costs nothing while nobody reads. Thread-safe.
 *
 * @param <T> type of the reading; immutable.
 */
public final class LoopReading<T> implements Supplier<T> {
    /** A loop that works answers within microseconds; a loop that nobody runs does not answer. */
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Supplier<? extends T> reader;
    private final Wakeup wakeup;
    private final AtomicLong asked = new AtomicLong();
    private T latest;
    private long answered;
    private Thread loopThread;

    /** True if the loop has not answered in time, and not since: nobody waits for it again. */
    private boolean isSilent;

    /**
     * Makes a reading, on the loop's thread.
     *
     * @param loop   the loop.
     * @param reader reads, on the loop's thread; once here.
     */
    public LoopReading(final EventLoop loop, final Supplier<? extends T> reader) {
        this.reader = reader;
        latest = reader.get();
        loopThread = Thread.currentThread();
        wakeup = loop.newWakeup(this::read);
    }

    private void read() {
        final long upTo = asked.get();
        final T now = reader.get();
        synchronized (this) {
            latest = now;
            answered = upTo;
            isSilent = false;
            loopThread = Thread.currentThread();
            notifyAll();
        }
    }

    /**
     * Reads. Waits for the loop, at most 200 ms; not at all if it has been silent for that long, until it answers.
     *
     * @return the present values; the last ones if nobody runs the loop, or the thread is interrupted.
     */
    @Override
    public T get() {
        final long ticket = asked.incrementAndGet();
        if (isLoopThread()) {
            read();
        } else {
            wakeup.wake();
        }
        return await(ticket);
    }

    private synchronized boolean isLoopThread() {
        return loopThread == Thread.currentThread();
    }

    private synchronized T await(final long ticket) {
        try {
            while (answered < ticket && !isSilent) {
                final long before = answered;
                TimeUnit.NANOSECONDS.timedWait(this, WAIT_NANOS);
                isSilent = answered == before;
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return latest;
    }
}
