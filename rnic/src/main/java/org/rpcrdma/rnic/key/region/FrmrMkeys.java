// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.key.region;

import org.agrona.collections.IntArrayList;
import org.rpcrdma.frmr.FrmrDestroyException;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * The FRMR pools' driver, whose handles are mkeys. As in mlx5, a pool key contains the immutable attributes: the remote
 * atomic access flag, ATS (which this device lacks), and the capacity in pages.
 *
 * <p>Confined to the thread that runs the device's timeline.
 */
final class FrmrMkeys implements FrmrDriver {
    /** The rights that are fixed when an mkey is created. All other rights are programmed. */
    static final int UNCHANGEABLE_ACCESS = Access.REMOTE_ATOMIC;

    /** The maximum number of pages that a work request can program: 4 GB of memory. */
    static final long MOST_BLOCKS = 1 << 20;

    private final FirmwareCommands commands;

    /** The mkeys that a failed creation could not destroy during its rollback. */
    private final IntArrayList leftOver = new IntArrayList(0, IntArrayList.DEFAULT_NULL_VALUE);

    FrmrMkeys(final FirmwareCommands commands) {
        this.commands = commands;
    }

    /** Returns the pool key for a registration. */
    static FrmrKey keyFor(final int access, final long blocks) {
        return FrmrKey.of(access & UNCHANGEABLE_ACCESS, blocks);
    }

    @Override
    public void create(final FrmrKey key, final int[] handles, final int count) {
        // A rollback must not allocate memory, because the creation may have failed for lack of memory.
        leftOver.ensureCapacity(leftOver.size() + count);
        int made = 0;
        try {
            for (; made < count; made++) {
                handles[made] = commands.create(key);
            }
        } finally {
            if (made < count) {
                takeBack(handles, made);
            }
        }
    }

    /** Destroys mkeys and keeps the handles of those that cannot be destroyed. Allocates nothing. */
    private void takeBack(final int[] handles, final int made) {
        for (int i = 0; i < made; i++) {
            try {
                commands.destroy(handles[i]);
            } catch (final VerbsException | OutOfMemoryError e) {
                leftOver.addInt(handles[i]);
            }
        }
    }

    @Override
    public void destroy(final int[] handles, final int count) {
        int left = 0;
        VerbsException refusal = null;
        for (int i = 0; i < count; i++) {
            try {
                commands.destroy(handles[i]);
            } catch (final VerbsException e) {
                handles[left++] = handles[i];
                refusal = refusal == null ? e : refusal;
            }
        }
        if (left != 0) {
            throw new FrmrDestroyException(refusal, left);
        }
    }

    /** Destroys the mkeys left over from failed creations. */
    void close() {
        final int[] handles = leftOver.toIntArray();
        leftOver.clear();
        takeBack(handles, handles.length);
        if (!leftOver.isEmpty()) {
            throw new VerbsException(Errno.EBUSY, "the device failed to destroy mkeys: count=" + leftOver.size());
        }
    }

    @Override
    public FrmrKey buildKey(final FrmrKey requested) {
        if (requested.ats() || requested.vendorKey() != 0 || requested.dmaBlocks() > MOST_BLOCKS) {
            throw new VerbsException(
                    Errno.EOPNOTSUPP,
                    "the device's mkeys support neither ATS nor vendor keys, and at most " + MOST_BLOCKS
                            + " DMA blocks: " + requested);
        }
        return keyFor(requested.accessFlags(), requested.dmaBlocks());
    }
}
