// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

/**
 * Reads an event loop's state from other threads. Each call of {@link #get()} wakes the loop, which reads the values
 * between two events. If the method is never called, there is no overhead. Thread-safe.
 *
 * @param <T> the type of the reading; immutable.
 */
public final class LoopReading<T> implements Supplier<T> {
    /** The maximum time to wait, in ns. A running loop responds within microseconds; a stopped loop never responds. */
    private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final Supplier<? extends T> reader;
    private final Wakeup wakeup;
    private final AtomicLong asked = new AtomicLong();
    private T latest;
    private long answered;
    private Thread loopThread;

    /** True if the loop missed a deadline and has not responded since. Readers then do not wait. */
    private boolean isSilent;

    /**
     * Creates an instance and takes the first reading. Call this constructor on the loop's thread.
     *
     * @param loop   the loop.
     * @param reader reads the values on the loop's thread; this constructor calls it once.
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
     * Returns the current values. Waits for the loop for at most 200 ms, or not at all if the loop missed an earlier
     * deadline and has not responded since.
     *
     * @return the current values, or the previous values if no thread runs the loop or the calling thread is
     *     interrupted.
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
