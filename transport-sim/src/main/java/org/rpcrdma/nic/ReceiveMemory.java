// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

/** The local memory that Receives name, element by element: messages are scattered to it. */
final class ReceiveMemory {
    private final ReceiveQueue queue;
    private final LocalMemory memory;

    ReceiveMemory(final SimulatedDevice device, final ReceiveQueue queue) {
        this.queue = queue;
        memory = device.localMemory();
    }

    /** Whether a Receive has room for bytes of a message behind those ahead of them. */
    boolean hasRoom(final int slot, final int offset, final int bytes) {
        return bytes <= queue.totals[slot] - offset;
    }

    /**
     * Copies a packet to its place in a Receive that has room for it. Returns false where a key or the IOMMU does not
     * allow it.
     *
     * @param offset bytes of the Receive ahead of that place.
     */
    boolean scatter(final Packet packet, final int slot, final int offset) {
        return memory.scatter(queue.domain(), packet, queue, slot, offset);
    }

    /** Whether a packet that a Receive has room for goes into the completion, from where the processor copies it. */
    boolean isForCompletion(final Packet packet, final int slot) {
        return packet.length <= queue.inlineRoom()
                && packet.length != 0
                && packet.isFirst
                && packet.isLast
                && memory.isInPlace(queue.domain(), queue, slot, packet.length);
    }
}
