// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.rpcrdma.arena.cache.EndpointStack;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.arena.index.StateBits;

/**
 * Tracks which of an arena's buffers are in use. It rejects invalid handles and states the reason. It also updates the
 * number of holds on each buffer, and lists the buffers in use. Each event is recorded before it takes effect, so if
 * recording fails, the state is unchanged. Thread-safe. Takes no lock, and allocates nothing except errors and lists.
 */
final class BufferHolds {
    /** The maximum number of buffers to list in the error message if the arena cannot be closed. */
    private static final int NAMED = 8;

    private final ShardGeometry geometry;
    private final ShardIndex index;
    private final Shards shards;
    private final ArenaSafety safety;

    BufferHolds(final Shards shards) {
        this.shards = shards;
        geometry = shards.geometry;
        index = shards.index;
        safety = shards.safety;
    }

    /**
     * Returns the leaf that contains the handle's buffer.
     *
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    ShardLeaf leafOf(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        final ShardLeaf leaf = index.leafOf(buffer);
        final int expected = HandleBits.state(handle, index.tag);
        if (handle < 0 || leaf == null || (expected & StateBits.FLAGS) != StateBits.HELD_ONCE) {
            throw foreign(handle);
        }
        final int state = leaf.state(buffer);
        if (!StateBits.sameGeneration(state, expected) || (state & StateBits.HOLDERS) == 0) {
            throw refused(handle, leaf, state, StateBits.releasesBetween(expected, state));
        }
        return leaf;
    }

    /**
     * Ends a hold that {@link ShardIndex} did not end, because the buffer has several holds or is tracked, or because
     * the handle is invalid. Returns true if it was the last hold. The release is recorded first, so if recording
     * fails, the hold remains.
     */
    boolean endHold(final long handle) {
        final boolean last = (change(handle, Change.END) & StateBits.HOLDERS) == 1;
        if (last) {
            final int buffer = HandleBits.buffer(handle);
            safety.freed(index.leafOf(buffer).address(buffer));
        }
        return last;
    }

    /**
     * The changes to a buffer's state, except the end of its last hold. Each change consists of the increment to add to
     * the state and the words to record.
     */
    enum Change {
        HOLD(1, "retained"),
        END(-1, "released by one of several holders"),
        POST(StateBits.POSTED, "posted"),
        COMPLETE(-StateBits.POSTED, "completed");

        final int step;
        final String name;

        Change(final int step, final String name) {
            this.step = step;
            this.name = name;
        }
    }

    /**
     * Changes the state of a buffer and returns the previous state. If the state has changed since the handle was
     * checked, or changes concurrently, checks the handle again.
     */
    int change(final long handle, final Change change) {
        final int buffer = HandleBits.buffer(handle);
        while (true) {
            final ShardLeaf leaf = leafOf(handle);
            final int state = leaf.state(buffer);
            if (StateBits.sameGeneration(state, HandleBits.state(handle, index.tag))
                    && leaf.compareAndSetState(buffer, state, changed(handle, state, change))) {
                return state;
            }
        }
    }

    /** Records a change and returns the new state. */
    private int changed(final long handle, final int state, final Change change) {
        final boolean isPosted = (state & StateBits.POSTED) != 0;
        final int holders = state & StateBits.HOLDERS;
        refuseIf(
                change == Change.HOLD && holders == StateBits.HOLDERS,
                "buffer has too many holders: holders=63 ",
                handle);
        refuseIf(change == Change.POST && isPosted, "buffer is already posted: ", handle);
        refuseIf(change == Change.COMPLETE && !isPosted, "buffer is not posted: ", handle);
        if (change == Change.END && holders == 1) {
            refuseIf(isPosted, "buffer is posted to the device: ", handle);
            safety.released(handle, state);
            return StateBits.next(state);
        }
        safety.touched(handle, state, change.name);
        return state + change.step;
    }

    private void refuseIf(final boolean wrong, final String message, final long handle) {
        if (wrong) {
            throw misuse(message, handle);
        }
    }

    boolean isPosted(final long handle) {
        return (leafOf(handle).state(HandleBits.buffer(handle)) & StateBits.POSTED) != 0;
    }

