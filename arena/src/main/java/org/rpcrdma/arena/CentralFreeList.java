// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.rpcrdma.arena.cache.EndpointCache;
import org.rpcrdma.arena.cache.FreeList;
import org.rpcrdma.arena.cache.LocalCaches;
import org.rpcrdma.arena.cache.ThreadCache;
import org.rpcrdma.arena.event.ArenaEvent;
import org.rpcrdma.arena.index.BufferOwner;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.jvm.Failures;

/**
 * An arena's buffers past the caches: takes them from the shards and gives them back without a lock, and with one adds
 * shards, calls buffers in from the caches of threads, and closes.
 *
 * <p>Nothing is free only if every shard and every thread's cache was looked into without finding a buffer, and none
 * was given back meanwhile: only then an attempt fails.
 *
 * <p>To close, every word of the shards is closed first: it gives no buffer out, and takes buffers back. So whoever
 * has taken a buffer has it, and a buffer that came back stays: nobody takes one for a moment only, which would hide
 * from the one who closes that all are back.
 */
final class CentralFreeList implements FreeList {
    /** Stands for buffers that were found without a new shard. */
    private static final ArenaEvent.ShardNew FOUND = new ArenaEvent.ShardNew(0, 0, 0);

    final Shards shards;
    private final ShardIndex index;
    private final LocalCaches caches;
    private final OutstandingBuffers out;
    private final Clock clock;
    final ReentrantLock lock = new ReentrantLock();
    final ShardAging aging;
    /**
     * 0 once the arena closes with the last buffer that is released. Volatile: a release puts the buffer first and then
     * reads this, and a close sets this first and then counts the buffers. One of the two sees the other.
     */
    private volatile int references = 1;

    private boolean closed;
    /** True after an error that may have left a buffer between two places. Volatile, for threads without the lock. */
    volatile boolean broken;

    /** The error, set before {@link #broken}. */
    Error cause;

    CentralFreeList(final Shards shards, final ArenaSettings settings) {
        this.shards = shards;
        index = shards.index;
        caches = shards.caches;
        clock = settings.clock;
        aging = new ShardAging(this, settings);
        out = new OutstandingBuffers(shards);
    }

    /** Takes the lowest free buffer, or adds a shard; {@link HandleBits#NONE} at the limit. */
    @Override
    public long take() {
        long handle;
        do {
            handle = takeFree();
        } while (handle == HandleBits.NONE && findMore());
        return handle;
    }

    /** Takes the lowest free buffer; {@link HandleBits#NONE} if there is none, and while it closes. */
    long takeFree() {
        final long handle = index.take();
        if (handle != HandleBits.NONE) {
            record(handle);
        }
        return handle;
    }

    /**
     * Takes free buffers of one shard, the lowest first, as many as it has of those wanted; returns how many: 0 while
     * it closes.
     *
     * @param owner the endpoint that owns them from now on; null for none.
     */
    @Override
    public int take(final long[] handles, final int offset, final int count, final BufferOwner owner) {
        final int taken = index.take(handles, offset, count);
        for (int i = offset; i < offset + taken; i++) {
            record(handles[i]);
            if (owner != null) {
                index.states.own(HandleBits.buffer(handles[i]), owner);
            }
        }
        return taken;
    }

    private void record(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        shards.totals.noteTaken(buffer);
        if (ArenaEvent.isBufferRecorded()) {
            new ArenaEvent.Buffer(shards.arenaId, index.leafOf(buffer).address(buffer)).commit();
        }
    }

    /** Gives a buffer back, whose state has stepped on; false if it is free already. */
    @Override
    public boolean put(final int buffer) {
        index.states.own(buffer, null);
        return index.put(buffer);
    }

    /**
     * Gives the buffers of a failed batch back, and the shards that were added for it: then only those buffers go to
     * the calling thread's stack that were taken off a stack.
     */
    void putUnused(final long[] handles, final int offset, final int ofStack, final int end, final int shardsBefore) {
        final boolean hasGrown = shards.totals.shards() > shardsBefore;
        for (int i = offset; i < end; i++) {
            putUnused(handles[i], !hasGrown || i < offset + ofStack);
        }
        returned();
        if (hasGrown) {
            aging.giveBack(shardsBefore, null);
        }
    }

