// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * A Send, or the bytes of one packet of an RDMA WRITE or of an answer to an RDMA READ, as reported to {@link
 * CaptureListener}.
 *
 * <p>Reused from call to call: nothing of it, and none of the bytes in {@link #buffer()}, may be kept.
 */
public final class CapturedMessage {
    private Direction direction;
    private long frameNumber;
    private long timestampNanos;
    private long relativeNanos;
    private int opcode;
    private int destinationQueuePair;
    private int psn;
    private boolean retransmitted;
    private boolean wasRefused;
    private int rkey;
    private long address;
    private long transferLength;
    private UnsafeBuffer buffer;
    private int offset;
    private int length;
    private int wireLength;

    CapturedMessage() {}

    CapturedMessage packet(final CapturedPacket packet, final Direction from) {
        direction = from;
        frameNumber = packet.frameNumber;
        timestampNanos = packet.timestampNanos;
        relativeNanos = packet.relativeNanos;
        opcode = packet.opcode;
        destinationQueuePair = packet.destinationQueuePair;
        psn = packet.psn;
        wasRefused = packet.wasRefused;
        transferLength = packet.dmaLength;
        return this;
    }

    CapturedMessage memory(final int key, final long first) {
        rkey = key;
        address = first;
        return this;
    }

    CapturedMessage bytes(
            final UnsafeBuffer bytes, final int first, final int count, final int onWire, final boolean again) {
        buffer = bytes;
        offset = first;
        length = count;
        wireLength = onWire;
        retransmitted = again;
        return this;
    }

    /**
     * Returns the number of the frame that carried the message, or its last packet.
     *
     * @return the position in the file, from 1, as Wireshark counts.
     */
    public long frameNumber() {
        return frameNumber;
    }

    /**
     * Returns when that frame was captured.
     *
     * @return nanoseconds since 1970-01-01T00:00:00Z.
     */
    public long timestampNanos() {
        return timestampNanos;
    }

    /**
     * Returns when that frame was captured, counted from the first frame of the capture.
     *
     * @return nanoseconds; negative if the capture is not in the order of time.
     */
    public long relativeNanos() {
        return relativeNanos;
    }

    /**
     * Returns the connection. A queue pair number that is used again after a new connection request is a new
     * connection.
     *
     * @return its number, from 0, in the order in which connections appear in the capture.
     */
    public int connection() {
        return direction.connection().id();
    }

    /**
     * Returns true if the connection's client sent the frame: the end that asked for the connection or, if the capture
     * does not show that, the end that sends calls.
     *
     * @return false if the server sent it.
     */
    public boolean fromClient() {
        return direction.connection().client() == direction;
    }

    /**
     * Returns true if the capture says for certain which end is the client.
     *
     * @return false if {@link #fromClient()} is a guess that may still change.
     */
    public boolean isClientKnown() {
        return direction.connection().isClientKnown();
    }

    /**
     * Returns which end of the connection sent the frame; unlike {@link #fromClient()} it never changes.
     *
     * @return 0 for the end that was seen first, 1 for the other.
     */
    public int side() {
        return direction.connection().first() == direction ? 0 : 1;
    }

    /**
     * Returns true if the capture holds all that both ends of the connection sent since it was first seen: since its
     * beginning, if that was reported by {@link CaptureListener#onConnect}.
     *
     * @return false as soon as something is missing or cut, and true again once the sender has repeated it; false if
     *     only one end's packets are in the capture.
     */
    public boolean isConnectionGapless() {
        return direction.connection().wholeness().isGapless();
    }

    /**
     * Returns true if the capture lacks something for good: packets that the receiver had, or the end of a cut one.
     * Packets that the network lost are there when the sender has repeated them.
     *
     * @return true, too, if only one end's packets are in the capture.
     */
    public boolean isConnectionDamaged() {
        return direction.connection().wholeness().isDamaged();
    }

    /**
     * Returns the address that the frame came from.
     *
     * @return IPv4 in dotted form, IPv6 in the form of RFC 5952.
     */
    public String source() {
        return direction.endpoints().source();
    }

    /**
     * Returns the address that the frame went to.
     *
     * @return IPv4 in dotted form, IPv6 in the form of RFC 5952.
     */
    public String destination() {
        return direction.endpoints().destination();
    }

    /**
     * Returns the opcode in the base transport header of the frame.
     *
     * @return for example 4 for SEND ONLY, 23 for SEND ONLY with Invalidate.
     */
    public int opcode() {
        return opcode;
    }

    /**
     * Returns true if the bytes of an RDMA WRITE, or of an answer to an RDMA READ, are the first of it.
     *
     * @return true for FIRST and ONLY packets.
     */
    public boolean startsTransfer() {
        return Opcodes.startsTransfer(opcode);
    }

    /**
     * Returns the queue pair that the frame was sent to.
     *
     * @return the 24-bit number.
     */
    public int destinationQueuePair() {
        return destinationQueuePair;
    }

    /**
     * Returns the packet sequence number of the frame.
     *
     * @return the 24-bit number.
     */
    public int packetSequenceNumber() {
        return psn;
    }

    /**
     * Returns true if this was reported before: the sender retransmitted the same bytes.
     *
     * @return false for bytes that the capture shows for the first time, even if the sender had sent them before.
     */
    public boolean retransmitted() {
        return retransmitted;
    }

    /**
     * Returns true if the sender had sent these bytes, or the last of them, before, and the receiver had refused them
     * for others that were missing.
     *
     * @return false for bytes that were reported before: they are {@link #retransmitted()}.
     */
    public boolean wasRefused() {
        return wasRefused;
    }

    /**
     * Returns true if a Send asks its receiver to invalidate a key.
     *
     * @return true for SEND with Invalidate; {@link #rkey()} is then the key.
     */
    public boolean invalidates() {
        return Opcodes.invalidates(opcode);
    }

    /**
     * Returns the remote key of an RDMA WRITE or READ, or the key that a Send invalidates.
     *
     * @return the key; 0 for other Sends.
     */
    public int rkey() {
        return rkey;
    }

    /**
     * Returns the address of the bytes of an RDMA WRITE or READ in the memory of the end that granted the key.
     *
     * @return the iova of the first of them; 0 for Sends.
     */
    public long address() {
        return address;
    }

    /**
     * Returns how many bytes the whole RDMA WRITE or READ transfers.
     *
     * @return bytes, unsigned 32-bit, in a READ request and in the first packet of a WRITE; 0 in others.
     */
    public long transferLength() {
        return transferLength;
    }

    /**
     * Returns the buffer that holds the bytes.
     *
     * @return a buffer of the reader.
     */
    public DirectBuffer buffer() {
        return buffer;
    }

    /**
     * Returns the offset of the first byte.
     *
     * @return the offset in {@link #buffer()}.
     */
    public int offset() {
        return offset;
    }

    /**
     * Returns how many bytes there are.
     *
     * @return the length, without padding and without what the capture lacks.
     */
    public int length() {
        return length;
    }

    /**
     * Returns how many bytes were sent.
     *
     * @return {@link #length()}, or more if the capture cut packets.
     */
    public int wireLength() {
        return wireLength;
    }

    /**
     * Returns true if the capture holds only the first of the bytes that were sent.
     *
     * @return true if {@link #length()} is less than {@link #wireLength()}.
     */
    public boolean isCut() {
        return length < wireLength;
    }

    /**
     * Returns true if the capture shows packets of the connection in another order than they were sent in, shortly
     * before: what one end sent may then stand in front of what it had received before.
     *
     * @return false if all packets came in order lately.
     */
    public boolean isConnectionReordered() {
        return direction.connection().isReordered();
    }
}
