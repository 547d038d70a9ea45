// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.rnic.roce.Opcodes;

/**
 * Tells copies of a packet, which a capture shows several times, from a packet that its sender repeats.
 *
 * <p>A packet is seen once at each place that it passes: an interface, a VLAN, a tunnel, a side of a router. The second
 * time at one place it was sent again, and is seen once more at the others. So a packet is a copy unless this place has
 * seen it as often as any other.
 *
 * <pre>
 *   place A   n ──── n+1 ──── n (sent again)
 *   place B       n ──── n+1 ──── n
 *               copy   copy      copy
 * </pre>
 *
 * <p>Two taps whose captures are merged may look like one place. Then the identification of IPv4 tells, if the sender
 * counts it: the packet that is sent again has another one. Without that, the numbers tell: if nearly all packets come
 * twice, one that has come three or four times was sent twice; if few come again, those were sent again. Until either
 * is known the reason tells: a sender repeats packets because its receiver refused one, because an answer to a READ is
 * missing in front of others, or after a time-out, and a receiver answers again if it was asked again. A second tap
 * shows packets after such a reason, too: if it is older than the packet's last sighting, or an answer that may be
 * missing, it counts only if few of the packets just before have copies. What comes again sooner than any time-out and
 * without a reason is a copy. The latest {@link #SIZE} packets are remembered.
 */
final class Copies {
    private static final int SIZE = 1 << 16;
    /** The slots that one packet may have; those of successive packets of a direction are neighbours in memory. */
    private static final int WAYS = 8;
    /** Sends the packets of different directions to different slots. */
    private static final int STRIDE = 0x9e37_79b1;
    /** A tap further away on the network sees a packet no later than this. */
    private static final long LATEST_NANOS = 1_000_000_000;
    /** A sender waits for longer before it repeats a packet without being told. */
    private static final long SHORTEST_TIMEOUT_NANOS = 450_000;

    private static final int NONE = -1;
    private static final int PLACES = 4;
    private static final int BITS = 4;
    private static final int MOST = (1 << BITS) - 1;

    private final long[] marks = new long[SIZE];
    private final long[] nanos = new long[SIZE];
    /** How often each place has seen the packet, 4 bits each. */
    private final short[] seen = new short[SIZE];

    /** 0 of a packet that has none. */
    private final short[] identifications = new short[SIZE];
    /** Of each {@link #WAYS} slots the one that the next packet gets: its packet came first. */
    private final byte[] oldest = new byte[SIZE / WAYS];
    /** How often the packet was seen at the place that saw it most often, copies included. */
    private final byte[] sightings = new byte[SIZE];

    private final int[] numbers = new int[SIZE];
    private final Taps taps = new Taps();

    /** Takes a packet of a direction; returns true if it is a copy. */
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

    /** Returns the slot of a packet, or NONE. */
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

    /** Returns true if a packet that this place has seen is hardly one that was sent again. */
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

    /** Returns true if a packet has come again for a reason. */
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
        // The reason may have crossed the packet. A READ comes again if an answer to it is missing in front of others.
        final boolean mayBe = reason > packet.timestampNanos - SHORTEST_TIMEOUT_NANOS
                || packet.opcode == Opcodes.READ_REQUEST && peer.places.isAnsweredBeyond(packet.psn);
        return mayBe && taps.isAlone(numbers[slot]);
    }

    /** Returns true if a receiver may send a packet at any time, and often. */
    private static boolean isPlainAnswer(final CapturedPacket packet) {
        return packet.opcode == Opcodes.ACKNOWLEDGE && packet.nak == 0;
    }

    /** Returns a hash of all that a packet and its copies share, and others do not. */
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