    /** Gives a buffer back that was acquired for nothing. */
    void putUnused(final long handle) {
        putUnused(handle, true);
        returned();
    }

    /** Nobody knows the handle, and no endpoint's quota counts the buffer. The thread's stack may not take it. */
    private void putUnused(final long handle, final boolean toStack) {
        index.states.reset(handle);
        final ThreadCache cache = toStack ? caches.threads.mine() : null;
        if (cache == null || !cache.put(this, index.states.next(handle))) {
            put(HandleBits.buffer(handle));
        }
    }

    /**
     * Follows the return of buffers to the shards: they may age, and an arena that waits for the last closes. Called
     * without the lock, and outside every cache, since it calls the clock.
     */
    void returned() {
        aging.notice();
        if (references == 0) {
            locked(this::finishClosing);
        }
    }

    /**
     * Makes a buffer free if none was found: false if there is none, and the arena may not grow.
     *
     * @throws IllegalStateException if the arena is closed.
     */
    @Override
    public boolean findMore() {
        final long before = lockTimed();
        final ArenaEvent.ShardNew found = underLock(() -> {
            requireOpen();
            return index.hasMarks() || caches.drainDead(this) ? FOUND : grow();
        });
        if (found != null && found != FOUND) {
            found.mapTime = nanosSince(before);
            shards.totals.addMappingNanos(found.mapTime);
            found.commit();
        }
        aging.notice();
        return found != null;
    }

    /** Takes the lock. Returns the time just before, since the clock is not called under it. */
    private long lockTimed() {
        long before;
        do {
            lock();
            lock.unlock();
            before = nanoTime();
        } while (!lock.tryLock());
        return before;
    }

    /** Returns the time on the arena's clock; 0 if it has none. */
    private long nanoTime() {
        return clock == null ? 0 : clock.nanoTime();
    }

    /** Returns how long ago a time was; 0 if the clock refuses to tell. */
    private long nanosSince(final long before) {
        try {
            return nanoTime() - before;
        } catch (final RuntimeException | OutOfMemoryError e) {
            return 0;
        }
    }

    /** Grows; if that fails, or may not be, buffers that can be called in from caches will do. */
    private ArenaEvent.ShardNew grow() {
        ArenaEvent.ShardNew added = null;
        Throwable failure = null;
        try {
            added = shards.grow();
        } catch (final RuntimeException | OutOfMemoryError e) {
            failure = e;
        }
        if (added == null && reclaim()) {
            return FOUND;
        }
        Failures.rethrow(failure);
        return added;
    }

    /**
     * Calls buffers in; true as well if one was given back while this looked, so that it is worth looking again. The
     * shards come first: a buffer that has left them unseen is in a thread's hands or stack when those are looked at.
     */
    private boolean reclaim() {
        final long before = index.releases() + caches.releases();
        return index.markAll() || caches.drain(this) || index.releases() + caches.releases() != before;
    }

    /** Makes a cache for the calling thread, which has none; null if it is to have none. */
    ThreadCache addThreadCache() {
        if (!caches.threads.mayAdd()) {
            return null;
        }
        locked(() -> {
            requireOpen();
            caches.drainDead(this);
            caches.threads.add();
        });
        aging.notice();
        return caches.threads.mine();
    }

    /** Gives the calling thread its stack back, which ageing took from it; false if it is unavailable now. */
    @Override
    public boolean returnThreadCache(final ThreadCache cache) {
        if (!lock.tryLock()) {
            return false;
        }
        final boolean open = isOpen();
        if (open) {
            cache.restore();
        }
        lock.unlock();
        aging.notice();
        return open;
    }

    void addEndpoint(final EndpointCache endpoint) {
        locked(() -> {
            requireOpen();
            index.states.expectOwners();
            caches.add(endpoint);
        });
    }

    void removeEndpoint(final EndpointCache endpoint) {
        locked(() -> {
            endpoint.giveUp(this, endpoint.capacity);
            caches.remove(endpoint);
            finishClosing();
        });
        aging.notice();
    }

    void retain() {
        locked(() -> {
            requireOpen();
            references++;
        });
    }

