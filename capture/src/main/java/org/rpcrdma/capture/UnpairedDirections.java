// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.function.Predicate;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * The directions whose partners are unknown. A direction is looked up by the addresses in a packet from its partner.
 *
 * <pre>
 *   bucket of the addresses:  oldest ⇄ direction ⇄ direction ⇄ newest
 * </pre>
 *
 * <p>A search compares at most {@link #MOST_COMPARED} directions between two addresses, because a crafted capture may
 * contain up to {@link ConnectionTable#MAX_CONNECTIONS} directions between the same addresses.
 */
final class UnpairedDirections {
    /**
     * The number of directions, starting with the newest, with which a packet is compared. It can be small because an
     * acknowledgement or a reply soon follows its request or call.
     */
    static final int MOST_COMPARED = 64;

    private static final int BUCKETS = 1 << 12;

    private final AddressHash hash;
    private final Direction[] oldest = new Direction[BUCKETS];
    private final Direction[] newest = new Direction[BUCKETS];
    /** The transaction ids of calls and, stored separately, of replies. */
    private final MessagesSeen transactions = new MessagesSeen();

    UnpairedDirections(final AddressHash hash) {
        this.hash = hash;
    }

    void add(final Direction direction) {
        final int bucket = bucketOf(direction);
        final Direction before = newest[bucket];
        direction.isUnpaired = true;
        direction.olderUnpaired = before;
        newest[bucket] = direction;
        if (before == null) {
            oldest[bucket] = direction;
        } else {
            before.newerUnpaired = direction;
        }
    }

    /** Removes a direction if it is in this collection. */
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
        direction.isUnpaired = false;
        direction.olderUnpaired = null;
        direction.newerUnpaired = null;
    }

    /**
     * Returns the partner that the latest packet of a direction identifies, or null. An acknowledgement must match the
     * sequence number of a request, and a reply must match a call.
     */
    Direction partnerOf(final Direction direction, final CapturedPacket packet) {
        if (Opcodes.isResponse(packet.opcode)) {
            direction.answersAt(packet.psn);
            return only(direction, candidate -> candidate.sequence().isClose(packet.psn));
        }
        final Direction answering = only(direction, candidate -> candidate.isAnswering(packet.psn));
        return answering == null && Opcodes.startsSend(packet.opcode) && packet.captured >= Integer.BYTES
                ? partnerInCall(direction, packet)
                : answering;
    }

    private Direction partnerInCall(final Direction direction, final CapturedPacket packet) {
        final boolean isReply = transactions.isReply(packet);
        if (!isReply && !transactions.isCall(packet)) {
            return null;
        }
        transactions.add(key(direction, isReply), packet.buffer, packet.payloadOffset, packet.captured);
        return only(direction, candidate -> transactions.contains(packet, key(candidate, !isReply)));
    }

    private static int key(final Direction direction, final boolean ofReplies) {
        return 2 * direction.number + (ofReplies ? 1 : 0);
    }

    /**
     * Returns the only direction that can be the partner of the given direction, or null if there is not exactly one.
     * Also returns null if both directions have the same addresses, as is the case for traffic within a single host.
     */
    Direction onlyBackOf(final Direction direction) {
        final boolean isOnOneHost = direction.endpoints().isSameWayBack(direction.endpoints());
        return isOnOneHost ? null : only(direction, candidate -> true);
    }

    /** Returns the only recent reverse direction that passes a test, or null if not exactly one passes. */
    private Direction only(final Direction direction, final Predicate<Direction> isPartner) {
        Direction found = null;
        int compared = 0;
        Direction candidate = newest[bucketOfBack(direction.endpoints())];
        for (; candidate != null && compared < MOST_COMPARED; candidate = candidate.olderUnpaired) {
            if (candidate != direction && candidate.endpoints().isSameWayBack(direction.endpoints())) {
                compared++;
                if (isPartner.test(candidate)) {
                    if (found != null) {
                        return null;
                    }
                    found = candidate;
                }
            }
        }
        return found;
    }

    /** Returns the oldest unpaired direction that is the reverse of a packet's direction, or null if there is none. */
    Direction oldestBackOf(final CapturedPacket packet) {
        Direction candidate = oldest[bucketOfBack(packet)];
        while (candidate != null && !candidate.endpoints().isBackOf(packet)) {
            candidate = candidate.newerUnpaired;
        }
        return candidate;
    }

    private int bucketOf(final Direction direction) {
        final Endpoints of = direction.endpoints();
        return hash.of(of.sourceHigh(), of.sourceLow(), of.destinationHigh(), of.destinationLow(), 0) & BUCKETS - 1;
    }

    private int bucketOfBack(final Endpoints of) {
        return hash.of(of.destinationHigh(), of.destinationLow(), of.sourceHigh(), of.sourceLow(), 0) & BUCKETS - 1;
    }

    private int bucketOfBack(final CapturedPacket packet) {
        return hash.of(packet.destinationHigh, packet.destinationLow, packet.sourceHigh, packet.sourceLow, 0)
                & BUCKETS - 1;
    }
}
