// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.verbs.Access;

/**
 * The scatter/gather elements of a queue's work requests. Each element is local memory, identified by an lkey of the
 * domain.
 */
public class RequestElements<Q extends WorkQueue> {
    private final DeviceDma dma;
    private final int domain;
    final Q queue;

    RequestElements(final DeviceDma dma, final int domain, final Q queue) {
        this.dma = dma;
        this.domain = domain;
        this.queue = queue;
    }

    /** Returns true if an lkey covers a range and grants the given rights; local read is implied. */
    final boolean allows(final int lkey, final long iova, final int bytes, final int rights) {
        return dma.allows(domain, lkey, iova, bytes, rights);
    }

    /**
     * Copies a packet to the memory that a request's scatter/gather elements describe. The packet must fit. Returns
     * false if an lkey or the IOMMU denies access, or if a page fault occurs.
     *
     * @param offset the number of bytes in the elements before the copied bytes.
     */
    public final boolean scatter(final DmaTransfer transfer, final Packet packet, final int slot, final int offset) {
        int skipped = offset;
        int left = packet.payload.length();
        for (int i = queue.firstSge(slot); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths.get(i) - skipped);
            if (bytes <= 0) {
                skipped -= queue.lengths.get(i);
                continue;
            }
            final long iova = queue.iovas.get(i) + skipped;
            if (!allows(queue.lkeys.get(i), iova, bytes, Access.LOCAL_WRITE)
                    || !transfer.scatter(packet, queue.lkeys.get(i), iova, bytes)) {
                return false;
            }
            skipped = 0;
            left -= bytes;
        }
        return true;
    }

    /**
     * Returns true if the CPU can copy a message, which must fit, to a request's elements. This requires that the lkeys
     * grant access and that the addresses are host addresses.
     */
    final boolean isInPlace(final int slot, final int length) {
        int left = length;
        for (int i = queue.firstSge(slot); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths.get(i));
            if (bytes != 0
                    && !(allows(queue.lkeys.get(i), queue.iovas.get(i), bytes, Access.LOCAL_WRITE)
                            && dma.isInPlace(queue.lkeys.get(i), queue.iovas.get(i), bytes))) {
                return false;
            }
            left -= bytes;
        }
        return true;
    }
}
