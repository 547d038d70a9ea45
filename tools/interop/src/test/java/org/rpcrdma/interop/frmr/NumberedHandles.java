// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.frmr;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.rpcrdma.frmr.FrmrDriver;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Numbers handles from 1, and records the pools' calls in the format of frmr_driver.c, the driver of Linux's pools.
 * Confined to the player's thread.
 */
final class NumberedHandles implements FrmrDriver {
    /** The ways in which the driver fails to destroy handles. */
    enum Loss {
        /** Reports no failure. Linux's drivers cannot report one, because their function returns void. */
        SILENT,
        /** Reports a failure, so that the pools keep the handles. */
        REPORTED
    }

    private final Loss loss;
    private final Set<Integer> lostHandles = new HashSet<>();
    private final List<FrmrKey> keys = new ArrayList<>();
    private List<String> lines = new ArrayList<>();
    private Errno refusal;
    private boolean losing;
    private int created;
    private int destroyed;
    private int dropped;

    NumberedHandles(final Loss loss) {
        this.loss = loss;
    }

    /** Rejects all further creations with the given errno, or accepts them again if it is null. */
    void refuse(final Errno errno) {
        refusal = errno;
    }

    /** Determines whether the driver loses further handles instead of destroying them. */
    void lose(final boolean loses) {
        losing = loses;
    }

    /** Counts a handle that its user has destroyed. */
    void countDrop() {
        dropped++;
    }

    /** Returns the key with which a handle was created. */
    FrmrKey keyOf(final int handle) {
        return keys.get(handle - 1);
    }

    /** Returns the lines recorded since the previous call. */
    List<String> takeLines() {
        final List<String> taken = lines;
        lines = new ArrayList<>();
        return taken;
    }

    String counts() {
        return "counts: created " + created + " destroyed " + destroyed + " lost " + lostHandles.size() + " dropped "
                + dropped + " mistakes 0";
    }

    @Override
    public void create(final FrmrKey key, final int[] handles, final int count) {
        lines.add("create ats " + (key.ats() ? 1 : 0) + " access_flags " + Integer.toUnsignedString(key.accessFlags())
                + " vendor_key " + Long.toUnsignedString(key.vendorKey()) + " kernel_vendor_key "
                + Long.toUnsignedString(key.kernelVendorKey()) + " num_dma_blocks " + key.dmaBlocks() + " count "
                + count
                + ": " + (refusal == null ? 0 : -refusal.value()));
        if (refusal != null) {
            throw new VerbsException(refusal, "refused on demand: count=" + count);
        }
        for (int i = 0; i < count; i++) {
            keys.add(key);
            handles[i] = ++created;
        }
    }

    @Override
    public void destroy(final int[] handles, final int count) {
        final StringBuilder line = new StringBuilder("destroy");
        for (int i = 0; i < count; i++) {
            line.append(' ').append(handles[i]);
            if (losing) {
                lostHandles.add(handles[i]);
            } else {
                destroyed++;
            }
        }
        lines.add(line.toString());
        if (losing && loss == Loss.REPORTED) {
            throw new VerbsException(Errno.EBUSY, "lost on demand: count=" + count);
        }
    }

    /** Rejects a vendor key with any bit set except the lowest, as mlx5's driver and frmr_driver.c do. */
    @Override
    public FrmrKey buildKey(final FrmrKey requested) {
        if (requested.vendorKey() != 0 && requested.vendorKey() != 1) {
            throw new VerbsException(Errno.EOPNOTSUPP, "vendor key has unknown bits: " + requested);
        }
        return requested;
    }
}
