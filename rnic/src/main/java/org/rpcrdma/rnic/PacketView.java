// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.verbs.Gid;

/**
 * A read-only view of a packet that leaves a NIC, for a {@link DeviceTap}: its header fields and its payload. One
 * object is reused for all packets, so do not retain it. Fields that do not apply to the packet's kind are undefined.
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
     * Returns the time at which the packet's first bit is on the link.
     *
     * @return the time on the device's clock, in ns; never in the past.
     */
    public long departureNanos() {
        return departureNanos;
    }

    /**
     * Returns the kind of the packet.
     *
     * @return the kind, based on the opcode in the base transport header.
     */
    public PacketKind kind() {
        return KINDS[packet.kind];
    }

    /**
     * Returns the sender's address.
     *
     * @return the GID.
     */
    public Gid source() {
        return packet.origin.gid;
    }

    /**
     * Returns the receiver's address.
     *
     * @return the GID.
     */
    public Gid destination() {
        return packet.destination.gid();
    }

    /**
     * Returns the sender's queue pair number. On the wire, only datagrams contain it.
     *
     * @return a 24-bit number.
     */
    public int sourceQueuePair() {
        return packet.origin.number;
    }

    /**
     * Returns the receiver's queue pair number.
     *
     * @return a 24-bit number.
     */
    public int destinationQueuePair() {
        return packet.destination.number();
    }

    /**
     * Returns the packet sequence number.
     *
     * @return a 24-bit number.
     */
    public int psn() {
        return (int) packet.psn & Psn.MASK;
    }

    /**
     * Returns true if the packet is the first one of a message or of a READ response.
     *
     * @return true for first packets and for only packets.
     */
    public boolean isFirst() {
        return packet.isFirst;
    }

    /**
     * Returns true if the packet is the last one of a message or of a READ response.
     *
     * @return true for last packets and for only packets.
     */
    public boolean isLast() {
        return packet.isLast;
    }

    /**
     * Returns true if the packet requests an acknowledgement. The last packet of every request does.
     *
     * @return the AckReq bit.
     */
    public boolean isAcknowledgeRequested() {
        return (packet.isLast || packet.isAckRequested) && packet.transport.isReliable() && !kind().isAnswer();
    }

    /**
     * Returns true if the packet triggers a solicited completion event.
     *
     * @return the SE bit.
     */
    public boolean isSolicited() {
        return packet.isSolicited;
    }

    /**
     * Returns true if the packet belongs to a SEND that invalidates {@link #remoteKey()}.
     *
     * @return false for packets of other kinds.
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
     * Returns a request's remote address, which is the start of the whole message rather than of this packet.
     *
     * @return an iova.
     */
    public long remoteAddress() {
        return packet.remoteAddress;
    }

    /**
     * Returns the message sequence number (MSN) of an acknowledgement or response: the number of the peer's messages
     * that its sender has completed.
     *
     * @return a 24-bit number.
     */
    public int messageSequence() {
        return packet.messageSequence & Psn.MASK;
    }

    /**
     * Returns the timer code of an RNR NAK.
     *
     * @return the code, 0 to 31, of the shortest time that is at least as long as the wait.
     */
    public int rnrTimer() {
        return TimerCodes.rnrTimerCode(packet.wait);
    }

    /**
     * Returns the length of the payload.
     *
     * @return the length in bytes, without padding.
     */
    public int payloadLength() {
        return packet.payload.length();
    }

    /**
     * Copies the payload as it currently is in the sender's memory.
     *
     * @param target native memory of {@link #payloadLength()} bytes.
     */
    public void copyPayload(final long target) {
        packet.payload.peek(target);
    }
}
