// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.util.Objects;
import org.rpcrdma.arena.cache.EndpointStack;
import org.rpcrdma.arena.cache.Stacks;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;

/**
 * A connection's access to an arena that other connections may share. It has a private stack of free buffers, a quota,
 * and a reserve. {@link ReceiveArena#newEndpoint(int, int)} creates it.
 *
 * <pre>
 *  endpoint A: [ free buffers ] quota 135 --+
 *  endpoint B: [ free buffers ] quota 135 --+--- arena --- shards
 *  endpoint C: [ free buffers ] quota 135 --+
 * </pre>
 *
 * <p>Only one thread at a time may use an endpoint, with a happens-before edge between uses by different threads (for
 * example, the connection is passed through a queue). If two threads use it concurrently, both may acquire the same
 * buffer. Only {@link LeakDetection#PARANOID} detects and rejects this. An endpoint is the fastest way to access an
 * arena, because it needs no atomic operations. The endpoint owns the buffers on its stack until {@link #close()}
 * returns them to the arena; other threads cannot acquire them. In an arena that ages ({@link
 * ReceiveArena.Context#agingPeriod(int)}), the endpoint's first use after each period returns to the arena all buffers
 * beyond the reserve that were not used during the period. An unused endpoint keeps its free buffers, up to its cache
 * size, until it is used or closed, because no other thread may access its stack. Use the arena's methods for the
 * addresses, keys and views of its buffers.
 *
 * <p>A buffer may also be released elsewhere: by any thread through {@link ReceiveArena#release(long)}, or through
 * another endpoint. The buffer then returns to the arena, and this endpoint's quota no longer includes it. Releasing a
 * buffer elsewhere is slightly slower than releasing it through this endpoint.
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
     * Returns the arena of the buffers.
     *
     * @return the arena.
     */
    public ReceiveArena arena() {
        return arena;
    }

    /**
     * Returns the maximum number of buffers in use through this endpoint.
     *
     * @return the number, at least 1.
     */
    public int quota() {
        return stack.quota;
    }

    /**
     * Returns the number of buffers in use through this endpoint.
     *
     * @return the number, 0 to the quota.
     */
    public int inUse() {
        return stack.inUse();
    }

    /**
     * Returns the number of free buffers on this endpoint's stack.
     *
     * @return the number, 0 or more.
     */
    public int free() {
        return stack.size();
    }

    /**
     * Returns the number of buffers that are in use through this endpoint or free on its stack.
     *
     * @return the number, 0 or more.
     */
    public int buffers() {
        return stack.owned();
    }

    /**
     * Sets the reserve: the number of buffers, in use or free on the stack, that stay with this endpoint until it is
     * closed. If the endpoint has fewer buffers than the reserve, it takes the missing buffers from the arena, which
     * may grow. If the reserve is lowered, free buffers beyond it return to the arena.
     *
     * @param buffers the number of buffers, from 0 to the quota; a new endpoint has no reserve.
     * @throws IllegalArgumentException         if the number is out of range.
     * @throws ArenaExhaustedException          if the arena cannot supply the missing buffers; the reserve is then
     *                                          unchanged.
     * @throws org.rpcrdma.verbs.VerbsException if memory for a shard or its mapping is unavailable; the reserve is then
     *                                          unchanged.
     * @throws IllegalStateException            if the endpoint or the arena is closed.
     */
    public void reserve(final int buffers) {
        if (buffers < 0 || buffers > stack.quota) {
            throw new IllegalArgumentException(
                    "reserve must be between 0 and the quota: reserve=" + buffers + " quota=" + stack.quota);
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
     * Frees memory that this endpoint's stack does not need while few of its buffers are free. When buffers are
     * released, the stack grows again, so these releases may allocate memory.
     *
     * @throws IllegalStateException if the endpoint or the arena is closed.
     */
    public void trim() {
        requireOpen();
        try {
            stack.trim();
        } catch (final StackOverflowError e) {
            stacks.stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /**
     * Moves free buffers from the arena to this endpoint's stack. The arena may grow.
     *
     * @param count the number of buffers wanted, 0 or more.
     * @return the number of buffers moved, which is less than {@code count} if the quota or the arena's limit is
     *     reached.
     * @throws org.rpcrdma.verbs.VerbsException if memory for a shard or its mapping is unavailable; buffers that were
     *                                          already moved remain on the stack.
     * @throws IllegalStateException            if the endpoint or the arena is closed.
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
     * @return the handle of the buffer, never negative.
     * @throws ArenaExhaustedException          if the quota is reached, or if every buffer is in use and no shard can
     *                                          be added.
     * @throws org.rpcrdma.verbs.VerbsException if memory for a shard or its mapping is unavailable; nothing has
     *                                          changed.
     * @throws IllegalStateException            if the endpoint or the arena is closed.
     */
    public long acquire() {
        final long handle = tryAcquire();
        if (handle == ReceiveArena.NONE) {
            throw stack.left() <= 0
                    ? new ArenaExhaustedException("endpoint's quota is exhausted: quota=" + stack.quota)
                    : arena.exhausted();
        }
        return handle;
    }

    /**
     * Acquires a buffer if one is available. Its contents are unspecified.
     *
     * @return the handle of the buffer, or {@link ReceiveArena#NONE} if the quota or the arena's limit is reached.
     * @throws org.rpcrdma.verbs.VerbsException if memory for a shard or its mapping is unavailable; nothing has
     *                                          changed.
     * @throws IllegalStateException            if the endpoint or the arena is closed.
     */
    public long tryAcquire() {
        return take(true);
    }

    /**
     * Acquires a buffer only if one is free on this endpoint's stack or in the arena's shards. Like
     * {@link ReceiveArena#tryAcquireNow()}, this method never grows the arena and takes no lock. The buffer's contents
     * are unspecified.
     *
     * @return the handle of the buffer, or {@link ReceiveArena#NONE} if the quota is reached, no buffer is free, or the
     *     arena is closed.
     * @throws IllegalStateException if the endpoint is closed.
     */
    public long tryAcquireNow() {
        return take(false);
    }

    /** Takes a free buffer. If waiting is allowed, may reclaim buffers or grow the arena. */
    private long take(final boolean mayWait) {
        try {
            long handle = stack.take();
            // NONE has all bits set, so the common case needs only one comparison.
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
     * @param handles the array in which to store the buffers' handles.
     * @param offset  the index of the first handle.
     * @param count   the number of buffers wanted.
     * @return the number of buffers acquired, which is less than {@code count} if the quota or the arena's limit is
     *     reached.
     * @throws org.rpcrdma.verbs.VerbsException as for {@link #tryAcquire()}; buffers already acquired are released.
     * @throws IllegalStateException            if the endpoint or the arena is closed.
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
            return acquireRest(handles, offset, popped, wanted);
        } catch (final StackOverflowError e) {
            stacks.stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /** Acquires the rest of a batch whose first buffers came from the stack. On failure, acquires nothing. */
    private int acquireRest(final long[] handles, final int offset, final int popped, final int wanted) {
        int acquired = 0;
        try {
            acquired = arena.acquireRest(handles, offset, popped, wanted, stack.number());
        } finally {
            if (acquired != popped) {
                stack.own(acquired - popped);
            }
        }
        return acquired;
    }

    /**
     * Releases a buffer that was acquired through this endpoint. If the buffer has several holds
     * ({@link ReceiveArena#retain(long)}), this method ends one of them; release the others through the arena.
     *
     * @param handle the handle that was returned when the buffer was acquired; invalid afterwards.
     * @throws IllegalStateException    as for {@link ReceiveArena#release(long)}. Also thrown if no buffer is in use
     *                                  through this endpoint; in that case, the buffer has been released to the arena
     *                                  and no longer counts towards any quota.
     * @throws IllegalArgumentException if the handle is not from this arena.
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
                "no buffer is in use through this endpoint; the buffer was released to the arena: quota=" + stack.quota
                        + " " + arena.holds.describe(handle));
    }

    /**
     * Releases a buffer. Returns false if the endpoint has no buffers in use, because the buffer then cannot belong to
     * it.
     */
    private boolean releaseSlowly(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        if (index.owner(buffer) != stack.number()) {
            arena.releaseSlowly(handle);
            return stack.inUse() > 0;
        }
        central.requireSound();
        if (!index.endHold(handle, stack.number()) && !arena.holds.endHold(handle)) {
            // Other holders remain, so from now on the buffer belongs to the arena.
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
     * Releases several buffers that were acquired through this endpoint.
     *
     * @param handles the buffers' handles.
     * @param offset  the index of the first handle.
     * @param count   the number of buffers.
     * @throws IllegalStateException    as for {@link ReceiveArena#release(long)}; the buffers that precede the buffer
     *                                  in the message have been released. Also thrown if a buffer belonged to the arena
     *                                  and no buffer was in use through this endpoint; in that case, all buffers have
     *                                  been released.
     * @throws IllegalArgumentException if a handle is not from this arena.
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
     * Closes the endpoint and returns its free buffers to the arena. Idempotent.
     *
     * @throws IllegalStateException while buffers are in use through this endpoint. The message contains their number,
     *                               and the endpoint is unchanged.
     */
    @Override
    public void close() {
        if (inUse() > 0) {
            throw new IllegalStateException(
                    "endpoint has unreleased buffers: inUse=" + inUse() + " quota=" + stack.quota);
        }
        if (stack.number() > 0) {
            central.removeEndpoint(stack);
        }
    }

    /**
     * Returns the buffers in use through this endpoint. This method scans every buffer of the arena. Use it to release
     * buffers whose holders cannot release them, for example after a device failure.
     *
     * @return the buffers' handles, in ascending order of buffers.
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
