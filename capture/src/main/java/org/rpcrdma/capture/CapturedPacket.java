// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.frame.Frame;
import org.rpcrdma.rnic.roce.Field;

/** A RoCEv2 packet parsed from a frame by {@link FrameParser}. One object is reused for all frames. */
final class CapturedPacket {
    long frameNumber;
    long timestampNanos;
    long relativeNanos;

    /** Addresses in two words each; IPv4 as ::ffff:a.b.c.d. */
    long sourceHigh;

    long sourceLow;
    long destinationHigh;
    long destinationLow;

    int opcode;
    /** True if the packet acknowledges a request and all earlier requests. */
    boolean answers;

    /** The syndrome of an acknowledgement, otherwise 0. */
    int syndrome;
    /** The syndrome of a negative acknowledgement, otherwise 0. */
    int nak;

    int destinationQueuePair;
    int psn;

    /**
     * From the RDMA extended transport header; the key also from the invalidate extended transport header; otherwise 0.
     */
    int rkey;

    long address;
    long dmaLength;

    UnsafeBuffer buffer;
    int payloadOffset;
    int payloadLength;
    /** The number of captured bytes of the payload. */
    int captured;

    /** True if the payload is truncated. */
    boolean cut;

    /** True if the receiver had refused an earlier transmission of the packet. */
    boolean wasRefused;

    /** Identifies the place at which the packet was seen, see {@link Frame#path}. */
    int path;

    /** The identification of its IPv4 header, or {@link Frame#NO_IDENTIFICATION}. */
    int identification;

    /** Copies all fields of another packet, and its payload into the given memory. */
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

    /** Returns a field of the management datagram in the payload. The field has at most 32 bits. */
    int get(final Field field) {
        return field.get(buffer, payloadOffset);
    }
}
