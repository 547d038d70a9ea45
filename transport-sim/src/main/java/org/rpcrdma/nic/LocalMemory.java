// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.rpcrdma.verbs.Access;

/** What work requests may do with their own host's memory, by the keys of their elements. */
final class LocalMemory {
    private final KeyTable keys;
    private final DeviceDma dma;
    private final SimulatedMemory memory;

    LocalMemory(final KeyTable keys, final DeviceDma dma, final SimulatedMemory memory) {
        this.keys = keys;
        this.dma = dma;
        this.memory = memory;
    }

    /** Whether a key of a domain covers a range, with rights beside local read. */
    boolean allows(
            final SimulatedProtectionDomain domain,
            final int lkey,
            final long iova,
            final int bytes,
            final int rights) {
        return keys.allows(domain, lkey, iova, bytes, rights, false);
    }

    /** Adds a range to a packet. Returns false where its key or the IOMMU does not allow it. */
    boolean gather(
            final SimulatedProtectionDomain domain,
            final Packet packet,
            final int lkey,
            final long iova,
            final int bytes) {
        return allows(domain, lkey, iova, bytes, 0) && dma.gather(packet, lkey, iova, bytes);
    }

    /**
     * Copies a packet to a part of a request's elements, which must have room for it. Returns false where a key or the
     * IOMMU does not allow it.
     *
     * @param offset bytes of the elements ahead of that part.
     */
    boolean scatter(
            final SimulatedProtectionDomain domain,
            final Packet packet,
            final WorkQueue queue,
            final int slot,
            final int offset) {
        int skipped = offset;
        int left = packet.length;
        for (int i = queue.firstSge(slot); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths[i] - skipped);
            if (bytes <= 0) {
                skipped -= queue.lengths[i];
                continue;
            }
            final long iova = queue.iovas[i] + skipped;
            if (!allows(domain, queue.lkeys[i], iova, bytes, Access.LOCAL_WRITE)
                    || !dma.scatter(packet, queue.lkeys[i], iova, bytes)) {
                return false;
            }
            skipped = 0;
            left -= bytes;
        }
        return true;
    }

    /**
     * Whether the processor can copy a message to a request's elements, which must have room for it: their keys allow
     * the device to, and their addresses are those of the host's memory.
     */
    boolean isInPlace(final SimulatedProtectionDomain domain, final WorkQueue queue, final int slot, final int length) {
        int left = length;
        for (int i = queue.firstSge(slot); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths[i]);
            if (bytes != 0 && !isInPlace(domain, queue.lkeys[i], queue.iovas[i], bytes)) {
                return false;
            }
            left -= bytes;
        }
        return true;
    }

    private boolean isInPlace(
            final SimulatedProtectionDomain domain, final int lkey, final long iova, final int bytes) {
        return allows(domain, lkey, iova, bytes, Access.LOCAL_WRITE)
                && dma.isInPlace(lkey, iova, bytes)
                && memory.containing(iova, bytes) != null;
    }
}
