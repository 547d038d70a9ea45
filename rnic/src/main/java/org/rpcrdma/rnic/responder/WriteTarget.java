// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.link.Packet;

/** The memory of the RDMA WRITE in progress: only its first packet names it on a wire. */
final class WriteTarget {
    int key;
    private long address;
    private int length;

    /** Begins with a WRITE's first packet. */
    void begin(final Packet first) {
        key = first.remoteKey;
        address = first.remoteAddress;
        length = first.messageLength;
    }

    /** Returns the address behind the bytes that arrived before. */
    long address(final int arrived) {
        return address + arrived;
    }

    /** Returns the bytes that are to come behind those that arrived before; negative if no WRITE is so long. */
    int left(final int arrived) {
        return length - arrived;
    }

    /** Returns true if a packet brings no more than is to come, and all of it if it is the last. */
    boolean fits(final Packet packet, final int arrived) {
        final int bytes = packet.payload.length();
        return packet.isLast ? bytes == left(arrived) : bytes <= left(arrived);
    }
}
