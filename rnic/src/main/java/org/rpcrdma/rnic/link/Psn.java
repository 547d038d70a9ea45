// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * Packet sequence numbers. A packet carries 24 bits; the two halves of a queue pair count in 64, and take a number on a
 * packet for the one with those low bits that is nearest to where they are: less than 8 million packets away.
 */
public final class Psn {
    public static final int MASK = (1 << 24) - 1;

    private static final int HIGH_BITS = Long.SIZE - 24;

    private Psn() {}

    /** Returns the number nearest to a reference that has the low bits of a number on a packet. */
    public static long near(final long onPacket, final long reference) {
        return reference + ((onPacket - reference) << HIGH_BITS >> HIGH_BITS);
    }
}
