// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.rpcrdma.roce.RoceLayout.ATOMIC_COMPARE;
import static org.rpcrdma.roce.RoceLayout.ATOMIC_KEY;
import static org.rpcrdma.roce.RoceLayout.ATOMIC_SWAP_OR_ADD;
import static org.rpcrdma.roce.RoceLayout.BTH_ACK_REQUEST;
import static org.rpcrdma.roce.RoceLayout.BTH_DESTINATION;
import static org.rpcrdma.roce.RoceLayout.BTH_FLAGS;
import static org.rpcrdma.roce.RoceLayout.BTH_LENGTH;
import static org.rpcrdma.roce.RoceLayout.BTH_PAD_SHIFT;
import static org.rpcrdma.roce.RoceLayout.BTH_PARTITION_KEY;
import static org.rpcrdma.roce.RoceLayout.BTH_PSN;
import static org.rpcrdma.roce.RoceLayout.BTH_SOLICITED;
import static org.rpcrdma.roce.RoceLayout.DETH_SOURCE;
import static org.rpcrdma.roce.RoceLayout.ETHERNET_LENGTH;
import static org.rpcrdma.roce.RoceLayout.ETHERNET_SOURCE;
import static org.rpcrdma.roce.RoceLayout.ETHER_TYPE;
import static org.rpcrdma.roce.RoceLayout.ICRC_LENGTH;
import static org.rpcrdma.roce.RoceLayout.IPV4_CHECKSUM;
import static org.rpcrdma.roce.RoceLayout.IPV4_DESTINATION;
import static org.rpcrdma.roce.RoceLayout.IPV4_DO_NOT_FRAGMENT;
import static org.rpcrdma.roce.RoceLayout.IPV4_FRAGMENT;
import static org.rpcrdma.roce.RoceLayout.IPV4_IDENTIFICATION;
import static org.rpcrdma.roce.RoceLayout.IPV4_LENGTH;
import static org.rpcrdma.roce.RoceLayout.IPV4_PROTOCOL;
import static org.rpcrdma.roce.RoceLayout.IPV4_SOURCE;
import static org.rpcrdma.roce.RoceLayout.IPV4_TIME_TO_LIVE;
import static org.rpcrdma.roce.RoceLayout.IPV4_TOTAL_LENGTH;
import static org.rpcrdma.roce.RoceLayout.MASK_24;
import static org.rpcrdma.roce.RoceLayout.PROTOCOL_UDP;
import static org.rpcrdma.roce.RoceLayout.RETH_DMA_LENGTH;
import static org.rpcrdma.roce.RoceLayout.RETH_KEY;
import static org.rpcrdma.roce.RoceLayout.ROCE_PORT;
import static org.rpcrdma.roce.RoceLayout.TYPE_IPV4;
import static org.rpcrdma.roce.RoceLayout.UDP_DESTINATION_PORT;
import static org.rpcrdma.roce.RoceLayout.UDP_LENGTH;
import static org.rpcrdma.roce.RoceLayout.UDP_LENGTH_FIELD;

import org.agrona.BufferUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.roce.FlowLabel;
import org.rpcrdma.roce.InvariantCrc;
import org.rpcrdma.roce.Opcodes;

/**
 * A RoCEv2 frame that is to be written, over IPv4 and Ethernet, with the headers that its operation needs. It comes
 * from {@link CaptureWriter#newFrame}, and is filled in this order:
 *
 * <pre>
 *   route(source, destination)                who to whom
 *   transport(queue pairs, number, flags)     what all packets have; flow(label) if one was agreed on
 *   send(...), write(...), acknowledge(...)   one of them: what this packet does
 *   payload                                   payloadLength bytes at payloadAddress(), or payloadOffset() in buffer()
 *   end(payloadLength)                        lengths, pad
 * </pre>
 *
 * <p>{@link #management} stands for the second and the third step. When a frame is written, it gets the numbers that
 * its host counts, and the checksums over all.
 *
 * <p>Hosts have the Ethernet address 02:00 and their IPv4 address. Not thread-safe.
 */
public final class RoceFrame {
    /** The longest payload of a packet: InfiniBand's largest MTU, bytes. */
    public static final int MAX_PAYLOAD = 4096;

    private static final int IP = ETHERNET_LENGTH;
    private static final int UDP = IP + IPV4_LENGTH;
    private static final int BTH = UDP + UDP_LENGTH;
    private static final int EXTENSION = BTH + BTH_LENGTH;
    private static final int MAX_EXTENSION = 32;
    private static final int CAPACITY = EXTENSION + MAX_EXTENSION + MAX_PAYLOAD + ICRC_LENGTH;

