// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/**
 * Distinguishes retransmissions of a packet from copies, which exist if a single transmission was captured more than
 * once.
 *
 * <p>Each place (an interface, a VLAN, a tunnel, or a side of a router) captures a transmission once. If a place
 * captures the packet a second time, the packet was retransmitted, and the other places will also capture it again.
 * Therefore, a packet is a copy unless its place has already captured it as often as any other place has.
 *
 * <pre>
 *   place A   n ──── n+1 ──── n (sent again)
 *   place B       n ──── n+1 ──── n
 *               copy   copy      copy
 * </pre>
 *
 * <p>If the captures of two taps are merged, the taps may look like one place. In that case, three kinds of evidence
 * are evaluated in the following order. The first is the IPv4 identification: if the sender increments it, a
 * retransmission has a different identification. The second is statistics. If nearly all packets appear twice, a packet
 * that appears three or four times was sent twice. If few packets appear again, those packets are retransmissions. The
 * third is a reason to retransmit: the receiver rejected a packet, a READ response is missing before later responses,
 * or a timeout expired. A repeated request is also a reason, because the receiver responds to it again. However,
 * packets from a second tap can also appear after any of these events. If the reason is older than the packet's last
 * appearance, or if it is a response that may be missing, it therefore counts only if few of the immediately preceding
 * packets have copies. A packet that appears again without a reason, and earlier than any timeout, is a copy. This
 * class remembers the latest {@link #SIZE} packets.
 */
final class Copies {
    private static final int SIZE = 1 << 16;
    /**
     * The number of slots in which a packet may be stored. Successive packets of a direction are stored in adjacent
     * groups of slots.
     */
    private static final int WAYS = 8;
    /** A factor that assigns the packets of different directions to different slots. */
    private static final int STRIDE = 0x9e37_79b1;
    /** The maximum delay between the captures of a packet at two taps. */
    private static final long LATEST_NANOS = 1_000_000_000;
    /** A lower bound for the timeouts after which senders retransmit. */
    private static final long SHORTEST_TIMEOUT_NANOS = 450_000;

    private static final int NONE = -1;
    private static final int PLACES = 4;
    private static final int BITS = 4;
    private static final int MOST = (1 << BITS) - 1;

    private final long[] marks = new long[SIZE];
    private final long[] nanos = new long[SIZE];
    /** For each slot, the number of times that each place has captured the packet, with 4 bits per place. */
    private final short[] seen = new short[SIZE];

    /** The identification of the latest transmission; 0 for a packet without identification. */
    private final short[] identifications = new short[SIZE];
    /**
     * For each group of {@link #WAYS} slots, the slot that contains the oldest packet, which the next packet will
     * replace.
     */
    private final byte[] oldest = new byte[SIZE / WAYS];
    /** The number of times that the packet was seen, including copies, at the place that saw it most often. */
    private final byte[] sightings = new byte[SIZE];

    private final int[] numbers = new int[SIZE];
    private final Taps taps = new Taps();

    /** Records a packet that belongs to a direction. Returns true if the packet is a copy. */
    boolean isCopy(final CapturedPacket packet, final Direction direction) {
        final PlacesSeen places = direction.places;
        final int place = places.of(packet, PLACES);
        final long mark = mark(packet, direction);
        final int group = packet.psn + direction.number * STRIDE & SIZE / WAYS - 1;
        final int known = places.isFurther(packet) ? NONE : slotOf(mark, group);
        final boolean isKnown = known != NONE && Math.abs(packet.timestampNanos - nanos[known]) < LATEST_NANOS;
        final int slot = known == NONE ? group * WAYS + (oldest[group]++ & WAYS - 1) : known;
        if (!isKnown) {
            marks[slot] = mark;
            seen[slot] = 0;
            sightings[slot] = 1;
            numbers[slot] = taps.next();
        }
        final int times = seen[slot] >> place * BITS & MOST;
        final boolean isCopy = isKnown && (times < most(slot) || isSameAgain(packet, slot, direction));
        if (isCopy && times >= most(slot)) {
            taps.copied(numbers[slot]);
        }
        if (!isCopy || times < most(slot)) {
            seen[slot] = (short) (seen[slot] + (times < MOST ? 1 << place * BITS : 0));
        }
        if (!isCopy) {
            places.judged(packet, isKnown || direction.isRepeating(packet));
            if (!isKnown && direction.isBehind(packet)) {
                places.wentBackNanos = packet.timestampNanos;
            }
            nanos[slot] = packet.timestampNanos;
            identifications[slot] = (short) Math.max(0, packet.identification);
        }
        places.latest(packet);
        return isCopy;
    }

    /** Returns a packet's slot, or NONE. */
    private int slotOf(final long mark, final int group) {
        final int first = group * WAYS;
        for (int slot = first; slot < first + WAYS; slot++) {
            if (marks[slot] == mark) {
                return slot;
            }
        }
        return NONE;
    }

    private int most(final int slot) {
        int most = 0;
        for (int i = 0; i < PLACES; i++) {
            most = Math.max(most, seen[slot] >> i * BITS & MOST);
        }
        return most;
    }

    /** Returns true if a packet that the same place has already seen is probably not a retransmission. */
    private boolean isSameAgain(final CapturedPacket packet, final int slot, final Direction direction) {
        sightings[slot] = (byte) Math.min(sightings[slot] + 1, Byte.MAX_VALUE);
        if (sightings[slot] <= Taps.MOST) {
            taps.again(numbers[slot], sightings[slot] == 2);
        }
        if (packet.identification > 0 && identifications[slot] != 0 && direction.places.isCounted()) {
            return identifications[slot] == (short) packet.identification;
        }
        if (taps.count() > 1) {
            return most(slot) * taps.count() >= sightings[slot];
        }
        if (taps.isOne() || isPlainAnswer(packet) || direction.places.isGoingBack(packet)) {
            return false;
        }
        return packet.timestampNanos - nanos[slot] < SHORTEST_TIMEOUT_NANOS && !isSentAgain(packet, slot, direction);
    }

    /** Returns true if there is a reason why the sender may have retransmitted the packet. */
    private boolean isSentAgain(final CapturedPacket packet, final int slot, final Direction direction) {
        final long wentBack = direction.places.wentBackNanos;
        final Direction peer = direction.connection().peerOf(direction);
        if (peer == null) {
            return wentBack >= nanos[slot];
        }
        final long reason = Opcodes.isResponse(packet.opcode) ? peer.places.repeatedNanos : peer.places.refusedNanos;
        if (Math.max(reason, wentBack) >= nanos[slot]) {
            return true;
        }
        // The reason and the packet may have crossed on the network. A READ is repeated if a response is missing before
        // later responses.
        final boolean mayBe = reason > packet.timestampNanos - SHORTEST_TIMEOUT_NANOS
                || packet.opcode == Opcodes.READ_REQUEST && peer.places.isAnsweredBeyond(packet.psn);
        return mayBe && taps.isAlone(numbers[slot]);
    }

    /** Returns true if the packet is one that a receiver may send repeatedly and at any time. */
    private static boolean isPlainAnswer(final CapturedPacket packet) {
        return packet.opcode == Opcodes.ACKNOWLEDGE && packet.nak == 0;
    }

    /** Returns a hash of the fields that identify a packet and its copies. */
    private static long mark(final CapturedPacket packet, final Direction direction) {
        long mark = (long) direction.number << 32
                ^ (long) packet.psn << 8
                ^ (Opcodes.isResponse(packet.opcode) ? packet.opcode : 0);
        mark = mix(mark ^ (long) packet.payloadLength << 40 ^ (long) packet.syndrome << 56);
        return mix(mark ^ packet.address ^ (long) packet.rkey << 17 ^ packet.opcode);
    }

    private static long mix(final long word) {
        long mixed = (word ^ word >>> 32) * 0x9e37_79b9_7f4a_7c15L;
        mixed = (mixed ^ mixed >>> 29) * 0xbf58_476d_1ce4_e5b9L;
        return mixed ^ mixed >>> 32;
    }
}
