// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.agrona.BitUtil;
import org.rpcrdma.arena.index.HandleBits;

/**
 * An arena's stacks for threads without an endpoint. There are at least two per processor, each created when a thread
 * first needs it.
 *
 * <pre>
 *   thread id mod 4:    0          1          2          3
 *                   [ stripe ] [ stripe ] [  none  ] [ stripe ]
 *                       locked? ---^
 * </pre>
 *
 * <p>A thread whose stripe is locked tries the next stripe, then the shards. If no shard has a free buffer, it tries
 * every other stripe once. Only one thread at a time may create, drain, age, close or open stripes.
 */
public final class Stripes {
    /** A placeholder for a stripe that does not exist yet. It is never unlocked. */
    static final Stripe ABSENT = new Stripe(0, 0);

    private static final int COUNT =
            BitUtil.findNextPositivePowerOfTwo(2 * Runtime.getRuntime().availableProcessors());

    private final int capacity;
    /** The stripes. Their number is a power of two. A stripe's lock orders its creation before its first use. */
    public final Stripe[] all = new Stripe[COUNT];

    private int made;
    private boolean closed;
    /**
     * The error inside the arena after which no buffer is handed out; null if the arena has not failed. A thread that
     * catches a stack overflow stores the error here before it calls {@link Stacks#failed(Error)}, because that call
     * may need more stack space than is left in compiled code that holds a lock.
     */
    public volatile Error failure;

    public Stripes(final int capacity) {
        this.capacity = capacity;
        Arrays.fill(all, ABSENT);
    }

    private static int indexOf(final Thread thread, final Stripe[] stripes) {
        return (int) thread.getId() & stripes.length - 1;
    }

    /** Returns the calling thread's stripe. If it is missing, returns {@link #ABSENT}, which cannot be locked. */
    public static Stripe own(final Stripe[] stripes) {
        return stripes[indexOf(Thread.currentThread(), stripes)];
    }

    /**
     * Locks a stripe for the calling thread. Returns null if the stripe is missing, or if both it and the next stripe
     * are locked. The next operation on the stripe unlocks it.
     */
    public Stripe lock() {
        final int index = indexOf(Thread.currentThread(), all);
        final Stripe stripe = all[index];
        return stripe.tryLock() ? stripe : lockNext(index);
    }

    private Stripe lockNext(final int index) {
        final Stripe next = all[index + 1 & all.length - 1];
        return all[index] != ABSENT && next.tryLock() ? next : null;
    }

    /**
     * Takes a buffer from a stripe, and refills the stripe if it is empty. Returns {@link HandleBits#NONE} if no buffer
     * is free.
     */
    public long take(final FreeList shards) {
        final Stripe stripe = lock();
        return stripe == null ? HandleBits.NONE : stripe.refillAndTake(shards, made);
    }

    /**
     * Takes buffers from the first unlocked stripe that is not empty, trying each stripe once. Returns the number
     * taken.
     */
    public int share(final long[] handles, final int offset, final int count) {
        int taken = 0;
        for (final Stripe stripe : all) {
            if (taken == 0 && stripe.size() > 0 && stripe.tryLock()) {
                taken = stripe.share(handles, offset, count);
            }
        }
        return taken;
    }

    /** Pushes a buffer under its next handle. Returns false if no stripe can be locked. */
    public boolean put(final FreeList shards, final long next) {
        final Stripe stripe = lock();
        if (stripe != null) {
            stripe.put(shards, next);
        }
        return stripe != null;
    }

    /** Returns true if the calling thread's stripe does not exist yet. */
    public boolean isMissing() {
        return capacity > 0 && own(all) == ABSENT;
    }

    /** Creates the calling thread's stripe, unless another thread has already created it. */
    public void add() {
        final int index = indexOf(Thread.currentThread(), all);
        if (all[index] == ABSENT) {
            final Stripe stripe = new Stripe(capacity, made++);
            stripe.unlock();
            all[index] = stripe;
            VarHandle.fullFence();
            if (failure != null) {
                all[index] = ABSENT;
            }
        }
    }

    /**
     * Drains every stripe.
     *
     * @return true if any stripe contained buffers.
     * @throws IllegalStateException if the arena fails during the call.
     */
    public boolean drain(final FreeList shards) {
        return forEach(stripe -> stripe.empty(shards)) > 0;
    }

    /**
     * Moves to the shards all buffers that have not been touched since the previous call. Returns true if other buffers
     * remain.
     */
    boolean age(final FreeList shards) {
        forEach(stripe -> stripe.age(shards));
        return size() > 0;
    }

    private int forEach(final ToIntFunction<Stripe> step) {
        int sum = 0;
        for (final Stripe stripe : all) {
            if (lock(stripe)) {
                try {
                    sum += step.applyAsInt(stripe);
                } finally {
                    stripe.unlock();
                }
            }
        }
        return sum;
    }

    /** Drains every stripe and leaves it locked. Idempotent. */
    public void close(final FreeList shards) {
        for (final Stripe stripe : all) {
            if (!closed && lock(stripe)) {
                stripe.empty(shards);
            }
        }
        closed = true;
    }

    /** Unlocks every stripe. */
    public void open() {
        closed = false;
        for (final Stripe stripe : all) {
            if (stripe != ABSENT) {
                stripe.unlock();
            }
        }
    }

    /** Waits for a stripe's lock. Returns false if the stripe does not exist. */
    private boolean lock(final Stripe stripe) {
        while (stripe != ABSENT && !stripe.tryLock()) {
            if (failure != null) {
                throw new IllegalStateException("arena failed", failure);
            }
            Thread.yield();
        }
        return stripe != ABSENT;
    }

    /** Returns the number of buffers on the stripes. */
    public int size() {
        return (int) sum(Stripe::size);
    }

    /** Returns the number of pushes to stripes. Use this number only to compare it with an earlier value. */
    public long pushes() {
        return sum(Stripe::pushes);
    }

    /** Allocates nothing. */
    private long sum(final ToLongFunction<Stripe> figure) {
        long sum = 0;
        for (final Stripe stripe : all) {
            sum += figure.applyAsLong(stripe);
        }
        return sum;
    }
}
