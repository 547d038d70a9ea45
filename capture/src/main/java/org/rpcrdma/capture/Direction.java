// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * One direction of a connection: all packets from one address to a queue pair at another address.
 *
 * <p>A direction's requests are Sends, RDMA WRITEs and RDMA READ requests, in the order of their sequence numbers. Its
 * acknowledgements and responses refer to the requests of the other direction and to their sequence numbers.
 *
 * <p>A sender may restart at any packet, even in the middle of a request. For this reason, the latest requests that
 * consist of several packets are kept, whether they are complete or not.
 */
final class Direction {
    private static final int ASSEMBLIES = 4;
    private static final int NONE = -1;
    /** The number of bytes in a transport header without chunks. A Send that is truncated to fewer bytes is useless. */
    private static final int LEAST_HEADER = 28;

    private final Endpoints endpoints;
    private ObservedConnection connection;
    private final Emitter emitter;
    private final RequestOrder order;
    private final Assembly[] assemblies = new Assembly[ASSEMBLIES];
    final PlacesSeen places = new PlacesSeen();
    /** A number that is unique within the capture. */
    final int number;

    /** The sequence number of the latest response while the partner is unknown; otherwise NONE. */
    private int answer = NONE;

    private ReadRequests reads;

    private int newest;
    /** The next direction in its bucket of the {@link DirectionTable}. */
    Direction nextInBucket;
    /** The neighbours of this direction in {@link UnpairedDirections}. */
    Direction olderUnpaired;

    Direction newerUnpaired;
    /** True if this direction is in {@link UnpairedDirections}. */
    boolean isUnpaired;

    Direction(final Endpoints endpoints, final ObservedConnection connection, final Emitter emitter) {
        this.endpoints = endpoints;
        this.connection = connection;
        this.emitter = emitter;
        order = new RequestOrder(connection.mtu());
        number = emitter.nextNumber();
    }

    Endpoints endpoints() {
        return endpoints;
    }

    ObservedConnection connection() {
        return connection;
    }

    SequenceWindow sequence() {
        return order.sequence();
    }

    /** Records the sequence number of a response while the partner is unknown. */
    void answersAt(final int psn) {
        answer = psn;
    }

    /** Returns true if this direction's responses have sequence numbers close to the given number. */
    boolean isAnswering(final int psn) {
        return answer != NONE && Math.abs(SequenceWindow.distance(psn, answer)) <= SequenceWindow.SIZE;
    }

    /** Moves this direction to another connection. */
    void moveTo(final ObservedConnection other) {
        connection = other;
        order.follow(other.mtu());
    }

    /**
     * Returns the packets that are missing since the first request. If the set-up is known, it determines the first
     * request; otherwise, the first request is the first captured request.
     */
    MissingPackets missing() {
        return order.missing();
    }

    /** Records the sequence number of the first request, which is known from the set-up. */
    void beginAt(final int psn) {
        order.beginAt(psn);
    }

    /** Returns true if a packet is next in sequence or is overdue. */
    boolean isInSequence(final CapturedPacket packet) {
        if (!Opcodes.isResponse(packet.opcode)) {
            return order.isNext(packet.psn);
        }
        final Direction requester = connection.peerOf(this);
        return requester == null || packet.nak != 0 || !requester.order.isAhead(packet.psn);
    }

    /** Returns true if a number is higher than the numbers of all requests that have been seen. */
    boolean isBeyond(final int psn) {
        return order.sequence().isBeyond(psn);
    }

    /** Returns true if a request's number is lower than the number of an earlier request. */
    boolean isBehind(final CapturedPacket packet) {
        return !Opcodes.isResponse(packet.opcode) && order.sequence().started() && !isBeyond(packet.psn);
    }

    /**
     * Returns true if a packet repeats part of an earlier exchange. The packet either requests the rest of an earlier
     * READ, in which case it has one of that READ's sequence numbers, or responds to a number that has already been
     * answered.
     */
    boolean isRepeating(final CapturedPacket packet) {
        if (Opcodes.isResponse(packet.opcode)) {
            final Direction requester = connection.peerOf(this);
            return requester != null && requester.missing().isAnswered(packet.psn);
        }
        return packet.opcode == Opcodes.READ_REQUEST && order.sequence().isSeen(packet.psn);
    }

