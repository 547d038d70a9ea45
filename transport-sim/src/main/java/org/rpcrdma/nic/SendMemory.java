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

import org.rpcrdma.verbs.Access;

/** The local memory that send requests name, element by element: sends are gathered from it, READs scattered to it. */
final class SendMemory {
    private final SimulatedProtectionDomain domain;
    private final SendQueue queue;
    private final LocalMemory memory;

    SendMemory(final SimulatedQueuePair queuePair, final SendQueue queue) {
        this.queue = queue;
        domain = queuePair.domain();
        memory = new LocalMemory(queuePair.device());
    }

    /** Whether the keys of a request cover its elements, with the right that its operation needs. */
    boolean isAllowed(final int slot) {
        final int rights = queue.operations[slot] == Operation.RDMA_READ ? Access.LOCAL_WRITE : 0;
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
}
