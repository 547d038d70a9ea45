// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.capture.frame.Frame;
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

    /** The syndrome of an acknowledgement, else 0. */
    int syndrome;
    /** The syndrome of a negative acknowledgement, else 0. */
    int nak;

    int destinationQueuePair;
    int psn;

    /** From the RDMA extended transport header; the key also from the invalidate extended transport header; else 0. */
    int rkey;

    long address;
    long dmaLength;

    UnsafeBuffer buffer;
    int payloadOffset;
    int payloadLength;
    /** The bytes of the payload that the capture holds. */
    int captured;

    /** True if the capture holds only a part of the payload. */
    boolean cut;

    /** True if its receiver had refused the same packet before. */
    boolean wasRefused;

    /** Tells apart the places where a packet was seen: {@link Frame#path}. */
    int path;

    /** The identification of its IPv4 header, or {@link Frame#NO_IDENTIFICATION}. */
    int identification;

    /** Takes over all of another packet, with a copy of its payload. */
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

    /** Returns a field of at most 32 bits of a management datagram that is the payload. */
    int get(final Field field) {
        return field.get(buffer, payloadOffset);
    }
}
