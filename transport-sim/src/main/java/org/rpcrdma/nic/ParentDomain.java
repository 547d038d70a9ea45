// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.function.Supplier;
import org.rpcrdma.nic.host.Pages;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.QueueBufferAllocator;
import org.rpcrdma.verbs.extended.XrcDomain;

/**
 * A parent domain: a domain that stands for another, and whose queues lie in memory that the application allocates. The
 * simulated device has its queues elsewhere; it takes the memory and gives it back when the queues are destroyed.
 */
final class ParentDomain extends StandInDomain {
    private static final long ENTRY_BYTES = 64;

    private final QueueBufferAllocator allocator;
    private int queues;

    ParentDomain(final SimulatedProtectionDomain original, final QueueBufferAllocator allocator) {
        super(original);
        this.allocator = allocator;
        original.use().addBuffer();
    }

    @Override
    public QueuePair createQueuePair(final QueuePairAttributes attributes) {
        final SimulatedProtectionDomain domain = original();
        final long entries = (long) attributes.capabilities().maxSendWr()
                + attributes.capabilities().maxReceiveWr();
        final QueueBuffer buffer = allocate(Math.max(1, entries) * ENTRY_BYTES);
        try {
            final QueuePair queuePair = domain.createQueuePair(attributes);
            domain.use().freeWithQueue(queuePair, buffer::free);
            return queuePair;
        } catch (final RuntimeException e) {
            buffer.free();
            throw e;
        }
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(final SharedReceiveQueueAttributes attributes) {
        return inBuffer(attributes, () -> original().createSharedReceiveQueue(attributes));
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(
            final SharedReceiveQueueAttributes attributes,
            final XrcDomain xrcDomain,
            final CompletionQueue completions) {
        return inBuffer(attributes, () -> original().createSharedReceiveQueue(attributes, xrcDomain, completions));
    }

    private SharedReceiveQueue inBuffer(
            final SharedReceiveQueueAttributes attributes, final Supplier<SharedReceiveQueue> creation) {
        final SimulatedProtectionDomain domain = original();
        final QueueBuffer buffer = allocate(Math.max(1, attributes.maxWr()) * ENTRY_BYTES);
        try {
            final SharedReceiveQueue queue = creation.get();
            domain.use().freeWithQueue(queue, buffer::free);
            return queue;
        } catch (final RuntimeException e) {
            buffer.free();
            throw e;
        }
    }

    private QueueBuffer allocate(final long length) {
        final MemoryBlock block = allocator == null ? null : allocator.allocate(length, Pages.SIZE);
        queues++;
        final QueueBuffer buffer = new QueueBuffer(block);
        if (block != null && block.length() < length) {
            buffer.free();
            throw new VerbsException(
                    Errno.EINVAL, "queue buffer too small: length=" + block.length() + " needed=" + length);
        }
        return buffer;
    }

    @Override
    public void close() {
        if (queues != 0) {
            throw new VerbsException(Errno.EBUSY, "parent domain is in use: queues=" + queues);
        }
        final SimulatedProtectionDomain domain = original();
        super.close();
        domain.use().removeBuffer();
    }

    /** The memory of a queue; null if the queue lies in the device's own. */
    final class QueueBuffer {
        private final MemoryBlock block;

        QueueBuffer(final MemoryBlock block) {
            this.block = block;
        }

        void free() {
            queues--;
            if (block != null) {
                allocator.free(block);
            }
        }
    }
}
