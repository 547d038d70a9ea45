// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.arena.index.StateBits;
import org.rpcrdma.arena.mapper.ShardMapping;

/**
 * An arena's buffers that are out, by their handles: rejects an invalid handle and gives the reason, and changes
 * the holds in a buffer's state. Each event of a buffer is recorded before it happens: if that
 * fails, nothing has changed. Thread-safe; takes no lock, and makes no object but an error.
 */
final class BufferHolds {
    private final int arenaId;
    private final int tag;
    private final ShardGeometry geometry;
    private final ShardIndex index;
    private final ArenaTotals totals;
    private final ArenaSafety safety;

    BufferHolds(
            final ArenaSettings settings, final ShardIndex index, final ArenaTotals totals, final ArenaSafety safety) {
        this.arenaId = settings.arenaId();
        this.tag = settings.tag();
        this.geometry = settings.geometry();
        this.index = index;
        this.totals = totals;
        this.safety = safety;
    }

    /**
     * Returns the leaf of a buffer that the handle is good for.
     *
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    ShardLeaf leafOf(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        final ShardLeaf leaf = index.leafOf(buffer);
        final int expected = HandleBits.state(handle, tag);
        if (handle < 0 || leaf == null || !leaf.has(buffer) || (expected & StateBits.FLAGS) != StateBits.HELD_ONCE) {
            throw foreign(handle);
        }
        final int state = leaf.state(buffer);
        if (!StateBits.sameGeneration(state, expected) || !StateBits.hasHolders(state)) {
            throw refused(handle, leaf, state, age(state, expected));
        }
        return leaf;
    }

    /** Returns the mapping of a buffer's shard; throws as {@link #leafOf}, as everything does that follows. */
    ShardMapping mapping(final long handle) {
        return leafOf(handle).mapping(geometry.entry(HandleBits.buffer(handle)));
    }

    /** Holds a buffer once more. */
    void hold(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        while (true) {
            final ShardLeaf leaf = leafOf(handle);
            final int state = leaf.state(buffer);
            if (!isOf(handle, state)) {
                continue;
            }
            if ((state & StateBits.HOLDERS) == StateBits.HOLDERS) {
                throw misuse("buffer is held too often: holders=" + StateBits.HOLDERS + " ", handle);
            }
            safety.touched(handle, state, "retained");
            if (leaf.compareAndSetState(buffer, state, state + 1)) {
                return;
            }
        }
    }

    /**
     * Ends a hold that {@link BufferStates} did not end: one of several, of a buffer that is watched, or none that may
     * be ended. Returns true if it was the last. It is recorded before: if that fails, the buffer is held as before.
     */
    boolean endHold(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        while (true) {
            final ShardLeaf leaf = leafOf(handle);
            final int state = leaf.state(buffer);
            final boolean last = (state & StateBits.HOLDERS) == 1;
            if (!isOf(handle, state)) {
                continue;
            }
            if (last && (state & StateBits.POSTED) != 0) {
                throw misuse("buffer is posted to the device: ", handle);
            }
            if (last) {
                safety.released(handle, state);
            } else {
                safety.touched(handle, state, "released by one of several");
            }
            if (leaf.compareAndSetState(buffer, state, last ? index.states.next(state) : state - 1)) {
                if (last) {
                    safety.freed(leaf.address(buffer));
                }
                return last;
            }
        }
    }

    boolean isPosted(final long handle) {
        return (leafOf(handle).state(HandleBits.buffer(handle)) & StateBits.POSTED) != 0;
    }

    void notePosted(final long handle) {
        flipPosted(handle, false, "buffer is posted already: ", "posted");
    }

    void noteCompleted(final long handle) {
        flipPosted(handle, true, "buffer is not posted: ", "completed");
    }

    private void flipPosted(final long handle, final boolean posted, final String refusal, final String done) {
        final int buffer = HandleBits.buffer(handle);
        while (true) {
            final ShardLeaf leaf = leafOf(handle);
            final int state = leaf.state(buffer);
            if (!isOf(handle, state)) {
                continue;
            }
            if ((state & StateBits.POSTED) != 0 != posted) {
                throw misuse(refusal, handle);
            }
            safety.touched(handle, state, done);
            if (leaf.compareAndSetState(buffer, state, state ^ StateBits.POSTED)) {
                return;
            }
        }
    }

    /** Notes a place that a buffer comes to, if places are recorded. */
    void touch(final long handle, final Object hint) {
        if (safety.tracesPlaces()) {
            safety.touched(handle, leafOf(handle).state(HandleBits.buffer(handle)), "touched: " + hint);
        }
    }

    /**
     * Returns true if a state is one that a buffer has under the handle; it may have stepped on since the handle was
     * checked.
     */
    private boolean isOf(final long handle, final int state) {
        return StateBits.sameGeneration(state, HandleBits.state(handle, tag));
    }

    /** Returns an error that names a buffer and gives the record of its use under this handle. */
    IllegalStateException misuse(final String message, final long handle) {
        return safety.misuse(message + describe(handle), handle);
    }

    String describe(final long handle) {
        return geometry.toString(handle);
    }

    private RuntimeException refused(final long handle, final ShardLeaf leaf, final int state, final int age) {
        final int buffer = HandleBits.buffer(handle);
        final boolean isKnown = leaf.isKnown(buffer);
        final int first = StateBits.first(arenaId, buffer);
        if (!isKnown || age > age(state, first) && totals.releases() < StateBits.GENERATIONS) {
            return foreign(handle);
        }
        return safety.misuse(
                "buffer was released already: " + describe(handle) + " releasesSince=" + age + now(leaf, buffer),
                handle);
    }

    private int age(final int state, final int then) {
        return index.states.age(state, then);
    }

    /** Returns a buffer's present state in words. */
    private String now(final ShardLeaf leaf, final int buffer) {
        if (leaf.mapping(geometry.entry(buffer)) == null) {
            return ", its shard was given back";
        }
        if (leaf.isFree(buffer)) {
            return ", free now";
        }
        return totals.buffersCached() == 0 && StateBits.hasHolders(leaf.state(buffer))
                ? ", out again under another handle"
                : "";
    }

    private IllegalArgumentException foreign(final long handle) {
        return new IllegalArgumentException("not a buffer of this arena: " + describe(handle));
    }
}
