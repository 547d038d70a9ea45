// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * How an end makes its own memory usable in local work requests, picked from what the device grants:
 *
 * <pre>
 *   LOCAL_DMA_LKEY   mapped for each transfer, the domain's one key          as the kernel does
 *   otherwise        registered: what is the transport's own once for its life, a service's memory for each transfer
 * </pre>
 */
abstract class LocalMemory {
    private final Device device;

    LocalMemory(final Device device) {
        this.device = device;
    }

    static LocalMemory of(final Device device, final ProtectionDomain domain) {
        return device.attributes().has(DeviceCapability.LOCAL_DMA_LKEY)
                ? new MappedLocalMemory(device, domain)
                : new RegisteredLocalMemory(device, domain);
    }

    /** Bytes of a page, of which whole ones are mapped. */
    abstract int pageSize();

    /** Makes memory usable until {@link #unmap}. */
    abstract void map(LocalRange range, long address, int length, DmaDirection direction);

    /** Does nothing where the range is not mapped. */
    abstract void unmap(LocalRange range);

    /** Prepares for a block that is going to be mapped again and again, until {@link #forget}. */
    abstract void keep(LocalRange range, MemoryBlock block);

    abstract void forget(LocalRange range);

    /** Memory that begins a page. */
    final MemoryBlock allocate(final long length) {
        return device.memory().allocate(length, pageSize());
    }
}