    /** Records that a packet was seen although it is not next in sequence. */
    void reach(final CapturedPacket packet) {
        if (!Opcodes.isResponse(packet.opcode)) {
            order.sequence().reach(packet.psn + 1);
        } else if (packet.answers && connection.peerOf(this) != null) {
            connection.peerOf(this).order.missing().answered(packet.psn);
        }
    }

    /** Processes a packet although earlier packets are missing. */
    void force(final CapturedPacket packet) {
        if (!Opcodes.isResponse(packet.opcode)) {
            skipTo(packet.psn);
        } else if (packet.answers && connection.peerOf(this) != null) {
            connection.peerOf(this).skipTo(packet.psn + 1 & 0xff_ffff);
        }
        take(packet);
    }

    private void skipTo(final int psn) {
        if (order.skipTo(psn)) {
            emitter.gap(this);
        }
    }

    /** Processes a packet that is next in sequence, late or repeated. */
    void take(final CapturedPacket packet) {
        if (!Opcodes.isResponse(packet.opcode)) {
            final boolean isLate = order.sequence().ahead(packet.psn) < 0;
            final boolean again = order.take(packet);
            if (again) {
                emitter.counts.retransmittedPackets++;
                connection.repeated();
            }
            if (reads != null && !again) {
                reads.next(packet.psn, isLate);
            }
            deliver(packet, again);
            return;
        }
        final Direction requester = connection.peerOf(this);
        if (requester != null && packet.answers) {
            requester.order.missing().answered(packet.psn);
        }
        if (packet.nak != 0) {
            emitter.refused(packet, this);
        }
        if (packet.opcode <= Opcodes.READ_RESPONSE_ONLY) {
            if (requester == null) {
                emitter.counts.unmatchedPackets++;
            } else {
                requester.answered(packet, this);
            }
        }
    }

    private void deliver(final CapturedPacket packet, final boolean again) {
        switch (packet.opcode) {
            case Opcodes.SEND_FIRST -> beginSend(packet);
            case Opcodes.SEND_MIDDLE -> continueSend(packet, false);
            case Opcodes.SEND_LAST, Opcodes.SEND_LAST_IMMEDIATE, Opcodes.SEND_LAST_INVALIDATE ->
                continueSend(packet, true);
            case Opcodes.SEND_ONLY, Opcodes.SEND_ONLY_IMMEDIATE, Opcodes.SEND_ONLY_INVALIDATE ->
                sent(packet, packet.buffer, packet.payloadOffset, packet.captured, packet.payloadLength);
            case Opcodes.WRITE_FIRST -> beginWrite(packet);
            case Opcodes.WRITE_MIDDLE, Opcodes.WRITE_LAST, Opcodes.WRITE_LAST_IMMEDIATE -> continueWrite(packet);
            case Opcodes.WRITE_ONLY, Opcodes.WRITE_ONLY_IMMEDIATE -> written(packet, packet.rkey, packet.address);
            case Opcodes.READ_REQUEST -> readRequest(packet, again);
            default -> {
                // Atomics and flushes carry no messages.
            }
        }
    }

    private void beginSend(final CapturedPacket packet) {
        if (!nextAssembly().beginSend(packet)) {
            order.missing().cut();
        }
    }

    private void continueSend(final CapturedPacket packet, final boolean last) {
        final Assembly assembly = assemblyOf(packet, true);
        if (assembly == null) {
            emitter.counts.incompleteSends += last ? 1 : 0;
            return;
        }
        final boolean wasComplete = assembly.isComplete();
        if (!assembly.add(packet, last)) {
            order.missing().cut();
        } else if (assembly.isComplete() && (last || !wasComplete)) {
            assembly.complete(packet, wasComplete);
            sent(packet, assembly.buffer(), 0, assembly.sendCaptured(), assembly.sendLength());
        }
    }

