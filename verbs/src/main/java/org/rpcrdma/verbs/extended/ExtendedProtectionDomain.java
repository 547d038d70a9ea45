// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * The part of a {@link ProtectionDomain} that few devices have: registration by attributes, advice on on-demand memory,
 * indirect keys, datagrams. Calls that a device lacks fail with EOPNOTSUPP.
 */
public interface ExtendedProtectionDomain extends ProtectionDomain {
    /**
     * Returns a protection domain as one with the extended verbs.
     *
     * @param domain a protection domain of any device.
     * @return the same object.
     * @throws VerbsException EOPNOTSUPP if the device has no extended verbs.
     */
    static ExtendedProtectionDomain of(final ProtectionDomain domain) {
        if (domain instanceof ExtendedProtectionDomain) {
            return (ExtendedProtectionDomain) domain;
        }
        throw VerbsException.unsupported("extended verbs");
    }

    @Override
    ExtendedDevice device();

    @Override
    ExtendedMemoryRegion registerMemory(long address, long length, long iova, int access);

    /**
     * Registers memory that is named by its attributes ({@code ibv_reg_mr_ex}).
     *
     * @param attributes the memory to register.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL if attributes exclude each other or one is missing; as
     *     {@link #registerMemory(long, long, long, int)}.
     */
    ExtendedMemoryRegion registerMemory(MemoryRegionAttributes attributes);

    /**
     * Advises the device of the coming use of ranges of on-demand memory ({@code ibv_advise_mr(3)}). Best effort:
     * ranges whose pages are unavailable are an error with {@link Advice#FLUSH} only.
     *
     * @param advice    {@link Advice#PREFETCH}, {@link Advice#PREFETCH_WRITE} or {@link Advice#PREFETCH_NO_FAULT}.
     * @param flags     {@link Advice#FLUSH} or 0.
     * @param addresses start of the ranges.
     * @param lengths   their bytes.
     * @param lkeys     the regions that they lie in.
     * @param count     how many.
     * @throws VerbsException EOPNOTSUPP if the device takes no advice, or not this one; EINVAL for unknown flags and
     *     for a key that is no on-demand region's; ENOENT for a key that is not there; EPERM for a region of another
     *     domain, or advice to write memory that is not writable; EFAULT for a range that leaves its region.
     */
    void advise(int advice, int flags, long[] addresses, int[] lengths, int[] lkeys, int count);

    /**
     * Creates an indirect key ({@code mlx5dv_create_mkey(3)}) that opens nothing yet.
     *
     * @param attributes its size and capabilities.
     * @return the key; the caller closes it.
     * @throws VerbsException EOPNOTSUPP for flags that are none or unknown.
     */
    default IndirectKey createIndirectKey(final IndirectKeyAttributes attributes) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Prepares the way to a peer's port for datagrams.
     *
     * @param vector the way.
     * @return the handle; the caller closes it.
     * @throws VerbsException EINVAL for a port or an identifier that is not there.
     */
    AddressHandle createAddressHandle(AddressVector vector);
}
