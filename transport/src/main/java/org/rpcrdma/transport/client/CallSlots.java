// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.Comparator;
import java.util.List;
import org.rpcrdma.transport.chunk.RegionLimits;
import org.rpcrdma.transport.connection.NumberedPool;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedSendBuffer;

/** The pool of a client's calls. */
final class CallSlots extends NumberedPool<CallSlot> {
    /**
     * Creates a pool.
     *
     * @param bufferSize the maximum length in bytes of a call's message, and of its header.
     */
    CallSlots(final CallSlot.Owner owner, final RegionLimits limits, final BufferMapper mapper, final int bufferSize) {
        super(id -> new CallSlot(owner, id, limits, new MappedSendBuffer(mapper, 2 * bufferSize)));
    }

    void end(final CallSlot slot) {
        slot.end();
        give(slot);
    }

    /**
     * Returns the calls that have been sent and are awaiting their replies or the completion of their Sends, in the
     * order in which they were sent.
     */
    List<CallSlot> sent() {
        return all().stream()
                .filter(CallSlot::isSent)
                .sorted(Comparator.comparingLong(slot -> slot.sentNumber))
                .toList();
    }

    void close() {
        all().forEach(slot -> slot.buffer.close());
    }
}
