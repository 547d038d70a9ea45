// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.BufferUtil;
import org.agrona.UnsafeApi;
import org.rpcrdma.sim.Event;

/**
 * A packet of the reliable connected transport: on the link it is the event of its arrival, then, where its payload
 * is on its way through the receiver's DMA, the event of its landing in memory. Pooled.
 *
 * <p>Its payload is not copied into it as a rule: fragments name the sender's native memory, and the receiver copies
 * from there to where it belongs. Where that memory may change before, the packet takes the payload with it: see
 * {@link PayloadsOnLink}.
 */
final class Packet extends Event {
    static final byte SEND = 0;
    static final byte WRITE = 1;
    static final byte READ_REQUEST = 2;
    static final byte READ_RESPONSE = 3;
    static final byte ACK = 4;
    static final byte RNR_NAK = 5;
    static final byte NAK = 6;
    /** A NAK too, of a packet that came before its turn: what is missing is to be sent. */
    static final byte SEQUENCE_NAK = 7;

    static final byte ATOMIC = 8;
    static final byte ATOMIC_RESPONSE = 9;
    static final byte ATOMIC_WRITE = 10;
    static final byte FLUSH = 11;

    private static final long NO_POSITION = -1;
    private static final int MAX_PAYLOAD = 4096;

    byte kind;
    boolean isFirst;
    boolean isLast;
    /** 24 bits on the link; whoever takes it, takes it for the full number: {@link Psn#near}. */
    long psn;
    /** Bytes of payload in this packet. */
    int length;
    /** Bytes of the message ahead of this packet's. */
    int offset;
    /** Bytes of the whole message; what a READ asks for. */
    int messageLength;

    long remoteAddress;
    int remoteKey;
    /** A SEND that invalidates {@link #remoteKey}. */
    boolean isInvalidating;
    /** A message whose Receive raises an event where solicited ones are armed for. */
    boolean isSolicited;

    boolean hasImmediate;
    int immediate;
    /** Which operation an ATOMIC is. */
    byte operation;
    /** What an atomic compares, adds or writes; the bytes of a flush. */
    long operand;

    long swap;
    int flushTypes;
    /** The key that a datagram brings. */
    int qkey;
    /** The number of the shared receive queue that an XRC request goes to. */
    int sharedQueue;
    /** What a request of a dynamic connection brings: the target's key, and the connection's first number, 24 bits. */
    long dynamicKey;

    int connectionPsn;
    /** What a NAK says: the status at the requester. */
    int status;
    /** What a receiver-not-ready answer says: nanoseconds until the next try. */
    long wait;
    /** What an answer says: how many messages of its peer the sender has completed, up to the PSN that it answers. */
    int messageSequence;

    SimulatedQueuePair origin;
    SimulatedQueuePair destination;
    /** Which life of its queue pair it comes from, and which it is meant for. */
    int originEpoch;

    int epoch;

    /** Of a packet that lands: the work request to complete, its status and length; the answer to give. */
    boolean isLanding;

    long position;
    int receiveStatus;
    int receivedLength;
    /** Whether the payload, which the packet has with it then, goes into the completion. */
    boolean isForCompletion;

    byte answer;

    /** Where it is listed while it is on the link with its payload in the sender's memory; else null. */
    PayloadsOnLink borrowing;

    Packet previousOnLink;
    Packet nextOnLink;

    private int fragments;
    private long[] addresses = new long[4];
    private int[] lengths = new int[4];
    private int cursor;
    private int cursorOffset;
    /** Room for a payload of its own, behind that for a route header; made when it is first needed. */
    private ByteBuffer copy;
    /** Room for payload that was calculated; made when it is first needed. */
    private ByteBuffer calculated;

    private int calculatedLength;

    /** Makes a packet new. */
    void begin(final byte newKind, final SimulatedQueuePair from, final long newPsn) {
        kind = newKind;
        psn = newPsn & Psn.MASK;
        origin = from;
        originEpoch = from.epoch();
        sendTo(from.peer());
        isFirst = true;
        isLast = true;
        isInvalidating = false;
        isSolicited = false;
        hasImmediate = false;
        isLanding = false;
        length = 0;
        offset = 0;
        messageLength = 0;
        status = 0;
        position = NO_POSITION;
        receiveStatus = 0;
        isForCompletion = false;
        fragments = 0;
        cursor = 0;
        cursorOffset = 0;
        calculatedLength = 0;
    }

