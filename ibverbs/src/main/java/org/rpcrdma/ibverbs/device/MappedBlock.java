// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;
import org.rpcrdma.ibverbs.library.Errnos;
import org.rpcrdma.ibverbs.library.Libc;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * A block of {@link MappedMemory}. It counts the regions that cover the block. While there is at least one region, the
 * device may use the block's pages.
 */
public final class MappedBlock implements MemoryBlock {
    /** The value of {@link #pins} after the block has been closed. */
    private static final int CLOSED = Integer.MIN_VALUE;

    private final MappedMemory memory;
    private final long address;
    private final long length;
    private final long mapped;
    private final AtomicInteger pins = new AtomicInteger();

    /** The arena of the views; closing it invalidates them. Null until the first view has been created. */
    private Arena views;

    MappedBlock(final MappedMemory memory, final long address, final long length, final long mapped) {
        this.memory = memory;
        this.address = address;
        this.length = length;
        this.mapped = mapped;
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public long length() {
        return length;
    }

    boolean contains(final long place) {
        return contains(place, 1);
    }

    public boolean contains(final long begin, final long bytes) {
        return begin >= address && bytes <= length && begin - address <= length - bytes;
    }

    /**
     * Returns a view of the block. After the block has been closed, accesses through the view throw
     * {@link IllegalStateException}.
     */
    @Override
    public synchronized ByteBuffer buffer() {
        if (pins.get() < 0) {
            throw closed();
        }
        if (views == null) {
            views = Arena.ofShared();
        }
        return Native.segment(address, length, views).asByteBuffer().order(ByteOrder.BIG_ENDIAN);
    }

    /** Invalidates the views. Returns false if a thread is accessing a view, for example for file I/O. */
    private synchronized boolean endViews() {
        if (views == null) {
            return true;
        }
        try {
            views.close();
            return true;
        } catch (final IllegalStateException e) {
            return false;
        }
    }

    @Override
    public void discard(final long offset, final long bytes) {
        if (offset < 0 || bytes < 0 || offset > length - bytes) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "range exceeds the memory block: offset=" + offset + " length=" + bytes + " limit=" + length);
        }
        if (pins.get() != 0) {
            throw inUseOrClosed();
        }
        final long begin = (address + offset) & -MappedMemory.PAGE;
        final long end = address + offset + bytes;
        final int errno =
                Libc.madvise(begin, (end - begin + MappedMemory.PAGE - 1) & -MappedMemory.PAGE, Libc.MADV_DONTNEED);
        if (errno != 0) {
            throw Errnos.exception(errno, "madvise failed");
        }
    }

    /** Counts a region that is about to use the block. Returns false if the block has been closed. */
    public boolean pin() {
        if (pins.incrementAndGet() > 0) {
            return true;
        }
        pins.set(CLOSED);
        return false;
    }

    /** Removes a region from the count. */
    public void unpin() {
        pins.decrementAndGet();
    }

    @Override
    public void close() {
        if (!pins.compareAndSet(0, CLOSED)) {
            throw inUseOrClosed();
        }
        if (!endViews()) {
            pins.set(0);
            throw new VerbsException(
                    Errno.EBUSY, "a view of the block is in use: address=0x" + Long.toHexString(address));
        }
        memory.forget(this);
        Libc.munmap(address, mapped);
    }

    private VerbsException inUseOrClosed() {
        final int regions = pins.get();
        return regions < 0
                ? closed()
                : new VerbsException(
                        Errno.EBUSY,
                        "block is registered: address=0x" + Long.toHexString(address) + " regions=" + regions);
    }

    private VerbsException closed() {
        return new VerbsException(Errno.EINVAL, "block is closed: address=0x" + Long.toHexString(address));
    }
}
