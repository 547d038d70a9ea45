// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.ArrayList;
import org.rpcrdma.transport.chunk.RegionLimits;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedSendBuffer;

/**
 * The calls of a client, used again, as many as were ever staged or on their way at once. Their ids stand in
 * work-request ids.
 */
final class CallSlots {
    private final CallSlot.Owner owner;
    private final RegionLimits limits;
    private final BufferMapper mapper;
    private final int bufferSize;
    private final ArrayList<CallSlot> all = new ArrayList<>();
    private final ArrayList<CallSlot> free = new ArrayList<>();

    /**
     * @param bufferSize bytes of a call's message at most, and of its header.
     */
    CallSlots(final CallSlot.Owner owner, final RegionLimits limits, final BufferMapper mapper, final int bufferSize) {
        this.owner = owner;
        this.limits = limits;
        this.mapper = mapper;
        this.bufferSize = bufferSize;
    }

    CallSlot take() {
        if (!free.isEmpty()) {
            return free.remove(free.size() - 1);
        }
        final CallSlot slot = new CallSlot(owner, all.size(), limits, new MappedSendBuffer(mapper, 2 * bufferSize));
        all.add(slot);
        return slot;
    }

    void give(final CallSlot slot) {
        slot.state = CallSlot.FREE;
        slot.handler = null;
        slot.sendPending = false;
        free.add(slot);
    }

    CallSlot get(final int id) {
        return all.get(id);
    }

    void close() {
        all.forEach(slot -> slot.buffer.close());
    }
}
