// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * The methods of a {@link ProtectionDomain} that few devices support: registration by attributes, advice on on-demand
 * memory, indirect keys and datagrams. Methods that a device does not support fail with EOPNOTSUPP.
 */
public interface ExtendedProtectionDomain extends ProtectionDomain {
    /**
     * Casts a protection domain to this interface.
     *
     * @param domain the protection domain.
     * @return the same object.
     * @throws VerbsException EOPNOTSUPP if the device lacks the extended verbs.
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
     * Registers memory as described by a set of attributes ({@code ibv_reg_mr_ex}).
     *
     * @param attributes the attributes, which include the memory to register.
     * @return the region; the caller closes it.
     * @throws VerbsException EINVAL if attributes are mutually exclusive or missing; otherwise as for
     *                        {@link #registerMemory(long, long, long, int)}.
     */
    ExtendedMemoryRegion registerMemory(MemoryRegionAttributes attributes);

    /**
     * Advises the device about future use of on-demand memory ({@code ibv_advise_mr(3)}). The advice is best effort:
     * unavailable pages cause an error only with {@link Advice#FLUSH}.
     *
     * @param advice    {@link Advice#PREFETCH}, {@link Advice#PREFETCH_WRITE} or {@link Advice#PREFETCH_NO_FAULT}.
     * @param flags     {@link Advice#FLUSH} or 0.
     * @param addresses the ranges' start addresses.
     * @param lengths   the ranges' lengths in bytes.
     * @param lkeys     the lkeys of the ranges' regions.
     * @param count     the number of ranges.
     * @throws VerbsException EOPNOTSUPP if the device does not support the advice; EINVAL if flags are unknown or a
     *                        region is not on-demand; ENOENT if a key is unknown; EPERM if a region belongs to another
     *                        domain, or if the advice is for writing to memory that is not writable; EFAULT if a range
     *                        is outside its region.
     */
    void advise(int advice, int flags, long[] addresses, int[] lengths, int[] lkeys, int count);

    /**
     * Creates an indirect key without a layout ({@code mlx5dv_create_mkey(3)}).
     *
     * @param attributes the key's size and capabilities.
     * @return the key; the caller closes it.
     * @throws VerbsException EOPNOTSUPP if flags are missing or unknown.
     */
    default IndirectKey createIndirectKey(final IndirectKeyAttributes attributes) {
        throw VerbsException.unsupported("indirect keys");
    }

    /**
     * Creates an address handle for datagrams to a peer's port.
     *
     * @param vector the route.
     * @return the handle; the caller closes it.
     * @throws VerbsException EINVAL if the port or GID is unknown.
     */
    AddressHandle createAddressHandle(AddressVector vector);
}
