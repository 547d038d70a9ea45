// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * Packet sequence numbers. A packet contains 24 bits, but both halves of a queue pair use 64 bits. They restore a
 * packet's full number as the nearest number with the same low bits, which is less than 8 million packets away.
 */
public final class Psn {
    public static final int MASK = (1 << 24) - 1;

    private static final int HIGH_BITS = Long.SIZE - 24;

    private Psn() {}

    /** Returns the number nearest to a reference that has the low bits of a packet's number. */
    public static long near(final long onPacket, final long reference) {
        return reference + ((onPacket - reference) << HIGH_BITS >> HIGH_BITS);
    }
}
