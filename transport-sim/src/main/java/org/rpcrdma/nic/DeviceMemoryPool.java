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

import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** The memory on a device, of which applications get parts. */
final class DeviceMemoryPool {
    /** Most bits of an alignment: a page. */
    private static final int MAX_LOG_ALIGNMENT = PageTable.PAGE_SHIFT;

    private final SimulatedDevice device;
    private final long size;
    private long used;

    DeviceMemoryPool(final SimulatedDevice device) {
        this.device = device;
        size = device.attributes().maxDeviceMemory();
    }

    SimulatedDeviceMemory allocate(final long length, final int logAlignment) {
        DeviceLimits.require(device.attributes(), DeviceCapability.DEVICE_MEMORY);
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
        device.memoryObjects().deviceMemories++;
        return new SimulatedDeviceMemory(device, (int) length, 1 << logAlignment);
    }

    void free(final SimulatedDeviceMemory memory) {
        used -= memory.length();
        device.memoryObjects().deviceMemories--;
    }
}
