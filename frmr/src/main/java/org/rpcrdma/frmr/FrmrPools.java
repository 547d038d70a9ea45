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
 * The FRMR (fast registration memory region) pools of a device or a protection domain. Because creating a handle
 * requires a round trip to the device, pools keep handles for later registrations. They behave like the kernel's pools
 * ("IB/core: Introduce FRMR pools", drivers/infiniband/core/frmr_pools.c), with the following differences, which
 * docs/frmr.md demonstrates on Linux 7.3:
 * <ul>
 *   <li>A request is served by the pool whose key equals the request or, if no pool has this key, by the smallest
 *       suitable pool. The kernel uses the first suitable pool in its tree walk. A pool of n blocks serves requests for
 *       more than n/2 and at most n blocks. If no pool is suitable, a pool is created with the requested key. From then
 *       on, a key always finds the same pool, because every key that could create a more suitable pool also finds that
 *       pool. Therefore, a handle can be pushed with the same key with which it was popped. If the driver fails to
 *       create a pool's first handle, the pool serves only its own key until it has a handle.
 *   <li>Handles are always created with their pool's key, including for pinning.
 *   <li>If a drop or a failed creation leaves a pool below its pinned floor, the next pass restores the floor. If this
 *       fails, up to ten consecutive passes try. A floor is at most {@link #MAX_PINNED}.
 *   <li>{@link #close()} reports the pools that are still in use; the kernel instead assumes that all pools are unused.
 *   <li>The pool keeps handles that the driver fails to destroy and retries one period later. The driver may fail for
 *       only some of the handles, and reports which ones.
 *   <li>Handles that are being created count towards the pinned floor, so that concurrent calls do not exceed it. If a
 *       pool has more inactive handles than the floor needs, the oldest are destroyed.
 *   <li>Capacity is reserved before a handle is created, so a push cannot run out of memory.
 * </ul>
 *
 * <p>An idle handle is destroyed after one to two ageing periods. Thread-safe.
 */
public final class FrmrPools implements AutoCloseable {
    /** The maximum number of pinned handles per pool; see {@link #setPinned(FrmrKey, int)}. */
    public static final int MAX_PINNED = 1 << 20;

    /** The default ageing period. */
    public static final int DEFAULT_AGING_PERIOD_SECONDS = 60;

    final FrmrDriver driver;
    final Clock clock;

    /** Guards the set of pools and its closing. Neither the driver nor the clock is called under this lock. */
    private final Object change = new Object();

    /**
     * The ageing period. Volatile, like the array of pools, because it is written under the lock and read without it.
     */
    volatile long agingPeriodNanos = TimeUnit.SECONDS.toNanos(DEFAULT_AGING_PERIOD_SECONDS);

    /** The pools in ascending order of keys. The array is replaced, never modified. Pools are not removed. */
    private volatile FrmrPool[] pools = {};

    /** The same pools by key. This map finds an exact match without a search. */
    private final Map<FrmrKey, FrmrPool> byKey = new ConcurrentHashMap<>();

    private boolean closed;

    /**
     * Creates an empty set of pools.
     *
     * @param driver the driver that creates and destroys the handles.
     * @param clock  the clock for ageing passes; must be a {@link Clock.Shared}, because any thread that uses the pools
     *               may arm its timers.
     * @throws IllegalArgumentException if the clock is not a {@link Clock.Shared}.
     */
    public FrmrPools(final FrmrDriver driver, final Clock clock) {
        this.driver = Objects.requireNonNull(driver, "driver is required");
        this.clock = Clock.Shared.require(Objects.requireNonNull(clock, "clock is required"));
    }

    /**
     * Returns the pool that serves a request, and creates it if necessary. Because a key's pool never changes, callers
     * that pop often should keep a reference to the pool. An exact match is found by hashing, and other pools are found
     * by binary search.
     *
     * @param key the requested capabilities.
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
     * Takes the most recently used handle that has at least the key's capabilities. If the pool is empty, creates a new
     * handle.
     *
     * @param key the requested capabilities.
     * @return the handle; the caller pushes or drops it.
     * @throws VerbsException the driver's errno if it cannot create a handle, or EINVAL if the pools are closed.
     */
    public int pop(final FrmrKey key) {
        return pool(key).pop();
    }

    /**
     * Returns a handle to its pool. Like Linux, the pool does not track popped handles. If a handle belongs to another
     * pool, or was never popped, the pool accepts it and returns it in a later pop.
     *
     * @param key    the key with which the handle was popped.
     * @param handle the handle, ready for reuse.
     * @throws VerbsException EINVAL if no handle of the pool is in use.
     */
    public void push(final FrmrKey key, final int handle) {
        pool(key).push(handle);
    }

    /**
     * Removes a popped handle that the caller has destroyed.
     *
     * @param key the key with which the handle was popped.
     * @throws VerbsException EINVAL if no handle of the pool is in use.
     */
    public void drop(final FrmrKey key) {
        pool(key).drop();
    }

    /**
     * Sets the ageing period and reschedules the next pass of every pool, including idle pools. If the clock fails to
     * schedule a pass, the period is still set, and passes that are already scheduled run at their old time.
     *
     * @param seconds the period, at least 1.
     * @throws VerbsException EINVAL if the period is less than 1 or the pools are closed.
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
     * @return the period in seconds.
     */
    public int agingPeriod() {
        return (int) TimeUnit.NANOSECONDS.toSeconds(agingPeriodNanos);
    }

    /**
     * Sets the minimum number of handles in a pool, including handles in use, and creates the missing handles
     * immediately. If the pool has more handles, it ages immediately and then every period until this number remains.
     *
     * @param key   the key of the pool, with a kernel vendor key of 0; if no pool serves the key, the pool is created.
     * @param count the floor, at most {@link #MAX_PINNED}; 0 unpins.
     * @throws VerbsException EINVAL if the count is out of range, if the key has a kernel vendor key, if the access
     *                        flags are unknown or include remote write or atomic access without local write, or if the
     *                        pools are closed; the driver's errno if it rejects the key. In these cases, nothing has
     *                        changed. If the driver cannot create handles, throws its errno. In this case, the floor is
     *                        set, but no handle was added, and the pool retries every period until ten consecutive
     *                        passes have failed. After any other {@link RuntimeException} or {@link Error}, the
     *                        previous floor remains in effect.
     */
    public void setPinned(final FrmrKey key, final int count) {
        require(count >= 0, "number of pinned handles must not be negative: count=" + count);
        require(count <= MAX_PINNED, "number of pinned handles must be at most " + MAX_PINNED + ": count=" + count);
        require(
                key.kernelVendorKey() == 0,
                "kernel vendor key is private to the driver and must be 0: kernelVendorKey=0x"
                        + Long.toHexString(key.kernelVendorKey()));
        require(
                Access.isValid(key.accessFlags()),
                "access flags are not a valid combination: accessFlags=0x" + Integer.toHexString(key.accessFlags()));
        pool(driver.buildKey(key)).setPinned(count);
    }

    /**
     * Returns all pools.
     *
     * @return the pools in descending order of keys, as {@code rdma resource show frmr_pools} lists them.
     */
    public List<FrmrPool> pools() {
        final List<FrmrPool> descending = new ArrayList<>(List.of(pools));
        Collections.reverse(descending);
        return List.copyOf(descending);
    }

    /**
     * Destroys all queued handles and stops ageing. If the driver fails for one pool, the other pools are still closed;
     * a repeated call tries again to destroy the remaining handles. Closed pools reject pops.
     *
     * <p>Waits for a concurrent ageing pass while the pass makes progress. The pass may block in the driver, perhaps on
     * a lock that the caller holds. In this case, this method does not wait, and the pass later destroys the rest of
     * its pool's handles. Call this method again to check whether the pass has finished.
     *
     * @throws VerbsException EBUSY while handles are in use or being created; the message lists the pools and their
     *                        counts, and nothing has changed. Otherwise, the driver's first failure, or EBUSY if
     *                        another thread is destroying handles. The other pools' failures are suppressed exceptions.
     *                        In these cases, the pools are closed.
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

    /** Closes all pools atomically. If any pool has handles in use, closes none. */
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

    /** Rethrows a failure of the driver or the clock. Does nothing if the failure is null. */
    static void rethrow(final Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    private FrmrPool make(final FrmrKey key) {
        // Create the pool without holding a lock, because the clock creates a timer. If another thread adds a pool
        // first, this pool is discarded.
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

    /**
     * Returns true if the lowest pool whose key is not below the request can serve the request. If this pool cannot, no
     * pool can.
     */
    private static boolean serves(final FrmrPool[] ascending, final int place, final FrmrKey key) {
        if (place == ascending.length || !ascending[place].key().serves(key)) {
            return false;
        }
        return !ascending[place].refused || ascending[place].key().equals(key);
    }

    /** Returns the index of the lowest pool whose key is not below the given key. */
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
