// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.BitSet;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.arena.index.Slabs;
import org.rpcrdma.arena.index.StateBits;
import org.rpcrdma.arena.leak.LeakTracker;
import org.rpcrdma.arena.leak.Poison;
import org.rpcrdma.arena.leak.RecordedUse;
import org.rpcrdma.arena.leak.SampledAcquisitions;
import org.rpcrdma.arena.leak.Trace;
import org.rpcrdma.arena.leak.TracedUses;
import org.rpcrdma.arena.leak.Watch;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.MemoryAllocator;

/**
 * Watches those who use an arena, as closely as its context asks for: which acquisitions are recorded, and
 * whether free buffers are poisoned. Acquiring and releasing come here only with the buffers that are concerned.
 * Thread-safe.
 */
final class ArenaSafety {
    final LeakReports reports;
    final LeakDetection level;
    private final ShardIndex index;
    private final int tag;
    private final LeakTracker tracker;
    /** Null if free buffers are left as they are. */
    private final Poison poison;
    /** The bits that are all set in a handle whose acquisition is recorded. */
    private final long recordedHandles;
    /** Made if the loss of the arena is to be reported. */
    private Watch watch;

    ArenaSafety(final ArenaSettings settings, final ShardIndex index) {
        this.index = index;
        tag = settings.tag();
        level = settings.leakDetection();
        tracker = tracker(level, index, tag, settings.clock());
        reports = new LeakReports(settings, tracker);
        poison = settings.isPoisoning() ? new Poison(settings.geometry(), reports::writtenWhileFree) : null;
        recordedHandles = level.sampledHandles();
    }

    private static LeakTracker tracker(
            final LeakDetection level, final ShardIndex index, final int tag, final Clock clock) {
        return switch (level) {
            case DISABLED -> new LeakTracker();
            case SIMPLE -> new SampledAcquisitions(index, tag, clock);
            case ADVANCED, PARANOID -> new TracedUses(clock, level == LeakDetection.PARANOID);
        };
    }

    /** Returns the allocator to take the arena's memory from. */
    MemoryAllocator over(final MemoryAllocator memory) {
        return poison == null ? memory : poison.poisoning(memory);
    }

    /** Returns the bits that are all set in the handles that {@link #acquired} wants to see. */
    long sampledHandles() {
        return poison == null ? recordedHandles : 0;
    }

    private boolean isRecorded(final long handle) {
        return (handle & recordedHandles) == recordedHandles;
    }

    /**
     * Notes that a buffer was acquired; nobody else may know the handle yet. If this fails, the buffer's state is as
     * before.
     *
     * @param sample the handle that says if this is recorded: the same, or the first of those acquired with it.
     * @return false if somebody has the buffer under that handle already, as far as is recorded.
     */
    boolean acquired(final long handle, final long sample) {
        final int buffer = HandleBits.buffer(handle);
        final ShardLeaf leaf = index.leafOf(buffer);
        if (poison != null) {
            poison.verify(buffer, leaf.address(buffer));
        }
        if (!isRecorded(sample)) {
            return true;
        }
        final int state = HandleBits.state(handle, tag);
        if (level.tracesPlaces() && leaf.state(buffer) != state) {
            return false;
        }
        tracker.acquired(handle);
        return !level.tracesPlaces() || leaf.compareAndSetState(buffer, state, state | StateBits.TRACKED);
    }

    /** The last hold of a buffer in a state is about to end. */
    void released(final long handle, final int state) {
        if ((state & StateBits.TRACKED) != 0) {
            tracker.released(handle);
        }
    }

    /** A buffer is free from now on; nobody can have it yet. */
    void freed(final long address) {
        if (poison != null) {
            poison.fill(address);
        }
    }

    /** Something happened to a buffer in a state. */
    void touched(final long handle, final int state, final String what) {
        if ((state & StateBits.TRACKED) != 0) {
            tracker.touched(handle, what);
        }
    }

    /** Returns true if the events of tracked buffers are recorded. */
    boolean tracesPlaces() {
        return level.tracesPlaces();
    }

    /** Returns an error with a message followed by the record of a handle. */
    IllegalStateException misuse(final String message, final long handle) {
        final RecordedUse use = tracker.find(handle);
        return use == null ? new IllegalStateException(message) : use.explain(message);
    }

    /** Begins to watch a lease if it is of a buffer whose acquisition is recorded; null if it is not. */
    Watch watch(final Object lease, final long handle) {
        if (!isRecorded(handle)) {
            return null;
        }
        final LeakReports onLost = reports;
        return Watch.over(lease, () -> onLost.leaseLost(handle));
    }

    /** Begins to watch the arena, which has this memory. The state needed after that must not refer to the arena. */
    void watch(final Object arena, final Slabs slabs, final ArenaSettings settings) {
        if (level != LeakDetection.DISABLED) {
            final LeakReports onLost = reports;
            final Trace made = level.tracesPlaces() ? Trace.here("made", settings.clock()) : null;
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
            final BitSet present = shards.present();
            for (int shard = present.nextSetBit(0); shard >= 0; shard = present.nextSetBit(shard + 1)) {
                poison.verify(shards.leaf(shard), shard);
            }
        }
    }
}
