// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.Objects;
import org.rpcrdma.arena.cache.EndpointStack;
import org.rpcrdma.arena.cache.Stacks;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;

/**
 * One connection's way to the buffers of an arena, which may be shared with others: a stack of free buffers of its
 * own, a quota, and a reserve. Made by {@link ReceiveArena#newEndpoint(int, int)}.
 *
 * <pre>
 *  endpoint A: [ free buffers ] quota 135 --+
 *  endpoint B: [ free buffers ] quota 135 --+--- arena --- shards
 *  endpoint C: [ free buffers ] quota 135 --+
 * </pre>
 *
 * <p>Used by one thread at a time, which may change if the change is ordered (as by handing the connection over
 * through a queue). Two threads at once may get one buffer: {@link LeakDetection#PARANOID} refuses that, the other
 * levels do not notice. It is the fastest way: it needs no atomic operation. Buffers
 * on its stack are not free for others. {@link #close()} returns them. In an arena that ages ({@link
 * ReceiveArena.Context#agingPeriod(int)}), the first use after each period returns those that were not touched in the
 * period, beyond the reserve. An endpoint that nobody uses keeps its free buffers, at most as many as its cache size,
 * until it is used or closed: no other thread may touch its stack. The addresses, keys and views of its buffers are the
 * arena's.
 *
 * <p>A buffer may be released elsewhere too: by any thread through {@link ReceiveArena#release(long)}, or through
 * another endpoint. It goes back to the arena then, and the quota counts it no more. That takes a little longer than a
 * release through this endpoint.
 */
public final class ArenaEndpoint implements AutoCloseable {
    private final ReceiveArena arena;
    private final CentralFreeList central;
    private final Stacks stacks;
    private final ShardIndex index;
    private final EndpointStack stack;
    private final long sampledHandles;

    ArenaEndpoint(final ReceiveArena arena, final EndpointStack stack) {
        this.arena = arena;
        this.stack = stack;
        central = arena.central;
        stacks = arena.stacks;
        index = arena.index;
        sampledHandles = arena.sampledHandles;
        central.addEndpoint(stack);
    }

    /**
     * Returns the arena that the buffers are of.
     *
     * @return the arena.
     */
    public ReceiveArena arena() {
        return arena;
    }

    /**
     * Returns the most buffers that may be out through this endpoint.
     *
     * @return at least 1.
     */
    public int quota() {
        return stack.quota;
    }

    /**
     * Returns buffers that are out through this endpoint now.
     *
     * @return 0 to the quota.
     */
    public int inUse() {
        return stack.inUse();
    }

    /**
     * Returns the free buffers on this endpoint's stack.
     *
     * @return 0 or more.
     */
    public int free() {
        return stack.size();
    }

    /**
     * Returns the buffers that this endpoint has: those out through it, and those free on its stack.
     *
     * @return 0 or more.
     */
    public int buffers() {
        return stack.owned();
    }

