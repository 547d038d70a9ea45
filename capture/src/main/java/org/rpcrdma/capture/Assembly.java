// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * A request of several packets, which began with a FIRST packet: finds the place of each packet.
 *
 * <p>All packets but the last carry the same number of bytes, so a packet's sequence number gives the offset of its
 * bytes. A Send is put together in a buffer that grows; of an RDMA WRITE only address and key are remembered.
 */
final class Assembly {
    /** More than any inline threshold that connections can agree on. */
    static final int MAX_SEND_LENGTH = 1 << 20;

    /**
     * How often the last packet of a Send may come: a sender repeats it 7 times, the most that its retry count of 3
     * bits can say.
     */
    static final int MAX_ENDS = 8;

    private static final int INITIAL_CAPACITY = 8192;

    private final MemoryBudget budget;
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private boolean active;
    private boolean send;
    /** How often its last packet came. */
    private int ends;

    private int firstPsn;
    private int packetLength;
    /** Packets of a Send that are there, counted without gap from the first. */
    private int received;

    private int rkey;
    private long address;
    private long dmaLength;

    Assembly(final MemoryBudget budget) {
        this.budget = budget;
    }

    boolean isUnfinishedSend() {
        return active && send && ends == 0;
    }

    /** Takes the first packet of a Send; false if there is no memory for it. */
    boolean beginSend(final CapturedPacket packet) {
        begin(packet, true);
        active = active && put(packet, 0);
        received = 1;
        return active;
    }

    void beginWrite(final CapturedPacket packet) {
        begin(packet, false);
        rkey = packet.rkey;
        address = packet.address;
        dmaLength = packet.dmaLength;
    }

    private void begin(final CapturedPacket packet, final boolean isSend) {
        active = packet.payloadLength > 0 && !packet.cut;
        send = isSend;
        ends = 0;
        firstPsn = packet.psn;
        packetLength = packet.payloadLength;
    }

    void drop() {
        active = false;
    }

    /** Gives the memory back. */
    void release() {
        drop();
        budget.giveBack(buffer.capacity());
        buffer.wrap(0, 0);
    }

    /** Returns true if a later packet of a Send, or of a WRITE, can be one of this request. */
    boolean holds(final CapturedPacket packet, final boolean ofSend) {
        if (!active || send != ofSend) {
            return false;
        }
        final long index = SequenceWindow.distance(packet.psn, firstPsn);
        final long end = index * packetLength + packet.payloadLength;
        return index > 0 && end <= (send ? MAX_SEND_LENGTH : dmaLength);
    }

    /**
     * Takes a middle or last packet of the Send; false if the packet in front of it is missing, there is no memory, or
     * it is the last once more than any sender repeats it: else each such packet, however small, would cost as much as
     * the whole Send.
     */
    boolean add(final CapturedPacket packet, final boolean last) {
        final int index = SequenceWindow.distance(packet.psn, firstPsn);
        if (index > received || packet.cut || !last && packet.payloadLength != packetLength) {
            return false;
        }
        if (!put(packet, index * packetLength)) {
            drop();
            return false;
        }
        received = Math.max(received, index + 1);
        ends += last ? 1 : 0;
        return ends <= MAX_ENDS;
    }

    private boolean put(final CapturedPacket packet, final int at) {
        final int end = at + packet.payloadLength;
        if (end > buffer.capacity()) {
            final int capacity = Math.max(INITIAL_CAPACITY, Integer.highestOneBit(end - 1) << 1);
            if (!budget.take(capacity - buffer.capacity())) {
                return false;
            }
            final byte[] larger = new byte[capacity];
            buffer.getBytes(0, larger, 0, buffer.capacity());
            buffer.wrap(larger);
        }
        buffer.putBytes(at, packet.buffer, packet.payloadOffset, packet.payloadLength);
        return true;
    }

    /** Returns the length of the Send whose last packet this is. */
    int sendLength(final CapturedPacket last) {
        return SequenceWindow.distance(last.psn, firstPsn) * packetLength + last.payloadLength;
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    int rkey() {
        return rkey;
    }

    /** Returns the address for the bytes of a packet of the WRITE. */
    long addressOf(final CapturedPacket packet) {
        return address + (long) SequenceWindow.distance(packet.psn, firstPsn) * packetLength;
    }
}
