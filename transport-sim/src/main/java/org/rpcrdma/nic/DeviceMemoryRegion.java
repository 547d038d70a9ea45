/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

/** A region over a part of the device's own memory, zero-based. */
final class DeviceMemoryRegion extends KeyedRegion {
    private final SimulatedDeviceMemory memory;
    private final long start;
    private final long length;

    DeviceMemoryRegion(
            final SimulatedProtectionDomain domain,
            final SimulatedDeviceMemory memory,
            final long start,
            final long length,
            final int access) {
        super(domain, access);
        this.memory = memory;
        this.start = start;
        this.length = length;
    }

    @Override
    public int rkey() {
        return key();
    }

    /** The processor cannot reach it. */
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
    public boolean allows(
            final SimulatedProtectionDomain user, final long address, final long bytes, final int rights) {
        return user == domain()
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
    public void close() {
        super.close();
        memory.removeRegion();
    }
}
