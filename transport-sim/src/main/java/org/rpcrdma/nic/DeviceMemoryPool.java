// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.nic.host.Pages;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** The memory on a device, of which applications get parts. */
final class DeviceMemoryPool {
    /** Most bits of an alignment: a page. */
    private static final int MAX_LOG_ALIGNMENT = Pages.SHIFT;

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
