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
     * Advises the device about future use of on-demand memory ({@code ibv_advise_mr(3)}). Best effort: unavailable
     * pages are an error only with {@link Advice#FLUSH}.
     *
     * @param advice    {@link Advice#PREFETCH}, {@link Advice#PREFETCH_WRITE} or {@link Advice#PREFETCH_NO_FAULT}.
     * @param flags     {@link Advice#FLUSH} or 0.
     * @param addresses start of the ranges.
     * @param lengths   their bytes.
     * @param lkeys     the lkeys of the ranges' regions.
     * @param count     how many.
     * @throws VerbsException EOPNOTSUPP if the device does not support the advice; EINVAL for unknown flags and for a
     *     region that is not on-demand; ENOENT for an unknown key; EPERM for a region of another domain, or advice to
     *     write memory that is not writable; EFAULT for a range outside its region.
     */
    void advise(int advice, int flags, long[] addresses, int[] lengths, int[] lkeys, int count);

    /**
     * Creates an indirect key without a layout ({@code mlx5dv_create_mkey(3)}).
     *
     * @param attributes its size and capabilities.
     * @return the key; the caller closes it.
     * @throws VerbsException EOPNOTSUPP for missing or unknown flags.
     */
    default IndirectKey createIndirectKey(final IndirectKeyAttributes attributes) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Creates an address handle for datagrams to a peer's port.
     *
     * @param vector the way.
     * @return the handle; the caller closes it.
     * @throws VerbsException EINVAL for an unknown port or identifier.
     */
    AddressHandle createAddressHandle(AddressVector vector);
}
