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
 * A pool of Receive buffers of one size. The buffers are parts of shards, each of which is mapped for the device once.
 *
 * <pre>
 *  {@link ArenaEndpoint}:  [ free buffers ]   its own stack, no atomic operation
 *  any thread:     [ free buffers ]   a stripe; there are at least two per processor
 *                        |
 *  arena ----- shard 0 --+------------------------+   64 KB of native memory, aligned to its size,
 *    |         | buffer 0 | buffer 1 | ... | 15   |   made usable by a {@link ShardMapper}: one iova, one lkey
 *    |         +----------------------------------+
 *    +-------- shard 1 ---------------------------+   added when all earlier buffers are in use
 *    :         | buffer 0 | buffer 1 | ...        |
 * </pre>
 *
 * <p>A primitive handle identifies a buffer. {@link #acquire()} returns the last buffer released to the calling
 * thread's stripe. If the stripe is empty, it searches a bitmap of a few levels for a shard with a free buffer, or
 * takes a buffer from another stripe. If no buffer is free there either, it adds a shard or, at the limit, drains the
 * stripes. The idea and the defaults come from "svcrdma: Introduce Receive buffer arenas" (RFC v2, August 2025).
 *
 * <p>The arena owns the shards' memory and mappings until {@link #close()}, which fails while buffers are in use. A
 * caller that acquires a buffer owns it. The caller must release it exactly once, after its Receive has completed or
 * was flushed, so that the device no longer uses it. If {@link #notePosted(long)} is called, the arena rejects a
 * premature release.
 *
 * <p>Thread-safe, including for virtual threads. An acquisition waits for a lock only to add a stripe or a shard, or to
 * drain stripes. A release waits only if the arena waits for its last buffer. Data-path methods allocate nothing.
 *
 * <p><b>Invalid handles.</b> Every method rejects a released handle until its buffer has been released 2<sup>24</sup>
 * times. After that, the handle repeats and identifies the buffer's current holder. A handle from another arena is
 * rejected with a probability of 1 - 2<sup>-32</sup>. However, arenas in two class loaders use the same handles, so
 * never pass a handle from one class loader to another. No number below 2<sup>31</sup> is a handle. A number that was
 * never returned as a handle is accepted if it is the next handle of a free buffer. If two threads release the same
 * handle concurrently, the arena detects this only at {@link LeakDetection#ADVANCED} and {@link
 * LeakDetection#PARANOID}. At the other levels, both releases may succeed, and two later acquisitions then return the
 * same buffer. If one thread uses a buffer while another thread releases it, the arena may not detect the error.
 *
 * <p>If the mapper, the allocator, a listener or the clock throws a {@link RuntimeException} or an {@link
 * OutOfMemoryError}, the arena is unchanged. Any other {@link Error} inside the arena, such as a {@link
 * StackOverflowError}, closes the arena. Each later use throws {@link IllegalStateException} with the error as its
 * cause. The shards stay mapped, because the device may still write to them.
 */
public final class ReceiveArena implements AutoCloseable {
    /** The result of {@link #tryAcquire()} if no buffer is available; not a handle. */
    public static final long NONE = HandleBits.NONE;

    /** The value of every byte of a poisoned free buffer: the kernel's POISON_FREE (include/linux/poison.h). */
    public static final byte POISON = Poison.BYTE;

    private static final AtomicInteger ARENAS = new AtomicInteger();

    private final Shards shards;
    private final ShardGeometry geometry;
    final ShardIndex index;
    final Stacks stacks;
    private final Stripes stripes;
    private final Stripe[] allStripes;
    final CentralFreeList central;
    final BufferHolds holds;
    /** The bits that are all set in a handle if its acquisition is recorded or its buffer is checked for poison. */
    final long sampledHandles;

    /**
     * Creates an arena without shards. The first acquisition adds the first shard.
     *
     * @param context the arena's settings. This constructor calls {@link Context#conclude()}; the caller may reuse the
     *                context for another arena.
     * @throws IllegalArgumentException if a size or number is out of range.
     */
    public ReceiveArena(final Context context) {
        final ArenaSettings settings = context.conclude().settings;
        shards = new Shards(ARENAS.getAndIncrement(), settings);
        geometry = shards.geometry;
        stacks = shards.stacks;
        stripes = stacks.stripes;
        allStripes = stripes.all;
        index = shards.index;
        sampledHandles = shards.safety.sampledHandles();
        central = new CentralFreeList(shards, settings);
        holds = central.holds;
        shards.safety.watch(this);
        new ArenaEvent.Create(shards.arenaId, geometry.bufferSize, geometry.shardSize).commit();
    }

    /**
     * Returns the arena's number. The arenas in a JVM are numbered from 0.
     *
     * @return the number, 0 or more.
     */
    public int id() {
        return shards.arenaId;
    }

    /**
     * Acquires a buffer. If the arena poisons free buffers, every byte is {@link #POISON}; otherwise, the contents are
     * unspecified.
     *
     * @return the handle of the buffer, never negative.
     * @throws ArenaExhaustedException if every buffer is in use and no shard can be added.
     * @throws VerbsException          if memory for a shard or its mapping is unavailable; the arena is unchanged.
     * @throws IllegalStateException   if the arena is closed.
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
     * Acquires a buffer if one is free or a shard can be added. Its contents are unspecified.
     *
     * @return the handle of the buffer, or {@link #NONE} if the arena is at its limit.
     * @throws VerbsException        if memory for a shard or its mapping is unavailable; the arena is unchanged.
     * @throws IllegalStateException if the arena is closed.
     */
    public long tryAcquire() {
        return take(true);
    }

    /**
     * Acquires a buffer only if one is free on an unlocked stripe or in the shards. This method never adds a shard,
     * drains a stripe or waits for a lock, regardless of what other threads do. Use it in callers that must not wait
     * for memory, like Linux code that allocates with {@code GFP_NOWAIT}; a later {@link #tryAcquire()} grows the
     * arena. The buffer's contents are unspecified.
     *
     * @return the handle of the buffer, or {@link #NONE} if no buffer is free, or the arena is closed. Best effort: it
     *     may miss a buffer that another thread frees concurrently, and it may miss all buffers while {@link #close()}
     *     checks that they are free.
     */
    public long tryAcquireNow() {
        return take(false);
    }

    /** Takes a free buffer. If waiting is allowed, may reclaim buffers or grow the arena. */
    private long take(final boolean mayWait) {
        try {
            long handle = Stripes.own(allStripes).tryPop();
            // NONE has all bits set, so the common case needs only one comparison.
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

    /**
     * Records an acquisition. On failure, releases the buffer and, if the endpoint is not null, updates the endpoint's
     * count.
     */
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
        return holds.misuse("buffer is already acquired; two threads use the endpoint concurrently: ", handle);
    }

    /** Takes a buffer if the calling thread's stripe is empty, locked or missing. */
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
     * Acquires several buffers, first from the calling thread's stripe.
     *
     * @param handles the array in which to store the buffers' handles.
     * @param offset  the index of the first handle.
     * @param count   the number of buffers wanted.
     * @return the number of buffers acquired, which is less than {@code count} if the arena's limit is reached.
     * @throws VerbsException            if memory for a shard or its mapping is unavailable; in this case, no buffer is
     *                                   acquired.
     * @throws IllegalStateException     if the arena is closed.
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
            return acquireRest(handles, offset, popped, count, ShardIndex.NO_OWNER);
        } catch (final StackOverflowError e) {
            stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /**
     * Acquires the rest of a batch whose first buffers came from a stack. On failure, releases all buffers and removes
     * the shards added for the batch.
     *
     * @param before the number of buffers taken from a stack.
     * @param owner the number of the endpoint that becomes the buffers' owner; {@link ShardIndex#NO_OWNER} for none.
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

    /** Returns true if no acquisition in a batch is recorded. */
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
     * Releases a buffer, or one of its holds ({@link #retain(long)}).
     *
     * @param handle the handle that was returned when the buffer was acquired; invalid after the last hold was
     *               released.
     * @throws VerbsException           as for {@link #close()}, if {@link #closeWhenReturned()} waits for this last
     *                                  buffer; the buffer has nevertheless been released.
     * @throws IllegalStateException    if the buffer is already released, or is posted to the device.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public void release(final long handle) {
        try {
            if (!index.endHold(handle, ShardIndex.NO_OWNER)) {
                releaseSlowly(handle);
                return;
            }
            final long next = HandleBits.next(handle);
            if (!Stripes.own(allStripes).tryPush(next)) {
                putSlowly(next);
            }
        } catch (final StackOverflowError e) {
            stripes.failure = e;
            throw stacks.failed(e);
        } catch (final Error e) {
            throw stacks.failed(e);
        }
    }

    /** Ends a hold on the slow path. */
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

    /**
     * Stores a free buffer under its next handle when the fast path could not push it to the calling thread's stripe.
     */
    private void putSlowly(final long next) {
        central.requireSound();
        if (!stripes.put(central, next) && !central.put(HandleBits.buffer(next), true)) {
            throw holds.misuse("buffer is already free: ", next);
        }
        central.returned();
        Reference.reachabilityFence(this);
    }

    /**
     * Releases several buffers, in order.
     *
     * @param handles the buffers' handles.
     * @param offset  the index of the first handle.
     * @param count   the number of buffers.
     * @throws IllegalStateException     as for {@link #release(long)}; the buffers that precede the buffer in the
     *                                   message have been released.
     * @throws IllegalArgumentException  if a handle is not from this arena; the buffers before it have been released.
     * @throws IndexOutOfBoundsException if the range is outside the array.
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

    /** Pushes buffers in a plain state to a stripe, until a buffer needs the slow path. Returns the number pushed. */
    private int releasePlain(final long[] handles, final int offset, final int count) {
        final Stripe stripe = stripes.lock();
        return stripe == null ? 0 : stripe.release(index, handles, offset, count);
    }

    /** Releases the rest of a batch. Its first buffer needs the slow path. */
    private void releaseRest(final long[] handles, final int from, final int end) {
        int next = from;
        while (next < end) {
            release(handles[next++]);
            next += releasePlain(handles, next, end - next);
        }
    }

    /**
     * Adds a hold to a buffer, which then needs one more {@link #release(long)} to become free. Use it if several
     * consumers read a received message.
     *
     * @param handle the buffer's handle, which the caller holds.
     * @throws IllegalStateException    if the buffer was released, or has 63 holds.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public void retain(final long handle) {
        holds.change(handle, BufferHolds.Change.HOLD);
    }

    /**
     * Records that a Receive into a buffer is posted. The arena then rejects a release until
     * {@link #noteCompleted(long)} is called. Optional, but without this call, a premature release is not detected.
     *
     * @param handle the buffer's handle.
     * @throws IllegalStateException    if the buffer was released, or is already posted.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public void notePosted(final long handle) {
        holds.change(handle, BufferHolds.Change.POST);
    }

    /**
     * Records that a Receive into a buffer has completed or was flushed.
     *
     * @param handle the buffer's handle.
     * @throws IllegalStateException    if the buffer was released, or is not posted.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public void noteCompleted(final long handle) {
        holds.change(handle, BufferHolds.Change.COMPLETE);
    }

    /**
     * Returns true if a Receive into a buffer is recorded as posted.
     *
     * @param handle the buffer's handle.
     * @return true between the calls to {@link #notePosted(long)} and {@link #noteCompleted(long)}.
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public boolean isPosted(final long handle) {
        return holds.isPosted(handle);
    }

    /**
     * Records this call site for leak reports, like Netty's {@code touch}. A report lists where a buffer was acquired,
     * followed by its latest call sites. {@link #retain(long)}, {@link #notePosted(long)} and
     * {@link #noteCompleted(long)} also record their call sites. Does nothing below {@link LeakDetection#ADVANCED}, or
     * if the buffer's acquisition was not recorded.
     *
     * @param handle the buffer's handle.
     * @param hint   a description of the call site, or null; its {@code toString} is called immediately.
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public void touch(final long handle, final Object hint) {
        holds.touch(handle, hint);
    }

    /**
     * Acquires a buffer in the form of an object instead of a handle.
     *
     * @return the lease; the caller closes it.
     * @throws ArenaExhaustedException if every buffer is in use and no shard can be added.
     * @throws VerbsException          if memory for a shard or its mapping is unavailable; the arena is unchanged.
     * @throws IllegalStateException   if the arena is closed.
     */
    public BufferLease lease() {
        return newLease(acquire());
    }

    /**
     * Creates a lease that owns one hold of a buffer. Watches the lease if the acquisition is recorded. On failure,
     * ends the hold.
     */
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
     * Returns a buffer's number, which a program can use as an index into its own per-buffer data. All handles of a
     * buffer have the same number. An arena uses low numbers first. Does not check the handle.
     *
     * @param handle a handle that was acquired.
     * @return the number, 0 or more.
     */
    public static int number(final long handle) {
        return HandleBits.buffer(handle);
    }

    /**
     * Returns a buffer's address in memory.
     *
     * @param handle the buffer's handle.
     * @return the native address of the first byte of the buffer.
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public long address(final long handle) {
        return holds.leafOf(handle).address(HandleBits.buffer(handle));
    }

    /**
     * Returns a buffer's iova.
     *
     * @param handle the buffer's handle.
     * @return the iova of the first byte of the buffer.
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public long iova(final long handle) {
        return holds.leafOf(handle).iova(HandleBits.buffer(handle));
    }

    /**
     * Returns a buffer's lkey for local work requests.
     *
     * @param handle the buffer's handle.
     * @return the lkey.
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public int lkey(final long handle) {
        return holds.leafOf(handle).lkey(HandleBits.buffer(handle));
    }

    /**
     * Appends a Receive for a whole buffer to a chain. Its work-request id is the buffer's handle.
     *
     * @param handle the buffer's handle.
     * @param chain  a chain from the device for which the buffers are mapped.
     * @throws IllegalStateException     if the buffer was released.
     * @throws IllegalArgumentException  if the handle is not from this arena.
     * @throws IndexOutOfBoundsException if the chain is full.
     */
    public void stage(final long handle, final ReceiveRequests chain) {
        final ShardLeaf leaf = holds.leafOf(handle);
        final int buffer = HandleBits.buffer(handle);
        chain.receive(handle, leaf.iova(buffer), geometry.bufferSize, leaf.lkey(buffer));
    }

    /**
     * Returns a view of a buffer's bytes. To obtain a {@code MemorySegment}, call
     * {@code MemorySegment.ofBuffer(arena.byteBuffer(handle))}.
     *
     * @param handle the buffer's handle.
     * @return a new big-endian direct buffer with position 0 and limit {@link #bufferSize()}; do not use it after the
     *     buffer is released.
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public ByteBuffer byteBuffer(final long handle) {
        return holds.leafOf(handle).bytes(HandleBits.buffer(handle));
    }

    /**
     * Wraps a buffer's bytes in a view.
     *
     * @param handle the buffer's handle.
     * @param view   the view that wraps the buffer's {@link #bufferSize()} bytes; do not use it after the buffer is
     *               released.
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena.
     */
    public void wrap(final long handle, final DirectBuffer view) {
        view.wrap(address(handle), geometry.bufferSize);
    }

    /**
     * Makes the device's writes to a buffer visible to the processor. Call this method before you read the buffer.
     *
     * @param handle the buffer's handle.
     * @param length the number of bytes received, 0 to {@link #bufferSize()}; only these bytes are synchronized.
     * @return the native address of the first byte of the buffer, valid until the release.
     * @throws IllegalStateException    if the buffer was released.
     * @throws IllegalArgumentException if the handle is not from this arena, or the length is out of range.
     */
    public long syncForCpu(final long handle, final int length) {
        final ShardLeaf leaf = holds.leafOf(handle);
        final int buffer = HandleBits.buffer(handle);
        if (length < 0 || length > geometry.bufferSize) {
            throw new IllegalArgumentException("length must be between 0 and the buffer size: length=" + length
                    + " bufferSize=" + geometry.bufferSize);
        }
        if (length > 0) {
            leaf.syncForCpu(buffer, length);
        }
        return leaf.address(buffer);
    }

    /**
     * Returns the size of every buffer.
     *
     * @return the size, in bytes.
     */
    public int bufferSize() {
        return geometry.bufferSize;
    }

    /**
     * Returns the size of every shard.
     *
     * @return the size, in bytes, a power of two.
     */
    public int shardSize() {
        return geometry.shardSize;
    }

    /**
     * Returns the arena's leak detection level.
     *
     * @return the level set in the arena's context.
     */
    public LeakDetection leakDetection() {
        return shards.safety.level;
    }

    /**
     * Returns the arena's figures. Scans all shards; do not call it on the data path.
     *
     * @return a snapshot of the figures.
     */
    public ArenaFigures figures() {
        return shards.totals.get();
    }

    /**
     * Returns the arena's source of figures, for beans, meters and listings. The source does not keep the arena
     * reachable, so {@link Context#leakListener(LeakListener) leak detection} still works. Thread-safe.
     *
     * @return a source that reads the figures, even after the arena is closed; the same object each time.
     */
    public Supplier<ArenaFigures> figuresSource() {
        return shards.totals;
    }

    /**
     * Frees every idle shard immediately, regardless of age, down to the low-water mark
     * ({@link Context#lowWaterShards(int)}). This method first returns the free buffers on the stripes to the shards,
     * and signals the endpoints to return their free buffers at their next use. Use it in programs without a clock, or
     * when the program is idle.
     *
     * @return the number of shards freed, and the reasons for keeping the others.
     * @throws VerbsException        the first failure, with the others as suppressed exceptions. A shard that cannot be
     *                               unmapped is no longer used, and its memory is kept until a later call succeeds.
     * @throws IllegalStateException if the arena is closed.
     */
    public ArenaTrim trim() {
        return central.aging.trim();
    }

    /**
     * Sets the ageing period, like {@link Context#agingPeriod(int)}, and begins a new period.
     *
     * @param seconds the period; 0 disables ageing.
     * @throws IllegalArgumentException if it is negative.
     * @throws IllegalStateException    if the arena has no clock.
     */
    public void setAgingPeriod(final int seconds) {
        central.aging.setPeriod(seconds);
    }

    /**
     * Returns the buffers in use, with their recorded acquisitions. These buffers prevent {@link #close()}, and
     * {@link #closeWhenReturned()} waits for them. Drains the stripes; do not call it on the data path. The result is
     * exact if no thread acquires or releases buffers concurrently.
     *
     * @param most the maximum number of buffers to return, 0 or more.
     * @return the buffers in use with the lowest numbers, in ascending order; empty if all buffers are free.
     */
    public List<ArenaLeak> buffersOut(final int most) {
        if (most < 0) {
            throw new IllegalArgumentException("number of buffers must not be negative: most=" + most);
        }
        return central.buffersOut(most);
    }

    /**
     * Creates an endpoint, which gives a connection access to this arena.
     *
     * @param cacheSize the maximum number of free buffers on its stack beyond its reserve, 0 to 65,536. If 0, the
     *                  endpoint takes no buffers in advance.
     * @param quota     the maximum number of buffers in use through the endpoint, at least 1.
     * @return the endpoint; the caller closes it before the arena. Its buffers may also be released through the arena.
     * @throws IllegalStateException if the arena is closed.
     */
    public ArenaEndpoint newEndpoint(final int cacheSize, final int quota) {
        if (cacheSize < 0 || cacheSize > FreeStack.MAX_CAPACITY || quota < 1) {
            throw new IllegalArgumentException("cache size must be between 0 and " + FreeStack.MAX_CAPACITY
                    + ", and the quota at least 1: cacheSize=" + cacheSize + " quota=" + quota);
        }
        return new ArenaEndpoint(this, new EndpointStack(cacheSize, quota));
    }

    /**
     * Adds a reference to the arena, which then needs one more {@link #close()} to close.
     *
     * @return this.
     * @throws IllegalStateException if the arena is closed.
     */
    public ReceiveArena retain() {
        central.retain();
        return this;
    }

    /**
     * Drops a reference. If it was the last one, unmaps every shard and frees its memory. If a shard cannot be
     * unmapped, its memory is kept, because the device may still write to it, and everything else is released. Call
     * this method again to retry. A closed arena stays closed.
     *
     * @throws IllegalStateException if this is the last reference, and buffers are in use or an open endpoint keeps
     *                               free buffers. The message contains their number and lists the first ones, and the
     *                               arena is unchanged. Open endpoints without free buffers do not prevent closing.
     * @throws VerbsException        the first failure, with the others as suppressed exceptions.
     */
    @Override
    public void close() {
        central.close();
        Reference.reachabilityFence(this);
    }

    /**
     * Drops a reference like {@link #close()}, but waits for buffers in use instead of failing. After the last
     * reference is dropped, no buffer can be acquired, except buffers on an endpoint's stack. The arena closes when the
     * last buffer is released or its endpoint is closed. If the device reports an error, that call throws an exception,
     * and {@link #close()} can be called to retry. Use this method if a connection may end while its messages are still
     * being read.
     *
     * @throws IllegalStateException if the arena is closed.
     * @throws VerbsException        as for {@link #close()}, if no buffer is in use.
     */
    public void closeWhenReturned() {
        central.closeWhenReturned();
        Reference.reachabilityFence(this);
    }

    /**
     * The settings of an arena. Every setter returns this context, and {@link #conclude()} checks the settings. Not
     * thread-safe.
     */
    public static final class Context {
        final ArenaSettings settings = new ArenaSettings();

        /** Creates a context with the defaults: buffers of 4 KB, up to 65,536 shards of 64 KB. */
        public Context() {}

        /**
         * Sets the mapper that makes shards usable by the device. Required. While the arena holds its lock, it calls
         * the mapper, the allocator, the growth listener and, for writes to free buffers, the leak listener. These
         * objects must neither use the arena nor wait for a thread that uses it. The arena calls the clock and its
         * timer without the lock.
         *
         * @param value the mapper.
         * @return this.
         */
        public Context mapper(final ShardMapper value) {
            settings.mapper = value;
            return this;
        }

        /**
         * Sets the allocator for the shards' memory. Required.
         *
         * @param value the allocator of the mapper's device.
         * @return this.
         */
        public Context memory(final MemoryAllocator value) {
            settings.memory = value;
            return this;
        }

        /**
         * Sets the size of every buffer.
         *
         * @param bytes a multiple of 64, at most the shard size; 4096 by default.
         * @return this.
         */
        public Context bufferSize(final int bytes) {
            settings.bufferSize = bytes;
            return this;
        }

        /**
         * Sets the size of every shard.
         *
         * @param bytes a power of two from 4096 to 2 MB, or the buffer size if that is a smaller power of two, so that
         *              each shard holds one buffer; 65,536 by default.
         * @return this.
         */
        public Context shardSize(final int bytes) {
            settings.shardSize = bytes;
            return this;
        }

        /**
         * Sets the maximum number of shards. The arena allocates one bit per shard. The first acquisition allocates the
         * bookkeeping data for 64 shards, or for the limit rounded up to a power of two if that is less. This data
         * takes a few KB of heap, but 8.5 MB if 64 shards of 2 MB hold buffers of 64 bytes.
         *
         * @param shards the number of shards, 1 to 1,048,576; 65,536 by default.
         * @return this.
         */
        public Context maxShards(final int shards) {
            settings.maxShards = shards;
            return this;
        }

        /**
         * Allows shards in pieces, for memory that is so fragmented that a whole shard cannot be allocated (ENOMEM). A
         * piece is the largest block that can be allocated: half of a shard, a quarter, and so on down to a page, or to
         * the smallest block that holds a buffer. Each piece is mapped separately. As the arena continues to grow, it
         * adds the missing pieces, none of which is larger than the previous piece. For the next shard, it tries to
         * allocate the whole shard again. Fragmentation therefore costs one failed attempt per shard, and the arena can
         * still hold its full number of buffers.
         *
         * @param value true by default; if false, the arena does not grow after such a failure.
         * @return this.
         */
        public Context shardsInPieces(final boolean value) {
            settings.shardsInPieces = value;
            return this;
        }

        /** Sets the maximum number of free buffers on a stripe. If 0, every buffer comes from the shards. */
        Context stripeSize(final int buffers) {
            settings.stripeSize = buffers;
            return this;
        }

        /**
         * Sets the listener that permits or refuses new shards.
         *
         * @param value the listener; {@link GrowthListener#ALWAYS} by default.
         * @return this.
         */
        public Context growthListener(final GrowthListener value) {
            settings.growthListener = value;
            return this;
        }

        /**
         * Sets the level of leak detection.
         *
         * @param level the level; by default the value of the system property {@value LeakDetection#PROPERTY}, or
         *              {@link LeakDetection#SIMPLE}.
         * @return this.
         */
        public Context leakDetection(final LeakDetection level) {
            settings.leakDetection = level;
            return this;
        }

        /**
         * Sets the listener for leaks and for writes to free buffers. A leak is a lease or an arena that became
         * unreachable before it was closed.
         *
         * @param value the listener; {@link LeakListener#LOGGING} by default.
         * @return this.
         */
        public Context leakListener(final LeakListener value) {
            settings.leakListener = value;
            return this;
        }

        /**
         * Fills free buffers with {@link ReceiveArena#POISON}. A read after the release then returns poison, and a
         * write is detected when the buffer is acquired again or the arena closes. Each release and acquisition
         * accesses every byte of the buffer. Address-only memory, whose {@link org.rpcrdma.verbs.MemoryBlock#buffer()}
         * throws, is not filled. The buffers stay mapped while the processor writes to them, so use this only on
         * devices with coherent DMA.
         *
         * @param value true to fill free buffers; by default only at {@link LeakDetection#PARANOID}.
         * @return this.
         */
        public Context poisonReleased(final boolean value) {
            settings.poisonReleased = value;
            return this;
        }

        /**
         * Sets the clock, which is used to age idle shards and to time mappings. Any thread that uses the arena may arm
         * the clock's timer; the timer's tasks, which unmap idle shards, run on the clock's thread. If arming fails,
         * for example because the clock was stopped, ageing pauses until arming succeeds again.
         *
         * @param value a {@link Clock.Shared}, such as an {@link org.rpcrdma.verbs.EventLoop} or an
         *              {@link org.rpcrdma.verbs.time.ExecutorClock}. By default, the arena has no clock;
         *              {@link ArenaFigures#mappingNanos()} then stays 0, and only {@link ReceiveArena#trim()} frees
         *              idle shards.
         * @return this.
         * @throws IllegalArgumentException if the clock is confined to one thread.
         */
        public Context clock(final Clock value) {
            settings.clock = value == null ? null : Clock.Shared.require(value);
            return this;
        }

        /**
         * Sets the period at which the arena frees idle shards, if it has a clock. A shard is unmapped and freed if all
         * its buffers are free and it has been unused since the previous pass, that is, for one to two periods. Each
         * pass first takes the free buffers on the stripes that were untouched since the previous pass, and returns
         * them to their shards. This does not count as a use of the shards. An {@link ArenaEndpoint} returns such
         * buffers beyond its reserve at its next use; an unused endpoint keeps them. A shard with a buffer in use is
         * never freed.
         *
         * @param seconds the period; 0 disables ageing; 60 by default, as in FRMR pools.
         * @return this.
         */
        public Context agingPeriod(final int seconds) {
            settings.agingPeriod = seconds;
            return this;
        }

        /**
         * Sets the minimum number of shards to keep, even if they are idle. They are not created in advance.
         *
         * @param shards the number of shards, at least 0; 0 by default.
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
            if (settings.mapper == null || settings.memory == null) {
                throw new IllegalArgumentException(
                        "mapper and memory are required: mapper=" + settings.mapper + " memory=" + settings.memory);
            }
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
