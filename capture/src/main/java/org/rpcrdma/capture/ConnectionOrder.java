// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.capture.HeldPackets.Held;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.Syndrome;

/**
 * Sorts a connection's packets by sequence number.
 *
 * <pre>
 *             ┌───────── in order, and nothing is held ───▶ directions
 *   packet ───┤                                          ▲
 *             └─ else ─▶ held in order until the first packet is next or the time expires
 * </pre>
 *
 * <p>Packets are captured out of order if the network reordered them, or if the capture was merged from several queues,
 * interfaces or files. While a packet is missing, the packets of both directions are held, so that requests, responses
 * and acknowledgements keep their order. At most {@link #MOST_HELD} packets are held, for at most {@link
 * HoldQueue#NANOS}. If one of these limits is reached, the missing packets become a gap, which later packets may still
 * fill. If the receiver has rejected the packets after a gap, it receives all of them again, so the first copies are
 * dropped.
 */
final class ConnectionOrder extends Waiting {
    private static final int MOST_HELD = 4096;
    /**
     * The maximum number of replies that are held in vain because their calls are missing. If a capture starts in the
     * middle of a connection, it lacks the calls that were outstanding at that time.
     */
    private static final int MOST_VAIN = 256;

    private static final int NONE = -1;

    private final ObservedConnection connection;
    private final Emitter emitter;
    private HeldPackets held;
    private boolean hasRefused;
    /** True if all packets are held because the connection's set-up may still arrive. */
    private boolean isAwaitingSetUp;
    /** The number of replies that were held for the maximum time although no packet was missing. */
    private int vain;

    ConnectionOrder(final ObservedConnection connection, final Emitter emitter) {
        this.connection = connection;
        this.emitter = emitter;
    }

    void awaitSetUp() {
        isAwaitingSetUp = true;
    }

    boolean isAwaitingSetUp() {
        return isAwaitingSetUp;
    }

    /** Swaps the connection's two directions. */
    void turnSides() {
        for (int i = 0; held != null && i < held.count(); i++) {
            held.get(i).side = 1 - held.get(i).side;
        }
    }

    /**
     * Takes over the packets that another connection holds. They become packets of the second direction and remain in
     * capture order.
     */
    void takeOver(final ConnectionOrder other) {
        final HeldPackets mine = held;
        final HeldPackets others = other.held;
        held = null;
        other.held = null;
        other.isAwaitingSetUp = false;
        while (!isEmpty(mine) || !isEmpty(others)) {
            final boolean isMine = isEmpty(others)
                    || !isEmpty(mine) && mine.get(0).packet.frameNumber <= others.get(0).packet.frameNumber;
            final Held next = isMine ? mine.remove(0) : others.remove(0);
            onPacket(next.packet, isMine ? connection.first() : connection.second());
        }
    }

    private static boolean isEmpty(final HeldPackets packets) {
        return packets == null || packets.isEmpty();
    }

    /** Stops waiting for the set-up, and delivers the packets that are next in sequence. */
    void begin() {
        isAwaitingSetUp = false;
        drain();
    }

    /** Processes a packet. Packets must be passed in capture order. */
    void onPacket(final CapturedPacket packet, final Direction from) {
        connection.learnMtu(packet);
        if (!isHolding()) {
            if (!isAwaitingSetUp && isNext(packet, from)) {
                from.take(packet);
            } else {
                hold(held == null ? 0 : held.count(), packet, from);
            }
            return;
        }
        if (Opcodes.isResponse(packet.opcode)) {
            onResponse(packet, from);
        } else {
            onRequest(packet, from);
        }
        drain();
    }

    /** Returns true if a packet is next in sequence, unless it is a reply whose call is still missing. */
    private boolean isNext(final CapturedPacket packet, final Direction from) {
        return from.isInSequence(packet) && !isEarly(packet, from);
    }

    private boolean isEarly(final CapturedPacket packet, final Direction from) {
        final Direction peer = connection.peerOf(from);
        return Opcodes.startsSend(packet.opcode)
                && vain < MOST_VAIN
                && peer != null
                && peer.missing().isNone()
                && !from.sequence().isSeen(packet.psn)
                && emitter.messages.isEarlyReply(packet, peer.number);
    }

    private Direction fromOf(final Held one) {
        return one.side == 0 ? connection.first() : connection.second();
    }

    private boolean isHolding() {
        return !isEmpty(held);
    }

    private void onResponse(final CapturedPacket packet, final Direction from) {
        if (packet.nak == Syndrome.SEQUENCE_ERROR) {
            refuse(packet.psn, from);
        } else if (packet.answers) {
            accept(packet.psn, from);
        }
        hold(held.count(), packet, from);
    }

    /**
     * Marks the peer's packets after a sequence number as rejected. The receiver has dropped these packets and may
     * receive them again.
     */
    private void refuse(final int psn, final Direction receiver) {
        for (int i = 0; i < held.count(); i++) {
            final Held one = held.get(i);
            if (isRequestToward(one, receiver) && SequenceWindow.distance(one.packet.psn, psn) > 0) {
                one.isRefused = true;
                hasRefused = true;
            }
        }
    }