    /**
     * Sets the reserve: buffers that stay with this endpoint until it is closed, out or free on its stack. Missing ones
     * are taken from the arena, which may grow for them; free ones beyond a lower reserve are returned to it.
     *
     * @param buffers 0 to the quota; 0 for a new endpoint.
     * @throws IllegalArgumentException if the number is out of range.
     * @throws ArenaExhaustedException if the arena has fewer; the reserve is as before.
     * @throws org.rpcrdma.verbs.VerbsException if memory for a shard or its mapping is unavailable; likewise.
     * @throws IllegalStateException if the endpoint or the arena is closed.
     */
    public void reserve(final int buffers) {
        if (buffers < 0 || buffers > stack.quota) {
            throw new IllegalArgumentException(
                    "reserve must be 0 to the quota: reserve=" + buffers + " quota=" + stack.quota);
        }
        final int missing = buffers - stack.owned();
        if (fetch(Math.max(0, missing)) < missing) {
            throw arena.exhausted();
        }
        try {
            if (stack.reserve(central, buffers) > 0) {
                central.returned();
            }
        } catch (final StackOverflowError e) {
            stacks.stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /**
     * Takes free buffers from the arena to this endpoint's stack. The arena may grow for them.
     *
     * @param count how many are wanted, 0 or more.
     * @return how many were taken: fewer if this endpoint has as many as its quota then, or at the arena's limit.
     * @throws org.rpcrdma.verbs.VerbsException if memory for a shard or its mapping is unavailable; those taken before
     *     stay.
     * @throws IllegalStateException if the endpoint or the arena is closed.
     */
    public int prefetch(final int count) {
        final int fetched = fetch(count);
        if (stack.isSpare()) {
            central.aging.notice();
        }
        return fetched;
    }

    private int fetch(final int count) {
        requireOpen();
        int fetched = 0;
        try {
            stack.countLost();
            final int wanted = Math.min(count, stack.quota - stack.owned());
            boolean more = true;
            while (more && fetched < wanted) {
                final int taken = stack.fetch(central, wanted - fetched);
                fetched += taken;
                more = taken > 0 || central.findMore();
            }
        } catch (final StackOverflowError e) {
            stacks.stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
        return fetched;
    }

    /**
     * Acquires a buffer. Its contents are unspecified.
     *
     * @return its handle, never negative.
     * @throws ArenaExhaustedException at the quota, or if every buffer is out and no shard may be added.
     * @throws org.rpcrdma.verbs.VerbsException if memory for a shard or its mapping is unavailable; nothing has
     *     changed.
     * @throws IllegalStateException if the endpoint or the arena is closed.
     */
    public long acquire() {
        final long handle = tryAcquire();
        if (handle == ReceiveArena.NONE) {
            throw stack.left() <= 0
                    ? new ArenaExhaustedException("endpoint has its quota of buffers out: quota=" + stack.quota)
                    : arena.exhausted();
        }
        return handle;
    }

    /**
     * Acquires a buffer if there is one. Its contents are unspecified.
     *
     * @return its handle, or {@link ReceiveArena#NONE} at the quota, or at the arena's limit.
     * @throws org.rpcrdma.verbs.VerbsException if memory for a shard or its mapping is unavailable; nothing has
     *     changed.
     * @throws IllegalStateException if the endpoint or the arena is closed.
     */
    public long tryAcquire() {
        return take(true);
    }

    /**
     * Acquires a buffer only if one is free at hand: kept by this endpoint, or in the arena's shards. Never makes the
     * arena grow, and takes no lock, as {@link ReceiveArena#tryAcquireNow()}. Its contents are unspecified.
     *
     * @return its handle, or {@link ReceiveArena#NONE} at the quota, if no buffer is at hand, or the arena is closed.
     * @throws IllegalStateException if the endpoint is closed.
     */
    public long tryAcquireNow() {
        return take(false);
    }

    /** Takes a free buffer; may reclaim or grow if it may wait. */
    private long take(final boolean mayWait) {
        try {
            long handle = stack.take();
            // NONE has every bit set: the quick case takes one comparison.
            if ((handle & sampledHandles) == sampledHandles) {
                if (handle == ReceiveArena.NONE) {
                    handle = refill(mayWait);
                }
                if ((handle & sampledHandles) == sampledHandles && handle != ReceiveArena.NONE) {
                    arena.record(handle, stack);
                }
            }
            return handle;
        } catch (final StackOverflowError e) {
            stacks.stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /**
     * Acquires several buffers.
     *
     * @param handles takes their handles.
     * @param offset  index of the first one.
     * @param count   how many are wanted.
     * @return how many were acquired: fewer if the quota or the arena's limit comes first.
     * @throws org.rpcrdma.verbs.VerbsException as {@link #tryAcquire()}; those acquired before are given back.
     * @throws IllegalStateException if the endpoint or the arena is closed.
     */
    public int tryAcquire(final long[] handles, final int offset, final int count) {
        requireOpen();
        Objects.checkFromIndexSize(offset, count, handles.length);
        try {
            stack.countLost();
            final int wanted = Math.min(count, stack.left());
            final int popped = stack.take(handles, offset, wanted);
            if (popped == wanted && arena.isUnrecorded(handles, offset, popped)) {
                return popped;
            }
            stack.own(-popped);
            final int acquired = arena.acquireRest(handles, offset, popped, wanted, stack.number());
            stack.own(acquired);
            return acquired;
        } catch (final StackOverflowError e) {
            stacks.stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /**
     * Gives a buffer back that was acquired through this endpoint. Of one that is held several times
     * ({@link ReceiveArena#retain(long)}) that is one release; the others are the arena's.
     *
     * @param handle the handle that acquiring it returned; invalid afterwards.
     * @throws IllegalStateException as {@link ReceiveArena#release(long)}; also if no buffer is out through this
     *     endpoint: then it was released as by the arena, and the quota of the endpoint that it was acquired through
     *     counts it no more.
     * @throws IllegalArgumentException if the handle is none of the arena's.
     */
    public void release(final long handle) {
        try {
            if (!stack.release(index, handle) && !releaseSlowly(handle)) {
                throw noneOut(handle);
            }
        } catch (final StackOverflowError e) {
            stacks.stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    private IllegalStateException noneOut(final long handle) {
        return new IllegalStateException(
                "no buffer is out through this endpoint, one of the arena's was released: quota=" + stack.quota + " "
                        + arena.holds.describe(handle));
    }

    /** Releases a buffer; returns false if it was not this endpoint's, which has none out. */
    private boolean releaseSlowly(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        if (index.owner(buffer) != stack.number()) {
            arena.releaseSlowly(handle);
            return stack.inUse() > 0;
        }
        central.requireSound();
        if (!index.endHold(handle, stack.number()) && !arena.holds.endHold(handle)) {
            // Somebody else holds the buffer, as one of the arena's.
            stack.own(index.disown(buffer, stack.number()) ? -1 : 0);
            return true;
        }
        index.own(buffer, stack.number());
        if (!stack.keep(central, HandleBits.next(handle))) {
            central.put(buffer, true);
            stack.own(-1);
        }
        central.returned();
        return true;
    }

    /**
     * Gives several buffers back that were acquired through this endpoint.
     *
     * @param handles their handles.
     * @param offset  index of the first one.
     * @param count   how many.
     * @throws IllegalStateException as {@link ReceiveArena#release(long)}; those before the one that is named have
     *     been released. If no buffer was out through this endpoint when one of the arena's came, all have been
     *     released.
     * @throws IllegalArgumentException if a handle is none of the arena's.
     */
    public void release(final long[] handles, final int offset, final int count) {
        Objects.checkFromIndexSize(offset, count, handles.length);
        long foreign = ReceiveArena.NONE;
        try {
            int left = count;
            while (left > 0) {
                final int first = offset + count - left;
                final int released = stack.release(index, handles, first, left);
                if (released == 0 && !releaseSlowly(handles[first])) {
                    foreign = handles[first];
                }
                left -= Math.max(1, released);
            }
        } catch (final StackOverflowError e) {
            stacks.stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
        if (foreign != ReceiveArena.NONE) {
            throw noneOut(foreign);
        }
    }

    /**
     * Gives the free buffers of this endpoint back to the arena; the endpoint cannot be used any more. Closing again
     * does nothing.
     *
     * @throws IllegalStateException while buffers are out through it, naming how many; nothing has changed then.
     */
    @Override
    public void close() {
        if (inUse() > 0) {
            throw new IllegalStateException("endpoint has buffers out: inUse=" + inUse() + " quota=" + stack.quota);
        }
        if (stack.number() > 0) {
            central.removeEndpoint(stack);
        }
    }

    /**
     * Returns the buffers that are out through this endpoint. Looks at every buffer of the arena: for an end at which
     * nobody brings them back, as after the failure of a device.
     *
     * @return their handles, the lowest buffer first.
     */
    public long[] buffersOut() {
        return central.buffersOut(stack);
    }

    private long refill(final boolean mayWait) {
        requireOpen();
        stack.countLost();
        if (stack.age(central) > 0) {
            central.returned();
        }
        boolean more = true;
        while (more && stack.size() == 0 && stack.left() > 0 && stack.refill(central) == 0) {
            more = mayWait && central.findMore();
        }
        final long handle = stack.takeBelowLine();
        if (stack.isSpare()) {
            central.aging.notice();
        }
        return handle;
    }

    private void requireOpen() {
        if (stack.number() < 0) {
            throw new IllegalStateException("endpoint is closed: quota=" + stack.quota);
        }
        central.requireSound();
    }
}
