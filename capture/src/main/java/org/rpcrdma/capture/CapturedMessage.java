// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * A Send, or the bytes in one packet of an RDMA WRITE or of an RDMA READ response, as reported to
 * {@link CaptureListener}.
 *
 * <p>The object is reused for each call, so do not retain the message or the bytes in {@link #buffer()}. Confined to
 * the thread that reads the capture.
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
     * Returns the number of the frame that contains the message or its last packet.
     *
     * @return the frame's position in the file, counted from 1 as in Wireshark.
     */
    public long frameNumber() {
        return frameNumber;
    }

    /**
     * Returns the time at which the frame was captured.
     *
     * @return the time in nanoseconds since 1970-01-01T00:00:00Z.
     */
    public long timestampNanos() {
        return timestampNanos;
    }

    /**
     * Returns the time between the first frame and this frame.
     *
     * @return the time in nanoseconds; negative if the capture is not in chronological order.
     */
    public long relativeNanos() {
        return relativeNanos;
    }

    /**
     * Returns the connection's number. If a new connection request reuses a queue pair number, the subsequent packets
     * belong to a new connection.
     *
     * @return the number; connections are numbered from 0 in the order in which they appear in the capture.
     */
    public int connection() {
        return direction.connection().id();
    }

    /**
     * Returns true if the connection's client sent the frame. The client is the side that requested the connection or,
     * if the request was not captured, the side that sends calls.
     *
     * @return false if the server sent the frame.
     */
    public boolean fromClient() {
        return direction.connection().client() == direction;
    }

    /**
     * Returns true if it is certain which side is the client.
     *
     * @return false if {@link #fromClient()} is a guess that may change.
     */
    public boolean isClientKnown() {
        return direction.connection().isClientKnown();
    }

    /**
     * Returns the side of the connection that sent the frame. Unlike {@link #fromClient()}, the side never changes.
     *
     * @return 0 for the side that was seen first, 1 for the other side.
     */
    public int side() {
        return direction.connection().first() == direction ? 0 : 1;
    }

    /**
     * Returns true if all packets of both sides were captured. If {@link CaptureListener#onConnect} reported the
     * connection, this covers all packets since the connection's start; otherwise, it covers all packets since the
     * first captured packet.
     *
     * @return false while a packet is missing or truncated, until the sender repeats it; false if only one side's
     *     packets were captured.
     */
    public boolean isConnectionGapless() {
        return direction.connection().wholeness().isGapless();
    }

    /**
     * Returns true if packets that the receiver received are permanently missing from the capture, completely or in
     * part. Packets that were lost on the network no longer count as missing once the sender has repeated them.
     *
     * @return true if packets are permanently missing; also true if only one side's packets were captured.
     */
    public boolean isConnectionDamaged() {
        return direction.connection().wholeness().isDamaged();
    }

    /**
     * Returns the frame's source address.
     *
     * @return an IPv4 address in dotted decimal form, or an IPv6 address as specified by RFC 5952.
     */
    public String source() {
        return direction.endpoints().source();
    }

    /**
     * Returns the frame's destination address.
     *
     * @return an IPv4 address in dotted decimal form, or an IPv6 address as specified by RFC 5952.
     */
    public String destination() {
        return direction.endpoints().destination();
    }

    /**
     * Returns the opcode in the frame's base transport header.
     *
     * @return the opcode, for example 4 for SEND ONLY or 23 for SEND ONLY with Invalidate.
     */
    public int opcode() {
        return opcode;
    }

    /**
     * Returns true if the frame contains the first bytes of an RDMA transfer.
     *
     * @return true for FIRST and ONLY packets.
     */
    public boolean startsTransfer() {
        return Opcodes.startsTransfer(opcode);
    }

    /**
     * Returns the number of the frame's destination queue pair.
     *
     * @return the 24-bit number.
     */
    public int destinationQueuePair() {
        return destinationQueuePair;
    }

    /**
     * Returns the frame's packet sequence number.
     *
     * @return the 24-bit number.
     */
    public int packetSequenceNumber() {
        return psn;
    }

    /**
     * Returns true if the sender retransmitted bytes that have already been reported.
     *
     * @return false for bytes that were captured for the first time, even if they were a retransmission.
     */
    public boolean retransmitted() {
        return retransmitted;
    }

    /**
     * Returns true if the receiver rejected an earlier transmission of these bytes because preceding packets were
     * missing.
     *
     * @return false for bytes that have already been reported; these are {@link #retransmitted()}.
     */
    public boolean wasRefused() {
        return wasRefused;
    }

    /**
     * Returns true if a Send asks the receiver to invalidate a key.
     *
     * @return true for SEND with Invalidate, in which case {@link #rkey()} is the key.
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
     * Returns the address of the first byte of an RDMA transfer. The address refers to the memory of the side that
     * granted the key.
     *
     * @return the iova; 0 for Sends.
     */
    public long address() {
        return address;
    }

    /**
     * Returns the length of the entire RDMA WRITE or READ.
     *
     * @return the length in bytes, unsigned 32-bit, in a READ request and in the first packet of a WRITE; otherwise 0.
     */
    public long transferLength() {
        return transferLength;
    }

    /**
     * Returns the buffer that contains the message's bytes.
     *
     * @return the reader's buffer.
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
     * Returns the number of bytes that were sent.
     *
     * @return {@link #length()}, or more if packets were truncated.
     */
    public int wireLength() {
        return wireLength;
    }

    /**
     * Returns true if only the first part of the message was captured.
     *
     * @return true if {@link #length()} is less than {@link #wireLength()}.
     */
    public boolean isCut() {
        return length < wireLength;
    }

    /**
     * Returns true if the connection's packets were recently captured out of order. A message may then be reported
     * before another message that its sender had already received.
     *
     * @return false if all recent packets were captured in order.
     */
    public boolean isConnectionReordered() {
        return direction.connection().isReordered();
    }
}
