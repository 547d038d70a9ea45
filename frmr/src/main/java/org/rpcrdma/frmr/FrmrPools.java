// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The FRMR (fast registration memory region) pools of a device or a protection domain: handles that cost a round
 * trip to the device to make are kept for the next registration. Behaves as the kernel's
 * ("IB/core: Introduce FRMR pools", drivers/infiniband/core/frmr_pools.c), with these differences, which docs/frmr.md
 * shows on Linux 7.3:
 *
 * <ul>
 *   <li>Of the pools that can serve a request, the smallest is taken, an exact one before all others; the kernel
 *       takes the first that its tree walk meets. A pool of n blocks serves requests from more than n/2 to n; if none
 *       serves, one is made for exactly the request. Once a key has found a pool it finds the same one for ever: every
 *       key of which a better pool could be made finds that pool too. So a handle can be pushed with the key that it
 *       was popped with. A pool whose first handle the driver refused serves its own key only, until it has one.
 *   <li>Handles are always made with their pool's key, those for pinning too.
 *   <li>A pinned floor that a drop, or a creation that failed, leaves unmet is met again by the next pass; ten passes
 *       in a row try that. A floor has a limit, {@link #MAX_PINNED}.
 *   <li>{@link #close()} names the pools still in use instead of assuming that none is.
 *   <li>Handles that the driver fails to destroy are kept and tried again one period later. It may fail at some of
 *       many, and says at which.
 *   <li>Handles that are being made count to the pinned floor, so that it is not overshot. Of more inactive handles
 *       than a floor can spare, the oldest are destroyed.
 *   <li>Room for a handle is made before the handle, so a push cannot fail for want of memory.
 * </ul>
 *
 * <p>A handle that lies idle is destroyed after one to two ageing periods. Thread-safe.
 */
public final class FrmrPools implements AutoCloseable {
    /** The most handles that a pool can be told to keep: see {@link #setPinned(FrmrKey, int)}. */
    public static final int MAX_PINNED = 1 << 20;

    /** The ageing period that pools begin with. */
    public static final int DEFAULT_AGING_PERIOD_SECONDS = 60;

    static {
        FrmrEvent.load();
    }

    final FrmrDriver driver;
    final Clock clock;

    /**
     * Guards which pools there are, and whether they are closed; neither the driver nor the clock is called under it.
     */
    private final Object change = new Object();

    /** Volatile, as are the pools: written under the lock, and read without it. */
    volatile long agingPeriodNanos = TimeUnit.SECONDS.toNanos(DEFAULT_AGING_PERIOD_SECONDS);

    /** Ascending by key; replaced, never changed. Pools are not removed. */
    private volatile FrmrPool[] pools = {};

    /** The same pools, to find that of exactly a key without a search. */
    private final Map<FrmrKey, FrmrPool> byKey = new ConcurrentHashMap<>();

    private boolean closed;

    /**
     * Makes the pools, none at first.
     *
     * @param driver makes and destroys the handles.
     * @param clock  the time that handles age in, a {@link Clock.Shared}: any thread that uses the pools arms it.
     * @throws IllegalArgumentException if it is another clock.
     */
    public FrmrPools(final FrmrDriver driver, final Clock clock) {
        this.driver = Objects.requireNonNull(driver, "driver is required");
        this.clock = Clock.Shared.require(Objects.requireNonNull(clock, "clock is required"));
    }

    /**
     * Returns the pool that serves a request, made if there is none. It stays the same for as long as the pools live,
     * so a caller that pops often keeps the pool. A pool of exactly the key is found by its hash, another by a binary
     * search.
     *
     * @param key the capabilities asked for.
     * @return the pool.
     * @throws VerbsException EINVAL if the pools are closed.
     */
    public FrmrPool pool(final FrmrKey key) {
        final FrmrPool exact = byKey.get(key);
        if (exact != null) {
            return exact;
        }
        final FrmrPool[] ascending = pools;
        final int place = ceiling(ascending, key);
        return serves(ascending, place, key) ? ascending[place] : make(key);
    }

    /**
     * Takes a handle with at least the key's capabilities: the most recently used first, a new one if none is kept.
     *
     * @param key the capabilities asked for.
     * @return the handle; the caller pushes or drops it.
     * @throws VerbsException the driver's errno if it cannot make one, or EINVAL if the pools are closed.
     */
    public int pop(final FrmrKey key) {
        return pool(key).pop();
    }

    /**
     * Gives a handle back, to be used again. The pool keeps no list of what is out, as Linux's does not: a handle of
     * another pool, or one that was never popped, is accepted and handed out later.
     *
     * @param key    the key that it was popped with.
     * @param handle the handle, fit for its next use.
     * @throws VerbsException EINVAL if none of the pool's handles is in use.
     */
    public void push(final FrmrKey key, final int handle) {
        pool(key).push(handle);
    }

    /**
     * Forgets a handle that was popped and that the caller has destroyed.
     *
     * @param key the key that it was popped with.
     * @throws VerbsException EINVAL if none of the pool's handles is in use.
     */
    public void drop(final FrmrKey key) {
        pool(key).drop();
    }

    /**
     * Sets the ageing period and times the next pass of every pool anew, that of an idle one too. If the clock fails to
     * time one, the period is set, and passes that are timed already come at their time.
     *
     * @param seconds the period, at least 1.
     * @throws VerbsException EINVAL for another number, or if the pools are closed.
     */
    public void setAgingPeriod(final int seconds) {
        require(seconds >= 1, "ageing period must be at least 1 second: seconds=" + seconds);
        final FrmrPool[] all;
        synchronized (change) {
            checkOpen();
            agingPeriodNanos = TimeUnit.SECONDS.toNanos(seconds);
            all = pools;
        }
        for (final FrmrPool pool : all) {
            pool.retime(TimeUnit.SECONDS.toNanos(seconds));
        }
    }

    /**
     * Returns the ageing period.
     *
     * @return seconds.
     */
    public int agingPeriod() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(agingPeriodNanos);
    }

    /**
     * Sets how many handles a pool keeps at least, those in use included; missing ones are made now. A pool that
     * has more ages at once, and on, down to that number.
     *
     * @param key   the pool as a user names it, its kernel vendor key 0; made if there is none that serves it.
     * @param count the floor, at most {@link #MAX_PINNED}; 0 unpins.
     * @throws VerbsException EINVAL for another count, a kernel vendor key, access flags that are unknown or remote
     *     without local write, or if the pools are closed; the driver's errno if it refuses the key: nothing has
     *     changed then. The driver's errno if it cannot make handles: the floor is set then, none of the missing
     *     handles was kept, and the pool tries to meet it again one period later, until ten passes in a row have
     *     failed. After any other {@link RuntimeException} or {@link Error}, the floor is the one before.
     */
    public void setPinned(final FrmrKey key, final int count) {
        require(count >= 0, "pinned handles must not be negative: count=" + count);
        require(count <= MAX_PINNED, "pinned handles must be at most " + MAX_PINNED + ": count=" + count);
        require(
                key.kernelVendorKey() == 0,
                "kernel vendor key is the driver's: kernelVendorKey=0x" + Long.toHexString(key.kernelVendorKey()));
        require(
                Access.isValid(key.accessFlags()),
                "access flags are not a legal set: accessFlags=0x" + Integer.toHexString(key.accessFlags()));
        pool(driver.buildKey(key)).setPinned(count);
    }

    /**
     * Returns the pools there are.
     *
     * @return descending by key, as {@code rdma resource show frmr_pools} lists them.
     */
    public List<FrmrPool> pools() {
        final List<FrmrPool> descending = new ArrayList<>(List.of(pools));
        Collections.reverse(descending);
        return List.copyOf(descending);
    }

    /**
     * Destroys every handle that is kept and ends ageing. If the driver fails to destroy a pool's, the other pools'
     * are; calling again tries those that are left. Closed pools give nothing out.
     *
     * <p>An ageing pass that is destroying handles in another thread is waited for while it gets on. If its driver
     * waits for something, which may be a lock of the caller's, closing does not: that pass destroys the rest of its
     * pool, and calling again finds out when it is done.
     *
     * @throws VerbsException EBUSY while handles are in use or being made, naming the pools and how many; nothing has
     *     changed then. Otherwise the driver's first failure, or EBUSY for handles that another thread is destroying,
     *     with the other pools' failures as suppressed exceptions; the pools are closed then.
     */
    @Override
    public void close() {
        final FrmrPool[] all;
        synchronized (change) {
            all = pools;
            closeUnused(all);
            closed = true;
        }
        destroyAll(all);
    }

    /** Closes every pool at one moment or, if one has handles in use, none. */
    private static void closeUnused(final FrmrPool[] all) {
        final int[] users = new int[all.length];
        boolean unused = true;
        int locked = 0;
        try {
            for (; locked < all.length; locked++) {
                all[locked].ledger.lock.lock();
                users[locked] = all[locked].ledger.users();
                unused &= users[locked] == 0;
            }
            for (int i = 0; unused && i < all.length; i++) {
                all[i].ledger.close();
            }
        } finally {
            for (int i = 0; i < locked; i++) {
                all[i].ledger.lock.close();
            }
        }
        if (!unused) {
            throw new VerbsException(Errno.EBUSY, "handles are in use" + named(all, users));
        }
    }

    private static String named(final FrmrPool[] all, final int[] users) {
        final StringBuilder names = new StringBuilder();
        for (int i = 0; i < all.length; i++) {
            if (users[i] > 0) {
                names.append("; ").append(all[i].key()).append(" inUse=").append(users[i]);
            }
        }
        return names.toString();
    }

    private static void destroyAll(final FrmrPool[] all) {
        Throwable failure = null;
        for (final FrmrPool pool : all) {
            try {
                pool.destroyAll();
            } catch (final RuntimeException | Error e) {
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        rethrow(failure);
    }

    /** Throws a driver's failure, or the clock's; returns if it is null. */
    static void rethrow(final Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    private FrmrPool make(final FrmrKey key) {
        // A handle that is not needed in the end is forgotten: the clock makes its timer, so no lock is held.
        final FrmrPool made = new FrmrPool(this, key);
        synchronized (change) {
            checkOpen();
            final FrmrPool[] before = pools;
            final int place = ceiling(before, key);
            if (serves(before, place, key)) {
                return before[place];
            }
            final FrmrPool[] after = Arrays.copyOf(before, before.length + 1);
            System.arraycopy(before, place, after, place + 1, before.length - place);
            after[place] = made;
            byKey.put(key, made);
            pools = after;
            return made;
        }
    }

    /** Returns true if the first pool that is not below the key serves it; if it does not, no pool does. */
    private static boolean serves(final FrmrPool[] ascending, final int place, final FrmrKey key) {
        if (place == ascending.length || !ascending[place].key().serves(key)) {
            return false;
        }
        return !ascending[place].refused || ascending[place].key().equals(key);
    }

    /** Returns the index of the first pool whose key is not below the given one. */
    private static int ceiling(final FrmrPool[] ascending, final FrmrKey key) {
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            final int middle = (low + high) >>> 1;
            if (ascending[middle].key().compareTo(key) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void checkOpen() {
        if (closed) {
            throw closed();
        }
    }

    private static void require(final boolean valid, final String refusal) {
        if (!valid) {
            throw new VerbsException(Errno.EINVAL, refusal);
        }
    }

    static VerbsException closed() {
        return new VerbsException(Errno.EINVAL, "pools are closed");
    }
}
