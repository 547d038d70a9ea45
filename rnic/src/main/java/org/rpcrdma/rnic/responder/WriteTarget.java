// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.link.Packet;

/** The target memory of the current RDMA WRITE. Only the first packet of a WRITE specifies it. */
final class WriteTarget {
    int key;
    private long address;
    private int length;

    /** Begins a WRITE with its first packet. */
    void begin(final Packet first) {
        key = first.remoteKey;
        address = first.remoteAddress;
        length = first.messageLength;
    }

    /** Returns the address after the bytes that have arrived. */
    long address(final int arrived) {
        return address + arrived;
    }

    /** Returns the number of bytes that have not arrived yet; negative if the length is invalid. */
    int left(final int arrived) {
        return length - arrived;
    }

    /**
     * Returns true if a packet contains at most the remaining bytes, and exactly the remaining bytes if it is the last
     * packet.
     */
    boolean fits(final Packet packet, final int arrived) {
        final int bytes = packet.payload.length();
        return packet.isLast ? bytes == left(arrived) : bytes <= left(arrived);
    }
}
