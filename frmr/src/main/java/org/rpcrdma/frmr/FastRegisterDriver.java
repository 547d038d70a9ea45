// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.Arrays;
import org.agrona.collections.IntArrayList;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * A driver whose handles are fast-register regions of one protection domain; the DMA blocks of a pool's key are the
 * pages of a region. A registration sets the rights and addresses of a region, so the other key components must be
 * zero: {@code FrmrKey.of(0, pages)}. A popped region is FREE. A pushed region must be FREE, with its invalidation
 * completed.
 *
 * <p>Thread-safe if the domain is.
 */
public final class FastRegisterDriver implements FrmrDriver {
    private static final int FIRST_CAPACITY = 4;

    private final ProtectionDomain domain;
    private final IntArrayList unused = new IntArrayList();

    /** Regions of a creation that failed, which could not be closed either; tried again at every call. */
    private final IntArrayList orphans = new IntArrayList();

    /** By handle; replaced if it grows, so that look-ups need no lock. */
    private volatile FastRegisterRegion[] regions = new FastRegisterRegion[FIRST_CAPACITY];

    private int next;

    /**
     * Creates the driver.
     *
     * @param domain allocates the regions; it is closed after the pools.
     */
    public FastRegisterDriver(final ProtectionDomain domain) {
        this.domain = domain;
    }

    /**
     * Returns the region of a handle.
     *
     * @param handle a handle that is popped.
     * @return its region; it stays the pool's, and is not closed by the caller.
     */
    public FastRegisterRegion region(final int handle) {
        return regions[handle];
    }

    /**
     * Allocates regions.
     *
     * @throws VerbsException EOPNOTSUPP for a key that {@link #buildKey(FrmrKey)} refuses, or the domain's errno.
     */
    @Override
    public synchronized void create(final FrmrKey key, final int[] handles, final int count) {
        buildKey(key);
        closeOrphans();
        makeRoom(count);
        int made = 0;
        try {
            for (; made < count; made++) {
                handles[made] = keep(domain.allocateFastRegisterRegion((int) key.dmaBlocks()));
            }
        } finally {
            if (made < count) {
                abandon(handles, made);
            }
        }
    }

    @Override
    public synchronized void destroy(final int[] handles, final int count) {
        closeOrphans();
        int left = 0;
        Throwable first = null;
        for (int i = 0; i < count; i++) {
            try {
                close(handles[i]);
            } catch (final RuntimeException | Error e) {
                first = first == null ? e : first;
                handles[left++] = handles[i];
            }
        }
        if (first != null) {
            throw new FrmrDestroyException(first, left);
        }
    }

    /**
     * Refuses attributes that a region does not have.
     *
     * @param requested the user's key.
     * @return the same key.
     * @throws VerbsException EOPNOTSUPP if anything but the DMA blocks is set, or if the device's regions hold
     *     fewer pages.
     */
    @Override
    public FrmrKey buildKey(final FrmrKey requested) {
        final long most = domain.device().attributes().maxFastRegPages();
        if (!requested.equals(FrmrKey.of(0, requested.dmaBlocks()))
                || requested.dmaBlocks() < 1
                || requested.dmaBlocks() > most) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "a fast-register region has 1 to " + most + " DMA blocks and no other properties: " + requested);
        }
        return requested;
    }

    private void close(final int handle) {
        regions[handle].close();
        regions[handle] = null;
        unused.addInt(handle);
    }

    /** Closes the regions that a failed creation had made. */
    private void abandon(final int[] handles, final int made) {
        for (int i = 0; i < made; i++) {
            orphans.addInt(handles[i]);
        }
        closeOrphans();
    }

    private void closeOrphans() {
        for (int i = orphans.size() - 1; i >= 0; i--) {
            try {
                close(orphans.getInt(i));
                orphans.fastUnorderedRemove(i);
            } catch (final RuntimeException | Error e) {
                // It stays here, and is tried again.
            }
        }
    }

    /** Ensures capacity for additional handles, so that every allocated region can be stored. */
    private void makeRoom(final int count) {
        final int most = next + count;
        orphans.ensureCapacity(most);
        unused.ensureCapacity(most);
        if (most > regions.length) {
            regions = Arrays.copyOf(regions, Math.max(most, 2 * regions.length));
        }
    }

    /** Needs room. */
    private int keep(final FastRegisterRegion region) {
        final int handle = unused.isEmpty() ? next++ : unused.popInt();
        regions[handle] = region;
        return handle;
    }
}
