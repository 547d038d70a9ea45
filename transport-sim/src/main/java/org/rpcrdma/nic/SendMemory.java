// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.SendRequests;

/** The local memory that send requests name, element by element: sends are gathered from it, READs scattered to it. */
final class SendMemory {
    private final SimulatedProtectionDomain domain;
    private final SendQueue queue;
    private final LocalMemory memory;

    SendMemory(final SimulatedQueuePair queuePair, final SendQueue queue) {
        this.queue = queue;
        domain = queuePair.domain();
        memory = queuePair.device().localMemory();
    }

    /** Whether the keys of a request cover its elements, with the right that its operation needs. */
    boolean isAllowed(final int slot) {
        if (isInline(slot)) {
            return true;
        }
        final int rights = Operation.isRead(queue.operations[slot]) ? Access.LOCAL_WRITE : 0;
        final int firstSge = queue.firstSge(slot);
        for (int i = firstSge; i < firstSge + queue.sgeCounts[slot]; i++) {
            if (queue.lengths[i] != 0
                    && !memory.allows(domain, queue.lkeys[i], queue.iovas[i], queue.lengths[i], rights)) {
                return false;
            }
        }
        return true;
    }

    /** Adds a part of a request's elements to a packet. Returns false where a key or the IOMMU does not allow it. */
    boolean gather(final Packet packet, final int slot, final int offset, final int length) {
        if (isInline(slot) && length != 0) {
            packet.addFragment(queue.inline.address(slot) + offset, length);
            return true;
        }
        int skipped = offset;
        int left = length;
        for (int i = queue.firstSge(slot); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths[i] - skipped);
            if (bytes <= 0) {
                skipped -= queue.lengths[i];
                continue;
            }
            if (!memory.gather(domain, packet, queue.lkeys[i], queue.iovas[i] + skipped, bytes)) {
                return false;
            }
            skipped = 0;
            left -= bytes;
        }
        return true;
    }

    /** Copies a packet to a part of a request's elements. Returns false where a key or the IOMMU does not allow it. */
    boolean scatter(final Packet packet, final int slot, final int offset) {
        return memory.scatter(domain, packet, queue, slot, offset);
    }

    /** Whether the processor can copy the answer to a request to its elements. */
    boolean isInPlace(final int slot) {
        return memory.isInPlace(domain, queue, slot, queue.totals[slot]);
    }

    private boolean isInline(final int slot) {
        return (queue.flags[slot] & SendRequests.INLINE) != 0;
    }
}
