// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.verbs.QueuePairType;

/**
 * A packet: headers, a {@link Payload}, its origin and its destination. On a simulated link, the packet object is also
 * the event that delivers it. Pooled.
 */
public final class Packet extends Event {
    public static final byte SEND = 0;
    public static final byte WRITE = 1;
    public static final byte READ_REQUEST = 2;
    public static final byte READ_RESPONSE = 3;
    public static final byte ACK = 4;
    public static final byte RNR_NAK = 5;
    public static final byte NAK = 6;
    /** A NAK that reports a sequence gap and requests retransmission starting with its PSN. */
    public static final byte SEQUENCE_NAK = 7;

    public static final byte ATOMIC = 8;
    public static final byte ATOMIC_RESPONSE = 9;
    public static final byte ATOMIC_WRITE = 10;
    public static final byte FLUSH = 11;

    public byte kind;
    /** The transport, which is the type of the sending queue pair. */
    public QueuePairType transport;

    public boolean isFirst;
    public boolean isLast;
    /**
     * True if the packet must be acknowledged immediately although it is not the last packet of its message. A last
     * packet is always acknowledged.
     */
    public boolean isAckRequested;
    /** The PSN. The link carries 24 bits, from which {@link Psn#near} restores the full number. */
    public long psn;
    /** The number of bytes in the message before this packet. */
    public int offset;
    /** The length of the whole message, or the length that a READ requests, in bytes. */
    public int messageLength;

    public long remoteAddress;
    public int remoteKey;
    /** True if a SEND invalidates {@link #remoteKey}. */
    public boolean isInvalidating;
    /** True if the message requests a solicited event. */
    public boolean isSolicited;

    public boolean hasImmediate;
    public int immediate;
    /** The operation code of an ATOMIC. */
    public byte operation;
    /** The value that an atomic compares, adds or writes, or the length of a flush in bytes. */
    public long operand;

    public long swap;
    public int flushTypes;
    /** The queue key (Q_Key) of a datagram. */
    public int qkey;

    /** The completion status that a NAK causes at the requester. */
    public int status;
    /** The time, in ns, that an RNR NAK asks the requester to wait. */
    public long wait;
    /**
     * The MSN of an answer: the number of the peer's messages that the sender has completed, up to the acknowledged
     * PSN.
     */
    public int messageSequence;

    /** The queue pair that sent the packet. */
    public PacketOrigin origin;
    /** The destination queue pair, or null. */
    public PacketSink destination;
    /** The epochs of the sending and the destination queue pair. */
    public int originEpoch;

    public int epoch;

    /** The payload. */
    public final Payload payload = new Payload();

    /** Resets the packet for reuse. */
    public void begin(
            final byte newKind,
            final QueuePairType newTransport,
            final PacketOrigin from,
            final int fromEpoch,
            final PacketSink to,
            final long newPsn) {
        kind = newKind;
        transport = newTransport;
        psn = newPsn & Psn.MASK;
        origin = from;
        originEpoch = fromEpoch;
        sendTo(to);
        isFirst = true;
        isLast = true;
        isAckRequested = false;
        isInvalidating = false;
        isSolicited = false;
        hasImmediate = false;
        offset = 0;
        messageLength = 0;
        status = 0;
        payload.clear();
    }

    /** Sets the destination, which may be null, together with its current epoch. */
    public void sendTo(final PacketSink sink) {
        destination = sink;
        epoch = sink == null ? 0 : sink.epoch();
    }

    /** Copies another packet that has not been received yet, including its payload. */
    public void copy(final Packet other) {
        begin(other.kind, other.transport, other.origin, other.originEpoch, other.destination, other.psn);
        epoch = other.epoch;
        isFirst = other.isFirst;
        isLast = other.isLast;
        isAckRequested = other.isAckRequested;
        messageLength = other.messageLength;
        remoteAddress = other.remoteAddress;
        remoteKey = other.remoteKey;
        isInvalidating = other.isInvalidating;
        isSolicited = other.isSolicited;
        hasImmediate = other.hasImmediate;
        immediate = other.immediate;
        operation = other.operation;
        operand = other.operand;
        swap = other.swap;
        flushTypes = other.flushTypes;
        qkey = other.qkey;
        offset = other.offset;
        status = other.status;
        wait = other.wait;
        messageSequence = other.messageSequence;
        payload.copy(other.payload);
    }

    @Override
    protected void fire() {
        if (payload.borrowing != null) {
            payload.borrowing.remove(payload);
        }
        destination.link().deliver(this);
    }
}
