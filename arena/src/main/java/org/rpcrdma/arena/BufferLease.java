// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.rpcrdma.arena.jvm.Fields;
import org.rpcrdma.arena.leak.Watch;

/**
 * A buffer of a {@link ReceiveArena} as an object: for those who prefer {@code try} to handles. It costs an object, of
 * 32 bytes; everything else is as with the handle.
 *
 * <pre>{@code
 * try (BufferLease lease = arena.lease()) {
 *     channel.read(lease.byteBuffer());
 * }
 * }</pre>
 *
 * <p>Thread-safe as the arena is. Closing twice is an error, as releasing twice is. A lease that becomes unreachable
 * before it is closed keeps its buffer out, and is reported to the {@link LeakListener} if the buffer's acquisition
 * was recorded ({@link LeakDetection}).
 */
public final class BufferLease implements AutoCloseable {
    private static final VarHandle CLOSED = Fields.of(MethodHandles.lookup(), "closed", boolean.class);

    private final ReceiveArena arena;
    private final long handle;
    private volatile boolean closed;
    /** Ends when this is closed; null for most leases. Set before anybody else knows the lease. */
    Watch watch;

    BufferLease(final ReceiveArena arena, final long handle) {
        this.arena = arena;
        this.handle = handle;
    }

    /**
     * Returns the buffer's handle, for the arena's other methods.
     *
     * @return the handle, which stays the lease's to release.
     */
    public long handle() {
        return handle;
    }

    /**
     * Returns the buffer's address in memory.
     *
     * @return the native address of its first byte.
     * @throws IllegalStateException if the lease is closed.
     */
    public long address() {
        return arena.address(open());
    }

    /**
     * Returns the buffer's iova for the device.
     *
     * @return the iova of its first byte.
     * @throws IllegalStateException if the lease is closed.
     */
    public long iova() {
        return arena.iova(open());
    }

    /**
     * Returns the key that covers the buffer in local work requests.
     *
     * @return the lkey.
     * @throws IllegalStateException if the lease is closed.
     */
    public int lkey() {
        return arena.lkey(open());
    }

    /**
     * Returns the buffer's size.
     *
     * @return bytes.
     */
    public int length() {
        return arena.bufferSize();
    }

    /**
     * Returns the buffer's bytes.
     *
     * @return a new direct buffer, big-endian, from 0 to {@link #length()}; not to be used after the lease was closed.
     * @throws IllegalStateException if the lease is closed.
     */
    public ByteBuffer byteBuffer() {
        return arena.byteBuffer(open());
    }

    /**
     * Makes the device's writes visible to the processor. Call it before reading the buffer.
     *
     * @param length bytes received, 0 to {@link #length()}; exactly these are synchronized.
     * @throws IllegalStateException if the lease is closed.
     */
    public void syncForCpu(final int length) {
        arena.syncForCpu(open(), length);
    }

    /**
     * Returns another lease of the same buffer, which is free when both are closed.
     *
     * @return the lease; the caller closes it.
     * @throws IllegalStateException if this lease is closed, or the buffer is held 63 times.
     */
    public BufferLease retain() {
        arena.retain(open());
        return arena.newLease(handle);
    }

    /**
     * Gives the buffer back.
     *
     * @throws IllegalStateException if the lease was closed before, or the buffer is posted to the device.
     */
    @Override
    public void close() {
        if (!CLOSED.compareAndSet(this, false, true)) {
            throw arena.holds.misuse("lease was closed already: ", handle);
        }
        try {
            arena.release(handle);
        } catch (final RuntimeException | Error e) {
            closed = false;
            throw e;
        }
        if (watch != null) {
            watch.end();
        }
        Reference.reachabilityFence(this);
    }

    /** Returns the handle, if it is still this lease's: another one may hold the buffer. */
    private long open() {
        if (closed) {
            throw arena.holds.misuse("lease is closed: ", handle);
        }
        return handle;
    }

    @Override
    public String toString() {
        return arena.holds.describe(handle);
    }
}
