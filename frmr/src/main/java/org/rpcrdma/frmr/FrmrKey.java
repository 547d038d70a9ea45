// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Access;

/**
 * The properties that a registration handle keeps for life, and so the key of its pool. Keys are ordered by their
 * components in this order, {@code ats} first; the vendor keys as unsigned numbers, the flags as signed, as in Linux.
 *
 * @param ats             true if the handle uses address translation services.
 * @param accessFlags     {@link Access} rights, and a device's further flags, that cannot be changed later.
 * @param vendorKey       properties of the device's own that users may see and ask for.
 * @param kernelVendorKey properties of the device's own that are the driver's business only; 0 if users may see the
 *                        pool.
 * @param dmaBlocks       DMA blocks (pages) that the handle can map, 0 or more.
 */
public record FrmrKey(boolean ats, int accessFlags, long vendorKey, long kernelVendorKey, long dmaBlocks)
        implements Comparable<FrmrKey> {
    /**
     * Makes a key.
     *
     * @param ats             see {@link #ats()}.
     * @param accessFlags     see {@link #accessFlags()}.
     * @param vendorKey       see {@link #vendorKey()}.
     * @param kernelVendorKey see {@link #kernelVendorKey()}.
     * @param dmaBlocks       see {@link #dmaBlocks()}.
     * @throws IllegalArgumentException if {@code dmaBlocks} is negative.
     */
    public FrmrKey {
        if (dmaBlocks < 0) {
            throw new IllegalArgumentException("DMA blocks must not be negative: dmaBlocks=" + dmaBlocks);
        }
    }

    /**
     * Returns the key of a pool that needs nothing but rights and a size.
     *
     * @param accessFlags {@link Access} rights.
     * @param dmaBlocks   DMA blocks, 0 or more.
     * @return the key, without ATS, its vendor keys 0.
     * @throws IllegalArgumentException if {@code dmaBlocks} is negative.
     */
    public static FrmrKey of(final int accessFlags, final long dmaBlocks) {
        return new FrmrKey(false, accessFlags, 0, 0, dmaBlocks);
    }

    /** Mixes the components, which often differ in a few low bits only. */
    @Override
    public int hashCode() {
        final long rights = 2L * accessFlags + (ats ? 1 : 0);
        final long vendor = vendorKey + Long.rotateLeft(kernelVendorKey, Integer.SIZE);
        return (int) ((rights * 31 + vendor) * 0x9e3779b97f4a7c15L + dmaBlocks * 0xd1342543de82ef95L >>> Integer.SIZE);
    }

    @Override
    public int compareTo(final FrmrKey other) {
        final int kind = this == other ? 0 : compareKind(other);
        return kind != 0 ? kind : Long.compare(dmaBlocks, other.dmaBlocks);
    }

    /**
     * Returns true if a handle made with this key can serve a request for another: the same but for the DMA blocks, of
     * which it has enough and fewer than twice as many. So n blocks serve requests from more than n/2 to n.
     *
     * @param request the requested key.
     * @return true if it can.
     */
    public boolean serves(final FrmrKey request) {
        final long spare = dmaBlocks - request.dmaBlocks;
        return this == request || spare >= 0 && (spare == 0 || spare < request.dmaBlocks) && compareKind(request) == 0;
    }

    private int compareKind(final FrmrKey other) {
        if (ats != other.ats) {
            return ats ? 1 : -1;
        }
        if (accessFlags != other.accessFlags) {
            return Integer.compare(accessFlags, other.accessFlags);
        }
        if (vendorKey != other.vendorKey) {
            return Long.compareUnsigned(vendorKey, other.vendorKey);
        }
        return Long.compareUnsigned(kernelVendorKey, other.kernelVendorKey);
    }
}
