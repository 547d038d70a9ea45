// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.mapper;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.Failures;

/**
 * A DMA mapping with a fast-register region over it. Closing it undoes what there is of it, at whichever step it
 * stands:
 *
 * <pre>
 *   take a region - DMA map - set pages - REG_MR        FREE      VALID: LOCAL_INV, then FREE
 *   FREE            FREE      FREE        DOUBTFUL      to pool   LOCAL_INV failed, or DOUBTFUL: destroyed
 *                                         then VALID
 * </pre>
 */
final class FastRegistration implements AutoCloseable {
    private final FastRegisterRegions regions;
    private final RegistrationQueue queue;
    private final DmaMapper dma;
    private final DmaDirection direction;
    private final long length;
    private FastRegisterRegions.Taken taken;
    private State state = State.FREE;
    private boolean isMapped;
    private long dmaAddress;
    private int key;

    private enum State {
        FREE,
        DOUBTFUL,
        VALID
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
        length = memory.length();
        try {
            taken = regions.take(DevicePages.covering(memory.address(), length, pageSize));
            dmaAddress = dma.map(memory.address(), length, direction);
            isMapped = true;
            register();
        } catch (final RuntimeException | Error e) {
            Failures.closing(e, this);
            throw e;
        }
    }

    private void register() {
        taken.region().setPages(new long[] {dmaAddress}, new int[] {Math.toIntExact(length)}, 1, dmaAddress);
        key = taken.region().nextKey();
        state = State.DOUBTFUL;
        queue.register(taken.region(), key, LocalAccess.rights(direction));
        state = State.VALID;
    }

    /** Returns the address of the first byte, for DMA and in the region alike. */
    long dmaAddress() {
        return dmaAddress;
    }

    int key() {
        return key;
    }

    void syncForCpu(final int offset, final int bytes) {
        dma.syncForCpu(dmaAddress + offset, bytes, direction);
    }

    @Override
    public void close() {
        if (taken != null) {
            giveRegionBack();
        }
        if (isMapped) {
            dma.unmap(dmaAddress, length, direction);
            isMapped = false;
        }
    }

    private void giveRegionBack() {
        if (state == State.VALID) {
            invalidate();
        }
        final FastRegisterRegions.Taken region = taken;
        taken = null;
        if (state == State.FREE) {
            regions.giveBack(region);
        } else {
            regions.discard(region);
        }
    }

    private void invalidate() {
        state = State.DOUBTFUL;
        try {
            queue.invalidate(key);
            state = State.FREE;
        } catch (final VerbsException e) {
            // It stays doubtful, and is destroyed.
        }
    }
}
