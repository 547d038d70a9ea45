// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * A Send, or the bytes of one packet of an RDMA WRITE or RDMA READ response, as reported to {@link CaptureListener}.
 *
 * <p>Reused for each call: do not retain the message or the bytes in {@link #buffer()}. Confined to the thread that
 * reads the capture.
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
     * @return the position in the file, from 1, as in Wireshark.
     */
    public long frameNumber() {
        return frameNumber;
    }

    /**
     * Returns the time at which that frame was captured.
     *
     * @return nanoseconds since 1970-01-01T00:00:00Z.
     */
    public long timestampNanos() {
        return timestampNanos;
    }

    /**
     * Returns the time of that frame since the first frame.
     *
     * @return nanoseconds; negative if the capture is not ordered by time.
     */
    public long relativeNanos() {
        return relativeNanos;
    }

    /**
     * Returns the connection. A queue pair number that is reused after a new connection request belongs to a new
     * connection.
     *
     * @return the connection's number, from 0, in the order of their appearance in the capture.
     */
    public int connection() {
        return direction.connection().id();
    }

    /**
     * Returns true if the connection's client sent the frame. The client is the end that requested the connection or,
     * if that was not captured, the end that sends calls.
     *
     * @return false if the server sent it.
     */
    public boolean fromClient() {
        return direction.connection().client() == direction;
    }

    /**
     * Returns true if it is certain which end is the client.
     *
     * @return false if {@link #fromClient()} is a guess that may change.
     */
    public boolean isClientKnown() {
        return direction.connection().isClientKnown();
    }

    /**
     * Returns the end of the connection that sent the frame; unlike {@link #fromClient()} it never changes.
     *
     * @return 0 for the end that was seen first, 1 for the other.
     */
    public int side() {
        return direction.connection().first() == direction ? 0 : 1;
    }

    /**
     * Returns true if everything that both ends sent was captured: since the connection's start if it was reported by
     * {@link CaptureListener#onConnect}, otherwise since its first captured packet.
     *
     * @return false while something is missing or truncated, until the sender repeats it; false if only one end's
     *     packets were captured.
     */
    public boolean isConnectionGapless() {
        return direction.connection().wholeness().isGapless();
    }

    /**
     * Returns true if something is missing permanently: packets that the receiver received, or the rest of a truncated
     * packet. Packets that the network lost are not missing after the sender has repeated them.
     *
     * @return also true if only one end's packets were captured.
     */
    public boolean isConnectionDamaged() {
        return direction.connection().wholeness().isDamaged();
    }

    /**
     * Returns the frame's source address.
     *
     * @return IPv4 in dotted form, IPv6 in the form of RFC 5952.
     */
    public String source() {
        return direction.endpoints().source();
    }

    /**
     * Returns the frame's destination address.
     *
     * @return IPv4 in dotted form, IPv6 in the form of RFC 5952.
     */
    public String destination() {
        return direction.endpoints().destination();
    }

    /**
     * Returns the opcode in the frame's base transport header.
     *
     * @return for example 4 for SEND ONLY, 23 for SEND ONLY with Invalidate.
     */
    public int opcode() {
        return opcode;
    }

    /**
     * Returns true if the bytes are the first of an RDMA transfer.
     *
     * @return true for FIRST and ONLY packets.
     */
    public boolean startsTransfer() {
        return Opcodes.startsTransfer(opcode);
    }

    /**
     * Returns the frame's destination queue pair.
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
     * Returns true if the sender retransmitted bytes that were reported before.
     *
     * @return false for bytes that are captured for the first time, even if the sender had sent them before.
     */
    public boolean retransmitted() {
        return retransmitted;
    }

    /**
     * Returns true if the receiver had refused an earlier transmission. It refuses these bytes, or the last of them, if
     * others before them are missing.
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
     * Returns the remote key. It belongs to an RDMA WRITE or READ, or a Send invalidates it.
     *
     * @return the key; 0 for other Sends.
     */
    public int rkey() {
        return rkey;
    }

    /**
     * Returns the address of the first byte of an RDMA transfer. It is in the memory of the end that granted the key.
     *
     * @return the iova; 0 for Sends.
     */
    public long address() {
        return address;
    }

    /**
     * Returns the bytes that the whole RDMA WRITE or READ transfers.
     *
     * @return bytes, unsigned 32-bit, in a READ request and in the first packet of a WRITE; otherwise 0.
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
     * Returns the offset of the first byte in {@link #buffer()}.
     *
     * @return the offset.
     */
    public int offset() {
        return offset;
    }

    /**
     * Returns the number of captured bytes.
     *
     * @return the length without padding.
     */
    public int length() {
        return length;
    }

    /**
     * Returns the number of bytes sent.
     *
     * @return {@link #length()}, or more if packets were truncated.
     */
    public int wireLength() {
        return wireLength;
    }

    /**
     * Returns true if only the first part of the sent bytes was captured.
     *
     * @return true if {@link #length()} is less than {@link #wireLength()}.
     */
    public boolean isCut() {
        return length < wireLength;
    }

    /**
     * Returns true if packets of the connection were recently captured out of order. What an end sent may then precede
     * what it had received before.
     *
     * @return false if all recent packets were in order.
     */
    public boolean isConnectionReordered() {
        return direction.connection().isReordered();
    }
}
