// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.capture.HeldPackets.Held;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.rnic.roce.Syndrome;

/**
 * Puts the packets of a connection in the order of their sequence numbers, whatever order the capture has them in.
 *
 * <pre>
 *             ┌───────── in order, and nothing is held ───▶ directions
 *   packet ───┤                                          ▲
 *             └─ else ─▶ held, each in its place: until the first one is next, for a while
 * </pre>
 *
 * <p>A capture shows packets out of order if it was put together of several queues, interfaces or files, or if the
 * network changed their order. While one is missing, those of both directions are held, so that requests, answers and
 * acknowledgements keep their order; for {@link HoldQueue#NANOS} and {@link #MOST_HELD} packets at most. Then what is
 * missing is a gap; a packet that comes still later fills it. A receiver that has refused what is behind a gap gets all
 * of it again: the first copies are dropped if that happens.
 */
final class ConnectionOrder extends Waiting {
    private static final int MOST_HELD = 4096;
    /** Replies may be without a call if a capture begins in the middle: as many as there were calls on their way. */
    private static final int MOST_VAIN = 256;

    private static final int NONE = -1;

    private final ObservedConnection connection;
    private final Emitter emitter;
    private HeldPackets held;
    private boolean hasRefused;
    /** True if all packets are held, as the connection's set-up may come behind them. */
    private boolean isAwaitingSetUp;
    /** Replies that were held until the time was over, though no packet is missing. */
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

    /** The two directions of the connection have changed their places. */
    void turnSides() {
        for (int i = 0; held != null && i < held.count(); i++) {
            held.get(i).side = 1 - held.get(i).side;
        }
    }

    /** Takes over what another holds, of a direction that is the second one now: in the order of the capture. */
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

    /** Ends the waiting for a set-up, and delivers what is next. */
    void begin() {
        isAwaitingSetUp = false;
        drain();
    }

    /** Takes a packet in the order of the capture. */
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

    /** Returns true if a packet is the next of its sequence, and no reply whose call is still to come. */
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

    /** The receiver has dropped the packets of its peer behind a number, and may get all of them again. */
    private void refuse(final int psn, final Direction receiver) {
        for (int i = 0; i < held.count(); i++) {
            final Held one = held.get(i);
            if (isRequestToward(one, receiver) && SequenceWindow.distance(one.packet.psn, psn) > 0) {
                one.isRefused = true;
                hasRefused = true;
            }
        }
    }

    /** The receiver has taken the packets of its peer up to a number, or their first copies. */
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

    /** Returns true if a packet is the next of its direction, and what is held waits for a call that it may be. */
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

    /** Returns true if a held packet was sent behind a request: a later one, or an answer to it. */
    private boolean follows(final Held held, final CapturedPacket request, final Direction from) {
        final boolean isResponse = Opcodes.isResponse(held.packet.opcode);
        return (fromOf(held) == from) != isResponse
                && held.packet.nak == 0
                && SequenceWindow.distance(held.packet.psn, request.psn) >= 0;
    }

    private boolean isSame(final Held held, final CapturedPacket request, final Direction from) {
        return fromOf(held) == from && held.packet.psn == request.psn && !Opcodes.isResponse(held.packet.opcode);
    }

    /** Drops the second copy of a packet that is held or, if the first one was refused, the first. */
    private void repeated(final int place, final CapturedPacket packet, final Direction from) {
        emitter.counts.retransmittedPackets++;
        connection.repeated();
        if (held.get(place).isRefused) {
            held.remove(place);
            packet.wasRefused = true;
            hold(place, packet, from);
        }
    }

    /** A sender that goes on behind what was refused had it accepted. */
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

    /** Delivers the held packets that are next. */
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

    /** Returns the place of a held packet that is next: the first or, if that waits for a call, one of the caller's. */
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

    /** Delivers what was captured before a time, and what follows it: what is missing in front of that is a gap. */
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
