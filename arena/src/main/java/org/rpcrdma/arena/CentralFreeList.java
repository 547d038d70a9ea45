// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.rpcrdma.arena.cache.EndpointStack;
import org.rpcrdma.arena.cache.FreeList;
import org.rpcrdma.arena.cache.Stacks;
import org.rpcrdma.arena.event.ArenaEvent;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.arena.jvm.StackRoom;
import org.rpcrdma.verbs.Clock;

/**
 * Manages an arena's free buffers at the level below the stacks. It takes buffers from the shards and returns them
 * without a lock; it adds shards, drains stripes and closes the arena under the arena's lock.
 *
 * <p>An acquisition fails only if a search of every shard and every stripe finds no buffer, and no buffer was released
 * during the search.
 *
 * <p>Closing the arena first closes every word of the shards. A closed word yields no buffers, but accepts released
 * buffers. Otherwise, a thread could take a buffer briefly while the closing thread checks that all buffers are free.
 */
final class CentralFreeList implements FreeList {
    /** Indicates that free buffers were found without adding a shard. */
    private static final ArenaEvent.ShardNew FOUND = new ArenaEvent.ShardNew(0, 0, 0);

    final Shards shards;
    private final ShardIndex index;
    final Stacks stacks;
    final BufferHolds holds;
    private final Clock clock;
    final ReentrantLock lock = new ReentrantLock();
    final ShardAging aging;
    /**
     * The number of references to the arena. It is 0 after {@link #closeWhenReturned}; the release of the last buffer
     * then closes the arena. Volatile: releasing a buffer first returns it and then reads this field, while closing the
     * arena first sets this field and then counts the buffers. Therefore at least one of the two observes the other's
     * write.
     */
    private volatile int references = 1;

    private boolean closed;

    CentralFreeList(final Shards shards, final ArenaSettings settings) {
        this.shards = shards;
        index = shards.index;
        stacks = shards.stacks;
        clock = settings.clock;
        aging = new ShardAging(this, settings);
        holds = new BufferHolds(shards);
    }

    /**
     * Takes the lowest free buffer. Returns {@link HandleBits#NONE} if the shards have no free buffer, or the arena is
     * closing.
     */
    long take() {
        final long handle = index.take();
        if (handle != HandleBits.NONE) {
            record(handle);
        }
        return handle;
    }

    @Override
    public int take(final long[] handles, final int offset, final int count, final int from, final int owner) {
        int taken = index.take(handles, offset, count, from);
        for (int i = offset; i < offset + taken; i++) {
            record(handles[i]);
        }
        taken = taken > 0 ? taken : stacks.stripes.share(handles, offset, count);
        for (int i = offset; i < offset + taken && owner != ShardIndex.NO_OWNER; i++) {
            index.own(HandleBits.buffer(handles[i]), owner);
        }
        return taken;
    }

    /** Records that a buffer left its shard. If memory is exhausted, only the record is lost, not the buffer. */
    private void record(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        try {
            shards.totals.noteTaken(buffer);
            if (ArenaEvent.isBufferRecorded()) {
                new ArenaEvent.Buffer(shards.arenaId, index.leafOf(buffer).address(buffer)).commit();
            }
        } catch (final OutOfMemoryError e) {
            return;
        }
    }

    @Override
    public boolean put(final int buffer, final boolean isUse) {
        index.own(buffer, ShardIndex.NO_OWNER);
        return index.put(buffer, isUse);
    }

    @Override
    public int shards() {
        return shards.totals.shards();
    }

    /**
     * Rolls back a failed batch: returns its buffers to their shards and removes the shards that were added for it.
     * Returning the buffers allocates nothing, because memory may be exhausted. If the rollback also fails, its
     * exception is added to the original failure as a suppressed exception.
     */
    void putUnused(
            final long[] handles, final int offset, final int end, final int shardsBefore, final Throwable failure) {
        try {
            for (int i = offset; i < end; i++) {
                putUnused(handles[i]);
            }
            if (shards() > shardsBefore) {
                aging.giveBack(shardsBefore, null);
            }
        } catch (final RuntimeException | Error e) {
            Failures.join(failure, e);
        }
    }

