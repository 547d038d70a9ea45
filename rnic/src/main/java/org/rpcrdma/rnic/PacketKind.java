// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.link.Packet;

/** The kinds of packets that {@link PacketFilter} distinguishes, based on the opcode in the base transport header. */
public enum PacketKind {
    /** A packet of any form of SEND. */
    SEND(Packet.SEND),
    /** A packet of an RDMA WRITE. */
    WRITE(Packet.WRITE),
    /** The request of an RDMA READ. */
    READ_REQUEST(Packet.READ_REQUEST),
    /** A packet of the response to an RDMA READ. */
    READ_RESPONSE(Packet.READ_RESPONSE),
    /** An acknowledgement. */
    ACK(Packet.ACK),
    /** An RNR NAK: no Receive was posted, so the requester waits and retransmits. */
    RNR_NAK(Packet.RNR_NAK),
    /** A NAK that rejects a request. */
    NAK(Packet.NAK),
    /** A NAK that requests a missing packet (PSN sequence error). */
    SEQUENCE_NAK(Packet.SEQUENCE_NAK),
    /** The request of an atomic operation. */
    ATOMIC(Packet.ATOMIC),
    /** The response to an atomic operation. */
    ATOMIC_RESPONSE(Packet.ATOMIC_RESPONSE),
    /** An atomic write. */
    ATOMIC_WRITE(Packet.ATOMIC_WRITE),
    /** A flush. */
    FLUSH(Packet.FLUSH);

    private final byte code;

    PacketKind(final byte code) {
        this.code = code;
    }

    /** Returns true if responders send packets of this kind. */
    boolean isAnswer() {
        return switch (this) {
            case READ_RESPONSE, ATOMIC_RESPONSE, ACK, RNR_NAK, NAK, SEQUENCE_NAK -> true;
            default -> false;
        };
    }

    /** All kinds, indexed by code. */
    static PacketKind[] byCode() {
        final PacketKind[] kinds = new PacketKind[values().length];
        for (final PacketKind kind : values()) {
            kinds[kind.code] = kind;
        }
        return kinds;
    }

    boolean is(final byte kind) {
        return code == kind;
    }
}
