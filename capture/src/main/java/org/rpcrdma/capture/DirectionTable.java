// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.function.Consumer;

/**
 * A table of the directions of all connections. A direction is looked up by the addresses and the destination queue
 * pair of a packet.
 */
final class DirectionTable {
    private static final int BUCKETS = 1 << 14;

    private final AddressHash hash;
    private final Direction[] buckets = new Direction[BUCKETS];
    private Direction latest;

    DirectionTable(final AddressHash hash) {
        this.hash = hash;
    }

    void add(final Direction direction) {
        final int bucket = bucketOf(direction.endpoints());
        direction.nextInBucket = buckets[bucket];
        buckets[bucket] = direction;
    }

    void forEach(final Consumer<Direction> consumer) {
        for (final Direction bucket : buckets) {
            for (Direction direction = bucket; direction != null; direction = direction.nextInBucket) {
                consumer.accept(direction);
            }
        }
    }

    /** Returns the direction to which a packet belongs, or null if the direction is not in the table. */
    Direction find(final CapturedPacket packet) {
        if (latest != null) {
            if (latest.endpoints().isOf(packet)) {
                return latest;
            }
            final Direction back = latest.connection().peerOf(latest);
            if (back != null && back.endpoints().isOf(packet)) {
                latest = back;
                return back;
            }
        }
        Direction direction = buckets[bucketOf(packet)];
        while (direction != null && !direction.endpoints().isOf(packet)) {
            direction = direction.nextInBucket;
        }
        if (direction != null) {
            latest = direction;
        }
        return direction;
    }

    /** Returns the direction between two endpoints, or null if the direction is not in the table. */
    Direction find(final Endpoints endpoints) {
        Direction direction = buckets[bucketOf(endpoints)];
        while (direction != null && !direction.endpoints().equals(endpoints)) {
            direction = direction.nextInBucket;
        }
        return direction;
    }

    /** Removes a direction, which must be in the table. */
    void remove(final Direction direction) {
        latest = null;
        final int bucket = bucketOf(direction.endpoints());
        if (buckets[bucket] == direction) {
            buckets[bucket] = direction.nextInBucket;
            return;
        }
        Direction before = buckets[bucket];
        while (before.nextInBucket != direction) {
            before = before.nextInBucket;
        }
        before.nextInBucket = direction.nextInBucket;
    }

    private int bucketOf(final CapturedPacket packet) {
        final int hashed = hash.of(
                packet.sourceHigh,
                packet.sourceLow,
                packet.destinationHigh,
                packet.destinationLow,
                packet.destinationQueuePair);
        return hashed & BUCKETS - 1;
    }

    private int bucketOf(final Endpoints of) {
        final int hashed = hash.of(
                of.sourceHigh(), of.sourceLow(), of.destinationHigh(), of.destinationLow(), of.destinationQueuePair());
        return hashed & BUCKETS - 1;
    }
}
