// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.verbs.QueuePairType;

/**
 * A packet: headers, a {@link Payload}, where it comes from and where it goes. On a simulated link it is the event of
 * its arrival. Pooled.
 */
public final class Packet extends Event {
    public static final byte SEND = 0;
    public static final byte WRITE = 1;
    public static final byte READ_REQUEST = 2;
    public static final byte READ_RESPONSE = 3;
    public static final byte ACK = 4;
    public static final byte RNR_NAK = 5;
    public static final byte NAK = 6;
    /** A NAK of a sequence gap: the packets from its PSN on are to be sent again. */
    public static final byte SEQUENCE_NAK = 7;

    public static final byte ATOMIC = 8;
    public static final byte ATOMIC_RESPONSE = 9;
    public static final byte ATOMIC_WRITE = 10;
    public static final byte FLUSH = 11;

    public byte kind;
    /** The transport: the type of the queue pair that it comes from. */
    public QueuePairType transport;

    public boolean isFirst;
    public boolean isLast;
    /**
     * Set if the packet must be acknowledged immediately although it is not the last of its message, which always is.
     */
    public boolean isAckRequested;
    /** 24 bits on the link; the receiver takes it for the full number: {@link Psn#near}. */
    public long psn;
    /** Bytes of the message ahead of this packet's. */
    public int offset;
    /** Bytes of the whole message, or bytes that a READ requests. */
    public int messageLength;

    public long remoteAddress;
    public int remoteKey;
    /** Set if a SEND invalidates {@link #remoteKey}. */
    public boolean isInvalidating;
    /** Set if the Receive of the message raises a solicited event. */
    public boolean isSolicited;

    public boolean hasImmediate;
    public int immediate;
    /** The operation of an ATOMIC. */
    public byte operation;
    /** The value that an atomic compares, adds or writes; the number of bytes of a flush. */
    public long operand;

    public long swap;
    public int flushTypes;
    /** The key that a datagram brings. */
    public int qkey;

    /** The status at the requester, in a NAK. */
    public int status;
    /** Nanoseconds until the next try, in an RNR NAK. */
    public long wait;
    /** The MSN of an answer: how many messages of its peer the sender has completed, up to the PSN that it answers. */
    public int messageSequence;

    /** The queue pair that it comes from. */
    public PacketOrigin origin;
    /** The destination queue pair, or null. */
    public PacketSink destination;
    /** The lives of the queue pairs that it comes from and is meant for. */
    public int originEpoch;

    public int epoch;

    /** The bytes that it carries. */
    public final Payload payload = new Payload();

    /** Resets the packet. */
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

    /** Sends it to the life that a queue pair, or null, is in now. */
    public void sendTo(final PacketSink sink) {
        destination = sink;
        epoch = sink == null ? 0 : sink.epoch();
    }

    /** Copies another packet that was not received, including its payload. */
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
