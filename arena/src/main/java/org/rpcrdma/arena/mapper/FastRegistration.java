// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.arena.jvm.Failures;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * A DMA mapping, with a fast-register region for its pages. Closing this object undoes the steps completed so far:
 *
 * <pre>
 *   take a region - DMA map - set pages - REG_MR posted - completed   close: LOCAL_INV posted - completed
 *   FREE            FREE      FREE        PENDING         VALID              LEAVING            region to its pool
 *                                           |                                   |
 *                                           +------- failed: DOUBTFUL ----------+               region destroyed
 * </pre>
 *
 * <p>The DMA mapping may end as soon as LOCAL_INV is posted, because no peer has access to the region. The caller has
 * also ensured that no outstanding request uses the region's key. The region is not reused before LOCAL_INV completes.
 */
final class FastRegistration implements AutoCloseable {
    private final FastRegisterRegions regions;
    private final RegistrationQueue queue;
    private final DmaMapper dma;
    private final DmaDirection direction;
    private final long length;
    private final int pageSize;
    private FastRegisterRegions.Taken taken;
    private State state = State.FREE;
    private boolean isMapped;
    private long dmaAddress;
    private int key;
    /** The failure that led to the state DOUBTFUL. */
    private VerbsException failure;

    private enum State {
        FREE,
        PENDING,
        VALID,
        LEAVING,
        DOUBTFUL
    }

    FastRegistration(
            final FastRegisterRegions regions,
            final RegistrationQueue queue,
            final DmaMapper dma,
            final DmaDirection direction,
            final MemoryBlock memory,
            final int pageSize) {
        this.regions = regions;
        this.queue = queue;
        this.dma = dma;
        this.direction = direction;
        this.pageSize = pageSize;
        length = memory.length();
        try {
            queue.collect();
            taken = regions.take(DevicePages.covering(memory.address(), length, pageSize));
            dmaAddress = dma.map(memory.address(), length, direction);
            isMapped = true;
            register();
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, this);
            throw e;
        }
    }

    /**
     * Posts REG_MR.
     *
     * @throws VerbsException if the failure is known before this method returns.
     */
    private void register() {
        taken.region().setPages(new long[] {dmaAddress}, new int[] {Math.toIntExact(length)}, 1, dmaAddress);
        key = taken.region().nextKey();
        state = State.PENDING;
        try {
            queue.register(this, taken.region(), key, LocalAccess.rights(direction));
        } catch (final RuntimeException | Error e) {
            state = State.DOUBTFUL;
            throw e;
        }
        if (state == State.DOUBTFUL) {
            throw failure;
        }
    }

    /** Records that REG_MR has completed. */
    void registered() {
        if (state == State.PENDING) {
            state = State.VALID;
        }
    }

    /** Records that LOCAL_INV has completed. */
    void invalidated() {
        final FastRegisterRegions.Taken region = taken;
        state = State.FREE;
        taken = null;
        regions.giveBack(region);
    }

    /** Records that the posted request of this registration has failed. */
    void fail(final VerbsException cause) {
        final boolean isLeaving = state == State.LEAVING;
        state = State.DOUBTFUL;
        failure = cause;
        if (isLeaving) {
            discard();
        }
    }

    /** Returns the address of the first byte. It is both the byte's DMA address and its iova in the region. */
    long dmaAddress() {
        return dmaAddress;
    }

    /**
     * Returns the key. If the posted registration has failed in the meantime, registers the memory again with another
     * region, and waits for completion.
     *
     * @throws VerbsException if the second registration also fails.
     */
    int key() {
        if (state == State.DOUBTFUL) {
            registerAnew();
        }
        return key;
    }

    private void registerAnew() {
        if (taken != null) {
            discard();
        }
        taken = regions.take(DevicePages.covering(dmaAddress, length, pageSize));
        register();
        queue.settle();
        if (state == State.DOUBTFUL) {
            throw failure;
        }
    }

    void syncForCpu(final int offset, final int bytes) {
        dma.syncForCpu(dmaAddress + offset, bytes, direction);
    }

    @Override
    public void close() {
        if (taken != null && state != State.LEAVING) {
            giveRegionBack();
        }
        if (isMapped) {
            dma.unmap(dmaAddress, length, direction);
            isMapped = false;
        }
    }

    private void giveRegionBack() {
        switch (state) {
            case FREE -> invalidated();
            case DOUBTFUL -> discard();
            default -> invalidate();
        }
    }

    private void discard() {
        final FastRegisterRegions.Taken region = taken;
        taken = null;
        regions.discard(region);
    }

    private void invalidate() {
        state = State.LEAVING;
        try {
            queue.invalidate(this, key);
        } catch (final VerbsException e) {
            // Destroy the region, unless it was already destroyed because other requests failed and this request failed
            // with them.
            if (state == State.LEAVING) {
                fail(e);
            }
        } catch (final RuntimeException | Error e) {
            state = State.DOUBTFUL;
            throw e;
        }
    }
}
