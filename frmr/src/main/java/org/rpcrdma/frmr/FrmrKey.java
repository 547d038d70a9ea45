// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import org.rpcrdma.verbs.Access;

/**
 * The properties that a registration handle keeps for life, and so the key of its pool. A value: keys are equal if all
 * their components are. A key that is used again and again remembers the pool that it found, so keep it if there is a
 * place for it; it keeps the pools alive until they are closed.
 *
 * <p>Keys are ordered by their components in this order, {@link #ats()} first; the vendor keys as unsigned numbers.
 *
 * <p>Immutable and thread-safe.
 */
public final class FrmrKey implements Comparable<FrmrKey> {
    /** 2^64 divided by the golden ratio: multiples of it spread evenly. */
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final boolean ats;
    private final int accessFlags;
    private final long vendorKey;
    private final long kernelVendorKey;
    private final long dmaBlocks;

    /** A pool that this key found, among those that are open. Read and written without order: it is checked. */
    private FrmrPool found;

    /**
     * Makes a key.
     *
     * @param ats             true if the handle uses address translation services.
     * @param accessFlags     {@link Access} rights, and a device's further flags, that cannot be changed later.
     * @param vendorKey       properties of the device's own that users may see and ask for.
     * @param kernelVendorKey properties of the device's own that are the driver's business only; 0 if users may see
     *                        the pool.
     * @param dmaBlocks       DMA blocks (pages) that the handle can map, 0 or more.
     * @throws IllegalArgumentException if {@code dmaBlocks} is negative.
     */
    public FrmrKey(
            final boolean ats,
            final int accessFlags,
            final long vendorKey,
            final long kernelVendorKey,
            final long dmaBlocks) {
        if (dmaBlocks < 0) {
            throw new IllegalArgumentException("DMA blocks must not be negative: dmaBlocks=" + dmaBlocks);
        }
        this.ats = ats;
        this.accessFlags = accessFlags;
        this.vendorKey = vendorKey;
        this.kernelVendorKey = kernelVendorKey;
        this.dmaBlocks = dmaBlocks;
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

    /**
     * Returns true if the handle uses address translation services.
     *
     * @return true if it does.
     */
    public boolean ats() {
        return ats;
    }

    /**
     * Rights, and a device's further flags, that cannot be changed later.
     *
     * @return {@link Access} bits and others.
     */
    public int accessFlags() {
        return accessFlags;
    }

    /**
     * Properties of the device's own that users may see and ask for.
     *
     * @return any number.
     */
    public long vendorKey() {
        return vendorKey;
    }

    /**
     * Properties of the device's own that are the driver's business only.
     *
     * @return any number; 0 if users may see the pool.
     */
    public long kernelVendorKey() {
        return kernelVendorKey;
    }

    /**
     * Returns DMA blocks (pages) that the handle can map.
     *
     * @return 0 or more.
     */
    public long dmaBlocks() {
        return dmaBlocks;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof FrmrKey key && dmaBlocks == key.dmaBlocks && isSameKind(key);
    }

    @Override
    public int hashCode() {
        return mix();
    }

    @Override
    public String toString() {
        return "FrmrKey[ats=" + ats + ", accessFlags=" + accessFlags + ", vendorKey=" + vendorKey + ", kernelVendorKey="
                + kernelVendorKey + ", dmaBlocks=" + dmaBlocks + "]";
    }

    @Override
    public int compareTo(final FrmrKey other) {
        final int kind = compareKind(other);
        return kind != 0 ? kind : Long.compare(dmaBlocks, other.dmaBlocks);
    }

    /**
     * Returns true if a handle made with this key can serve a request for another: the same but for the DMA blocks, of
     * which it has enough and fewer than twice as many. So n blocks serve requests from more than n/2 to n.
     *
     * @param request what is asked for.
     * @return true if it can.
     */
    public boolean serves(final FrmrKey request) {
        final long spare = dmaBlocks - request.dmaBlocks;
        return compareKind(request) == 0 && spare >= 0 && (spare == 0 || spare < request.dmaBlocks);
    }

    /** Returns true if two keys differ in their DMA blocks at most. */
    boolean isSameKind(final FrmrKey other) {
        return accessFlags == other.accessFlags
                && vendorKey == other.vendorKey
                && kernelVendorKey == other.kernelVendorKey
                && ats == other.ats;
    }

    /** Returns the pool that was noted, or null. */
    FrmrPool found() {
        return found;
    }

    void note(final FrmrPool pool) {
        found = pool;
    }

    /** 32 well mixed bits. */
    private int mix() {
        final long kind =
                Long.rotateLeft(vendorKey, 16) ^ Long.rotateLeft(kernelVendorKey, 32) ^ ((long) accessFlags << 44);
        return (int) (((dmaBlocks ^ kind ^ (ats ? 1L << 62 : 0)) * GOLDEN) >>> 32);
    }

    private int compareKind(final FrmrKey other) {
        int order = Boolean.compare(ats, other.ats);
        if (order == 0) {
            order = Integer.compareUnsigned(accessFlags, other.accessFlags);
        }
        if (order == 0) {
            order = Long.compareUnsigned(vendorKey, other.vendorKey);
        }
        return order != 0 ? order : Long.compareUnsigned(kernelVendorKey, other.kernelVendorKey);
    }
}