    /** Records a call site for a buffer if the leak detection level includes call sites. */
    void touch(final long handle, final Object hint) {
        if (safety.level.tracesPlaces()) {
            safety.touched(handle, leafOf(handle).state(HandleBits.buffer(handle)), "touched: " + hint);
        }
    }

    /** Returns an exception that identifies a buffer and contains the record of its use under this handle. */
    IllegalStateException misuse(final String message, final long handle) {
        return safety.misuse(message + describe(handle), handle);
    }

    String describe(final long handle) {
        return geometry.toString(handle);
    }

    private RuntimeException refused(final long handle, final ShardLeaf leaf, final int state, final int releases) {
        final int buffer = HandleBits.buffer(handle);
        final int all = StateBits.releasesBetween(StateBits.first(shards.arenaId, buffer), state);
        if (state == 0 || releases > all) {
            return foreign(handle);
        }
        return safety.misuse(
                "buffer was already released: " + describe(handle) + " releasesSince=" + releases + now(leaf, buffer),
                handle);
    }

    /** Describes a buffer's current state. */
    private String now(final ShardLeaf leaf, final int buffer) {
        if (leaf.block(geometry.shard(buffer)) == null) {
            return ", its shard was freed";
        }
        if (leaf.isFree(buffer)) {
            return ", free now";
        }
        return shards.stacks.isEmpty() && (leaf.state(buffer) & StateBits.HOLDERS) != 0
                ? ", now in use under another handle"
                : "";
    }

    private IllegalArgumentException foreign(final long handle) {
        return new IllegalArgumentException("handle does not belong to this arena: " + describe(handle));
    }

    /**
     * Returns the handles of buffers that are neither in a shard nor on an endpoint's stack, in ascending order. Like
     * all methods below, this method may be called only while the arena's lock is held and the stripes are empty.
     */
    private LongStream out() {
        final Set<Long> cached = shards.stacks.handlesOfEndpoints();
        return shards.present.stream()
                .boxed()
                .flatMapToLong(shard -> {
                    final ShardLeaf leaf = index.leafFor(shard);
                    return IntStream.range(0, leaf.slots(shard))
                            .map(slot -> geometry.buffer(shard, slot))
                            .filter(buffer -> !leaf.isFree(buffer))
                            .mapToLong(leaf::handle);
                })
                .filter(handle -> !cached.contains(handle));
    }

    /** Returns the number of shards that contain buffers in use. */
    int shardsOut() {
        return (int) out().map(handle -> geometry.shard(HandleBits.buffer(handle)))
                .distinct()
                .count();
    }

    /** Returns the buffers in use with the lowest numbers, in ascending order, up to a maximum number. */
    List<ArenaLeak> lowestOut(final int most) {
        return out().limit(most)
                .mapToObj(handle -> {
                    final int buffer = HandleBits.buffer(handle);
                    return safety.out(handle, index.leafOf(buffer).state(buffer));
                })
                .collect(Collectors.toList());
    }

    /** Returns the handles of the buffers in use through an endpoint, in ascending order of buffers. */
    long[] outThrough(final EndpointStack endpoint) {
        return out().filter(handle -> index.owner(HandleBits.buffer(handle)) == endpoint.number())
                .toArray();
    }

    /** Returns the exception for a failed close. It lists the first buffers in use and states their total number. */
    IllegalStateException refusalToClose() {
        final long inUse = shards.totals.buffersInUse();
        final long cached = shards.stacks.spare();
        String text = "arena has unreleased buffers: buffersInUse=" + inUse;
        if (cached > 0) {
            text += " cachedByOpenEndpoints=" + cached + (inUse == 0 ? ", close its endpoints first" : "");
        }
        final List<ArenaLeak> named = lowestOut(NAMED + 1);
        for (int i = 0; i < named.size(); i++) {
            text += "; " + (i == NAMED ? "..." : named.get(i).description());
        }
        final IllegalStateException refusal = new IllegalStateException(text);
        named.stream()
                .limit(NAMED)
                .map(ArenaLeak::trace)
                .filter(Objects::nonNull)
                .forEach(refusal::addSuppressed);
        return refusal;
    }
}
