// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

import org.rpcrdma.sim.Event;

/**
 * A packet of the reliable connected transport: on the link it is the event of its arrival, then, where its payload
 * is on its way through the receiver's DMA, the event of its landing in memory. Pooled.
 *
 * <p>Its payload is not copied into it as a rule: fragments name the sender's native memory, and the receiver copies
 * from there to where it belongs. Where that memory may change before, the packet takes the payload with it: see
 * {@link PayloadsOnLink}.
 */
public final class Packet extends Event {
    public static final byte SEND = 0;
    public static final byte WRITE = 1;
    public static final byte READ_REQUEST = 2;
    public static final byte READ_RESPONSE = 3;
    public static final byte ACK = 4;
    public static final byte RNR_NAK = 5;
    public static final byte NAK = 6;
    /** A NAK too, of a packet that came before its turn: what is missing is to be sent. */
    public static final byte SEQUENCE_NAK = 7;

    public static final byte ATOMIC = 8;
    public static final byte ATOMIC_RESPONSE = 9;
    public static final byte ATOMIC_WRITE = 10;
    public static final byte FLUSH = 11;

    public byte kind;
    public boolean isFirst;
    public boolean isLast;
    /** 24 bits on the link; whoever takes it, takes it for the full number: {@link Psn#near}. */
    public long psn;
    /** Bytes of the message ahead of this packet's. */
    public int offset;
    /** Bytes of the whole message; what a READ asks for. */
    public int messageLength;

    public long remoteAddress;
    public int remoteKey;
    /** A SEND that invalidates {@link #remoteKey}. */
    public boolean isInvalidating;
    /** A message whose Receive raises an event where solicited ones are armed for. */
    public boolean isSolicited;

    public boolean hasImmediate;
    public int immediate;
    /** Which operation an ATOMIC is. */
    public byte operation;
    /** What an atomic compares, adds or writes; the bytes of a flush. */
    public long operand;

    public long swap;
    public int flushTypes;
    /** The key that a datagram brings. */
    public int qkey;
    /** The number of the shared receive queue that an XRC request goes to. */
    public int sharedQueue;
    /** What a request of a dynamic connection brings: the target's key, and the connection's first number, 24 bits. */
    public long dynamicKey;

    public int connectionPsn;
    /** What a NAK says: the status at the requester. */
    public int status;
    /** What a receiver-not-ready answer says: nanoseconds until the next try. */
    public long wait;
    /** What an answer says: how many messages of its peer the sender has completed, up to the PSN that it answers. */
    public int messageSequence;

    /** The queue pair that it comes from. */
    public PacketOrigin origin;
    /** The queue pair that it is for, or null if there is none. */
    public PacketSink destination;
    /** Which life of its queue pair it comes from, and which it is meant for. */
    public int originEpoch;

    public int epoch;

    /** The bytes that it carries. */
    public final Payload payload = new Payload();

    /** Makes a packet new. */
    public void begin(
            final byte newKind, final PacketOrigin from, final int fromEpoch, final PacketSink to, final long newPsn) {
        kind = newKind;
        psn = newPsn & Psn.MASK;
        origin = from;
        originEpoch = fromEpoch;
        sendTo(to);
        isFirst = true;
        isLast = true;
        isInvalidating = false;
        isSolicited = false;
        hasImmediate = false;
        offset = 0;
        messageLength = 0;
        status = 0;
        payload.clear();
    }

    /** It is meant for the life that a queue pair, or null, has now. */
    public void sendTo(final PacketSink sink) {
        destination = sink;
        epoch = sink == null ? 0 : sink.epoch();
    }

    /** Makes a packet the same as another that was not received, with the payload of its own. */
    void copy(final Packet other) {
        begin(other.kind, other.origin, other.originEpoch, other.destination, other.psn);
        epoch = other.epoch;
        isFirst = other.isFirst;
        isLast = other.isLast;
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
        sharedQueue = other.sharedQueue;
        dynamicKey = other.dynamicKey;
        connectionPsn = other.connectionPsn;
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
