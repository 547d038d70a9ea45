// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Access;

/**
 * The immutable properties of a registration handle, which identify its pool. Keys are ordered by their components,
 * beginning with {@code ats}. As in Linux, vendor keys are compared as unsigned numbers, and access flags as signed
 * numbers.
 *
 * @param ats             true if the handle uses address translation services.
 * @param accessFlags     {@link Access} rights and device-specific flags that cannot change later.
 * @param vendorKey       device-specific properties that users can see and request.
 * @param kernelVendorKey device-specific properties that are private to the driver; 0 if users can see the pool.
 * @param dmaBlocks       the number of DMA blocks (pages) that the handle can map, 0 or more.
 */
public record FrmrKey(boolean ats, int accessFlags, long vendorKey, long kernelVendorKey, long dmaBlocks)
        implements Comparable<FrmrKey> {
    /**
     * Creates a key.
     *
     * @param ats             true for a handle that uses address translation services.
     * @param accessFlags     the access flags; see {@link #accessFlags()}.
     * @param vendorKey       the device-specific properties that users can see.
     * @param kernelVendorKey the device-specific properties that are private to the driver.
     * @param dmaBlocks       the number of DMA blocks that the handle can map.
     * @throws IllegalArgumentException if {@code dmaBlocks} is negative.
     */
    public FrmrKey {
        if (dmaBlocks < 0) {
            throw new IllegalArgumentException("number of DMA blocks must not be negative: dmaBlocks=" + dmaBlocks);
        }
    }

    /**
     * Returns a key that specifies only access rights and a size.
     *
     * @param accessFlags {@link Access} rights.
     * @param dmaBlocks   the number of DMA blocks, 0 or more.
     * @return the key, without ATS and with vendor keys of 0.
     * @throws IllegalArgumentException if {@code dmaBlocks} is negative.
     */
    public static FrmrKey of(final int accessFlags, final long dmaBlocks) {
        return new FrmrKey(false, accessFlags, 0, 0, dmaBlocks);
    }

    /** Mixes the components' bits, because keys often differ only in a few low bits. */
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
     * Returns true if a handle with this key can serve a request. A key with n DMA blocks serves requests for more than
     * n/2 and at most n blocks. All other components must be equal.
     *
     * @param request the requested key.
     * @return true if this key can serve the request.
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