    /** Returns a buffer to its shard. The buffer's handle has not been published, and no quota includes the buffer. */
    void putUnused(final long handle) {
        index.reset(handle);
        put(HandleBits.buffer(handle), true);
        returned();
    }

    /**
     * Completes a release that did not use the fast path: schedules ageing, and closes an arena that waits for its last
     * buffer. Call this method without the arena's lock or a stripe's lock, because it calls the clock.
     */
    void returned() {
        aging.notice();
        if (references == 0) {
            locked(this::finishClosing);
        }
    }

    /**
     * Called after a search has found no buffer. If stripes were locked during the search, drains them; otherwise grows
     * the arena or, at its limit, reclaims buffers. Returns false if no buffer is free.
     *
     * @throws IllegalStateException if the arena is closed.
     */
    boolean findMore() {
        final Supplier<ArenaEvent.ShardNew> search = () -> {
            requireOpen();
            return index.hasMarks() || stacks.stripes.drain(this) ? FOUND : grow();
        };
        final long[] before = new long[1];
        final ArenaEvent.ShardNew found = underLock(() -> before[0] = lockTimed(), search);
        if (found != null && found != FOUND) {
            found.mapTime = nanosSince(before[0]);
            shards.totals.addMappingNanos(found.mapTime);
            found.commit();
        }
        return found != null;
    }

    /**
     * Takes the lock and returns the time. The time is read before the lock is taken, because the clock must not be
     * called under the lock.
     */
    private long lockTimed() {
        long before;
        do {
            lock();
            lock.unlock();
            before = nanoTime();
        } while (!lock.tryLock());
        return before;
    }

    /** Returns the time on the arena's clock; 0 without a clock. */
    private long nanoTime() {
        return clock == null ? 0 : clock.nanoTime();
    }

    /** Returns the time elapsed since an earlier time, in ns; 0 if the clock fails or has gone backwards. */
    private long nanosSince(final long before) {
        try {
            return Math.max(0, nanoTime() - before);
        } catch (final RuntimeException | OutOfMemoryError e) {
            return 0;
        }
    }

    /** Grows the arena. If growing fails or is not permitted, reclaims buffers. */
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
     * Drains the stripes. Returns true if buffers were found, or if a buffer was released concurrently, so that another
     * search may succeed. Checks the shards first. A buffer that leaves them after this check is therefore either in
     * use or on a stripe when the stripes are drained.
     */
    private boolean reclaim() {
        final long before = index.releases() + stacks.stripes.pushes();
        return index.markAll() || stacks.stripes.drain(this) || index.releases() + stacks.stripes.pushes() != before;
    }

    /** Creates the calling thread's stripe if it is missing. */
    void addStripe() {
        requireSound();
        if (stacks.stripes.isMissing()) {
            locked(() -> {
                requireOpen();
                stacks.stripes.add();
            });
        }
    }

    void addEndpoint(final EndpointStack endpoint) {
        locked(() -> {
            requireOpen();
            index.expectOwners();
            stacks.add(endpoint);
        });
    }

