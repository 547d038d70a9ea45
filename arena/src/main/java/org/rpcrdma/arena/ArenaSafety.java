// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardLeaf;
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
 * Monitors the use of an arena as closely as its settings require. It records some or all acquisitions, poisons free
 * buffers, and reports its findings to the listener. Acquiring or releasing a buffer calls this class only if the
 * buffer is recorded or poisoned. This class references neither the arena nor leases, so that they can become
 * unreachable. Thread-safe.
 */
final class ArenaSafety {
    private static final System.Logger LOGGER = System.getLogger("org.rpcrdma.arena");

    final LeakDetection level;
    private final Shards shards;
    private final ShardGeometry geometry;
    private final Clock clock;
    private final LeakListener listener;
    private final LeakTracker tracker;
    /** Fills and checks free buffers; null if free buffers are not poisoned. */
    private final Poison poison;
    /** The bits that are all set in the handle of a recorded acquisition. */
    private final long recordedHandles;
    /** Detects when the arena becomes unreachable; null if unreachable arenas are not reported. */
    private Watch watch;

    ArenaSafety(final Shards shards, final ArenaSettings settings) {
        this.shards = shards;
        geometry = shards.geometry;
        level = settings.leakDetection;
        clock = settings.clock;
        listener = settings.leakListener;
        tracker = tracker();
        poison = settings.isPoisoning() ? new Poison(geometry, this::writtenWhileFree) : null;
        recordedHandles = level.sampledHandles();
    }

    private LeakTracker tracker() {
        return switch (level) {
            case DISABLED -> new LeakTracker();
            case SIMPLE -> new SampledAcquisitions(shards.index, clock);
            case ADVANCED, PARANOID -> new TracedUses(clock, level == LeakDetection.PARANOID);
        };
    }

    /** Returns an allocator for the arena's memory that poisons the memory if required. */
    MemoryAllocator over(final MemoryAllocator memory) {
        return poison == null ? memory : poison.poisoning(memory);
    }

    /** Returns the bits that are all set in every handle for which {@link #acquired} must be called. */
    long sampledHandles() {
        return poison == null ? recordedHandles : 0;
    }

    private boolean isRecorded(final long handle) {
        return (handle & recordedHandles) == recordedHandles;
    }

    /**
     * Records the acquisition of a buffer. Call this method before the handle is published. If it fails, the buffer's
     * state is unchanged.
     *
     * @return false if the records show that the buffer is already in use under this handle.
     */
    boolean acquired(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        final ShardLeaf leaf = shards.index.leafOf(buffer);
        if (poison != null) {
            poison.verify(buffer, leaf.address(buffer));
        }
        if (!isRecorded(handle)) {
            return true;
        }
        final int state = HandleBits.state(handle, shards.index.tag);
        if (level.tracesPlaces() && leaf.state(buffer) != state) {
            return false;
        }
        tracker.acquired(handle);
        return !level.tracesPlaces() || leaf.compareAndSetState(buffer, state, state | StateBits.TRACKED);
    }

    /** Records that the last hold of a buffer in a given state is about to end. */
    void released(final long handle, final int state) {
        if ((state & StateBits.TRACKED) != 0) {
            tracker.released(handle);
        }
    }

    /** Poisons a buffer that is being released, before any thread can acquire it. */
    void freed(final long address) {
        if (poison != null) {
            poison.fill(address);
        }
    }

    /** Records an event for a buffer that is in a given state. */
    void touched(final long handle, final int state, final String what) {
        if ((state & StateBits.TRACKED) != 0) {
            tracker.touched(handle, what);
        }
    }

    /** Returns an exception that contains a message and the record of a handle. */
    IllegalStateException misuse(final String message, final long handle) {
        final RecordedUse use = tracker.find(handle);
        return use == null ? new IllegalStateException(message) : use.explain(message);
    }

    /** Starts to watch a lease if its buffer's acquisition is recorded; otherwise returns null. */
    Watch watch(final Object lease, final long handle) {
        if (!isRecorded(handle)) {
            return null;
        }
        return Watch.over(lease, () -> leaseLost(handle));
    }

    /** Starts to watch the arena. */
    void watch(final Object arena) {
        if (level != LeakDetection.DISABLED) {
            final Trace made = level.tracesPlaces() ? Trace.here("made", clock) : null;
            watch = Watch.over(arena, () -> arenaLost(shards.allocated, made));
        }
    }

    /**
     * Checks the poison in all buffers of a shard that is being freed. The buffers were free and have all been taken.
     */
    void ended(final ShardLeaf leaf, final int shard) {
        if (poison != null) {
            poison.verify(leaf, shard);
        }
    }

    /** Records that the arena has closed with every buffer free. */
    void ended() {
        if (watch != null) {
            watch.end();
        }
        shards.present.stream().forEach(shard -> ended(shards.index.leafFor(shard), shard));
    }

    static void warn(final String message, final Throwable trace) {
        LOGGER.log(System.Logger.Level.WARNING, message, trace);
    }

    /** Returns a report about a buffer that is in use. */
    ArenaLeak out(final long handle, final int state) {
        final int holders = state & StateBits.HOLDERS;
        final String name = geometry.toString(handle)
                + (holders > 1 ? " holders=" + holders : "")
                + ((state & StateBits.POSTED) != 0 ? " posted" : "");
        return ArenaLeak.of(ArenaLeak.Kind.BUFFER, shards.arenaId, handle, name, tracker.find(handle));
    }

    private void leaseLost(final long handle) {
        final String name = "lease became unreachable before it was closed: arenaId=" + shards.arenaId + " "
                + geometry.toString(handle);
        tell(ArenaLeak.of(ArenaLeak.Kind.LEASE, shards.arenaId, handle, name, tracker.find(handle)));
    }

    /** Reports an arena that became unreachable before it was closed, if it has memory. */
    private void arenaLost(final long bytes, final Throwable made) {
        if (bytes > 0) {
            final String name = "arena became unreachable before it was closed: arenaId=" + shards.arenaId
                    + " bytesAllocated=" + bytes;
            tell(new ArenaLeak(ArenaLeak.Kind.ARENA, shards.arenaId, HandleBits.NONE, name, made));
        }
    }

    private void tell(final ArenaLeak leak) {
        tell(leak.description(), () -> listener.leaked(leak));
    }

    private void writtenWhileFree(final int buffer, final int offset, final byte value) {
        final String message = "buffer was written while it was free: arenaId=" + shards.arenaId + " shard="
                + geometry.shard(buffer) + " slot=" + geometry.slot(buffer) + " offset=" + offset + " byte=0x"
                + Integer.toHexString(value & 0xFF);
        final RecordedUse last = tracker.last(buffer);
        final IllegalStateException error = last == null ? new IllegalStateException(message) : last.explain(message);
        tell(message, () -> listener.writtenWhileFree(error));
    }

    /** Calls the listener and logs any exception. */
    private static void tell(final String message, final Runnable call) {
        try {
            call.run();
        } catch (final RuntimeException | Error e) {
            warn("leak listener failed: " + message, e);
        }
    }
}
