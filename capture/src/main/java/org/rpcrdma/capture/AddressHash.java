// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Hashes addresses and a queue pair number together with a random secret. The secret prevents a crafted capture from
 * making the hashes of all its connections collide. It does not affect the messages that are read from a capture.
 */
final class AddressHash {
    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final long secret;

    AddressHash() {
        this(ThreadLocalRandom.current().nextLong());
    }

    AddressHash(final long secret) {
        this.secret = secret;
    }

    int of(
            final long sourceHigh,
            final long sourceLow,
            final long destinationHigh,
            final long destinationLow,
            final int queuePair) {
        long hash = mix(secret ^ sourceHigh);
        hash = mix(hash ^ sourceLow);
        hash = mix(hash ^ destinationHigh);
        hash = mix(hash ^ destinationLow);
        return (int) mix(hash ^ queuePair);
    }

    /** Returns a hash in which every bit depends on every input bit. This is the final step of SplitMix64. */
    private static long mix(final long word) {
        long mixed = word + MULTIPLIER;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58_476d_1ce4_e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d0_49bb_1331_11ebL;
        return mixed ^ mixed >>> 31;
    }
}