    void removeEndpoint(final EndpointStack endpoint) {
        locked(() -> {
            stacks.remove(endpoint, this);
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
     * Takes the lock.
     *
     * @throws IllegalStateException if the arena has failed.
     */
    private void lock() {
        requireSound();
        lock.lock();
    }

    /** Runs a step under the lock, then calls the clock after releasing the lock. */
    void locked(final Runnable step) {
        ask(() -> {
            step.run();
            return null;
        });
    }

    /** Runs a step that returns a result, like {@link #locked}. */
    <T> T ask(final Supplier<T> step) {
        return underLock(this::lock, step);
    }

    /**
     * Takes the lock, runs a step and releases the lock. The lock is taken inside the try block, because the stack may
     * overflow after the thread has acquired the lock. Not reentrant: a collaborator that is called under the lock
     * would find the arena in an inconsistent state.
     *
     * @throws IllegalStateException if the calling thread already holds the lock, or the arena has failed.
     */
    private <T> T underLock(final Runnable take, final Supplier<T> step) {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "arena must not be called by its own mapper, allocator, clock or listener: arenaId="
                            + shards.arenaId);
        }
        StackRoom.require();
        T result = null;
        Throwable failure = null;
        try {
            take.run();
            result = step.get();
        } catch (final RuntimeException e) {
            failure = e;
        } catch (final Error e) {
            failure = stacks.failed(e);
        } finally {
            if (lock.isHeldByCurrentThread()) {
                lock.unlock();
            }
        }
        Failures.rethrow(aging.cancelIfEnded(failure));
        return result;
    }

    /** Throws an exception if the arena has failed. */
    void requireSound() {
        final Error cause = stacks.failure();
        if (cause != null) {
            // This call is repeated here, because the thread in which the error occurred may not have completed it.
            stacks.failed(cause);
            throw new IllegalStateException(
                    "arena failed because of an internal error; its shards stay mapped: arenaId=" + shards.arenaId,
                    cause);
        }
    }

    /** Drops a reference. If it was the last one, closes the arena; fails if buffers are in use. */
    void close() {
        try {
            locked(() -> {
                if (closed) {
                    shards.removeAll();
                } else if (references > 1) {
                    references--;
                } else {
                    withoutStripes(() -> {
                        if (!endIfIdle()) {
                            throw holds.refusalToClose();
                        }
                    });
                }
            });
        } finally {
            aging.notice();
        }
    }

    /** Runs a step while the stripes are locked and all their buffers are in the shards. */
    private void withoutStripes(final Runnable step) {
        try {
            stacks.stripes.close(this);
            step.run();
        } finally {
            if (isOpen()) {
                stacks.stripes.open();
            }
        }
    }

    /** Drops a reference. If it was the last one, the arena closes as soon as every buffer is free. */
    void closeWhenReturned() {
        locked(() -> {
            requireOpen();
            if (references > 1) {
                references--;
            } else {
                withoutStripes(() -> {
                    references = 0;
                    index.setClosed(true);
                    finishClosing();
                });
            }
        });
    }

    /** Closes an arena that waits for its last buffer, if all buffers are now free. */
    private void finishClosing() {
        if (references == 0 && !closed) {
            endIfIdle();
        }
    }

    /**
     * Closes the arena if every buffer is free. Checks the buffers before it closes the words, because other threads
     * find no buffers while words are closed.
     */
    private boolean endIfIdle() {
        if (!shards.areIdle()) {
            return false;
        }
        index.setClosed(true);
        if (!shards.areIdle()) {
            if (references > 0) {
                index.setClosed(false);
            }
            return false;
        }
        closed = true;
        aging.end();
        // Free the shards even if a listener or the recorder throws an exception.
        try {
            shards.safety.ended();
            new ArenaEvent.Destroy(shards.arenaId).commit();
        } finally {
            shards.removeAll();
        }
        return true;
    }

    /** Returns true if buffers can be acquired. Call this method under the lock. */
    boolean isOpen() {
        return !closed && references > 0 && stacks.failure() == null;
    }

    void requireOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("arena is closed");
        }
    }

    /** Returns the handles of the buffers in use through an endpoint. */
    long[] buffersOut(final EndpointStack endpoint) {
        return ask(() -> holds.outThrough(endpoint));
    }

    /** Returns the lowest buffers in use. Other threads may use the arena concurrently. */
    List<ArenaLeak> buffersOut(final int most) {
        final List<ArenaLeak> found = new ArrayList<>();
        locked(() -> {
            if (!closed) {
                withoutStripes(() -> found.addAll(holds.lowestOut(most)));
            }
        });
        return found;
    }
}
