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
     * @param bufferSize the maximum length of a call's message, and of its header, in bytes.
     */
    CallSlots(final CallSlot.Owner owner, final RegionLimits limits, final BufferMapper mapper, final int bufferSize) {
        super(id -> new CallSlot(owner, id, limits, new MappedSendBuffer(mapper, 2 * bufferSize)));
    }

    void end(final CallSlot slot) {
        slot.end();
        give(slot);
    }

    /** Returns the calls that were sent and await their reply or the Send's completion, in the order of sending. */
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
