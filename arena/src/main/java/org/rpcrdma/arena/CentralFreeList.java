// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.rpcrdma.arena.cache.EndpointCache;
import org.rpcrdma.arena.cache.FreeList;
import org.rpcrdma.arena.cache.LocalCaches;
import org.rpcrdma.arena.cache.ThreadCache;
import org.rpcrdma.arena.index.BufferOwner;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.arena.index.StateBits;
import org.rpcrdma.verbs.jvm.StackRoom;

/**
 * An arena's buffers past the caches: takes them from the shards and gives them back without a lock, and with one adds
 * shards, calls buffers in from the caches of threads, and closes.
 *
 * <p>Nothing is free only if every shard and every thread's cache was looked into without finding a buffer, and none
 * was given back meanwhile: only then an attempt fails.
 */
final class CentralFreeList implements FreeList {
    private final int arenaId;
    private final ShardGeometry geometry;
    private final ShardIndex index;
    private final Shards shards;
    private final LocalCaches caches;
    private final ArenaTotals totals;
    private final ArenaSafety safety;
    private final OutstandingBuffers out;
    private final ReentrantLock lock = new ReentrantLock();
    final ShardAging aging;
    private int references = 1;
    private volatile boolean closing;
    private boolean closed;
    private final BufferStates states;

    CentralFreeList(
            final int arenaId,
            final ShardGeometry geometry,
            final ShardIndex index,
            final Shards shards,
            final LocalCaches caches,
            final ArenaTotals totals,
            final ArenaSafety safety,
            final ArenaSettings settings) {
        this.arenaId = arenaId;
        this.geometry = geometry;
        this.index = index;
        this.states = index.states;
        this.shards = shards;
        this.caches = caches;
        this.totals = totals;
        this.aging = new ShardAging(this, lock, caches, shards, settings);
        this.safety = safety;
        this.out = new OutstandingBuffers(geometry, states, shards, caches, totals, safety.reports);
    }

    /** Takes the lowest free buffer, or adds a shard; {@link HandleBits#NONE} at the limit. */
    @Override
    public long take() {
        while (true) {
            final long handle = takeFree();
            if (handle != HandleBits.NONE) {
                return handle;
            }
            if (!findMore()) {
                return HandleBits.NONE;
            }
        }
    }

