// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import org.agrona.UnsafeApi;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.Psn;
import org.rpcrdma.nic.link.TimerCodes;
import org.rpcrdma.nic.queue.Operation;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairType;

/**
 * A packet that leaves, as {@link FabricTap} is shown it: what its headers say on the link. One object, used again for each; nothing
 * may be kept.
 */
public final class PacketView {
    private static final PacketKind[] KINDS = PacketKind.byCode();

    private Packet packet;
    private long departureNanos;

    PacketView() {}

    PacketView wrap(final Packet shown, final long departure) {
        packet = shown;
        departureNanos = departure;
        return this;
    }

    /**
     * When its first bit is on the link.
     *
     * @return nanoseconds of the simulation's clock, not before now.
     */
    public long departureNanos() {
        return departureNanos;
    }

    /**
     * What it does.
     *
     * @return its kind.
     */
    public PacketKind kind() {
        return KINDS[packet.kind];
    }

    /**
     * The transport that it belongs to.
     *
     * @return the type of the queue pairs.
     */
    public QueuePairType transport() {
        return packet.transport;
    }

    /**
     * The sender.
     *
     * @return its address.
     */
    public Gid source() {
        return packet.origin.gid;
    }

    /**
     * The receiver.
     *
     * @return its address.
     */
    public Gid destination() {
        return packet.destination.link().gid();
    }

    /**
     * The sender's queue pair: not in the packet, but for datagrams.
     *
     * @return 24 bits.
     */
    public int sourceQueuePair() {
        return packet.origin.number;
    }

    /**
     * The receiver's queue pair.
     *
     * @return 24 bits.
     */
    public int destinationQueuePair() {
        return packet.destination.number();
    }

    /**
     * Returns the flow label of its connection, which the networks tell flows apart by.
     *
     * @return 20 bits; 0 where none was agreed on.
     */
    public int flowLabel() {
        return packet.origin.flowLabel;
    }

    /**
     * The packet sequence number.
     *
     * @return 24 bits.
     */
    public int psn() {
        return (int) packet.psn & Psn.MASK;
    }

    /**
     * Whether it begins a message, or a READ's response.
     *
     * @return true where no packet of the same goes ahead of it.
     */
    public boolean isFirst() {
        return packet.isFirst;
    }

    /**
     * Whether it ends a message, or a READ's response.
     *
     * @return true where no packet of the same follows.
     */
    public boolean isLast() {
        return packet.isLast;
    }

    /**
     * Whether it asks to be acknowledged: the last packet of each request does.
     *
     * @return the bit.
     */
    public boolean isAcknowledgeRequested() {
        return packet.isLast && packet.transport.isReliable() && !kind().isAnswer();
    }

    /**
     * Whether it raises an event for solicited completions.
     *
     * @return the bit.
     */
    public boolean isSolicited() {
        return packet.isSolicited;
    }

    /**
     * Whether immediate data is with it.
     *
     * @return false where {@link #immediate()} means nothing.
     */
    public boolean hasImmediate() {
        return packet.hasImmediate;
    }

    /**
     * Its immediate data.
     *
     * @return the four bytes, as the sender posted them.
     */
    public int immediate() {
        return packet.immediate;
    }

    /**
     * Whether a SEND asks for {@link #remoteKey()} to be invalidated.
     *
     * @return false in all other packets.
     */
    public boolean isInvalidating() {
        return packet.isInvalidating;
    }

    /**
     * The key that a request names.
     *
     * @return the rkey; means nothing in others.
     */
    public int remoteKey() {
        return packet.remoteKey;
    }

    /**
     * The address that a request names: where the message begins, not the packet.
     *
     * @return the iova; means nothing in others.
     */
    public long remoteAddress() {
        return packet.remoteAddress;
    }

    /**
     * How long the message of a request is, or how much a READ asks for.
     *
     * @return bytes; means nothing in others.
     */
    public int messageLength() {
        return packet.messageLength;
    }

    /**
     * Whether an atomic compares and swaps.
     *
     * @return false where it fetches and adds.
     */
    public boolean isCompareAndSwap() {
        return packet.operation == Operation.COMPARE_AND_SWAP;
    }

    /**
     * What an atomic compares, adds or writes; the bytes of a flush.
     *
     * @return the operand; means nothing in other packets.
     */
    public long operand() {
        return packet.operand;
    }

    /**
     * What a compare-and-swap writes.
     *
     * @return the value; means nothing in other packets.
     */
    public long swap() {
        return packet.swap;
    }

    /**
     * The value that an atomic's response brings: its payload.
     *
     * @return the value before; means nothing in other packets.
     */
    public long value() {
        return UnsafeApi.getLong(packet.payload.address());
    }

    /**
     * The key that a datagram brings.
     *
     * @return the queue key; means nothing in other packets.
     */
    public int queueKey() {
        return packet.qkey;
    }

    /**
     * How many messages of its peer the sender of an answer has completed.
     *
     * @return 24 bits; means nothing in other packets.
     */
    public int messageSequence() {
        return packet.messageSequence & Psn.MASK;
    }

    /**
     * How a receiver-not-ready answer says how long to wait.
     *
     * @return a code of 0 to 31, of the shortest time that is not shorter; means nothing in other packets.
     */
    public int rnrTimer() {
        return TimerCodes.rnrTimerCode(packet.wait);
    }

    /**
     * What the requester's completion says where a {@link PacketKind#NAK} ends it.
     *
     * @return {@link CompletionStatus}; means nothing in other packets.
     */
    public int status() {
        return packet.status;
    }

    /**
     * The length of its payload.
     *
     * @return bytes, without padding.
     */
    public int payloadLength() {
        return packet.payload.length();
    }

    /**
     * Copies its payload, each byte as it is in the sender's memory now.
     *
     * @param target native memory of {@link #payloadLength()} bytes.
     */
    public void copyPayload(final long target) {
        packet.payload.peek(target);
    }
}
