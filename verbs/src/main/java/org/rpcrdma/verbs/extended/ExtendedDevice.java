// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.VerbsException;

/**
 * The methods of a {@link Device} that few devices support: memory on a peer device, and a choice of completion vectors
 * and completion sizes. Unsupported methods fail with EOPNOTSUPP; check {@link DeviceCapability} beforehand.
 *
 * <pre>{@code
 * MemoryBlock block = ExtendedDevice.of(device).peerMemory().allocate(length, alignment);
 * }</pre>
 */
public interface ExtendedDevice extends Device {
    /**
     * Casts a device to this interface.
     *
     * @param device the device.
     * @return the same object.
     * @throws VerbsException EOPNOTSUPP if the device lacks the extended verbs.
     */
    static ExtendedDevice of(final Device device) {
        if (device instanceof ExtendedDevice) {
            return (ExtendedDevice) device;
        }
        throw VerbsException.unsupported("extended verbs");
    }

    @Override
    ExtendedProtectionDomain allocateProtectionDomain();

    @Override
    ExtendedSendRequests newSendRequests(int capacity, int maxSge);

    /**
     * Creates a completion queue with all attributes.
     *
     * @param attributes the queue's size, completion vector and entry size.
     * @param loop       the event loop that calls the handler.
     * @param handler    the handler to call after the armed queue receives a completion.
     * @return the queue.
     * @throws VerbsException EINVAL if the device does not grant the number of entries, the vector or the entry size;
     *                        EOPNOTSUPP if the device offers no choice.
     */
    CompletionQueue createCompletionQueue(
            CompletionQueueAttributes attributes, EventLoop loop, CompletionHandler handler);

    @Override
    default CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        return createCompletionQueue(new CompletionQueueAttributes(entries, 0), loop, handler);
    }

    /**
     * Returns the allocator for memory on another device that this device can access over the bus (PeerDirect). Regions
     * of this memory cannot be re-registered and do not permit memory windows.
     *
     * @return the allocator.
     */
    default MemoryAllocator peerMemory() {
        throw VerbsException.unsupported("memory on a peer device");
    }
}
