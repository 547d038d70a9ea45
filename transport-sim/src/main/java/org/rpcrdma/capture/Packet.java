/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;

/** A RoCEv2 packet, as {@link FrameParser} reads it from a frame. One object, filled anew for every frame. */
final class Packet {
    long frameNumber;
    long timestampNanos;
    long relativeNanos;

    /** Addresses as two words each; IPv4 as ::ffff:a.b.c.d. */
    long sourceHigh;

    long sourceLow;
    long destinationHigh;
    long destinationLow;

    int opcode;
    int destinationQueuePair;
    int psn;

    /** From the RDMA extended transport header; the key also from the invalidate extended transport header; else 0. */
    int rkey;

    long address;
    long dmaLength;

    DirectBuffer buffer;
    int payloadOffset;
    int payloadLength;

    /** Whether the capture holds only a part of the payload. */
    boolean cut;

    Packet() {}
}
