// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.region;

import org.rpcrdma.nic.key.DomainUse;
import org.rpcrdma.nic.key.KeyTable;

/** A region over a part of the device's own memory, zero-based. */
final class DeviceMemoryRegion extends KeyedRegion {
    private final SimulatedDeviceMemory memory;
    private final long start;
    private final long length;

    DeviceMemoryRegion(
            final KeyTable keys,
            final DomainUse domain,
            final SimulatedDeviceMemory memory,
            final long start,
            final long length,
            final int access) {
        super(keys, domain, access);
        this.memory = memory;
        this.start = start;
        this.length = length;
    }

    /** Returns 0: the processor cannot reach it. */
    @Override
    public long address() {
        return 0;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public long iova() {
        return 0;
    }

    @Override
    public boolean allows(final int user, final long address, final long bytes, final int rights) {
        return isOf(user)
                && (access() & rights) == rights
                && address >= 0
                && bytes <= length
                && address <= length - bytes;
    }

    @Override
    public long dmaAddress(final long address) {
        return ON_DEVICE | (start + address);
    }

    @Override
    protected void endAccess() {
        super.endAccess();
        memory.removeRegion();
    }
}