    /** It is meant for the life that a queue pair, or null, has now. */
    void sendTo(final SimulatedQueuePair queuePair) {
        destination = queuePair;
        epoch = queuePair == null ? 0 : queuePair.epoch();
    }

    /** Makes a packet the same as another that was not received, with the payload of its own. */
    void copy(final Packet other) {
        begin(other.kind, other.origin, other.psn);
        destination = other.destination;
        originEpoch = other.originEpoch;
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
        for (int i = 0; i < other.fragments; i++) {
            addFragment(other.addresses[i], other.lengths[i]);
        }
        if (length != 0) {
            copyPayload();
        }
    }

    /** Inverts a byte of the payload that the packet has with it. */
    void flipByte(final int offset) {
        final long address = ownPayload() + offset;
        UnsafeApi.putByte(address, (byte) ~UnsafeApi.getByte(address));
    }

    /** It is in the memory of its queue pair's host when it fires next. */
    void lands() {
        isLanding = true;
    }

    boolean hasPosition() {
        return position != NO_POSITION;
    }

    /** Adds native memory of the sender to the payload. */
    void addFragment(final long address, final int bytes) {
        length += bytes;
        final int last = fragments - 1;
        if (last >= 0 && addresses[last] + lengths[last] == address) {
            lengths[last] += bytes;
            return;
        }
        if (fragments == addresses.length) {
            addresses = Arrays.copyOf(addresses, fragments * 2);
            lengths = Arrays.copyOf(lengths, fragments * 2);
        }
        addresses[fragments] = address;
        lengths[fragments++] = bytes;
    }

    /** Adds bytes to the payload that are in no memory of the sender's. */
    void addCopy(final long address, final int bytes) {
        if (calculated == null) {
            calculated = ByteBuffer.allocateDirect(MAX_PAYLOAD);
        }
        final long own = BufferUtil.address(calculated) + calculatedLength;
        UnsafeApi.copyMemory(address, own, bytes);
        calculatedLength += bytes;
        addFragment(own, bytes);
    }

    /** Copies the next bytes of the payload to native memory of the receiver. */
    void copyTo(final long target, final int bytes) {
        int copied = 0;
        while (copied < bytes) {
            final int count = Math.min(bytes - copied, lengths[cursor] - cursorOffset);
            HostBytes.copy(addresses[cursor] + cursorOffset, target + copied, count);
            copied += count;
            cursorOffset += count;
            if (cursorOffset == lengths[cursor]) {
                cursor++;
                cursorOffset = 0;
            }
        }
    }

    /** Copies the whole payload to native memory; it can be copied again. */
    void peekPayload(final long target) {
        copyTo(target, length);
        cursor = 0;
        cursorOffset = 0;
    }

    /** Copies the payload out of the sender's memory into the packet's own. */
    void copyPayload() {
        final long address = ownRoom();
        copyTo(address, length);
        setPayload(address);
    }

    /** Where the payload begins that the packet has with it. */
    long ownPayload() {
        return addresses[0];
    }

    /** Makes 8 bytes the payload, in the processor's order. */
    void putValue(final long value) {
        final long address = ownRoom();
        UnsafeApi.putLong(address, value);
        length = Long.BYTES;
        setPayload(address);
    }

    private long ownRoom() {
        if (copy == null) {
            copy = ByteBuffer.allocateDirect(RouteHeader.SIZE + MAX_PAYLOAD);
        }
        return BufferUtil.address(copy) + RouteHeader.SIZE;
    }

    /** Puts a datagram's route header ahead of its payload, which is the packet's own or empty. */
    void prependRoute() {
        final long address = ownRoom() - RouteHeader.SIZE;
        RouteHeader.write(copy, origin.device().gid(1, 0), destination.device().gid(1, 0), length);
        length += RouteHeader.SIZE;
        setPayload(address);
    }

    private void setPayload(final long address) {
        addresses[0] = address;
        lengths[0] = length;
        fragments = 1;
        cursor = 0;
        cursorOffset = 0;
    }

    @Override
    protected void fire() {
        if (isLanding) {
            destination.land(this);
        } else {
            if (borrowing != null) {
                borrowing.remove(this);
            }
            if (destination.device().port().takes(this)) {
                destination.receive(this);
            }
        }
    }
}
