// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.Psn;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.verbs.Gid;

/**
 * A read-only view of a packet that leaves a NIC, for a {@link DeviceTap}: the header fields and the payload. One
 * object is reused for all packets; do not retain it. A field that packets of this kind lack is undefined.
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
     * Returns the time at which the first bit is on the link.
     *
     * @return the time, in ns of the device's clock; now or later.
     */
    public long departureNanos() {
        return departureNanos;
    }

    /**
     * Returns the kind of the packet.
     *
     * @return the kind, from the opcode of the base transport header.
     */
    public PacketKind kind() {
        return KINDS[packet.kind];
    }

    /**
     * Returns the address of the sender.
     *
     * @return the GID.
     */
    public Gid source() {
        return packet.origin.gid;
    }

    /**
     * Returns the address of the receiver.
     *
     * @return the GID.
     */
    public Gid destination() {
        return packet.destination.gid();
    }

    /**
     * Returns the sender's queue pair number; on the wire, only datagrams contain it.
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
     * Returns true if the packet requests an acknowledgement, as the last packet of each request does.
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
     * Returns the remote address of a request: the address of the whole message, not of this packet.
     *
     * @return an iova.
     */
    public long remoteAddress() {
        return packet.remoteAddress;
    }

    /**
     * Returns the message sequence number of an acknowledgement or response: the number of the peer's messages that its
     * sender has completed.
     *
     * @return 24 bits.
     */
    public int messageSequence() {
        return packet.messageSequence & Psn.MASK;
    }

    /**
     * Returns the timer code of an RNR NAK.
     *
     * @return 0 to 31: the code of the shortest time that is at least as long as the wait.
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
     * Copies the payload, with its current contents in the sender's memory.
     *
     * @param target native memory of {@link #payloadLength()} bytes.
     */
    public void copyPayload(final long target) {
        packet.payload.peek(target);
    }
}