    /** Marks the peer's packets up to a sequence number as accepted, because the receiver has acknowledged them. */
    private void accept(final int psn, final Direction receiver) {
        for (int i = 0; hasRefused && i < held.count(); i++) {
            final Held one = held.get(i);
            if (isRequestToward(one, receiver) && SequenceWindow.distance(one.packet.psn, psn) <= 0) {
                one.isRefused = false;
            }
        }
    }

    private boolean isRequestToward(final Held held, final Direction receiver) {
        return fromOf(held) != receiver && !Opcodes.isResponse(held.packet.opcode);
    }

    private void onRequest(final CapturedPacket packet, final Direction from) {
        if (isNextOfOther(packet, from)) {
            connection.reordered();
            from.take(packet);
            return;
        }
        if (from.isBeyond(packet.psn) && !from.missing().isAnswered(packet.psn)) {
            if (hasRefused) {
                acceptAll(from);
            }
            hold(held.count(), packet, from);
            return;
        }
        int place = 0;
        while (place < held.count() && !follows(held.get(place), packet, from)) {
            place++;
        }
        if (place < held.count() && isSame(held.get(place), packet, from)) {
            repeated(place, packet, from);
        } else {
            if (place < held.count() && !held.get(place).isRefused) {
                connection.reordered();
            }
            hold(place, packet, from);
        }
    }

    /**
     * Returns true if the held packets are waiting for a call and this packet is the next one in the caller's
     * direction.
     */
    private boolean isNextOfOther(final CapturedPacket packet, final Direction from) {
        final Held first = held.get(0);
        if (fromOf(first) == from || !isWaitingForCall(first) || !isNext(packet, from)) {
            return false;
        }
        for (int i = 0; i < held.count(); i++) {
            if (fromOf(held.get(i)) == from) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true if a held packet must have been sent after a request, because the packet is a later request or a
     * response to the request.
     */
    private boolean follows(final Held held, final CapturedPacket request, final Direction from) {
        final boolean isResponse = Opcodes.isResponse(held.packet.opcode);
        return (fromOf(held) == from) != isResponse
                && held.packet.nak == 0
                && SequenceWindow.distance(held.packet.psn, request.psn) >= 0;
    }

    private boolean isSame(final Held held, final CapturedPacket request, final Direction from) {
        return fromOf(held) == from && held.packet.psn == request.psn && !Opcodes.isResponse(held.packet.opcode);
    }

    /**
     * Drops one of the two transmissions of a held packet. If the receiver rejected the first one, that one is dropped;
     * otherwise, the retransmission is dropped.
     */
    private void repeated(final int place, final CapturedPacket packet, final Direction from) {
        emitter.counts.retransmittedPackets++;
        connection.repeated();
        if (held.get(place).isRefused) {
            held.remove(place);
            packet.wasRefused = true;
            hold(place, packet, from);
        }
    }

    /**
     * Marks held packets as accepted. If a sender continues after packets that were rejected, the receiver must have
     * accepted them in the meantime.
     */
    private void acceptAll(final Direction from) {
        for (int i = 0; i < held.count(); i++) {
            if (fromOf(held.get(i)) == from) {
                held.get(i).isRefused = false;
            }
        }
    }

    private void hold(final int place, final CapturedPacket packet, final Direction from) {
        if (held == null) {
            held = new HeldPackets(emitter.held);
        }
        emitter.holdings.add(this);
        from.reach(packet);
        if (held.count() >= MOST_HELD || !held.add(place, packet, from == connection.first() ? 0 : 1)) {
            release(Long.MAX_VALUE);
            from.force(packet);
        }
    }

    private boolean isWaitingForCall(final Held one) {
        return !isAwaitingSetUp && !one.isRefused && fromOf(one).isInSequence(one.packet);
    }

    /** Delivers the held packets that are next in sequence. */
    private void drain() {
        while (isHolding() && !isAwaitingSetUp) {
            final int place = nextPlace();
            if (place == NONE) {
                return;
            }
            if (place > 0) {
                connection.reordered();
            }
            final Held next = held.remove(place);
            fromOf(next).take(next.packet);
        }
        hasRefused &= isHolding();
    }

    /**
     * Returns the position of a held packet that can be delivered. It is the position of the first packet or, if that
     * packet is waiting for a call, the position of a packet from the caller. Returns NONE if no packet can be
     * delivered.
     */
    private int nextPlace() {
        final Held first = held.get(0);
        if (isNext(first)) {
            return 0;
        }
        if (isWaitingForCall(first)) {
            for (int i = 1; i < held.count(); i++) {
                if (fromOf(held.get(i)) != fromOf(first) && isNext(held.get(i))) {
                    return i;
                }
            }
        }
        return NONE;
    }

    private boolean isNext(final Held one) {
        return !one.isRefused && isNext(one.packet, fromOf(one));
    }

    /**
     * Delivers the packets that were captured before a given time, and their successors. The packets that are missing
     * before them become gaps.
     */
    @Override
    void release(final long beforeNanos) {
        if (isAwaitingSetUp) {
            isAwaitingSetUp = false;
            connection.setUpIsMissing();
        }
        drain();
        while (isHolding() && held.get(0).packet.relativeNanos < beforeNanos) {
            vain += isWaitingForCall(held.get(0)) ? 1 : 0;
            final Held first = held.remove(0);
            fromOf(first).force(first.packet);
            drain();
        }
        if (isHolding()) {
            emitter.holdings.add(this);
        }
    }
}
