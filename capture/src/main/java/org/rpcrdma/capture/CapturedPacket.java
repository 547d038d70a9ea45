// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.roce.Field;

/** A RoCEv2 packet, as {@link FrameParser} reads it from a frame. One object, filled anew for every frame. */
final class CapturedPacket {
    long frameNumber;
    long timestampNanos;
    long relativeNanos;

    /** Addresses as two words each; IPv4 as ::ffff:a.b.c.d. */
    long sourceHigh;

    long sourceLow;
    long destinationHigh;
    long destinationLow;

    int opcode;
    /** True if it answers a request, and with it all in front of it, and refuses none. */
    boolean answers;

    /** The syndrome of a negative acknowledgement, else 0. */
    int nak;

    int destinationQueuePair;
    int psn;

    /** From the RDMA extended transport header; the key also from the invalidate extended transport header; else 0. */
    int rkey;

    long address;
    long dmaLength;

    DirectBuffer buffer;
    int payloadOffset;
    int payloadLength;

    /** True if the capture holds only a part of the payload. */
    boolean cut;

    /** Returns a field of at most 32 bits of a management datagram that is the payload. */
    int get(final Field field) {
        return field.get(buffer, payloadOffset);
    }
}