    private static final short LOCAL_ADDRESS = 0x0200;
    private static final byte VERSION_AND_LENGTH = 0x45;
    private static final byte TIME_TO_LIVE = 64;
    private static final int DEFAULT_PARTITION = 0xffff;
    /** The source port of soft-RoCE's queue pair 1. */
    private static final int MANAGEMENT_PORT = 0xd872;

    private static final int PAD_TO = 4;

    private final UnsafeBuffer buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(CAPACITY, Long.BYTES));
    private final InvariantCrc icrc;
    long departureNanos;
    /** The place among the frames that leave at the same time. */
    long order;

    private int payloadOffset;
    private int length;
    private boolean isManagement;

    RoceFrame(final InvariantCrc icrc) {
        this.icrc = icrc;
    }

    /**
     * Writes the addresses of source and destination.
     *
     * @param source      the sender's IPv4 address.
     * @param destination the receiver's.
     */
    public void route(final int source, final int destination) {
        buffer.putShort(0, LOCAL_ADDRESS, BIG_ENDIAN);
        buffer.putInt(2, destination, BIG_ENDIAN);
        buffer.putShort(ETHERNET_SOURCE, LOCAL_ADDRESS, BIG_ENDIAN);
        buffer.putInt(ETHERNET_SOURCE + 2, source, BIG_ENDIAN);
        buffer.putShort(ETHER_TYPE, (short) TYPE_IPV4, BIG_ENDIAN);
        buffer.setMemory(IP, EXTENSION - IP, (byte) 0);
        buffer.putByte(IP, VERSION_AND_LENGTH);
        buffer.putShort(IP + IPV4_FRAGMENT, (short) IPV4_DO_NOT_FRAGMENT, BIG_ENDIAN);
        buffer.putByte(IP + IPV4_TIME_TO_LIVE, TIME_TO_LIVE);
        buffer.putByte(IP + IPV4_PROTOCOL, (byte) PROTOCOL_UDP);
        buffer.putInt(IP + IPV4_SOURCE, source, BIG_ENDIAN);
        buffer.putInt(IP + IPV4_DESTINATION, destination, BIG_ENDIAN);
    }

    /**
     * Writes what all packets have.
     *
     * @param sourceQueuePair      the sender's queue pair: it selects the flow, and is not in the packet.
     * @param destinationQueuePair the receiver's, 24 bits.
     * @param psn                  the packet sequence number, 24 bits.
     * @param isAckRequested       true if it is to be acknowledged.
     * @param isSolicited          true if it raises an event for solicited completions.
     */
    public void transport(
            final int sourceQueuePair,
            final int destinationQueuePair,
            final int psn,
            final boolean isAckRequested,
            final boolean isSolicited) {
        isManagement = false;
        flow(FlowLabel.of(sourceQueuePair & MASK_24, destinationQueuePair & MASK_24));
        buffer.putShort(UDP + UDP_DESTINATION_PORT, (short) ROCE_PORT, BIG_ENDIAN);
        buffer.putByte(BTH + BTH_FLAGS, (byte) (isSolicited ? BTH_SOLICITED : 0));
        buffer.putShort(BTH + BTH_PARTITION_KEY, (short) DEFAULT_PARTITION, BIG_ENDIAN);
        buffer.putInt(BTH + BTH_DESTINATION, destinationQueuePair & MASK_24, BIG_ENDIAN);
        buffer.putInt(BTH + BTH_PSN, psn & MASK_24 | (isAckRequested ? BTH_ACK_REQUEST : 0), BIG_ENDIAN);
    }

    /**
     * Sets the flow label of the packet; by default its queue pairs select the flow.
     *
     * @param label the flow label that both sides agreed on, 20 bits.
     */
    public void flow(final int label) {
        sourcePort(FlowLabel.sourcePort(label));
    }

    private void sourcePort(final int port) {
        buffer.putShort(UDP, (short) port, BIG_ENDIAN);
    }

    /**
     * Writes a management datagram, between the queue pairs 1 of both hosts: what all packets have, and its own
     * headers. Its packet sequence number is the next of its host's.
     */
    public void management() {
        final int queuePair = ConnectionDatagram.QUEUE_PAIR;
        transport(queuePair, queuePair, 0, true, false);
        sourcePort(MANAGEMENT_PORT);
        datagram(ConnectionDatagram.QUEUE_KEY, queuePair);
        isManagement = true;
    }

    /**
     * Writes a SEND, or a part of one.
     *
     * @param isFirst true if it begins the message.
     * @param isLast  true if it ends it.
     */
    public void send(final boolean isFirst, final boolean isLast) {
        final int first = isFirst ? Opcodes.SEND_FIRST : Opcodes.SEND_MIDDLE;
        final int last = isFirst ? Opcodes.SEND_ONLY : Opcodes.SEND_LAST;
        opcode(isLast ? last : first);
    }

    /**
     * Writes the last part of a SEND with immediate data, or all of it.
     *
     * @param isFirst   true if it is all of it.
     * @param immediate the data.
     */
    public void sendWithImmediate(final boolean isFirst, final int immediate) {
        opcode(isFirst ? Opcodes.SEND_ONLY_IMMEDIATE : Opcodes.SEND_LAST_IMMEDIATE);
        buffer.putInt(EXTENSION, immediate, BIG_ENDIAN);
    }

    /**
     * Writes the last part of a SEND that invalidates a key, or all of it.
     *
     * @param isFirst true if it is all of it.
     * @param key     the rkey.
     */
    public void sendWithInvalidate(final boolean isFirst, final int key) {
        opcode(isFirst ? Opcodes.SEND_ONLY_INVALIDATE : Opcodes.SEND_LAST_INVALIDATE);
        buffer.putInt(EXTENSION, key, BIG_ENDIAN);
    }

    /**
     * Writes an RDMA WRITE, or a part of one.
     *
     * @param isFirst       true if it begins the message: address, key and length are in this packet only.
     * @param isLast        true if it ends it.
     * @param address the target address.
     * @param key           the rkey.
     * @param messageLength bytes of the message.
     */
    public void write(
            final boolean isFirst, final boolean isLast, final long address, final int key, final int messageLength) {
        final int first = isFirst ? Opcodes.WRITE_FIRST : Opcodes.WRITE_MIDDLE;
        final int last = isFirst ? Opcodes.WRITE_ONLY : Opcodes.WRITE_LAST;
        opcode(isLast ? last : first);
        if (isFirst) {
            memory(address, key, messageLength);
        }
    }

    /**
     * Writes the last part of an RDMA WRITE with immediate data, or all of it.
     *
     * @param isFirst       true if it is all of it: address, key and length are in such a packet only.
     * @param address the target address.
     * @param key           the rkey.
     * @param messageLength bytes of the message.
     * @param immediate     the data.
     */
    public void writeWithImmediate(
            final boolean isFirst, final long address, final int key, final int messageLength, final int immediate) {
        opcode(isFirst ? Opcodes.WRITE_ONLY_IMMEDIATE : Opcodes.WRITE_LAST_IMMEDIATE);
        if (isFirst) {
            memory(address, key, messageLength);
        }
        buffer.putInt(payloadOffset - Opcodes.IMMEDIATE, immediate, BIG_ENDIAN);
    }

    /**
     * Writes the request of an RDMA READ.
     *
     * @param address the address of the data.
     * @param key           the rkey.
     * @param messageLength bytes that are asked for.
     */
    public void readRequest(final long address, final int key, final int messageLength) {
        opcode(Opcodes.READ_REQUEST);
        memory(address, key, messageLength);
    }

    /**
     * Writes the response to an RDMA READ, or a part of it.
     *
     * @param isFirst         true if it begins the response.
     * @param isLast          true if it ends it.
     * @param messageSequence messages completed, 24 bits: not in a middle packet.
     */
    public void readResponse(final boolean isFirst, final boolean isLast, final int messageSequence) {
        final int first = isFirst ? Opcodes.READ_RESPONSE_FIRST : Opcodes.READ_RESPONSE_MIDDLE;
        final int last = isFirst ? Opcodes.READ_RESPONSE_ONLY : Opcodes.READ_RESPONSE_LAST;
        opcode(isLast ? last : first);
        if (isFirst || isLast) {
            answer(AckSyndrome.ACK, messageSequence);
        }
    }

    /**
     * Writes an acknowledgement, or a refusal.
     *
     * @param syndrome        which: {@link AckSyndrome}.
     * @param messageSequence messages completed, 24 bits.
     */
    public void acknowledge(final int syndrome, final int messageSequence) {
        opcode(Opcodes.ACKNOWLEDGE);
        answer(syndrome, messageSequence);
    }

    /**
     * Writes the request of an atomic compare and swap.
     *
     * @param address the address of the value.
     * @param key     the rkey.
     * @param compare what it is compared with.
     * @param swap    its new value if it is that.
     */
    public void compareAndSwap(final long address, final int key, final long compare, final long swap) {
        atomic(Opcodes.COMPARE_SWAP, address, key, swap, compare);
    }

    /**
     * Writes the request of an atomic fetch and add.
     *
     * @param address the address of the value.
     * @param key     the rkey.
     * @param add     what is added to it.
     */
    public void fetchAndAdd(final long address, final int key, final long add) {
        atomic(Opcodes.FETCH_ADD, address, key, add, 0);
    }

    /**
     * Writes the response to an atomic; it has no payload.
     *
     * @param messageSequence messages completed, 24 bits.
     * @param value           the value before.
     */
    public void atomicResponse(final int messageSequence, final long value) {
        opcode(Opcodes.ATOMIC_ACKNOWLEDGE);
        answer(AckSyndrome.ACK, messageSequence);
        buffer.putLong(EXTENSION + Opcodes.AETH, value, BIG_ENDIAN);
    }

    /**
     * Writes a datagram.
     *
     * @param queueKey        the key that it brings.
     * @param sourceQueuePair the sender's queue pair, 24 bits.
     */
    public void datagram(final int queueKey, final int sourceQueuePair) {
        opcode(Opcodes.DATAGRAM_SEND_ONLY);
        buffer.putInt(EXTENSION, queueKey, BIG_ENDIAN);
        buffer.putInt(EXTENSION + DETH_SOURCE, sourceQueuePair & MASK_24, BIG_ENDIAN);
    }

    private void opcode(final int opcode) {
        buffer.putByte(BTH, (byte) opcode);
        payloadOffset = EXTENSION + Opcodes.extensionLength(opcode);
    }

    private void memory(final long address, final int key, final int messageLength) {
        buffer.putLong(EXTENSION, address, BIG_ENDIAN);
        buffer.putInt(EXTENSION + RETH_KEY, key, BIG_ENDIAN);
        buffer.putInt(EXTENSION + RETH_DMA_LENGTH, messageLength, BIG_ENDIAN);
    }

    private void answer(final int syndrome, final int messageSequence) {
        buffer.putInt(EXTENSION, syndrome << 24 | messageSequence & MASK_24, BIG_ENDIAN);
    }

    private void atomic(final int opcode, final long address, final int key, final long swapOrAdd, final long compare) {
        opcode(opcode);
        buffer.putLong(EXTENSION, address, BIG_ENDIAN);
        buffer.putInt(EXTENSION + ATOMIC_KEY, key, BIG_ENDIAN);
        buffer.putLong(EXTENSION + ATOMIC_SWAP_OR_ADD, swapOrAdd, BIG_ENDIAN);
        buffer.putLong(EXTENSION + ATOMIC_COMPARE, compare, BIG_ENDIAN);
    }

    /**
     * Returns the native address for the payload.
     *
     * @return the address of {@link #MAX_PAYLOAD} bytes.
     */
    public long payloadAddress() {
        return buffer.addressOffset() + payloadOffset;
    }

    /**
     * Returns the offset of the payload in {@link #buffer()}.
     *
     * @return the offset.
     */
    public int payloadOffset() {
        return payloadOffset;
    }

    /**
     * Returns the frame's bytes.
     *
     * @return a buffer of the frame's.
     */
    public MutableDirectBuffer buffer() {
        return buffer;
    }

    /**
     * Completes it: the pad behind the payload and the lengths.
     *
     * @param payloadLength bytes of the payload, which is in its place.
     */
    public void end(final int payloadLength) {
        final int pad = -payloadLength & PAD_TO - 1;
        final int end = payloadOffset + payloadLength + pad;
        buffer.setMemory(end - pad, pad, (byte) 0);
        final int flags = buffer.getByte(BTH + BTH_FLAGS) | pad << BTH_PAD_SHIFT;
        buffer.putByte(BTH + BTH_FLAGS, (byte) flags);
        length = end + ICRC_LENGTH;
        buffer.putShort(UDP + UDP_LENGTH_FIELD, (short) (length - UDP), BIG_ENDIAN);
        buffer.putShort(IP + IPV4_TOTAL_LENGTH, (short) (length - IP), BIG_ENDIAN);
    }

    /** Returns the sender's IPv4 address. */
    int source() {
        return buffer.getInt(IP + IPV4_SOURCE, BIG_ENDIAN);
    }

    /** Returns true if it counts among its host's management datagrams. */
    boolean isManagement() {
        return isManagement;
    }

    /** Gives a management datagram its number. */
    void number(final int psn) {
        buffer.putInt(BTH + BTH_PSN, psn & MASK_24 | BTH_ACK_REQUEST, BIG_ENDIAN);
    }

    /** Gives it its number among the packets of its host, and the checksums. */
    void seal(final int identification) {
        buffer.putShort(IP + IPV4_IDENTIFICATION, (short) identification, BIG_ENDIAN);
        buffer.putShort(IP + IPV4_CHECKSUM, (short) ipChecksum(), BIG_ENDIAN);
        final int end = length - ICRC_LENGTH;
        buffer.putInt(end, icrc.of(buffer, IP, end), LITTLE_ENDIAN);
    }

    /** Returns the internet checksum of the IPv4 header, whose own field is 0 (RFC 1071). */
    private int ipChecksum() {
        int sum = 0;
        for (int at = IP; at < UDP; at += 2) {
            sum += buffer.getShort(at, BIG_ENDIAN) & 0xffff;
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return ~(sum + (sum >>> 16)) & 0xffff;
    }

    /** Returns the bytes of the frame. */
    int length() {
        return length;
    }
}
