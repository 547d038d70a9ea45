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
 * A driver whose handles are fast-register regions of one protection domain. The number of DMA blocks in a pool's key
 * is the number of pages per region. The key's other components must be zero, as in {@code FrmrKey.of(0, pages)},
 * because each registration sets the region's rights and addresses. A popped region is FREE. A pushed region must also
 * be FREE, which means that its invalidation has completed.
 *
 * <p>Thread-safe if the domain is thread-safe.
 */
public final class FastRegisterDriver implements FrmrDriver {
    private static final int FIRST_CAPACITY = 4;

    private final ProtectionDomain domain;
    private final IntArrayList unused = new IntArrayList(0, IntArrayList.DEFAULT_NULL_VALUE);

    /** The regions that could not be closed after a failed creation. Each call tries again to close them. */
    private final IntArrayList orphans = new IntArrayList(0, IntArrayList.DEFAULT_NULL_VALUE);

    /**
     * The regions, indexed by handle. If more space is needed, a larger array replaces this array, so that look-ups
     * need no lock.
     */
    private volatile FastRegisterRegion[] regions = new FastRegisterRegion[FIRST_CAPACITY];

    private int next;

    /**
     * Creates the driver.
     *
     * @param domain the protection domain that allocates the regions; close the domain after the pools.
     */
    public FastRegisterDriver(final ProtectionDomain domain) {
        this.domain = domain;
    }

    /**
     * Returns a handle's region.
     *
     * @param handle a popped handle.
     * @return the region; the pool owns it, so do not close it.
     */
    public FastRegisterRegion region(final int handle) {
        return regions[handle];
    }

    /**
     * Allocates one region per handle.
     *
     * @throws VerbsException EOPNOTSUPP if {@link #buildKey(FrmrKey)} rejects the key; otherwise the domain's errno.
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
     * Rejects keys with attributes that a region does not support.
     *
     * @param requested the user's key.
     * @return the same key.
     * @throws VerbsException EOPNOTSUPP if a component other than the number of DMA blocks is not zero, or if the
     *                        number of DMA blocks exceeds the number of pages in a region.
     */
    @Override
    public FrmrKey buildKey(final FrmrKey requested) {
        final long most = domain.device().attributes().maxFastRegPages();
        if (!requested.equals(FrmrKey.of(0, requested.dmaBlocks()))
                || requested.dmaBlocks() < 1
                || requested.dmaBlocks() > most) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "a key for fast-register regions must have 1 to " + most + " DMA blocks and no other properties: "
                            + requested);
        }
        return requested;
    }

    private void close(final int handle) {
        regions[handle].close();
        regions[handle] = null;
        unused.addInt(handle);
    }

    /** Closes the regions of a failed creation. */
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
                // The next call retries.
            }
        }
    }

    /** Ensures capacity for more handles, so that every allocated region can be stored. */
    private void makeRoom(final int count) {
        final int most = next + count;
        orphans.ensureCapacity(most);
        unused.ensureCapacity(most);
        if (most > regions.length) {
            regions = Arrays.copyOf(regions, Math.max(most, 2 * regions.length));
        }
    }

    /** Stores a region and returns its handle. Call {@link #makeRoom} first. */
    private int keep(final FastRegisterRegion region) {
        final int handle = unused.isEmpty() ? next++ : unused.popInt();
        regions[handle] = region;
        return handle;
    }
}
