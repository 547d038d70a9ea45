// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import org.rpcrdma.rnic.link.Packet;

/** Kinds of packets, for {@link PacketFilter}: the operations of the base transport header. */
public enum PacketKind {
    /** A part of a SEND, of any form. */
    SEND(Packet.SEND),
    /** A part of an RDMA WRITE. */
    WRITE(Packet.WRITE),
    /** An RDMA READ's request. */
    READ_REQUEST(Packet.READ_REQUEST),
    /** A part of an RDMA READ's response. */
    READ_RESPONSE(Packet.READ_RESPONSE),
    /** An acknowledgement. */
    ACK(Packet.ACK),
    /** An RNR NAK: no Receive was posted, the requester waits and retransmits. */
    RNR_NAK(Packet.RNR_NAK),
    /** A NAK that refuses a request. */
    NAK(Packet.NAK),
    /** A NAK that requests a missing packet (PSN sequence error). */
    SEQUENCE_NAK(Packet.SEQUENCE_NAK),
    /** An atomic's request. */
    ATOMIC(Packet.ATOMIC),
    /** An atomic's response. */
    ATOMIC_RESPONSE(Packet.ATOMIC_RESPONSE),
    /** An atomic write. */
    ATOMIC_WRITE(Packet.ATOMIC_WRITE),
    /** A flush. */
    FLUSH(Packet.FLUSH);

    private final byte code;

    PacketKind(final byte code) {
        this.code = code;
    }

    /** Returns true if responders send packets of the kind. */
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
