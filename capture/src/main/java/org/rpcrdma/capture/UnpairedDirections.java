// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * The directions whose partner has not been seen, found by the addresses that a packet of the partner has.
 *
 * <pre>
 *   bucket of the addresses:  oldest ⇄ direction ⇄ direction ⇄ newest
 * </pre>
 *
 * <p>Nothing here walks over more than {@link #MOST_COMPARED} directions of one pair of addresses: whoever made the
 * capture may have put {@link ConnectionTable#MAX_CONNECTIONS} of them into it.
 */
final class UnpairedDirections {
    /**
     * How many of the newest directions an acknowledgement is compared with: it follows soon on the packets that it
     * acknowledges.
     */
    static final int MOST_COMPARED = 64;

    private static final int BUCKETS = 1 << 12;

    private final AddressHash hash;
    private final Direction[] oldest = new Direction[BUCKETS];
    private final Direction[] newest = new Direction[BUCKETS];

    UnpairedDirections(final AddressHash hash) {
        this.hash = hash;
    }

    void add(final Direction direction) {
        final int bucket = bucketOf(direction);
        final Direction before = newest[bucket];
        direction.olderUnpaired = before;
        newest[bucket] = direction;
        if (before == null) {
            oldest[bucket] = direction;
        } else {
            before.newerUnpaired = direction;
        }
    }

    /** Takes a direction out; nothing happens if it is not in here. */
    void remove(final Direction direction) {
        final int bucket = bucketOf(direction);
        final Direction older = direction.olderUnpaired;
        final Direction newer = direction.newerUnpaired;
        if (older != null) {
            older.newerUnpaired = newer;
        } else if (oldest[bucket] == direction) {
            oldest[bucket] = newer;
        }
        if (newer != null) {
            newer.olderUnpaired = older;
        } else if (newest[bucket] == direction) {
            newest[bucket] = older;
        }
        direction.olderUnpaired = null;
        direction.newerUnpaired = null;
    }

    /** Returns the direction that has waited longest for the addresses of a packet, or null. */
    Direction oldestBackOf(final CapturedPacket packet) {
        Direction candidate = oldest[bucketOfBack(packet)];
        while (candidate != null && !candidate.endpoints().isBackOf(packet)) {
            candidate = candidate.newerUnpaired;
        }
        return candidate;
    }

    /**
     * Returns the direction whose sequence numbers an acknowledgement continues, among the newest for its addresses, or
     * null.
     */
    Direction nearestBackOf(final CapturedPacket acknowledgement) {
        Direction nearest = null;
        int least = SequenceWindow.SIZE + 1;
        int compared = 0;
        Direction candidate = newest[bucketOfBack(acknowledgement)];
        for (; candidate != null && compared < MOST_COMPARED; candidate = candidate.olderUnpaired) {
            if (candidate.endpoints().isBackOf(acknowledgement)) {
                compared++;
                final int away = Math.abs(SequenceWindow.distance(
                        acknowledgement.psn, candidate.sequence().highest()));
                if (away < least) {
                    least = away;
                    nearest = candidate;
                }
            }
        }
        return nearest;
    }

    private int bucketOf(final Direction direction) {
        final Endpoints of = direction.endpoints();
        return hash.of(of.sourceHigh(), of.sourceLow(), of.destinationHigh(), of.destinationLow(), 0) & BUCKETS - 1;
    }

    private int bucketOfBack(final CapturedPacket packet) {
        return hash.of(packet.destinationHigh, packet.destinationLow, packet.sourceHigh, packet.sourceLow, 0)
                & BUCKETS - 1;
    }
}
