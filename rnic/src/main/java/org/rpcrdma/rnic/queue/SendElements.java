// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.dma.DmaTransfer;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.SendRequests;

/**
 * The scatter/gather elements of send requests. Outgoing data is gathered from them, and READ responses are scattered
 * into them.
 */
public final class SendElements extends RequestElements<SendQueue> {
    public SendElements(final DeviceDma dma, final int domain, final SendQueue queue) {
        super(dma, domain, queue);
    }

    /** Returns true if a request's lkeys cover its elements and grant the right that its operation requires. */
    public boolean isAllowed(final int slot) {
        if (isInline(slot)) {
            return true;
        }
        final int rights = Operation.isRead(queue.at(slot).operation) ? Access.LOCAL_WRITE : 0;
        final int firstSge = queue.firstSge(slot);
        for (int i = firstSge; i < firstSge + queue.sgeCounts.get(slot); i++) {
            if (queue.lengths.get(i) != 0
                    && !allows(queue.lkeys.get(i), queue.iovas.get(i), queue.lengths.get(i), rights)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Extends a packet's payload with data from a request's scatter/gather elements. Returns false if an lkey or the
     * IOMMU denies access, or if a page fault occurs.
     */
    public boolean gather(
            final DmaTransfer transfer, final Packet packet, final int slot, final int offset, final int length) {
        if (isInline(slot) && length != 0) {
            packet.payload.add(queue.inline.address(slot) + offset, length);
            return true;
        }
        int skipped = offset;
        int left = length;
        for (int i = queue.firstSge(slot); left > 0; i++) {
            final int bytes = Math.min(left, queue.lengths.get(i) - skipped);
            if (bytes <= 0) {
                skipped -= queue.lengths.get(i);
                continue;
            }
            final long iova = queue.iovas.get(i) + skipped;
            if (!allows(queue.lkeys.get(i), iova, bytes, 0)
                    || !transfer.gather(packet, queue.lkeys.get(i), iova, bytes)) {
                return false;
            }
            skipped = 0;
            left -= bytes;
        }
        return true;
    }

    /** Returns true if the CPU can copy the response to a request's elements. */
    public boolean isInPlace(final int slot) {
        return isInPlace(slot, queue.totals.get(slot));
    }

    private boolean isInline(final int slot) {
        return (queue.at(slot).flags & SendRequests.INLINE) != 0;
    }
}