    private void sent(
            final CapturedPacket packet,
            final UnsafeBuffer buffer,
            final int offset,
            final int captured,
            final int length) {
        if (captured < length && captured < LEAST_HEADER) {
            emitter.counts.incompleteSends++;
            return;
        }
        emitter.send(
                packet, this, buffer, offset, captured, length, order.sequence().markTold(packet.psn));
    }

    private void beginWrite(final CapturedPacket packet) {
        nextAssembly().beginWrite(packet);
        written(packet, packet.rkey, packet.address);
    }

    private void continueWrite(final CapturedPacket packet) {
        final Assembly assembly = assemblyOf(packet, false);
        if (assembly == null) {
            emitter.counts.unmatchedPackets++;
        } else {
            written(packet, assembly.rkey(), assembly.addressOf(packet));
        }
    }

    private void written(final CapturedPacket packet, final int rkey, final long address) {
        connection.learn(this, false);
        emitter.written(packet, this, rkey, address, order.sequence().markTold(packet.psn));
    }

    private void readRequest(final CapturedPacket packet, final boolean again) {
        connection.learn(this, false);
        order.missing().fill(packet.psn, packet.psn + 1 & 0xff_ffff);
        emitter.readRequested(packet, this, again);
        if (reads == null && emitter.budget.take(ReadRequests.BYTES)) {
            reads = new ReadRequests();
        }
        if (reads != null) {
            reads.add(packet, again, order.missing().isAnswered(packet.psn));
        }
    }

    /** Processes a packet from the other direction that responds to one of this direction's READs. */
    private void answered(final CapturedPacket packet, final Direction responder) {
        if (reads == null || !reads.match(packet, connection.mtu())) {
            emitter.counts.unmatchedPackets++;
            if (isFirstAnswer(packet.opcode) && order.sequence().isSeen(packet.psn)) {
                // A READ that requests the rest of an earlier READ uses only sequence numbers of the earlier READ.
                order.missing().fill(packet.psn, packet.psn + 1 & 0xff_ffff);
                order.missing().add(packet.psn, packet.psn + 1 & 0xff_ffff);
            }
            return;
        }
        if (packet.cut) {
            responder.order.missing().cut();
        }
        final boolean again = order.sequence().markTold(packet.psn);
        if (!again) {
            reads.count(packet);
        }
        emitter.read(packet, responder, reads.rkey(), reads.address(), again);
    }

    private static boolean isFirstAnswer(final int opcode) {
        return opcode == Opcodes.READ_RESPONSE_FIRST || opcode == Opcodes.READ_RESPONSE_ONLY;
    }

    /** Records which requests are missing after READs. Precondition: the path's MTU is known. */
    void findGaps() {
        if (reads != null) {
            reads.findGaps(order.missing(), connection.mtu().largest());
        }
    }

    private Assembly nextAssembly() {
        newest = (newest + 1) % ASSEMBLIES;
        if (assemblies[newest] == null) {
            assemblies[newest] = new Assembly(emitter.budget);
        }
        final Assembly assembly = assemblies[newest];
        countUnfinished(assembly);
        return assembly;
    }

    private Assembly assemblyOf(final CapturedPacket packet, final boolean ofSend) {
        for (int i = 0; i < ASSEMBLIES; i++) {
            final Assembly assembly = assemblies[(newest - i + ASSEMBLIES) % ASSEMBLIES];
            if (assembly != null && assembly.holds(packet, ofSend)) {
                return assembly;
            }
        }
        return null;
    }

    private void countUnfinished(final Assembly assembly) {
        if (assembly.isUnfinishedSend()) {
            emitter.counts.incompleteSends++;
        }
    }

    /** Counts unfinished Sends and releases their memory. Called when the direction ends. */
    void end() {
        if (reads != null) {
            final Direction responder = connection.peerOf(this);
            final long incomplete =
                    reads.incomplete(order.missing(), connection.mtu().largest());
            for (long i = 0; responder != null && i < incomplete; i++) {
                responder.order.missing().lose();
            }
            emitter.budget.giveBack(ReadRequests.BYTES);
            reads = null;
        }
        for (final Assembly assembly : assemblies) {
            if (assembly != null) {
                countUnfinished(assembly);
                assembly.release();
            }
        }
    }
}
