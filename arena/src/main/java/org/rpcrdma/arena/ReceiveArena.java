// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.agrona.DirectBuffer;
import org.rpcrdma.arena.cache.EndpointStack;
import org.rpcrdma.arena.cache.FreeStack;
import org.rpcrdma.arena.cache.Stacks;
import org.rpcrdma.arena.cache.Stripe;
import org.rpcrdma.arena.cache.Stripes;
import org.rpcrdma.arena.event.ArenaEvent;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardGeometry;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;
import org.rpcrdma.arena.leak.Poison;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * Receive buffers of one size, cut from shards that are mapped for the device once.
 *
 * <pre>
 *  {@link ArenaEndpoint}:  [ free buffers ]   its own stack, no atomic operation
 *  any thread:     [ free buffers ]   a stripe, which two threads for each processor can use at once
 *                        |
 *  arena ----- shard 0 --+------------------------+   64 KB of native memory, aligned to its size,
 *    |         | buffer 0 | buffer 1 | ... | 15   |   made usable by a {@link ShardMapper}: one iova, one lkey
 *    |         +----------------------------------+
 *    +-------- shard 1 ---------------------------+   added when every buffer before it is out
 *    :         | buffer 0 | buffer 1 | ...        |
 * </pre>
 *
 * <p>A buffer is known by a primitive handle. {@link #acquire()} returns the buffer that was released last to the
 * calling thread's stripe; else a free buffer of a shard, found by a bitmap of a few levels; else one of another
 * stripe; else it adds a shard; and only at the limit it drains the stripes. The idea, and the defaults, are
 * those of "svcrdma: Introduce Receive buffer arenas" (RFC v2, August 2025).
 *
 * <p>The arena owns the shards' memory and mappings until {@link #close()}, which refuses while buffers are out. The
 * caller that acquired a buffer owns it until it releases it, once. Before that the device must be done with it: its
 * Receive has completed or was flushed. {@link #notePosted(long)} lets the arena refuse a release that comes too early.
 *
 * <p>Thread-safe, also for virtual threads. Acquire waits for a lock only if it adds a stripe or a shard, or drains
 * stripes; release only if the arena waits for its last buffer. No data-path method makes an object. A handle that was
 * released is refused by every method until its buffer was released 2<sup>24</sup> times: it is the handle of the
 * buffer's holder then. Another arena's is refused with the certainty of 32 bits, but arenas of two class loaders have
 * the same handles: pass none from one to the other. No number below 2<sup>31</sup> is a handle. A number that was not
 * handed out passes if it is the handle that a free buffer gets next. Two threads that release the same handle at the
 * same moment are caught from {@link LeakDetection#ADVANCED} on; below it both may succeed, and two later acquisitions
 * then get one buffer. A thread that uses a buffer while another releases it is not always caught.
 *
 * <p>If the mapper, the allocator, a listener or the clock throws a {@link RuntimeException} or an {@link
 * OutOfMemoryError}, everything is as before. After any other {@link Error} inside, as a {@link StackOverflowError},
 * the arena is closed by it: each use is refused from then on with an {@link IllegalStateException} that has the error
 * as its cause, and the shards stay mapped, since the device may still write to them.
 */
public final class ReceiveArena implements AutoCloseable {
    /** Not a handle: returned by {@link #tryAcquire()} at the arena's limit. */
    public static final long NONE = HandleBits.NONE;

    /**
     * Value of every byte of a free buffer if released buffers are poisoned: the kernel's POISON_FREE
     * (include/linux/poison.h).
     */
    public static final byte POISON = Poison.BYTE;

    private static final AtomicInteger ARENAS = new AtomicInteger();

    private final Shards shards;
    private final ShardGeometry geometry;
    final ShardIndex index;
    final Stacks stacks;
    private final Stripes stripes;
    final CentralFreeList central;
    final BufferHolds holds;
    /** Mask that selects the handles whose acquisition is recorded or poisoned. */
    final long sampledHandles;

    /**
     * Makes an arena without shards; the first is added by the first buffer that is acquired.
     *
     * @param context the arena's settings; concluded here, and free to be used for another arena.
     * @throws IllegalArgumentException if a size or number is out of range.
     */
    public ReceiveArena(final Context context) {
        final ArenaSettings settings = context.conclude().settings;
        shards = new Shards(ARENAS.getAndIncrement(), settings);
        geometry = shards.geometry;
        stacks = shards.stacks;
        stripes = stacks.stripes;
        index = shards.index;
        sampledHandles = shards.safety.sampledHandles();
        central = new CentralFreeList(shards, settings);
        holds = central.holds;
        shards.safety.watch(this);
        new ArenaEvent.Create(shards.arenaId, geometry.bufferSize, geometry.shardSize).commit();
    }

    /**
     * Returns the arena's number: those made before it in this JVM.
     *
     * @return 0 or more.
     */
    public int id() {
        return shards.arenaId;
    }

    /**
     * Acquires a buffer. Its contents are unspecified, or {@link #POISON} if the arena poisons.
     *
     * @return its handle, never negative.
     * @throws ArenaExhaustedException if every buffer is out and no shard may be added.
     * @throws VerbsException if memory for a shard or its mapping is unavailable; the arena is as before.
     * @throws IllegalStateException if the arena is closed.
     */
    public long acquire() {
        final long handle = tryAcquire();
        if (handle == NONE) {
            throw exhausted();
        }
        return handle;
    }

    ArenaExhaustedException exhausted() {
        final ArenaFigures figures = figures();
        return new ArenaExhaustedException("arena is at its limit: maxShards=" + geometry.maxShards + " buffers="
                + geometry.maxBuffers() + " inUse=" + figures.buffersInUse() + " onStacks=" + figures.buffersCached());
    }

    /**
     * Acquires a buffer if there is one or a shard may be added. Its contents are unspecified.
     *
     * @return its handle, or {@link #NONE} if the arena is at its limit.
     * @throws VerbsException if memory for a shard or its mapping is unavailable; the arena is as before.
     * @throws IllegalStateException if the arena is closed.
     */
    public long tryAcquire() {
        return take(true);
    }

    /**
     * Acquires a buffer only if one is free at hand: on a stripe that is not locked, or in the shards. Never adds a
     * shard, drains no stripe, and waits for no lock, whatever other threads do meanwhile. For those
     * that must not wait for memory, as Linux code that allocates with {@code GFP_NOWAIT}, and have something else to
     * do: {@link #tryAcquire()} later, or elsewhere, makes the arena grow. Its contents are unspecified.
     *
     * @return its handle, or {@link #NONE} if no buffer is at hand, or the arena is closed. Best effort: it may
     *     miss a buffer that another thread frees at that moment, or all while {@link #close()} looks if they are back.
     */
    public long tryAcquireNow() {
        return take(false);
    }

    /** Takes a free buffer; may reclaim or grow if it may wait. */
    private long take(final boolean mayWait) {
        try {
            long handle = stripes.tryPop();
            // NONE has every bit set: the quick case takes one comparison.
            if ((handle & sampledHandles) == sampledHandles) {
                if (handle == NONE) {
                    handle = takeElsewhere(mayWait);
                }
                if (isSampled(handle) && handle != NONE) {
                    record(handle, null);
                }
            }
            return handle;
        } catch (final StackOverflowError e) {
            stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /** Records an acquisition; gives the buffer back if that fails, which the endpoint counts, if it is not null. */
    void record(final long handle, final EndpointStack endpoint) {
        try {
            if (shards.safety.acquired(handle)) {
                return;
            }
        } catch (final RuntimeException | OutOfMemoryError e) {
            if (endpoint != null) {
                endpoint.own(-1);
            }
            central.putUnused(handle);
            throw e;
        }
        throw takenTwice(handle);
    }

    private IllegalStateException takenTwice(final long handle) {
        return holds.misuse("buffer is out already, two threads use the endpoint at once: ", handle);
    }

    /** Takes a buffer if the calling thread's stripe is empty, locked or not made yet. */
    private long takeElsewhere(final boolean mayWait) {
        if (mayWait) {
            central.addStripe();
        } else {
            central.requireSound();
        }
        long handle;
        do {
            handle = stripes.take(central);
            if (handle != NONE) {
                central.aging.notice();
                return handle;
            }
            handle = central.take();
        } while (handle == NONE && mayWait && central.findMore());
        return handle;
    }

    /**
     * Acquires several buffers, those on the calling thread's stripe first.
     *
     * @param handles takes their handles.
     * @param offset  index of the first one.
     * @param count   how many are wanted.
     * @return how many were acquired: fewer than wanted at the arena's limit.
     * @throws VerbsException if memory for a shard or its mapping is unavailable; none is acquired then.
     * @throws IllegalStateException if the arena is closed.
     * @throws IndexOutOfBoundsException if the handles do not fit.
     */
    public int tryAcquire(final long[] handles, final int offset, final int count) {
        Objects.checkFromIndexSize(offset, count, handles.length);
        try {
            Stripe stripe = stripes.lock();
            if (stripe == null) {
                central.addStripe();
                stripe = stripes.lock();
            }
            final int popped = stripe == null ? 0 : stripe.take(handles, offset, count);
            if (popped == count && isUnrecorded(handles, offset, popped)) {
                return popped;
            }
            return acquireRest(handles, offset, popped, count, ShardIndex.NOBODY);
        } catch (final StackOverflowError e) {
            stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /**
     * Acquires several buffers, some of which were taken from a stack. If this fails, all are given back, and the
     * shards that were added.
     *
     * @param before how many were taken from a stack.
     * @param owner  number of the endpoint that owns them from now on; {@link ShardIndex#NOBODY} for none.
     */
    int acquireRest(final long[] handles, final int offset, final int before, final int count, final int owner) {
        final int shardsBefore = shards.totals.shards();
        int acquired = before;
        long twice = NONE;
        try {
            while (acquired < count) {
                final int taken = central.take(handles, offset + acquired, count - acquired, 0, owner);
                if (taken == 0 && !central.findMore()) {
                    break;
                }
                acquired += taken;
            }
            for (int i = offset; i < offset + acquired; i++) {
                if (isSampled(handles[i]) && !shards.safety.acquired(handles[i])) {
                    twice = handles[i];
                }
            }
        } catch (final RuntimeException | OutOfMemoryError e) {
            central.putUnused(handles, offset, offset + acquired, shardsBefore, e);
            throw e;
        }
        if (twice != NONE) {
            throw takenTwice(twice);
        }
        return acquired;
    }

    /** Returns true if no buffer of a batch is recorded. */
    boolean isUnrecorded(final long[] handles, final int offset, final int count) {
        for (int i = offset; i < offset + count; i++) {
            if (isSampled(handles[i])) {
                return false;
            }
        }
        return true;
    }

    private boolean isSampled(final long handle) {
        return (handle & sampledHandles) == sampledHandles;
    }

    /**
     * Gives a buffer back, or one of several holds of it ({@link #retain(long)}).
     *
     * @param handle the handle that acquiring it returned; invalid after the last hold was released.
     * @throws VerbsException if it is the last buffer that {@link #closeWhenReturned()} waits for, as {@link
     *     #close()}; it is released.
     * @throws IllegalStateException if the buffer was released before, or is posted to the device.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public void release(final long handle) {
        try {
            if (!index.endHold(handle, ShardIndex.NOBODY)) {
                releaseSlowly(handle);
                return;
            }
            final long next = HandleBits.next(handle);
            if (!stripes.tryPush(next)) {
                putSlowly(next);
            }
        } catch (final StackOverflowError e) {
            stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /** Ends a hold that is not plain. */
    void releaseSlowly(final long handle) {
        central.requireSound();
        if (holds.endHold(handle)) {
            final int buffer = HandleBits.buffer(handle);
            final int owner = index.owner(buffer);
            if (index.disown(buffer, owner)) {
                shards.stacks.lose(owner);
            }
            putSlowly(HandleBits.next(handle));
        }
    }

    /** Returns a free buffer, by the handle it has next, that the calling thread's stripe does not take as it is. */
    private void putSlowly(final long next) {
        central.requireSound();
        if (!stripes.put(central, next) && !central.put(HandleBits.buffer(next), true)) {
            throw holds.misuse("buffer is free already: ", next);
        }
        central.returned();
        Reference.reachabilityFence(this);
    }

    /**
     * Gives several buffers back, in their order.
     *
     * @param handles their handles.
     * @param offset  index of the first one.
     * @param count   how many.
     * @throws IllegalStateException as {@link #release(long)}; those before the one that is named have been released.
     * @throws IllegalArgumentException if a handle is none of this arena's; likewise.
     * @throws IndexOutOfBoundsException if the handles are not all there.
     */
    public void release(final long[] handles, final int offset, final int count) {
        Objects.checkFromIndexSize(offset, count, handles.length);
        try {
            final int released = releasePlain(handles, offset, count);
            if (released < count) {
                releaseRest(handles, offset + released, offset + count);
            }
        } catch (final StackOverflowError e) {
            stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /** Pushes buffers to a stripe, up to the first with something special to it; returns how many. */
    private int releasePlain(final long[] handles, final int offset, final int count) {
        final Stripe stripe = stripes.lock();
        return stripe == null ? 0 : stripe.release(index, handles, offset, count);
    }

    /** Releases buffers of a batch of which the first takes a closer look. */
    private void releaseRest(final long[] handles, final int from, final int end) {
        int next = from;
        while (next < end) {
            release(handles[next++]);
            next += releasePlain(handles, next, end - next);
        }
    }

    /**
     * Holds a buffer once more: it takes one more {@link #release(long)} until it is free. For a buffer that outlives
     * its Receive in several hands.
     *
     * @param handle the buffer's handle, which the caller holds.
     * @throws IllegalStateException if the buffer was released, or is held 63 times.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public void retain(final long handle) {
        holds.change(handle, BufferHolds.Change.HOLD);
    }

    /**
     * Notes that a Receive into a buffer is posted: releasing it is refused until {@link #noteCompleted(long)}. This
     * is optional; without it a release that comes too early goes unnoticed.
     *
     * @param handle the buffer's handle.
     * @throws IllegalStateException if the buffer was released, or is posted already.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public void notePosted(final long handle) {
        holds.change(handle, BufferHolds.Change.POST);
    }

    /**
     * Notes that a Receive into a buffer has completed or was flushed.
     *
     * @param handle the buffer's handle.
     * @throws IllegalStateException if the buffer was released, or is not posted.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public void noteCompleted(final long handle) {
        holds.change(handle, BufferHolds.Change.COMPLETE);
    }

    /**
     * Returns true if a Receive into a buffer is noted as posted.
     *
     * @param handle the buffer's handle.
     * @return true from {@link #notePosted(long)} to {@link #noteCompleted(long)}.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public boolean isPosted(final long handle) {
        return holds.isPosted(handle);
    }

    /**
     * Records this call site for leak reports, like Netty's {@code touch}: a report names the places that a buffer
     * passed last beside the one where it was acquired. {@link #retain(long)}, {@link
     * #notePosted(long)} and {@link #noteCompleted(long)} note theirs. Does nothing below {@link
     * LeakDetection#ADVANCED}, and for a buffer whose acquisition was not recorded.
     *
     * @param handle the buffer's handle.
     * @param hint   a description of the place; its {@code toString} is called at once. May be null.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public void touch(final long handle, final Object hint) {
        holds.touch(handle, hint);
    }

    /**
     * Acquires a buffer as an object that is closed instead of a handle that is released.
     *
     * @return the lease; the caller closes it.
     * @throws ArenaExhaustedException if every buffer is out and no shard may be added.
     * @throws VerbsException if memory for a shard or its mapping is unavailable; the arena is as before.
     * @throws IllegalStateException if the arena is closed.
     */
    public BufferLease lease() {
        return newLease(acquire());
    }

    /** Returns a lease of a hold of a buffer, which it watches if its acquisition is recorded; else ends the hold. */
    BufferLease newLease(final long handle) {
        try {
            final BufferLease lease = new BufferLease(this, handle);
            lease.watch = shards.safety.watch(lease, handle);
            return lease;
        } catch (final RuntimeException | OutOfMemoryError e) {
            release(handle);
            throw e;
        } catch (final StackOverflowError e) {
            stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /**
     * Returns a buffer's number, under which a program can keep what belongs to the buffer. Every handle of a buffer
     * has the same number. An arena uses low numbers first. Does not check the handle.
     *
     * @param handle a handle that was acquired.
     * @return 0 or more.
     */
    public static int number(final long handle) {
        return HandleBits.buffer(handle);
    }

    /**
     * Returns a buffer's address in memory.
     *
     * @param handle the buffer's handle.
     * @return the native address of its first byte.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public long address(final long handle) {
        return holds.leafOf(handle).address(HandleBits.buffer(handle));
    }

    /**
     * Returns a buffer's iova for the device.
     *
     * @param handle the buffer's handle.
     * @return the iova of its first byte.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public long iova(final long handle) {
        return holds.leafOf(handle).iova(HandleBits.buffer(handle));
    }

    /**
     * Returns the key that covers a buffer in local work requests.
     *
     * @param handle the buffer's handle.
     * @return the lkey.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public int lkey(final long handle) {
        return holds.leafOf(handle).lkey(HandleBits.buffer(handle));
    }

    /**
     * Stages a Receive of a whole buffer at a chain's end; its work-request id is the buffer's handle.
     *
     * @param handle the buffer's handle.
     * @param chain  of the device that the buffers are mapped for.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     * @throws IndexOutOfBoundsException if the chain is full.
     */
    public void stage(final long handle, final ReceiveRequests chain) {
        final ShardLeaf leaf = holds.leafOf(handle);
        final int buffer = HandleBits.buffer(handle);
        chain.receive(handle, leaf.iova(buffer), geometry.bufferSize, leaf.lkey(buffer));
    }

    /**
     * Returns a buffer's bytes. For a {@code MemorySegment}: {@code MemorySegment.ofBuffer(arena.byteBuffer(handle))}.
     *
     * @param handle the buffer's handle.
     * @return a new direct buffer, big-endian, from 0 to {@link #bufferSize()}; not to be used after the release.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public ByteBuffer byteBuffer(final long handle) {
        return holds.leafOf(handle).bytes(HandleBits.buffer(handle));
    }

    /**
     * Makes a view show a buffer's bytes.
     *
     * @param handle the buffer's handle.
     * @param view   shows the buffer from 0 to {@link #bufferSize()} afterwards; not to be used after the release.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's.
     */
    public void wrap(final long handle, final DirectBuffer view) {
        view.wrap(address(handle), geometry.bufferSize);
    }

    /**
     * Makes the device's writes to a buffer visible to the processor. Call it before reading the buffer.
     *
     * @param handle the buffer's handle.
     * @param length bytes received, 0 to {@link #bufferSize()}; exactly these are synchronized.
     * @return the native address of its first byte, valid until the release.
     * @throws IllegalStateException if the buffer was released.
     * @throws IllegalArgumentException if the handle is none of this arena's, or the length is out of range.
     */
    public long syncForCpu(final long handle, final int length) {
        final ShardLeaf leaf = holds.leafOf(handle);
        final int buffer = HandleBits.buffer(handle);
        if (length < 0 || length > geometry.bufferSize) {
            throw new IllegalArgumentException(
                    "length is not within the buffer: length=" + length + " bufferSize=" + geometry.bufferSize);
        }
        if (length > 0) {
            leaf.syncForCpu(buffer, length);
        }
        return leaf.address(buffer);
    }

    /**
     * Returns the size of every buffer.
     *
     * @return bytes.
     */
    public int bufferSize() {
        return geometry.bufferSize;
    }

    /**
     * Returns the size of every shard.
     *
     * @return bytes, a power of two.
     */
    public int shardSize() {
        return geometry.shardSize;
    }

    /**
     * Returns how closely this arena watches who holds its buffers.
     *
     * @return the level set in its context.
     */
    public LeakDetection leakDetection() {
        return shards.safety.level;
    }

    /**
     * Returns the arena's memory and how much of it is used. Looks at each shard, so it is nothing for a data path.
     *
     * @return the figures of this moment.
     */
    public ArenaFigures figures() {
        return shards.totals.get();
    }

    /**
     * Returns a source of the figures for beans, meters and listings, the same each time. It does not keep an arena
     * that the program has lost from {@link Context#leakListener(LeakListener) leak detection}. Thread-safe.
     *
     * @return reads the figures; good after the arena is closed, too.
     */
    public Supplier<ArenaFigures> figuresSource() {
        return shards.totals;
    }

    /**
     * Frees every idle shard now, whatever its age, down to the low-water mark ({@link Context#lowWaterShards(int)}).
     * Returns the free buffers of stripes to the shards before, and asks endpoints for theirs, which they return with
     * their next use. For programs without a clock, and for moments that are known to be quiet.
     *
     * @return what was freed, and why the other shards stay.
     * @throws VerbsException the first failure, with the others as suppressed exceptions: a shard whose mapping cannot
     *     be ended is not used any more, and its memory kept until a later call succeeds.
     * @throws IllegalStateException if the arena is closed.
     */
    public ArenaTrim trim() {
        return central.aging.trim();
    }

    /**
     * Sets how often idle shards are looked for, as {@link Context#agingPeriod(int)}, and begins a period.
     *
     * @param seconds the period; 0 ends the ageing.
     * @throws IllegalArgumentException if it is negative.
     * @throws IllegalStateException if the arena has no clock.
     */
    public void setAgingPeriod(final int seconds) {
        central.aging.setPeriod(seconds);
    }

    /**
     * Returns the buffers that are out now, with their recorded acquisitions: those that {@link #close()}
     * would name, or that an arena waits for after {@link #closeWhenReturned()}. Drains the stripes; do not call it
     * on the data path. Exact while nobody acquires or releases.
     *
     * @param most how many are wanted at most, 0 or more.
     * @return the lowest of them, the lowest first; empty if none is out.
     */
    public List<ArenaLeak> buffersOut(final int most) {
        if (most < 0) {
            throw new IllegalArgumentException("number of buffers must not be negative: most=" + most);
        }
        return central.buffersOut(most);
    }

    /**
     * Makes a connection's own way to this arena.
     *
     * @param cacheSize free buffers that it keeps at most beyond its reserve, 0 to 65,536: 0 takes no buffer before it
     *                  is wanted.
     * @param quota     buffers that may be out through it at once, at least 1.
     * @return the endpoint; the caller closes it before the arena. Its buffers may be released through the arena as
     *     well.
     * @throws IllegalStateException if the arena is closed.
     */
    public ArenaEndpoint newEndpoint(final int cacheSize, final int quota) {
        if (cacheSize < 0 || cacheSize > FreeStack.MAX_CAPACITY || quota < 1) {
            throw new IllegalArgumentException("cache size must be 0 to " + FreeStack.MAX_CAPACITY
                    + " and quota at least 1: cacheSize=" + cacheSize + " quota=" + quota);
        }
        return new ArenaEndpoint(this, new EndpointStack(cacheSize, quota));
    }

    /**
     * Refers to the arena once more: it takes one more {@link #close()} until it closes.
     *
     * @return this.
     * @throws IllegalStateException if the arena is closed.
     */
    public ReceiveArena retain() {
        central.retain();
        return this;
    }

    /**
     * Drops a reference; the last one ends every mapping and gives every shard's memory back. If a mapping cannot be
     * ended, its shard's memory is kept, since the device may still write to it, and everything else is given back;
     * calling again tries the rest. A closed arena stays closed.
     *
     * @throws IllegalStateException if it is the last reference while buffers are out, naming how many and which, or
     *     while an endpoint that is not closed keeps free ones; nothing has changed then. An endpoint that keeps none
     *     does not matter.
     * @throws VerbsException the first failure, with the others as suppressed exceptions.
     */
    @Override
    public void close() {
        central.close();
        Reference.reachabilityFence(this);
    }

    /**
     * Drops a reference as {@link #close()} does, but does not refuse while buffers are out: with the last reference,
     * no buffer can be acquired any more, but for those that an endpoint keeps for itself, and the release of the last
     * one, or closing its endpoint, closes the arena: a refusal by the device is thrown there, and {@link
     * #close()} tries again. For an arena whose connection ends before the readers of its received messages.
     *
     * @throws IllegalStateException if the arena is closed.
     * @throws VerbsException as {@link #close()}, if no buffer is out.
     */
    public void closeWhenReturned() {
        central.closeWhenReturned();
        Reference.reachabilityFence(this);
    }

    /**
     * The parts and limits of an arena. Every setter returns this context; {@link #conclude()} checks it.
     */
    public static final class Context {
        final ArenaSettings settings = new ArenaSettings();

        /** Makes a context with the defaults: buffers of 4 KB, up to 65,536 shards of 64 KB. */
        public Context() {}

        /**
         * Sets the mapper that makes shards usable by the device. Required. Mapper, allocator and growth listener, and
         * the leak listener for buffers that were written while they were free, are called under the arena's lock: they
         * must not use the arena, nor wait for a thread that does. Clock and timer are called without it.
         *
         * @param value the mapper.
         * @return this.
         */
        public Context mapper(final ShardMapper value) {
            settings.mapper = value;
            return this;
        }

        /**
         * Sets the allocator of the shards' memory. Required.
         *
         * @param value the allocator, of the device that the mapper maps for.
         * @return this.
         */
        public Context memory(final MemoryAllocator value) {
            settings.memory = value;
            return this;
        }

        /**
         * Sets the size of every buffer.
         *
         * @param bytes 64 to the shard size, a multiple of 64; 4096 by default.
         * @return this.
         */
        public Context bufferSize(final int bytes) {
            settings.bufferSize = bytes;
            return this;
        }

        /**
         * Sets the size of every shard.
         *
         * @param bytes a power of two from 4096 to 2 MB, or the size of a buffer if that is a smaller power of two: a
         *              shard for each buffer; 65,536 by default.
         * @return this.
         */
        public Context shardSize(final int bytes) {
            settings.shardSize = bytes;
            return this;
        }

        /**
         * Sets how many shards the arena has at most.
         *
         * @param shards 1 to 1,048,576; 65,536 by default. The arena has a bit for each. The first buffer makes the
         *               bookkeeping of 64 shards, or of as many as the limit rounded up to a power of two: some KB of
         *               heap, and 8.5 MB if 64 shards of 2 MB hold buffers of 64 bytes.
         * @return this.
         */
        public Context maxShards(final int shards) {
            settings.maxShards = shards;
            return this;
        }

        /**
         * Allows shards in pieces, for memory that is so fragmented that a shard's allocation is refused with ENOMEM:
         * a piece is the largest block that can be allocated, of half the size, a quarter, and so on down to a page,
         * or to the smallest block that holds a buffer. Each piece is mapped by itself. Missing pieces are added as
         * the arena goes on growing, in pieces that are no larger; the next shard is tried as a whole again. So a
         * refusal costs one attempt a shard, and the arena holds as many buffers as ever.
         *
         * @param value true by default; if false, the arena does not grow after such a refusal.
         * @return this.
         */
        public Context shardsInPieces(final boolean value) {
            settings.shardsInPieces = value;
            return this;
        }

        /** Sets how many free buffers a stripe keeps: 0 for none, so that every buffer comes from the shards. */
        Context stripeSize(final int buffers) {
            settings.stripeSize = buffers;
            return this;
        }

        /**
         * Sets the listener that is asked before a shard is added.
         *
         * @param value the listener; {@link GrowthListener#ALWAYS} by default.
         * @return this.
         */
        public Context growthListener(final GrowthListener value) {
            settings.growthListener = value;
            return this;
        }

        /**
         * Sets how closely the arena watches who holds its buffers.
         *
         * @param level the level; by default that of the system property {@value LeakDetection#PROPERTY}, or
         *              {@link LeakDetection#SIMPLE}.
         * @return this.
         */
        public Context leakDetection(final LeakDetection level) {
            settings.leakDetection = level;
            return this;
        }

        /**
         * Sets the listener that is called for leases and arenas that became unreachable before they were closed, and
         * for free buffers that were written.
         *
         * @param value the listener; {@link LeakListener#LOGGING} by default.
         * @return this.
         */
        public Context leakListener(final LeakListener value) {
            settings.leakListener = value;
            return this;
        }

        /**
         * Fills free buffers with {@link ReceiveArena#POISON}: a read of a buffer after its release
         * returns poison, and a write to one is detected when the buffer is acquired again or the arena ends.
         * Releasing and acquiring then touch every byte. Memory that is addresses only, whose {@link
         * org.rpcrdma.verbs.MemoryBlock#buffer()} is refused, is left alone. The buffers stay mapped while the
         * processor writes to them, which is for devices with coherent DMA.
         *
         * @param value true to fill them; by default only at {@link LeakDetection#PARANOID}.
         * @return this.
         */
        public Context poisonReleased(final boolean value) {
            settings.poisonReleased = value;
            return this;
        }

        /**
         * Sets the clock that idle shards age by and that mapping is timed with. Any thread that uses the arena arms
         * its timer; the tasks, which unmap idle shards, run on the clock's thread. If arming fails, as with a clock
         * that was stopped, nothing ages until it can be armed again.
         *
         * @param value a {@link Clock.Shared}, such as an {@link org.rpcrdma.verbs.EventLoop} or an {@link
         *              org.rpcrdma.verbs.time.ExecutorClock}; none by default: then {@link ArenaFigures#mappingNanos()}
         *              stays 0, and idle shards are given back by {@link ReceiveArena#trim()} alone.
         * @return this.
         * @throws IllegalArgumentException if it is a clock that only one thread may arm.
         */
        public Context clock(final Clock value) {
            settings.clock = value == null ? null : Clock.Shared.require(value);
            return this;
        }

        /**
         * Sets how often the arena looks for idle shards, if it has a clock. A shard of which every buffer is free, and
         * that nobody has used since the look before, is unmapped and its memory freed: after one to two periods. Each
         * look first returns those free buffers of the stripes to their shards that were not touched since the look
         * before, which is no use of the shard. An {@link ArenaEndpoint} does the same with its next use, beyond its
         * reserve; one that is not used keeps them. A shard that has a buffer out stays.
         *
         * @param seconds the period; 0 for no ageing; 60 by default, as FRMR pools have it.
         * @return this.
         */
        public Context agingPeriod(final int seconds) {
            settings.agingPeriod = seconds;
            return this;
        }

        /**
         * Sets how many shards stay at least, however idle. They are not made before they are wanted.
         *
         * @param shards 0 or more; 0 by default.
         * @return this.
         */
        public Context lowWaterShards(final int shards) {
            settings.lowWaterShards = shards;
            return this;
        }

        /**
         * Checks the context.
         *
         * @return this.
         * @throws IllegalArgumentException if a size or number is out of range, or a required part is missing.
         */
        public Context conclude() {
            require(
                    settings.mapper != null && settings.memory != null,
                    "mapper and memory are required: mapper=" + settings.mapper + " memory=" + settings.memory);
            ShardGeometry.check(settings.bufferSize, settings.shardSize, settings.maxShards);
            settings.mapper.expectBufferSize(settings.bufferSize);
            ShardAging.checkPeriod(settings.agingPeriod);
            require(
                    settings.lowWaterShards >= 0,
                    "low-water mark must not be negative: lowWaterShards=" + settings.lowWaterShards);
            Objects.requireNonNull(settings.growthListener, "growthListener");
            Objects.requireNonNull(settings.leakDetection, "leakDetection");
            Objects.requireNonNull(settings.leakListener, "leakListener");
            return this;
        }

        private static void require(final boolean isRight, final String message) {
            if (!isRight) {
                throw new IllegalArgumentException(message);
            }
        }
    }
}
