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
 * An arena's buffers below the stacks: takes them from the shards and returns them without a lock, and adds shards,
 * drains stripes and closes under one.
 *
 * <p>An attempt fails only if every shard and every stripe was searched without finding a buffer, and no buffer was
 * released meanwhile.
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
    final Stacks stacks;
    final BufferHolds holds;
    private final Clock clock;
    final ReentrantLock lock = new ReentrantLock();
    final ShardAging aging;
    /**
     * 0 once the arena closes with the last buffer that is released. Volatile: a release puts the buffer first and then
     * reads this, and a close sets this first and then counts the buffers. One of the two sees the other.
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

    /** Takes the lowest free buffer; {@link HandleBits#NONE} if the shards have none, and while the arena closes. */
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
        for (int i = offset; i < offset + taken && owner != ShardIndex.NOBODY; i++) {
            index.own(HandleBits.buffer(handles[i]), owner);
        }
        return taken;
    }

    /** Records a buffer that has left its shard; where memory is short, the record is lost, and not the buffer. */
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
        index.own(buffer, ShardIndex.NOBODY);
        return index.put(buffer, isUse);
    }

    @Override
    public int shards() {
        return shards.totals.shards();
    }

    /**
     * Rolls a failed batch back: its buffers go to their shards, which makes no object since memory may be short, and
     * shards that were added for it are removed. If that fails too, the failure carries it as suppressed.
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

    /** Returns a buffer whose handle has not been published, and which no quota includes. */
    void putUnused(final long handle) {
        index.reset(handle);
        put(HandleBits.buffer(handle), true);
        returned();
    }

    /**
     * Follows the release of buffers past the fast path: they may age, and an arena that waits for the last closes.
     * Called without the lock, also without a stripe's, since it calls the clock.
     */
    void returned() {
        aging.notice();
        if (references == 0) {
            locked(this::finishClosing);
        }
    }

    /**
     * Drains stripes that were locked when they were tried; otherwise grows the arena, or at its limit reclaims. Called
     * after no buffer was found. Returns false if none is free.
     *
     * @throws IllegalStateException if the arena is closed.
     */
    boolean findMore() {
        final Supplier<ArenaEvent.ShardNew> search = () -> {
            requireOpen();
            return index.hasMarks() || stacks.stripes.size() > 0 && stacks.stripes.drain(this) ? FOUND : grow();
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

    /** Grows; if that fails or is not allowed, reclaims. */
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
     * Drains the stripes. Returns true also if a buffer was released meanwhile, so that another search is worth while.
     * The shards come first: a buffer that has left them unseen is out or on a stripe when the stripes are drained.
     */
    private boolean reclaim() {
        final long before = index.releases() + stacks.stripes.pushes();
        return index.markAll() || stacks.stripes.drain(this) || index.releases() + stacks.stripes.pushes() != before;
    }

    /** Makes the calling thread's stripe if it is missing. */
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

    /** Does a step under the lock. The clock is called after it, without the lock. */
    void locked(final Runnable step) {
        ask(() -> {
            step.run();
            return null;
        });
    }

    /** Does a step with a result, as {@link #locked}. */
    <T> T ask(final Supplier<T> step) {
        return underLock(this::lock, step);
    }

    /**
     * Takes the lock, does a step and leaves the lock. Taking it is part of what may fail: if the stack is full, the
     * error may strike when the thread has the lock already. Not from within: a collaborator that is called under the
     * lock finds an arena that is half changed.
     *
     * @throws IllegalStateException if the calling thread has the lock, or the arena has failed.
     */
    private <T> T underLock(final Runnable take, final Supplier<T> step) {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "arena is used by the mapper, allocator, clock or listener that it has called: arenaId="
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

    /** Refuses every use of an arena that has failed. */
    void requireSound() {
        final Error cause = stacks.failure();
        if (cause != null) {
            // Again: the thread that the error struck may not have come to its end.
            stacks.failed(cause);
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

    /** Does a step while all buffers of the stripes are in the shards. */
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

    /** Drops a reference; with the last one it closes as soon as the last buffer is back. */
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
        index.setClosed(true);
        if (!shards.areIdle()) {
            if (references > 0) {
                index.setClosed(false);
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
        return !closed && references > 0 && stacks.failure() == null;
    }

    void requireOpen() {
        if (!isOpen()) {
            throw new IllegalStateException("arena is closed");
        }
    }

    /** Returns the handles of the buffers that are out through an endpoint. */
    long[] buffersOut(final EndpointStack endpoint) {
        return ask(() -> holds.outThrough(endpoint));
    }

    /** Returns the lowest buffers that are out, of an arena that may be in use. */
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
