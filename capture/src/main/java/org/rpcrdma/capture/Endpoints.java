// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * The source and destination of a direction's packets. They are the key by which a {@link Direction} is found. IPv4
 * addresses are stored as ::ffff:a.b.c.d.
 */
record Endpoints(
        long sourceHigh,
        long sourceLow,
        long destinationHigh,
        long destinationLow,
        int destinationQueuePair,
        String source,
        String destination) {

    static Endpoints of(final CapturedPacket packet) {
        return new Endpoints(
                packet.sourceHigh,
                packet.sourceLow,
                packet.destinationHigh,
                packet.destinationLow,
                packet.destinationQueuePair,
                IpAddress.text(packet.sourceHigh, packet.sourceLow),
                IpAddress.text(packet.destinationHigh, packet.destinationLow));
    }

    /** Returns endpoints with the same addresses and another destination queue pair. */
    Endpoints to(final int queuePair) {
        return new Endpoints(sourceHigh, sourceLow, destinationHigh, destinationLow, queuePair, source, destination);
    }

    /** Returns the endpoints of the reverse direction, whose destination queue pair is given. */
    Endpoints back(final int queuePair) {
        return new Endpoints(destinationHigh, destinationLow, sourceHigh, sourceLow, queuePair, destination, source);
    }

    boolean isOf(final CapturedPacket packet) {
        return destinationQueuePair == packet.destinationQueuePair
                && sourceLow == packet.sourceLow
                && destinationLow == packet.destinationLow
                && sourceHigh == packet.sourceHigh
                && destinationHigh == packet.destinationHigh;
    }

    boolean isBackOf(final CapturedPacket packet) {
        return sourceLow == packet.destinationLow
                && destinationLow == packet.sourceLow
                && sourceHigh == packet.destinationHigh
                && destinationHigh == packet.sourceHigh;
    }

    /** Returns true if another direction has the reverse addresses, ignoring queue pairs. */
    boolean isSameWayBack(final Endpoints other) {
        return sourceLow == other.destinationLow
                && destinationLow == other.sourceLow
                && sourceHigh == other.destinationHigh
                && destinationHigh == other.sourceHigh;
    }

    /** Returns true if another direction has the same addresses, ignoring queue pairs. */
    boolean isSameWay(final Endpoints other) {
        return sourceLow == other.sourceLow
                && destinationLow == other.destinationLow
                && sourceHigh == other.sourceHigh
                && destinationHigh == other.destinationHigh;
    }

    /**
     * Compares the numbers, from which the texts are derived. Not generated, because the first use of a record's
     * generated method delays short commands by some 30 ms.
     */
    @Override
    public boolean equals(final Object object) {
        return object instanceof Endpoints other
                && destinationQueuePair == other.destinationQueuePair
                && isSameWay(other);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(sourceHigh ^ sourceLow ^ destinationHigh ^ destinationLow) * 31 + destinationQueuePair;
    }
}