    /**
     * Takes the lock, but not from within: a collaborator that is called while it is held finds an arena that is half
     * changed.
     *
     * @throws IllegalStateException if the calling thread has it, or the arena has failed.
     */
    void lock() {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "arena is used by the mapper, allocator, clock or listener that it has called: arenaId="
                            + shards.arenaId);
        }
        requireSound();
        lock.lock();
    }

    /** Does a step under the lock. The clock is called after it, without the lock. */
    void locked(final Runnable step) {
        ask(() -> {
            step.run();
            return null;
        });
    }

    /** Does a step with a result, as {@link #locked}. */
    <T> T ask(final Supplier<T> step) {
        lock();
        return underLock(step);
    }

    /** Does a step under the lock, which the calling thread has, and leaves it. */
    private <T> T underLock(final Supplier<T> step) {
        T result = null;
        Throwable failure = null;
        try {
            result = step.get();
        } catch (final RuntimeException e) {
            failure = e;
        } catch (final Error e) {
            failure = failed(e);
        } finally {
            lock.unlock();
        }
        Failures.rethrow(aging.cancelIfEnded(failure));
        return result;
    }

    /**
     * Fails the arena closed after an error that may have struck between two steps; returns the error. Want of memory
     * does not: it strikes where an object is made, before the first step.
     */
    Error failed(final Error e) {
        if (!(e instanceof OutOfMemoryError)) {
            cause = e;
            broken = true;
            caches.fail();
        }
        return e;
    }

    /** Refuses every use of an arena that has failed. */
    void requireSound() {
        if (broken) {
            throw new IllegalStateException(
                    "arena has failed, an error struck inside it; its shards stay mapped: arenaId=" + shards.arenaId,
                    cause);
        }
    }

    /** Drops a reference; with the last one it closes, at once or not at all. */
    void close() {
        try {
            locked(() -> {
                if (closed) {
                    shards.removeAll();
                } else if (references > 1) {
                    references--;
                } else {
                    withoutStacks(() -> {
                        if (!endIfIdle()) {
                            throw out.refusal();
                        }
                    });
                }
            });
        } finally {
            aging.notice();
        }
    }

    /** Does a step while no thread has its stack. */
    private void withoutStacks(final Runnable step) {
        try {
            caches.revoke(this);
            step.run();
        } finally {
            if (isOpen()) {
                caches.restore();
            }
        }
    }

    /** Drops a reference; with the last one it closes as soon as the last buffer is back. */
    void closeWhenReturned() {
        locked(() -> {
            requireOpen();
            if (references > 1) {
                references--;
            } else {
                withoutStacks(() -> {
                    references = 0;
                    index.close();
                    finishClosing();
                });
            }
        });
    }

    /** Closes if the last buffer has come back to an arena that waits for it. */
    private void finishClosing() {
        if (references == 0 && !closed) {
            endIfIdle();
        }
    }

    /**
     * Closes if every buffer is free. A look comes first: while words are closed for nothing, threads find no buffer.
     */
    private boolean endIfIdle() {
        if (!shards.areIdle()) {
            return false;
        }
        index.close();
        if (!shards.areIdle()) {
            if (references > 0) {
                index.open();
            }
            return false;
        }
        closed = true;
        aging.end();
        // Whatever a listener or the recorder throws, the shards are given back.
        try {
            shards.safety.ended();
            new ArenaEvent.Destroy(shards.arenaId).commit();
        } finally {
            shards.removeAll();
        }
        return true;
    }

    /** Returns true if buffers may be acquired; asked under the lock. */
    boolean isOpen() {
        return !closed && references > 0 && !broken;
    }

    void requireOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("arena is closed");
        }
    }

    /** Returns the handles of the buffers that are out through an endpoint. */
    long[] buffersOut(final EndpointCache endpoint) {
        return ask(() -> out.through(endpoint));
    }

    /** Returns the lowest buffers that are out, of an arena that may be in use. */
    List<ArenaLeak> buffersOut(final int most) {
        final List<ArenaLeak> found = new ArrayList<>();
        locked(() -> {
            if (!closed) {
                withoutStacks(() -> found.addAll(out.lowest(most)));
            }
        });
        return found;
    }
}