    /** Takes the lowest free buffer; {@link HandleBits#NONE} if there is none, and while it closes. */
    long takeFree() {
        long handle = HandleBits.NONE;
        boolean done = false;
        try {
            handle = index.take();
            if (handle != HandleBits.NONE && closing) {
                put(HandleBits.buffer(handle));
                handle = HandleBits.NONE;
            } else if (handle != HandleBits.NONE) {
                record(handle);
            }
            done = true;
        } finally {
            if (!done && handle != HandleBits.NONE) {
                // No call: the thread's stack may be full.
                final int buffer = (int) handle & Integer.MAX_VALUE;
                final int[] leaf = states.leaves[buffer >>> states.leafShift];
                leaf[ShardGeometry.COLUMN_PADDING + (buffer & states.columnMask)] &= ~StateBits.HOLDERS;
                states.adrift = true;
            }
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
        int taken = 0;
        int done = 0;
        try {
            taken = index.take(handles, offset, count);
            if (closing) {
                for (; done < taken; done++) {
                    put(HandleBits.buffer(handles[offset + done]));
                }
                return 0;
            }
            for (int i = offset; i < offset + taken; i++) {
                record(handles[i]);
                if (owner != null) {
                    states.own(handles[i], owner);
                }
            }
            done = taken;
        } finally {
            for (; done < taken; done++) {
                // No call: the thread's stack may be full.
                final int buffer = (int) handles[offset + done] & Integer.MAX_VALUE;
                final int column = ShardGeometry.COLUMN_PADDING + (buffer & states.columnMask);
                states.leaves[buffer >>> states.leafShift][column] &= ~StateBits.HOLDERS;
                if (owner != null) {
                    states.owners[buffer >>> states.leafShift][column] = null;
                }
                states.adrift = true;
            }
        }
        return taken;
    }

    private void record(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        totals.noteTaken(buffer);
        if (ArenaEvents.isBufferRecorded()) {
            ArenaEvents.buffer(arenaId, index.leafOf(buffer).address(buffer));
        }
    }

    /** Gives a buffer back, whose state has stepped on; false if it is free already. Does nothing or all of it. */
    @Override
    public boolean put(final int buffer) {
        states.disown(buffer);
        final ShardLeaf leaf = index.leafOf(buffer);
        if (!leaf.put(buffer)) {
            return false;
        }
        try {
            ShardIndex.mark(leaf, geometry.entry(buffer));
            aging.notice();
        } catch (final StackOverflowError e) {
            // It is free. Who finds nothing looks under marks that are missing, too.
            return true;
        }
        return true;
    }

    /** Puts the buffers into their shards that errors kept from being put anywhere. */
    void bringBack() {
        lock();
        try {
            recover();
        } finally {
            lock.unlock();
        }
    }

    /** As above, under the lock. */
    void recover() {
        if (!states.adrift) {
            return;
        }
        states.adrift = false;
        boolean done = false;
        try {
            for (final ShardLeaf leaf : index.leaves()) {
                for (int entry = 0; entry < leaf.shards(); entry++) {
                    recover(leaf, entry);
                }
            }
            done = true;
        } finally {
            states.adrift |= !done;
        }
    }

    private void recover(final ShardLeaf leaf, final int entry) {
        for (int slot = 0; leaf.mapping(entry) != null && slot < leaf.slots(entry); slot++) {
            final int buffer = geometry.buffer(leaf.firstShard() + entry, slot);
            if (leaf.isAdrift(buffer)) {
                final BufferOwner owner = states.owner(buffer);
                if (owner != null && states.takeFrom(owner, buffer)) {
                    owner.lose();
                }
                leaf.comeBack(buffer, states.stride);
                put(buffer);
            }
        }
    }

    /**
     * Makes a buffer free if none was found: false if there is none, and the arena may not grow.
     *
     * @throws IllegalStateException if the arena is closed.
     */
    @Override
    public boolean findMore() {
        // A thread that took and returned a buffer during close may have hidden the last release: retry closing.
        finishClosing();
        lock();
        try {
            requireOpen();
            recover();
            return index.hasMarks() || caches.drainDead(this) || grow() || reclaim();
        } finally {
            lock.unlock();
        }
    }

    /** Grows; if that fails and buffers can be called in from caches, those will do. */
    private boolean grow() {
        try {
            final boolean grown = shards.grow();
            aging.notice();
            return grown;
        } catch (final RuntimeException | Error e) {
            if (reclaim()) {
                return true;
            }
            throw e;
        }
    }

    /**
     * Calls buffers in; true as well if one was given back while this looked, so that it is worth looking again. The
     * shards come first: a buffer that has left them unseen is in a thread's hands or stack when those are looked at.
     */
    private boolean reclaim() {
        final long before = index.releases() + caches.releases();
        return index.markAll() || caches.drain(this) || index.releases() + caches.releases() != before;
    }

    /** Makes a cache for the calling thread, which has none; false if it is to have none. */
    boolean addThreadCache() {
        if (!caches.threads.mayAdd()) {
            return false;
        }
        StackRoom.require(StackRoom.MUCH);
        lock.lock();
        try {
            requireOpen();
            caches.drainDead(this);
            aging.notice();
            return caches.threads.add();
        } finally {
            lock.unlock();
        }
    }

    /** Gives the calling thread its stack back, which ageing took from it; false if it is unavailable now. */
    @Override
    public boolean returnThreadCache(final ThreadCache cache) {
        StackRoom.require(StackRoom.MUCH);
        if (!lock.tryLock()) {
            return false;
        }
        try {
            if (isOpen()) {
                cache.restore();
                aging.notice();
            }
            return isOpen();
        } finally {
            lock.unlock();
        }
    }

    void addEndpoint(final EndpointCache endpoint) {
        StackRoom.require(StackRoom.MUCH);
        lock.lock();
        try {
            requireOpen();
            states.expectOwners();
            caches.add(endpoint);
        } finally {
            lock.unlock();
        }
    }

    void removeEndpoint(final EndpointCache endpoint) {
        StackRoom.require(StackRoom.MUCH);
        lock.lock();
        try {
            recover();
            endpoint.giveUp(this, endpoint.capacity);
            caches.remove(endpoint);
            finishClosing();
        } finally {
            lock.unlock();
        }
    }

    void retain() {
        StackRoom.require(StackRoom.MUCH);
        lock.lock();
        try {
            requireOpen();
            references++;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Takes the lock, but not from within: what is called while it is held finds an arena that is half changed.
     *
     * @throws IllegalStateException if the calling thread has it.
     */
    void lock() {
        StackRoom.require(StackRoom.MUCH);
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException(
                    "arena is used by the mapper, allocator, clock or listener that it has called:" + " arenaId="
                            + arenaId);
        }
        lock.lock();
    }

    /** Drops a reference; with the last one it closes, at once or not at all. */
    void close() {
        lock();
        try {
            if (closed) {
                shards.removeAll();
            } else if (references > 1) {
                references--;
            } else {
                closeNow();
            }
        } finally {
            lock.unlock();
        }
    }

    private void closeNow() {
        closing = true;
        try {
            caches.revoke(this);
            recover();
            if (!shards.areIdle()) {
                throw out.refusal();
            }
        } catch (final RuntimeException | Error e) {
            if (references > 0) {
                open();
            }
            throw e;
        }
        end();
    }

    /** It closes no more. */
    private void open() {
        closing = false;
        caches.restore();
        aging.notice();
    }

    /** Drops a reference; with the last one it closes as soon as the last buffer is back. */
    void closeWhenReturned() {
        lock();
        try {
            requireOpen();
            if (references > 1) {
                references--;
                return;
            }
            closing = true;
            try {
                caches.revoke(this);
                references = 0;
            } finally {
                if (references > 0) {
                    open();
                }
            }
            finishClosing();
        } finally {
            lock.unlock();
        }
    }

    /** Closes if the last buffer has come back to an arena that waits for it. */
    void finishClosing() {
        if (!closing) {
            return;
        }
        StackRoom.require(StackRoom.MUCH);
        lock.lock();
        try {
            if (references == 0) {
                recover();
            }
            if (references == 0 && !closed && shards.areIdle()) {
                end();
            }
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        closed = true;
        // Whatever the clock, a listener or the recorder throws, the shards are given back.
        try {
            aging.stop();
        } finally {
            try {
                safety.ended(shards);
                ArenaEvents.destroy(arenaId);
            } finally {
                shards.removeAll();
            }
        }
    }

    /** Returns true if buffers may be acquired; asked under the lock. */
    boolean isOpen() {
        return !closed && !closing;
    }

    void requireOpen() {
        if (closed || references == 0) {
            throw new IllegalStateException("arena is closed");
        }
    }

    /** Returns the handles of the buffers that are out through an endpoint. */
    long[] buffersOut(final EndpointCache endpoint) {
        lock();
        try {
            recover();
            return out.through(endpoint);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the lowest buffers that are out, of an arena that may be in use. */
    List<ArenaLeak> buffersOut(final int most) {
        StackRoom.require(StackRoom.MUCH);
        lock.lock();
        try {
            if (closed) {
                return List.of();
            }
            recover();
            if (closing) {
                return out.lowest(most);
            }
            try {
                caches.revoke(this);
                return out.lowest(most);
            } finally {
                caches.restore();
            }
        } finally {
            lock.unlock();
        }
    }
}
