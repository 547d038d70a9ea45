// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.frame.Frame;
import org.rpcrdma.rnic.roce.Field;

/** A RoCEv2 packet that {@link FrameParser} has parsed from a frame. One object is reused for all frames. */
final class CapturedPacket {
    long frameNumber;
    long timestampNanos;
    long relativeNanos;

    /**
     * The source address and the destination address. Each consists of two words; an IPv4 address has the form
     * ::ffff:a.b.c.d.
     */
    long sourceHigh;

    long sourceLow;
    long destinationHigh;
    long destinationLow;

    int opcode;
    /** True if the packet acknowledges a request and, therefore, all earlier requests. */
    boolean answers;

    /** The acknowledgement's syndrome, or 0 for other packets. */
    int syndrome;
    /** The negative acknowledgement's syndrome, or 0 for other packets. */
    int nak;

    int destinationQueuePair;
    int psn;

    /**
     * The fields of the RDMA extended transport header, or 0 if there is no such header. The key may instead come from
     * the invalidate extended transport header.
     */
    int rkey;

    long address;
    long dmaLength;

    UnsafeBuffer buffer;
    int payloadOffset;
    int payloadLength;
    /** The number of captured payload bytes. */
    int captured;

    /** True if the payload is truncated. */
    boolean cut;

    /** True if the receiver rejected an earlier transmission of the packet. */
    boolean wasRefused;

    /** The place where the packet was seen; see {@link Frame#path}. */
    int path;

    /** The IPv4 header's identification, or {@link Frame#NO_IDENTIFICATION}. */
    int identification;

    /** Copies all fields of another packet, and copies the other packet's payload into the given memory. */
    void copyOf(final CapturedPacket other, final UnsafeBuffer memory) {
        frameNumber = other.frameNumber;
        timestampNanos = other.timestampNanos;
        relativeNanos = other.relativeNanos;
        sourceHigh = other.sourceHigh;
        sourceLow = other.sourceLow;
        destinationHigh = other.destinationHigh;
        destinationLow = other.destinationLow;
        opcode = other.opcode;
        answers = other.answers;
        syndrome = other.syndrome;
        nak = other.nak;
        destinationQueuePair = other.destinationQueuePair;
        psn = other.psn;
        rkey = other.rkey;
        address = other.address;
        dmaLength = other.dmaLength;
        payloadLength = other.payloadLength;
        captured = other.captured;
        cut = other.cut;
        wasRefused = other.wasRefused;
        path = other.path;
        identification = other.identification;
        memory.putBytes(0, other.buffer, other.payloadOffset, other.captured);
        buffer = memory;
        payloadOffset = 0;
    }

    /** Returns a field of at most 32 bits from the management datagram in the payload. */
    int get(final Field field) {
        return field.get(buffer, payloadOffset);
    }
}
