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

/** What a queue pair's own work requests may do with its host's memory: lists of elements, each with its key. */
final class LocalMemory {
    private final SimulatedProtectionDomain domain;
    private final KeyTable keys;
    private final DeviceDma dma;

    LocalMemory(final SimulatedQueuePair queuePair) {
        domain = queuePair.domain();
        keys = queuePair.device().keys();
        dma = queuePair.device().dmaUnit();
    }

    /** Whether a key covers a range, with rights beside local read. */
    boolean allows(final int lkey, final long iova, final int bytes, final int rights) {
        return keys.allows(domain, lkey, iova, bytes, rights, false);
    }

    /** Adds a range to a packet. Returns false where its key or the IOMMU does not allow it. */
    boolean gather(final Packet packet, final int lkey, final long iova, final int bytes) {
        return allows(lkey, iova, bytes, 0) && dma.gather(packet, lkey, iova, bytes);
    }

    /**
     * Copies a packet to a part of a list of elements, which must have room for it. Returns false where a key or the
     * IOMMU does not allow it.
     *
     * @param first index of the list's first element.
     * @param offset bytes of the list ahead of that part.
     */
    boolean scatter(
            final Packet packet,
            final long[] iovas,
            final int[] lengths,
            final int[] lkeys,
            final int first,
            final int offset) {
        int skipped = offset;
        int left = packet.length;
        for (int i = first; left > 0; i++) {
            final int bytes = Math.min(left, lengths[i] - skipped);
            if (bytes <= 0) {
                skipped -= lengths[i];
                continue;
            }
            final long iova = iovas[i] + skipped;
            if (!allows(lkeys[i], iova, bytes, Access.LOCAL_WRITE) || !dma.scatter(packet, lkeys[i], iova, bytes)) {
                return false;
            }
            skipped = 0;
            left -= bytes;
        }
        return true;
    }
}
