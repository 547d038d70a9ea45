// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import org.agrona.collections.ArrayUtil;
import org.agrona.collections.Long2ObjectHashMap;

/**
 * Finds a thread's own {@link ThreadCache}: a map by the thread's id, quicker than a {@link ThreadLocal} and without
 * anything that outlives the arena. A virtual thread gets none, since there may be any number of them; nor does a
 * thread whose class has a {@link Thread#getStackTrace()} or {@link Thread#getId()} of its own, nor a platform thread
 * past the first {@value #MOST}. Finding takes no lock; adding and removing is done under the arena's.
 */
public final class ThreadCaches {
    static final int MOST = 256;

    static final int REFUSALS_UNTIL_LOOK = 1024;

    /** The group that every virtual thread is in (JEP 444), also where this is compiled for a JDK without them. */
    private static final String VIRTUAL_THREADS = "VirtualThreads";

    /**
     * True if the threads of a class answer for themselves: asking one for its stack trace stops it, which {@link
     * ThreadCache} needs, and each has an id of its own.
     */
    private static final ClassValue<Boolean> IS_KNOWN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            try {
                return type.getMethod("getStackTrace").getDeclaringClass() == Thread.class
                        && type.getMethod("getId").getDeclaringClass() == Thread.class;
            } catch (final NoSuchMethodException e) {
                return false;
            }
        }
    };

    private final int capacity;
    /** Volatile: a thread that finds a cache in it sees the cache as it was made. Each change makes another map. */
    private volatile Long2ObjectHashMap<ThreadCache.Owner> table = new Long2ObjectHashMap<>();
    /**
     * The only thread, or one of the only two, which are found without the map; null if there are none, or more.
     * Plain, here and below: an owner is immutable but for its referent, its thread made it, and another thread takes
     * nothing from it. A thread that does not see it yet looks into the map.
     */
    private ThreadCache.Owner one;

    private ThreadCache.Owner other;
    private volatile ThreadCache[] all = {};
    /** Counted roughly, by threads that do not wait for each other. */
    private int refusals;

    private volatile boolean failed;

    ThreadCaches(final int capacity) {
        this.capacity = capacity;
    }

    /** Returns the calling thread's cache; null if it has none. */
    public ThreadCache mine() {
        final Thread thread = Thread.currentThread();
        final ThreadCache.Owner first = one;
        if (first != null) {
            if (first.refersTo(thread)) {
                return first.cache;
            }
            final ThreadCache.Owner second = other;
            if (second != null && second.refersTo(thread)) {
                return second.cache;
            }
        }
        final ThreadCache.Owner third = table.get(thread.getId());
        return third != null && third.refersTo(thread) ? third.cache : null;
    }

    /** Hands out no cache any more, after an error inside the arena. Needs no lock: a change beside it looks last. */
    void fail() {
        failed = true;
        clear();
    }

    private void clear() {
        one = null;
        other = null;
        table = new Long2ObjectHashMap<>();
    }

    /** Returns every cache; not to be changed. */
    public ThreadCache[] all() {
        return all;
    }

    /**
     * Returns true if the calling thread, which has no cache, should ask for one. If there are as many as may be, it
     * is now and then, since threads may have ended.
     */
    public boolean mayAdd() {
        return capacity > 0
                && !isVirtual(Thread.currentThread())
                && IS_KNOWN.get(Thread.currentThread().getClass())
                && (all.length < MOST || ++refusals % REFUSALS_UNTIL_LOOK == 0);
    }

    /** Makes a cache for the calling thread, unless there are as many as may be. */
    public void add() {
        if (all.length < MOST) {
            replace(ArrayUtil.add(all, new ThreadCache(Thread.currentThread(), capacity)));
        }
    }

    void remove(final ThreadCache cache) {
        replace(ArrayUtil.remove(all, cache));
    }

    private void replace(final ThreadCache[] caches) {
        final Long2ObjectHashMap<ThreadCache.Owner> fresh = new Long2ObjectHashMap<>();
        for (final ThreadCache cache : caches) {
            fresh.put(cache.ownerId, cache.owner);
        }
        all = caches;
        table = fresh;
        one = caches.length == 1 || caches.length == 2 ? caches[0].owner : null;
        other = caches.length == 2 ? caches[1].owner : null;
        if (failed) {
            clear();
        }
    }

    private static boolean isVirtual(final Thread thread) {
        final ThreadGroup group = thread.getThreadGroup();
        return group != null && group.getName().equals(VIRTUAL_THREADS);
    }
}
