// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.verbs.MemoryAllocator;

/**
 * What an arena watches of those who use it, as closely as its context asks for: which acquisitions are recorded, and whether free buffers
 * are poisoned. Acquiring and releasing come here only with the buffers that are concerned. Thread-safe.
 */
final class ArenaSafety {
    final LeakReports reports;
    final LeakDetection level;
    private final ShardIndex index;
    private final int tag;
    private final LeakTracker tracker;
    /** Null where free buffers are left as they are. */
    private final Poison poison;
    /** The bits that are all set in a handle whose acquisition is recorded. */
    private final long recordedHandles;
    /** Made for the arena where anybody wants to know of its loss. */
    private Watch watch;

    ArenaSafety(
            final int arenaId,
            final ShardGeometry geometry,
            final ShardIndex index,
            final int tag,
            final ReceiveArena.Context context) {
        this.index = index;
        this.tag = tag;
        level = context.leakDetection();
        tracker = LeakTracker.of(level, index, tag, context.clock());
        reports = new LeakReports(arenaId, geometry, tracker, context.leakListener());
        poison = context.isPoisoning() ? new Poison(geometry, reports) : null;
        recordedHandles = level.sampledHandles();
    }

    /** The allocator to take the arena's memory from. */
    MemoryAllocator over(final MemoryAllocator memory) {
        return poison == null ? memory : poison.poisoning(memory);
    }

    /** The bits that are all set in the handles that {@link #acquired} wants to see. */
    long sampledHandles() {
        return poison == null ? recordedHandles : 0;
    }

    private boolean isRecorded(final long handle) {
        return (handle & recordedHandles) == recordedHandles;
    }

    /**
     * A buffer was acquired; nobody else may know the handle yet. Where this fails, the buffer's state is as before.
     *
     * @return false where somebody has the buffer under that handle already, as far as is recorded.
     */
    boolean acquired(final long handle) {
        final int buffer = BufferHandle.buffer(handle);
        final ShardLeaf leaf = index.leafOf(buffer);
        if (poison != null) {
            poison.verify(buffer, leaf.address(buffer));
        }
        if (!isRecorded(handle)) {
            return true;
        }
        final int state = BufferHandle.state(handle, tag);
        if (level.tracesPlaces() && leaf.state(buffer) != state) {
            return false;
        }
        tracker.acquired(handle);
        return !level.tracesPlaces() || leaf.compareAndSetState(buffer, state, state | BufferState.TRACKED);
    }

    /** The last hold of a buffer in a state was ended; nobody can have it yet. */
    void released(final long handle, final int state, final ShardLeaf leaf) {
        if (poison != null) {
            poison.fill(leaf.address(BufferHandle.buffer(handle)));
        }
        if ((state & BufferState.TRACKED) != 0) {
            tracker.released(handle);
        }
    }

    /** Something happened to a buffer in a state. */
    void touched(final long handle, final int state, final String what) {
        if ((state & BufferState.TRACKED) != 0) {
            tracker.touched(handle, what);
        }
    }

    /** Whether it is recorded what happens to tracked buffers. */
    boolean tracesPlaces() {
        return level.tracesPlaces();
    }

    /** An error that tells, behind its message, what is recorded of a handle. */
    IllegalStateException misuse(final String message, final long handle) {
        final BufferUse use = tracker.find(handle);
        return use == null ? new IllegalStateException(message) : use.explain(message);
    }

    /** Begins to watch a lease, if it is of a buffer whose acquisition is recorded. */
    void watch(final BufferLease lease, final long handle) {
        if (isRecorded(handle)) {
            final LeakReports onLost = reports;
            lease.watch(Watch.over(lease, () -> onLost.leaseLost(handle)));
        }
    }

    /** Begins to watch the arena, which has this memory. What has to be known of it then must not lead back to it. */
    void watch(final ReceiveArena arena, final Slabs slabs, final ReceiveArena.Context context) {
        if (level != LeakDetection.DISABLED) {
            final LeakReports onLost = reports;
            final Trace made = level.tracesPlaces() ? Trace.here("made", context.clock()) : null;
            watch = Watch.over(arena, () -> onLost.arenaLost(slabs.allocated(), made));
        }
    }

    /** A shard is given back, with every buffer taken that was free in it. */
    void ended(final ShardLeaf leaf, final int shard) {
        if (poison != null) {
            poison.verify(leaf, shard);
        }
    }

    /** The arena has closed, with every buffer free. */
    void ended(final Shards shards) {
        if (watch != null) {
            watch.end();
        }
        if (poison != null) {
            poison.verifyAll(shards);
        }
    }
}
