// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.verbs.Gid;

/**
 * A packet that leaves a NIC, for a {@link DeviceTap}: the fields of its headers and its payload. One object is reused
 * for all packets; do not keep it. A field that the packet's kind does not have is undefined.
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
     * Returns the time at which its first bit is on the link.
     *
     * @return nanoseconds of the device's clock, now or later.
     */
    public long departureNanos() {
        return departureNanos;
    }

    /**
     * Returns the kind of the packet.
     *
     * @return the operation of the base transport header.
     */
    public PacketKind kind() {
        return KINDS[packet.kind];
    }

    /**
     * Returns the address of the sender.
     *
     * @return its GID.
     */
    public Gid source() {
        return packet.origin.gid;
    }

    /**
     * Returns the address of the receiver.
     *
     * @return its GID.
     */
    public Gid destination() {
        return packet.destination.gid();
    }

    /**
     * Returns the sender's queue pair number, which only datagrams have in the packet.
     *
     * @return 24 bits.
     */
    public int sourceQueuePair() {
        return packet.origin.number;
    }

    /**
     * Returns the receiver's queue pair number.
     *
     * @return 24 bits.
     */
    public int destinationQueuePair() {
        return packet.destination.number();
    }

    /**
     * Returns the packet sequence number.
     *
     * @return 24 bits.
     */
    public int psn() {
        return (int) packet.psn & Psn.MASK;
    }

    /**
     * Returns true if the packet is the first of a message or of a READ's response.
     *
     * @return true for the first and the only packet.
     */
    public boolean isFirst() {
        return packet.isFirst;
    }

    /**
     * Returns true if the packet is the last of a message or of a READ's response.
     *
     * @return true for the last and the only packet.
     */
    public boolean isLast() {
        return packet.isLast;
    }

    /**
     * Returns true if the packet requests an acknowledgement, as the last of each request does.
     *
     * @return the AckReq bit.
     */
    public boolean isAcknowledgeRequested() {
        return (packet.isLast || packet.isAckRequested) && packet.transport.isReliable() && !kind().isAnswer();
    }

    /**
     * Returns true if the packet raises an event for solicited completions.
     *
     * @return the SE bit.
     */
    public boolean isSolicited() {
        return packet.isSolicited;
    }

    /**
     * Returns true if a SEND invalidates {@link #remoteKey()}.
     *
     * @return false in packets of other kinds.
     */
    public boolean isInvalidating() {
        return packet.isInvalidating;
    }

    /**
     * Returns the rkey of a request.
     *
     * @return the key.
     */
    public int remoteKey() {
        return packet.remoteKey;
    }

    /**
     * Returns the remote address of a request, at which the message begins, not the packet.
     *
     * @return an iova.
     */
    public long remoteAddress() {
        return packet.remoteAddress;
    }

    /**
     * Returns the message sequence number of an answer: messages of the peer that its sender has completed.
     *
     * @return 24 bits.
     */
    public int messageSequence() {
        return packet.messageSequence & Psn.MASK;
    }

    /**
     * Returns the timer code of an RNR NAK.
     *
     * @return 0 to 31: the code of the shortest time that is no shorter than the wait.
     */
    public int rnrTimer() {
        return TimerCodes.rnrTimerCode(packet.wait);
    }

    /**
     * Returns the length of the payload.
     *
     * @return bytes, without padding.
     */
    public int payloadLength() {
        return packet.payload.length();
    }

    /**
     * Copies the payload as it is now in the sender's memory.
     *
     * @param target native memory of {@link #payloadLength()} bytes.
     */
    public void copyPayload(final long target) {
        packet.payload.peek(target);
    }
}
