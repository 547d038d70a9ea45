// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A request of several packets, which began with a FIRST packet: finds the place of each packet.
 *
 * <p>All packets but the last carry the same number of bytes, so a packet's sequence number gives the offset of its
 * bytes, in whatever order they come. A Send is put together in a buffer that grows; of an RDMA WRITE only address and
 * key are remembered.
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
    /** Packets of the longest Send, with the smallest payload of 256 bytes. */
    private static final int MOST_PACKETS = MAX_SEND_LENGTH >> 8;

    private static final int UNKNOWN = -1;

    private final MemoryBudget budget;
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private boolean active;
    private boolean send;
    /** How often its last packet came. */
    private int ends;

    private int firstPsn;
    private int packetLength;
    /** Packets of a Send that are there, a bit each, and how many. */
    private long[] present = new long[1];

    private int count;
    /** The packets that the Send has, or UNKNOWN until its last one has come. */
    private int packets;

    private int length;
    /** The bytes from its beginning that are there. */
    private int captured;

    private boolean cut;
    private int opcode;
    private int invalidated;
    private long latestFrame;
    private long latestTimestamp;
    private long latestNanos;

    private int rkey;
    private long address;
    private long dmaLength;

    Assembly(final MemoryBudget budget) {
        this.budget = budget;
    }

    boolean isUnfinishedSend() {
        return active && send && !isComplete();
    }

    /** Takes the first packet of a Send; false if there is no memory for it. */
    boolean beginSend(final CapturedPacket packet) {
        begin(packet, true);
        count = 0;
        packets = UNKNOWN;
        captured = 0;
        cut = false;
        latestFrame = 0;
        Arrays.fill(present, 0);
        active = active && put(packet, 0);
        return active;
    }

    void beginWrite(final CapturedPacket packet) {
        begin(packet, false);
        rkey = packet.rkey;
        address = packet.address;
        dmaLength = packet.dmaLength;
    }

    private void begin(final CapturedPacket packet, final boolean isSend) {
        active = packet.payloadLength > 0;
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
        return index > 0
                && end <= (send ? MAX_SEND_LENGTH : dmaLength)
                && (!send || index < MOST_PACKETS && (packets == UNKNOWN || index < packets));
    }

    /**
     * Takes a middle or last packet of the Send; false if there is no memory, or it is the last once more than any
     * sender repeats it: else each such packet, however small, would cost as much as the whole Send.
     */
    boolean add(final CapturedPacket packet, final boolean last) {
        final int index = SequenceWindow.distance(packet.psn, firstPsn);
        if (!last && packet.payloadLength != packetLength) {
            return false;
        }
        if (!put(packet, index)) {
            drop();
            return false;
        }
        if (last) {
            ends++;
            packets = index + 1;
            length = index * packetLength + packet.payloadLength;
            opcode = packet.opcode;
            invalidated = packet.rkey;
        }
        return ends <= MAX_ENDS;
    }

    /** Returns true if all packets of the Send are there, or the part of each that the capture holds. */
    boolean isComplete() {
        return count == packets;
    }

    private boolean put(final CapturedPacket packet, final int index) {
        final int at = index * packetLength;
        final int end = at + packet.captured;
        if (end > buffer.capacity()) {
            final int capacity = Math.max(INITIAL_CAPACITY, Integer.highestOneBit(end - 1) << 1);
            if (!budget.take(capacity - buffer.capacity())) {
                return false;
            }
            final byte[] larger = new byte[capacity];
            buffer.getBytes(0, larger, 0, buffer.capacity());
            buffer.wrap(larger);
        }
        buffer.putBytes(at, packet.buffer, packet.payloadOffset, packet.captured);
        mark(packet, index);
        return true;
    }

    private void mark(final CapturedPacket packet, final int index) {
        if (index >> 6 >= present.length) {
            present = Arrays.copyOf(present, Math.max(2 * present.length, (index >> 6) + 1));
        }
        final boolean isNew = (present[index >> 6] & 1L << index) == 0;
        present[index >> 6] |= 1L << index;
        count += isNew ? 1 : 0;
        if (packet.cut && (!cut || index * packetLength < captured)) {
            captured = index * packetLength + packet.captured;
        }
        cut |= packet.cut;
        if (isNew && packet.frameNumber > latestFrame) {
            latestFrame = packet.frameNumber;
            latestTimestamp = packet.timestampNanos;
            latestNanos = packet.relativeNanos;
        }
    }

    /**
     * Makes a packet the one that completes the Send: it gets the last packet's operation and, if others of the Send
     * came behind it, their place in the capture.
     */
    void complete(final CapturedPacket packet, final boolean isAgain) {
        packet.opcode = opcode;
        packet.rkey = invalidated;
        packet.psn = firstPsn + packets - 1 & 0xff_ffff;
        if (!isAgain) {
            packet.frameNumber = latestFrame;
            packet.timestampNanos = latestTimestamp;
            packet.relativeNanos = latestNanos;
        }
    }

    /** Returns the length of the Send, which is complete. */
    int sendLength() {
        return length;
    }

    /** Returns the bytes of the Send, which is complete, that the capture holds in front of the first that it lacks. */
    int sendCaptured() {
        return cut ? Math.min(captured, length) : length;
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
