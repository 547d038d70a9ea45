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
 * The part of a {@link Device} that few devices have: memory of a peer device, a choice of completion
 * vectors and of the size of completions. Each of them fails with EOPNOTSUPP on a device without it; check {@link
 * DeviceCapability} beforehand.
 *
 * <pre>{@code
 * MemoryBlock block = ExtendedDevice.of(device).peerMemory().allocate(length, alignment);
 * }</pre>
 */
public interface ExtendedDevice extends Device {
    /**
     * Returns a device as one with the extended verbs.
     *
     * @param device a device of any device.
     * @return the same object.
     * @throws VerbsException EOPNOTSUPP if the device has no extended verbs.
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
     * Creates a completion queue, by all that can be chosen.
     *
     * @param attributes its size and format.
     * @param loop       calls the handler.
     * @param handler    called after an armed queue received a completion.
     * @return the queue.
     * @throws VerbsException EINVAL for a number of entries, a vector, an entry size or a format that the device does
     *     not grant; EOPNOTSUPP if it leaves no choice.
     */
    CompletionQueue createCompletionQueue(
            CompletionQueueAttributes attributes, EventLoop loop, CompletionHandler handler);

    @Override
    default CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler handler) {
        return createCompletionQueue(new CompletionQueueAttributes(entries, 0), loop, handler);
    }

    /**
     * Returns memory of another device on the bus that this one can reach (PeerDirect). Its regions can neither be
     * re-registered nor take memory windows.
     *
     * @return the allocator.
     */
    default MemoryAllocator peerMemory() {
        throw VerbsException.unsupported("memory of a peer device");
    }
}
