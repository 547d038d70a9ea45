// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * The part of a {@link Device} that few devices have: XRC, parent and shared domains, memory of its own, page lists,
 * formats of completions. What a device lacks fails with EOPNOTSUPP; {@link DeviceCapability} tells beforehand.
 *
 * <pre>{@code
 * XrcDomain domain = ExtendedDevice.of(device).openXrcDomain();
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
    default CompletionQueue createCompletionQueue(
            final CompletionQueueAttributes attributes, final EventLoop loop, final CompletionHandler handler) {
        if (attributes.equals(new CompletionQueueAttributes(attributes.entries(), 0))) {
            return createCompletionQueue(attributes.entries(), loop, handler);
        }
        throw VerbsException.unsupported("choice of completion vectors and formats");
    }

    /**
     * Opens an XRC domain.
     *
     * @return the domain; the caller closes it.
     */
    default XrcDomain openXrcDomain() {
        throw VerbsException.unsupported("extended reliable connections");
    }

    /**
     * Allocates a domain that stands for another ({@code ibv_alloc_parent_domain(3)}) and can be used wherever that
     * can.
     *
     * @param domain    the other.
     * @param allocator source of the memory of its queues, or null.
     * @return the domain; the caller closes it, before the other.
     */
    default ExtendedProtectionDomain allocateParentDomain(
            final ProtectionDomain domain, final QueueBufferAllocator allocator) {
        throw VerbsException.unsupported("parent domains");
    }

    /**
     * Takes part in a domain of a process that shares the device ({@code ibv_import_pd(3)}).
     *
     * @param handle the domain's {@link ExtendedProtectionDomain#handle()}.
     * @return the domain; closing it leaves the original as it is.
     * @throws VerbsException ENOENT if there is no such domain.
     */
    default ExtendedProtectionDomain importProtectionDomain(final int handle) {
        throw VerbsException.unsupported("import of domains");
    }

    /**
     * Allocates memory on the device.
     *
     * @param length       bytes, at least 1.
     * @param logAlignment log2 of the alignment.
     * @return the memory; the caller closes it.
     * @throws VerbsException ENOMEM if there is not so much left, EINVAL for a length that can never be had.
     */
    default DeviceMemory allocateDeviceMemory(final long length, final int logAlignment) {
        throw VerbsException.unsupported("memory of its own");
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

    /**
     * Allocates a list of pages for fast registrations.
     *
     * @param maxPages pages in it at most, 1 to {@link DeviceAttributes#maxFastRegPages()}.
     * @return the list; the caller closes it.
     * @throws VerbsException EINVAL for a number of pages out of range.
     */
    default FastRegisterPageList allocateFastRegisterPageList(final int maxPages) {
        throw VerbsException.unsupported("fast-register page lists");
    }

    /**
     * Asks that registered memory be kept from child processes ({@code ibv_fork_init(3)}).
     *
     * @throws VerbsException EINVAL if memory was registered before.
     */
    default void enableFork() {
        throw VerbsException.unsupported("protection of registered memory from child processes");
    }

    /**
     * Returns how registered memory is kept from child processes.
     *
     * @return how it is.
     */
    default ForkStatus forkStatus() {
        return ForkStatus.DISABLED;
    }
}
