// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reassembles a request that consists of several packets, the first of which is a FIRST packet.
 *
 * <p>All packets except the last carry the same number of bytes. A packet's sequence number therefore determines the
 * offset of its bytes, regardless of the order in which packets arrive. The bytes of a Send are copied into a growing
 * buffer. For an RDMA WRITE, only the address and the key are kept.
 */
final class Assembly {
    /** A length that exceeds every inline threshold that connections can negotiate. */
    static final int MAX_SEND_LENGTH = 1 << 20;

    /**
     * The maximum number of transmissions of a Send's last packet. A sender retransmits the packet at most 7 times,
     * because the retry count has 3 bits.
     */
    static final int MAX_ENDS = 8;

    private static final int INITIAL_CAPACITY = 8192;
    /** The number of packets in the longest Send if each packet carries the smallest payload, 256 bytes. */
    private static final int MOST_PACKETS = MAX_SEND_LENGTH >> 8;

    private static final int UNKNOWN = -1;

    private final MemoryBudget budget;
    private final UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
    private boolean active;
    private boolean send;
    /** The number of times that the last packet has been transmitted. */
    private int ends;

    private int firstPsn;
    private int packetLength;
    /** One bit per packet of a Send, which is set if the packet is present. */
    private long[] present = new long[1];
    /** The number of packets present. */
    private int count;
    /** The number of packets in the Send; UNKNOWN until the last packet has arrived. */
    private int packets;

    private int length;
    /** The number of bytes that are present, without a gap, from the start of the Send. */
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

    /** Adds the first packet of a Send. Returns false if there is not enough memory. */
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

    /** Releases the memory of the unfinished Send. */
    void release() {
        drop();
        budget.giveBack(buffer.capacity());
        buffer.wrap(0, 0);
    }

    /** Returns true if a packet of a Send or WRITE, other than its first packet, can belong to this request. */
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
     * Adds a middle or last packet of the Send. Returns false if there is not enough memory, or if the last packet has
     * been repeated more often than any sender repeats it. Without this limit, each repetition of a small packet would
     * cost as much work as processing the entire Send.
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

    /** Returns true if all packets of the Send are present. A truncated packet counts as present. */
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
     * Changes a packet into the packet that completes the Send. Sets the operation to that of the Send's last packet.
     * Unless the packet is a retransmission, also sets the position in the capture to that of the Send's latest packet.
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

    /** Returns the length of the complete Send. */
    int sendLength() {
        return length;
    }

    /** Returns the number of captured bytes that precede the first missing byte. Precondition: the Send is complete. */
    int sendCaptured() {
        return cut ? Math.min(captured, length) : length;
    }

    UnsafeBuffer buffer() {
        return buffer;
    }

    int rkey() {
        return rkey;
    }

    /** Returns the destination address of the bytes in a WRITE packet. */
    long addressOf(final CapturedPacket packet) {
        return address + (long) SequenceWindow.distance(packet.psn, firstPsn) * packetLength;
    }
}
