// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.util.Arrays;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import org.agrona.BitUtil;
import org.rpcrdma.arena.index.HandleBits;

/**
 * An arena's stacks for threads without an endpoint: at least twice as many as processors, each made when the first
 * thread needs it.
 *
 * <pre>
 *   thread id mod 4:    0          1          2          3
 *                   [ stripe ] [ stripe ] [  none  ] [ stripe ]
 *                       locked? ---^
 * </pre>
 *
 * <p>A thread whose stripe is locked tries the next one, and then goes to the shards. If these have nothing, it tries
 * the others, each one once. Stripes are made, drained, aged, closed and opened by one thread at a time.
 */
public final class Stripes {
    /** Stands for a stripe that was not made yet. */
    private static final Stripe ABSENT = new Stripe(0, 0);

    static final Stripe[] NONE = {ABSENT};
    private static final int COUNT =
            BitUtil.findNextPositivePowerOfTwo(2 * Runtime.getRuntime().availableProcessors());

    static {
        ABSENT.tryLock();
    }

    private final int capacity;
    /** A power of two; written anew after each change, for those who read it. */
    volatile Stripe[] all = NONE;

    private int made;
    private boolean closed;
    /**
     * The error inside the arena after which no buffer is handed out; null if there was none. Who catches a stack
     * overflow stores it here before it calls {@link Stacks#failed(Error)}: compiled code may have held a lock with
     * less stack to spare than that call takes.
     */
    public volatile Error failure;

    public Stripes(final int capacity) {
        this.capacity = capacity;
    }

    private static int indexOf(final Thread thread, final Stripe[] stripes) {
        return (int) thread.getId() & stripes.length - 1;
    }

    private static Stripe own(final Stripe[] stripes) {
        return stripes[indexOf(Thread.currentThread(), stripes)];
    }

    /** Pops a buffer of the calling thread's stripe; {@link HandleBits#NONE} if that takes a closer look. */
    public long tryPop() {
        return own(all).tryPop();
    }

    /** Pushes a buffer to the calling thread's stripe, by the handle it has next; false if that takes a closer look. */
    public boolean tryPush(final long next) {
        return own(all).tryPush(next);
    }

    /** Locks a stripe for the calling thread; null if it has none, or two are locked. Its next use unlocks it. */
    public Stripe lock() {
        final Stripe[] stripes = all;
        final int index = indexOf(Thread.currentThread(), stripes);
        final Stripe stripe = stripes[index];
        return stripe.tryLock() ? stripe : lockNext(stripes, index);
    }

    private static Stripe lockNext(final Stripe[] stripes, final int index) {
        final Stripe next = stripes[index + 1 & stripes.length - 1];
        return stripes[index] != ABSENT && next.tryLock() ? next : null;
    }

    /** Takes a buffer from a stripe that is filled before if it is empty; {@link HandleBits#NONE} if there is none. */
    public long take(final FreeList shards) {
        final Stripe stripe = lock();
        return stripe == null ? HandleBits.NONE : stripe.refillAndTake(shards, made);
    }

    /** Takes buffers of the first stripe that is not locked and has some; tries each one once. Returns how many. */
    public int share(final long[] handles, final int offset, final int count) {
        int taken = 0;
        for (final Stripe stripe : all) {
            if (taken == 0 && stripe.size() > 0 && stripe.tryLock()) {
                taken = stripe.share(handles, offset, count);
            }
        }
        return taken;
    }

    /** Pushes a buffer, by the handle it has next; false if no stripe can be locked. */
    public boolean put(final FreeList shards, final long next) {
        final Stripe stripe = lock();
        if (stripe != null) {
            stripe.put(shards, next);
        }
        return stripe != null;
    }

    /** Returns true if the calling thread's stripe is to be made. */
    public boolean isMissing() {
        return capacity > 0 && own(all) == ABSENT;
    }

    /** Makes the calling thread's stripe, unless another thread has. */
    public void add() {
        final Stripe[] stripes = Arrays.copyOf(all, COUNT);
        final int index = indexOf(Thread.currentThread(), stripes);
        if (all == NONE) {
            Arrays.fill(stripes, ABSENT);
        }
        if (stripes[index] == ABSENT) {
            stripes[index] = new Stripe(capacity, made++);
            all = failure == null ? stripes : NONE;
        }
    }

    /**
     * Drains every stripe.
     *
     * @return true if there were any buffers.
     * @throws IllegalStateException if the arena fails meanwhile.
     */
    public boolean drain(final FreeList shards) {
        return forEach(stripe -> stripe.empty(shards)) > 0;
    }

    /** Returns the buffers to the shards that no thread has touched since the call before; true if others stay. */
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

    /** Drains every stripe, and leaves it locked; closing again does nothing. */
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

    /** Waits until the thread that has a stripe leaves it; false for a stripe that does not exist. */
    private boolean lock(final Stripe stripe) {
        while (stripe != ABSENT && !stripe.tryLock()) {
            if (failure != null) {
                throw new IllegalStateException("arena has failed", failure);
            }
            Thread.yield();
        }
        return stripe != ABSENT;
    }

    /** Returns the number of buffers on the stripes. */
    public int size() {
        return (int) sum(Stripe::size);
    }

    /** Returns how often a buffer was pushed to a stripe; only for comparison with an earlier value. */
    public long pushes() {
        return sum(Stripe::pushes);
    }

    /** Makes no object. */
    private long sum(final ToLongFunction<Stripe> figure) {
        long sum = 0;
        for (final Stripe stripe : all) {
            sum += figure.applyAsLong(stripe);
        }
        return sum;
    }
}
