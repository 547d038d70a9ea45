// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import org.rpcrdma.rnic.dma.DeviceDma;
import org.rpcrdma.rnic.link.Packet;

/** The scatter/gather elements of Receives, into which incoming messages are scattered. */
public final class ReceiveElements extends RequestElements<ReceiveQueue> {
    public ReceiveElements(final DeviceDma dma, final ReceiveQueue queue) {
        super(dma, queue.domain(), queue);
    }

    /** Returns true if the next bytes of a message fit in a Receive. */
    public boolean hasRoom(final int slot, final int offset, final int bytes) {
        return bytes <= queue.totals.get(slot) - offset;
    }

    /**
     * Returns true if a packet, which must fit in a Receive, is delivered inside the completion. The CPU then copies
     * the data from there.
     */
    public boolean isForCompletion(final Packet packet, final int slot) {
        return packet.payload.length() <= queue.inlineRoom()
                && packet.payload.length() != 0
                && packet.isFirst
                && packet.isLast
                && isInPlace(slot, packet.payload.length());
    }
}
