// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.key.DomainUse;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.indirect.RnicIndirectKey;
import org.rpcrdma.rnic.key.paging.MemoryAdvice;
import org.rpcrdma.rnic.key.paging.OnDemandPaging;
import org.rpcrdma.rnic.key.region.FastRegions;
import org.rpcrdma.rnic.key.region.Registrar;
import org.rpcrdma.rnic.key.region.RnicMemoryWindow;
import org.rpcrdma.rnic.port.DeviceLimits;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.IndirectKey;
import org.rpcrdma.verbs.extended.IndirectKeyAttributes;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/**
 * Creates the regions, windows and keys of a device's protection domains.
 *
 * @param profile     the device's name and capabilities.
 * @param meter       records the calls.
 * @param keys        the device's memory keys.
 * @param registrar   registers pinned memory.
 * @param onDemand    registers on-demand memory, whose pages need not be present.
 * @param advice      handles advice about on-demand regions.
 * @param fastRegions allocates fast-register regions.
 */
record MemoryVerbs(
        DeviceProfile profile,
        Meter meter,
        KeyTable keys,
        Registrar registrar,
        OnDemandPaging onDemand,
        MemoryAdvice advice,
        FastRegions fastRegions) {
    ExtendedMemoryRegion register(
            final DomainUse domain, final long address, final long length, final long iova, final int access) {
        return (access & Access.ON_DEMAND) != 0
                ? onDemand.register(domain, address, length, iova, access)
                : registrar.register(domain, address, length, iova, access);
    }

    ExtendedMemoryRegion register(final DomainUse domain, final MemoryRegionAttributes attributes) {
        if (attributes.address().isPresent() == attributes.fileDescriptor().isPresent()) {
            throw new VerbsException(
                    Errno.EINVAL, "exactly one of address and file descriptor is required: " + attributes);
        }
        if (attributes.fileDescriptor().isPresent() != attributes.offset().isPresent()) {
            throw new VerbsException(
                    Errno.EINVAL, "a file descriptor requires an offset, and vice versa: " + attributes);
        }
        if (attributes.address().isEmpty()) {
            throw new VerbsException(Errno.EOPNOTSUPP, "the device does not support DMA buffers: " + attributes);
        }
        final long address = attributes.address().getAsLong();
        return register(domain, address, attributes.length(), attributes.iova().orElse(address), attributes.access());
    }

    MemoryWindow allocateWindow(final DomainUse domain, final int type) {
        require(type == MemoryWindow.TYPE_2 ? DeviceCapability.MEMORY_WINDOW_TYPE_2B : DeviceCapability.MEMORY_WINDOW);
        if (type != MemoryWindow.TYPE_1 && type != MemoryWindow.TYPE_2) {
            throw new VerbsException(Errno.EINVAL, "unknown type of memory window: type=" + type);
        }
        return new RnicMemoryWindow(keys, domain, type);
    }

    FastRegisterRegion allocateFastRegister(final DomainUse domain, final int maxPages) {
        require(DeviceCapability.FAST_REGISTER);
        final int limit = profile.attributes().maxFastRegPages();
        if (maxPages < 1 || maxPages > limit) {
            throw new VerbsException(
                    Errno.EINVAL, "number of pages is out of range: maxPages=" + maxPages + " limit=" + limit);
        }
        return fastRegions.allocate(domain, maxPages);
    }

    IndirectKey createIndirectKey(final DomainUse domain, final IndirectKeyAttributes attributes) {
        require(DeviceCapability.INDIRECT_KEY);
        RnicIndirectKey.check(attributes);
        final RnicIndirectKey key = new RnicIndirectKey(keys, domain, keys.takeKey(), attributes);
        keys.put(key);
        meter.keyCreated();
        domain.addRegion();
        return key;
    }

    void advise(
            final int domain,
            final int kind,
            final int flags,
            final long[] addresses,
            final int[] lengths,
            final int[] lkeys,
            final int count) {
        advice.advise(domain, kind, flags, addresses, lengths, lkeys, count);
    }

    private void require(final DeviceCapability capability) {
        DeviceLimits.require(profile.attributes(), capability);
    }
}
