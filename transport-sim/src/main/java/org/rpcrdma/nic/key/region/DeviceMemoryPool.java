// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.nic.host.DeviceLimits;
import org.rpcrdma.nic.host.HostMemory;
import org.rpcrdma.nic.host.Pages;
import org.rpcrdma.nic.key.DeviceObjects;
import org.rpcrdma.nic.key.DomainDirectory;
import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;

/** The memory on a device, of which applications get parts. */
public final class DeviceMemoryPool {
    /** Most bits of an alignment: a page. */
    private static final int MAX_LOG_ALIGNMENT = Pages.SHIFT;

    private final DeviceAttributes attributes;
    private final AccessRules rules;
    private final KeyTable keys;
    private final HostMemory hostMemory;
    private final DomainDirectory domains;
    private final DeviceObjects objects;
    private final long size;
    private long used;

    public DeviceMemoryPool(
            final DeviceAttributes attributes,
            final KeyTable keys,
            final HostMemory hostMemory,
            final DomainDirectory domains,
            final DeviceObjects objects) {
        this.attributes = attributes;
        this.keys = keys;
        this.hostMemory = hostMemory;
        this.domains = domains;
        this.objects = objects;
        rules = new AccessRules(attributes);
        size = attributes.maxDeviceMemory();
    }

    public SimulatedDeviceMemory allocate(final long length, final int logAlignment) {
        DeviceLimits.require(attributes, DeviceCapability.DEVICE_MEMORY);
        if (length < 1 || length > size || logAlignment < 0 || logAlignment > MAX_LOG_ALIGNMENT) {
            throw new VerbsException(
                    Errno.EINVAL,
                    "no such device memory: length=" + length + " limit=" + size + " logAlignment=" + logAlignment
                            + " limit=" + MAX_LOG_ALIGNMENT);
        }
        if (length > size - used) {
            throw new VerbsException(
                    Errno.ENOMEM, "not so much device memory left: length=" + length + " left=" + (size - used));
        }
        used += length;
        objects.addDeviceMemories(1);
        return new SimulatedDeviceMemory(this, (int) length, 1 << logAlignment);
    }

    /** Returns true if a range lies in a block of the host's memory. */
    boolean isHostMemory(final long address, final long length) {
        return hostMemory.containing(address, length) != null;
    }

    /** Copies the payloads on the link before the memory is written. */
    void detachPayloads() {
        keys.detachPayloads();
    }

    /** Returns the rights that a region of device memory has if it asks for some. */
    int granted(final int access) {
        return rules.granted(access);
    }

    /** Makes a region over a part of device memory. */
    ExtendedMemoryRegion newRegion(
            final DomainUse domain,
            final SimulatedDeviceMemory memory,
            final long start,
            final long length,
            final int rights) {
        return new DeviceMemoryRegion(keys, domain, memory, start, length, rights);
    }

    /** Returns the open domain that an application means. */
    DomainUse domain(final ProtectionDomain domain) {
        return domains.of(domain);
    }

    void free(final SimulatedDeviceMemory memory) {
        used -= memory.length();
        objects.addDeviceMemories(-1);
    }
}
