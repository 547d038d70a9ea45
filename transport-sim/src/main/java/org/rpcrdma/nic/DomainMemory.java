// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.host.Pages;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.MemoryWindow;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/** Makes the regions, windows and buffers of a protection domain. */
final class DomainMemory {
    private final SimulatedDevice device;
    private final DomainUse domain;

    DomainMemory(final SimulatedDevice device, final DomainUse domain) {
        this.device = device;
        this.domain = domain;
    }

    ExtendedMemoryRegion register(final long address, final long length, final long iova, final int access) {
        return (access & Access.ON_DEMAND) != 0
                ? device.onDemand().register(domain, address, length, iova, access)
                : device.registrar().register(domain, address, length, iova, access);
    }

    ExtendedMemoryRegion register(final MemoryRegionAttributes attributes) {
        if (attributes.address().isPresent() == attributes.fileDescriptor().isPresent()) {
            throw new VerbsException(Errno.EINVAL, "either an address or a file descriptor: " + attributes);
        }
        if (attributes.fileDescriptor().isPresent() != attributes.offset().isPresent()) {
            throw new VerbsException(Errno.EINVAL, "file descriptor and offset go together: " + attributes);
        }
        if (attributes.address().isEmpty()) {
            throw new VerbsException(Errno.EOPNOTSUPP, "the device takes no DMA buffers: " + attributes);
        }
        final long address = attributes.address().getAsLong();
        return register(address, attributes.length(), attributes.iova().orElse(address), attributes.access());
    }

    ExtendedMemoryRegion registerShared(final MemoryRegion region, final long iova, final int access) {
        require(DeviceCapability.SHARED_REGION);
        if (!(region instanceof SimulatedMemoryRegion) || !((SimulatedMemoryRegion) region).isOf(device)) {
            throw new VerbsException(
                    Errno.EINVAL, "region is none of the device's of registered memory: device=" + device.name());
        }
        return device.registrar().share(domain, (SimulatedMemoryRegion) region, iova, access);
    }

    ExtendedMemoryRegion registerContiguous(final long length, final int access) {
        require(DeviceCapability.CONTIGUOUS_REGION);
        return device.registrar().registerContiguous(domain, length, access);
    }

    ExtendedMemoryRegion allocateNull() {
        require(DeviceCapability.NULL_REGION);
        return new NullRegion(device, domain);
    }

    SimulatedDomainBuffer allocateBuffer(final long length) {
        require(DeviceCapability.DOMAIN_BUFFER);
        return new SimulatedDomainBuffer(device, domain, this, device.memory().allocate(length, Pages.SIZE));
    }

    ExtendedMemoryRegion importRegion(final int handle) {
        require(DeviceCapability.IMPORT);
        final ExtendedMemoryRegion original = device.handles().find(handle, ExtendedMemoryRegion.class);
        if (original.domain() != domain.domain()) {
            throw new VerbsException(Errno.ENOENT, "no such region of the domain: handle=" + handle);
        }
        return new ImportedRegion(device, domain.domain(), original);
    }

    MemoryWindow allocateWindow(final int type) {
        require(type == MemoryWindow.TYPE_2 ? DeviceCapability.MEMORY_WINDOW_TYPE_2B : DeviceCapability.MEMORY_WINDOW);
        if (type != MemoryWindow.TYPE_1 && type != MemoryWindow.TYPE_2) {
            throw new VerbsException(Errno.EINVAL, "no such type of window: type=" + type);
        }
        return new SimulatedMemoryWindow(device, domain, type);
    }

    private void require(final DeviceCapability capability) {
        DeviceLimits.require(device.attributes(), capability);
    }
}
