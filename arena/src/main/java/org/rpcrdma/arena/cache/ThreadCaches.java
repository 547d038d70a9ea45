// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds a thread's own {@link ThreadCache}: a table hashed by the thread's id, quicker than a {@link ThreadLocal} and
 * without anything that outlives the arena. A virtual thread gets none, since there may be any number of them; nor
 * does a thread whose class has a {@link Thread#getStackTrace()} of its own, nor a platform thread past the first
 * {@value #MOST}. Finding takes no lock; adding and removing is done under the arena's.
 */
public final class ThreadCaches {
    static final int MOST = 256;

    static final int REFUSALS_UNTIL_LOOK = 1024;

    private static final int SMALLEST_TABLE = 8;
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    /** True if asking a thread of a class for its stack trace stops it, which {@link ThreadCache} needs. */
    private static final ClassValue<Boolean> IS_STOPPABLE = new ClassValue<>() {
        @Override
        protected Boolean computeValue(final Class<?> type) {
            try {
                return type.getMethod("getStackTrace").getDeclaringClass() == Thread.class;
            } catch (final NoSuchMethodException e) {
                return false;
            }
        }
    };

    private final int capacity;
    /** Volatile: who finds a cache in it sees the cache as it was made. Each change makes another table. */
    private volatile ThreadCache.Owner[] table = new ThreadCache.Owner[SMALLEST_TABLE];
    /**
     * The only thread, or one of the only two, which are found without the table; null if there are none, or more.
     * Plain, here and below: an owner is immutable but for its referent, its thread made it, and another thread takes
     * nothing from it. A thread that does not see it yet looks into the table.
     */
    private ThreadCache.Owner one;

    private ThreadCache.Owner other;
    private volatile ThreadCache[] all = {};
    /** Counted roughly, by threads that do not wait for each other. */
    private int refusals;

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
        final ThreadCache.Owner[] owners = table;
        final ThreadCache.Owner third = owners[(int) thread.getId() & owners.length - 1];
        return third != null && third.refersTo(thread) ? third.cache : probe(owners, thread);
    }

    /** Hands out no cache any more, after an error inside the arena. */
    void fail() {
        one = null;
        other = null;
        table = new ThreadCache.Owner[1];
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
                && IS_STOPPABLE.get(Thread.currentThread().getClass())
                && (all.length < MOST || ++refusals % REFUSALS_UNTIL_LOOK == 0);
    }

    /** Makes a cache for the calling thread; false if there are as many as may be. */
    public boolean add() {
        if (all.length >= MOST) {
            return false;
        }
        final List<ThreadCache> more = new ArrayList<>(Arrays.asList(all));
        more.add(new ThreadCache(Thread.currentThread(), capacity));
        replace(more);
        return true;
    }

    void remove(final ThreadCache cache) {
        final List<ThreadCache> fewer = new ArrayList<>(Arrays.asList(all));
        fewer.remove(cache);
        replace(fewer);
    }

    private void replace(final List<ThreadCache> caches) {
        int length = SMALLEST_TABLE;
        while (length < 2 * caches.size()) {
            length *= 2;
        }
        final ThreadCache.Owner[] fresh = new ThreadCache.Owner[length];
        for (final ThreadCache cache : caches) {
            int i = (int) cache.ownerId & length - 1;
            while (fresh[i] != null) {
                i = i + 1 & length - 1;
            }
            fresh[i] = cache.owner;
        }
        all = caches.toArray(new ThreadCache[0]);
        table = fresh;
        one = caches.isEmpty() || caches.size() > 2 ? null : caches.get(0).owner;
        other = caches.size() == 2 ? caches.get(1).owner : null;
    }

    private static ThreadCache probe(final ThreadCache.Owner[] owners, final Thread thread) {
        int i = (int) thread.getId() & owners.length - 1;
        while (owners[i] != null) {
            if (owners[i].refersTo(thread)) {
                return owners[i].cache;
            }
            i = i + 1 & owners.length - 1;
        }
        return null;
    }

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.lookup().findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (final ReflectiveOperationException e) {
            return null;
        }
    }

    private static boolean isVirtual(final Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (final RuntimeException | Error e) {
            throw e;
        } catch (final Throwable e) {
            throw new IllegalStateException("cannot tell whether a thread is virtual", e);
        }
    }
}
