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
 * A buffer of a {@link ReceiveArena} in the form of an object, for use with {@code try}. A lease behaves like the
 * handle, but costs an object of 32 bytes.
 *
 * <pre>{@code
 * try (BufferLease lease = arena.lease()) {
 *     channel.read(lease.byteBuffer());
 * }
 * }</pre>
 *
 * <p>Thread-safe. The lease owns one hold of the buffer. Closing it twice is an error, like releasing a handle twice.
 * If a lease becomes unreachable before it is closed, its buffer stays in use. The {@link LeakListener} receives a
 * report if the buffer's acquisition was recorded ({@link LeakDetection}).
 */
public final class BufferLease implements AutoCloseable {
    private static final VarHandle CLOSED = Fields.of(MethodHandles.lookup(), "closed", boolean.class);

    private final ReceiveArena arena;
    private final long handle;
    private volatile boolean closed;
    /**
     * Watches the lease until it is closed; null if the acquisition is not recorded. This field is set before the lease
     * is published.
     */
    Watch watch;

    BufferLease(final ReceiveArena arena, final long handle) {
        this.arena = arena;
        this.handle = handle;
    }

    /**
     * Returns the buffer's handle, for use with the arena's other methods.
     *
     * @return the handle; only the lease may release it.
     */
    public long handle() {
        return handle;
    }

    /**
     * Returns the buffer's address in memory.
     *
     * @return the native address of the buffer's first byte.
     * @throws IllegalStateException if the lease is closed.
     */
    public long address() {
        return arena.address(open());
    }

    /**
     * Returns the buffer's iova.
     *
     * @return the iova of the buffer's first byte.
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
     * @return the size in bytes.
     */
    public int length() {
        return arena.bufferSize();
    }

    /**
     * Returns a view of the buffer's bytes.
     *
     * @return a new big-endian direct buffer with position 0 and limit {@link #length()}; do not use it after the lease
     *     is closed.
     * @throws IllegalStateException if the lease is closed.
     */
    public ByteBuffer byteBuffer() {
        return arena.byteBuffer(open());
    }

    /**
     * Makes the device's writes visible to the processor. Call this method before you read the buffer.
     *
     * @param length the number of bytes received, 0 to {@link #length()}; only these bytes are synchronized.
     * @throws IllegalStateException if the lease is closed.
     */
    public void syncForCpu(final int length) {
        arena.syncForCpu(open(), length);
    }

    /**
     * Creates another lease of the same buffer. The buffer becomes free when both leases are closed.
     *
     * @return the lease; the caller closes it.
     * @throws IllegalStateException if this lease is closed, or the buffer has 63 holds.
     */
    public BufferLease retain() {
        arena.retain(open());
        return arena.newLease(handle);
    }

    /**
     * Releases the buffer.
     *
     * @throws IllegalStateException if the lease is already closed, or the buffer is posted to the device.
     */
    @Override
    public void close() {
        if (!CLOSED.compareAndSet(this, false, true)) {
            throw arena.holds.misuse("lease was already closed: ", handle);
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

    /**
     * Returns the handle if this lease is open. Checking the handle is not enough, because it stays valid while another
     * lease holds the buffer.
     */
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
