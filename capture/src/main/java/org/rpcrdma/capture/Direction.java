// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.DirectBuffer;
import org.rpcrdma.rnic.roce.Opcodes;

/**
 * One direction of a connection: all packets from one address to a queue pair of another.
 *
 * <p>Its requests are Sends, RDMA WRITEs and RDMA READ requests, in the sequence of their own numbers. The
 * acknowledgements and answers that it also carries belong to the requests, and the numbers, of the other direction.
 *
 * <p>A sender that repeats itself begins anew at any packet, also in the middle of a request, so the latest few
 * requests of several packets are kept, finished or not.
 */
final class Direction {
    private static final int ASSEMBLIES = 4;
    private static final int SMALLEST_PATH_MTU = 256;
    private static final int LARGEST_PATH_MTU = 4096;
    /** More packets than this no READ can be answered with: a length that says so is not believed. */
    private static final long MAX_READ_PACKETS = SequenceWindow.SIZE;

    private final Endpoints endpoints;
    private final ObservedConnection connection;
    private final Emitter emitter;
    private final SequenceWindow sequence = new SequenceWindow();
    private final MissingPackets missing = new MissingPackets();
    private final Assembly[] assemblies = new Assembly[ASSEMBLIES];
    private ReadRequests reads;
    /** The number of its first request that both ends agreed on, or -1. */
    private int beginning = -1;

    private int newest;
    /** The next in its bucket of the {@link ConnectionTable}. */
    Direction nextInBucket;
    /** Its neighbours in {@link UnpairedDirections}. */
    Direction olderUnpaired;

    Direction newerUnpaired;

    Direction(final Endpoints endpoints, final ObservedConnection connection, final Emitter emitter) {
        this.endpoints = endpoints;
        this.connection = connection;
        this.emitter = emitter;
    }

    Endpoints endpoints() {
        return endpoints;
    }

    ObservedConnection connection() {
        return connection;
    }

    SequenceWindow sequence() {
        return sequence;
    }

    /** Returns true if no request is missing since the first that was seen, or that both ends agreed on. */
    boolean isGapless() {
        return missing.isNone();
    }

    /** Returns true if something of it is missing that nobody will repeat. */
    boolean isDamaged() {
        return missing.isForGood();
    }

    /** Notes the number of its first request that both ends agreed on. */
    void beginAt(final int psn) {
        beginning = psn;
    }

    void onPacket(final CapturedPacket packet) {
        if (!Opcodes.isResponse(packet.opcode)) {
            onRequest(packet);
            return;
        }
        final Direction requester = connection.peerOf(this);
        if (requester != null && requester.sequence.isBeyond(packet.psn)) {
            requester.missing.gapAt(requester.sequence.highest());
        }
        if (requester != null && packet.answers) {
            requester.missing.answered(packet.psn);
        }
        if (packet.nak != 0) {
            emitter.refused(packet, this);
        }
        if (packet.opcode <= Opcodes.READ_RESPONSE_ONLY) {
            if (requester == null || requester.reads == null) {
                emitter.counts.unmatchedPackets++;
            } else {
                requester.onReadResponse(packet, this);
            }
        }
    }

    private void onRequest(final CapturedPacket packet) {
        final boolean again = sequence.isBehind(packet.psn);
        emitter.counts.retransmittedPackets += again ? 1 : 0;
        if (beginning >= 0 && beginning != packet.psn) {
            missing.gapAt(beginning);
        }
        beginning = -1;
        missing.next(packet.psn);
        final int furthest = sequence.highest();
        final boolean isRead = packet.opcode == Opcodes.READ_REQUEST;
        final int span = isRead ? packets(packet.dmaLength, LARGEST_PATH_MTU) : 1;
        final int mostSpan = isRead ? packets(packet.dmaLength, SMALLEST_PATH_MTU) : 1;
        if (!sequence.advance(packet.psn, span, mostSpan - span)) {
            emitter.counts.gaps++;
            noteGap(furthest, packet.psn);
        }
        if (packet.cut) {
            missing.lose();
        }
        switch (packet.opcode) {
            case Opcodes.SEND_FIRST -> beginSend(packet);
            case Opcodes.SEND_MIDDLE -> continueSend(packet, false);
            case Opcodes.SEND_LAST, Opcodes.SEND_LAST_IMMEDIATE, Opcodes.SEND_LAST_INVALIDATE ->
                continueSend(packet, true);
            case Opcodes.SEND_ONLY, Opcodes.SEND_ONLY_IMMEDIATE, Opcodes.SEND_ONLY_INVALIDATE -> onlySend(packet);
            case Opcodes.WRITE_FIRST -> beginWrite(packet);
            case Opcodes.WRITE_MIDDLE, Opcodes.WRITE_LAST, Opcodes.WRITE_LAST_IMMEDIATE -> continueWrite(packet);
            case Opcodes.WRITE_ONLY, Opcodes.WRITE_ONLY_IMMEDIATE -> written(packet, packet.rkey, packet.address);
            case Opcodes.READ_REQUEST -> readRequest(packet, again);
            default -> {
                // Atomics and flushes carry no message.
            }
        }
    }

    /** A sender that has repeated some packets goes on behind those that arrived, which are not missing. */
    private void noteGap(final int furthest, final int psn) {
        if (SequenceWindow.distance(psn, furthest) > 0) {
            missing.gapAt(furthest);
        }
    }

    private static int packets(final long length, final int mtu) {
        return (int) Math.max(1, Math.min((length + mtu - 1) / mtu, MAX_READ_PACKETS));
    }

    private void beginSend(final CapturedPacket packet) {
        if (!nextAssembly().beginSend(packet) && !packet.cut) {
            missing.lose();
        }
    }

    private void continueSend(final CapturedPacket packet, final boolean last) {
        final Assembly assembly = assemblyOf(packet, true);
        if (assembly == null) {
            emitter.counts.incompleteSends += last ? 1 : 0;
        } else if (!assembly.add(packet, last)) {
            loseUnlessMissing();
        } else if (last) {
            sent(packet, assembly.buffer(), 0, assembly.sendLength(packet));
        }
    }

    /** A packet that is missing already comes again with the others. */
    private void loseUnlessMissing() {
        if (missing.isNone()) {
            missing.lose();
        }
    }

    private void onlySend(final CapturedPacket packet) {
        if (packet.cut) {
            emitter.counts.incompleteSends++;
        } else {
            sent(packet, packet.buffer, packet.payloadOffset, packet.payloadLength);
        }
    }

    private void sent(final CapturedPacket packet, final DirectBuffer buffer, final int offset, final int length) {
        emitter.send(packet, this, buffer, offset, length, sequence.markTold(packet.psn));
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
        if (!packet.cut) {
            emitter.written(packet, this, rkey, address, sequence.markTold(packet.psn));
        }
    }

    private void readRequest(final CapturedPacket packet, final boolean again) {
        connection.learn(this, false);
        emitter.readRequested(packet, this, again);
        if (reads == null && emitter.budget.take(ReadRequests.BYTES)) {
            reads = new ReadRequests();
        }
        if (reads != null) {
            reads.add(packet);
        }
    }

    /** Takes an answer to a READ of this direction, which travels in the other. */
    private void onReadResponse(final CapturedPacket packet, final Direction responder) {
        if (!reads.match(packet)) {
            emitter.counts.unmatchedPackets++;
            return;
        }
        if (!reads.inOrder(packet)) {
            emitter.counts.gaps++;
        }
        if (!packet.cut) {
            final boolean again = sequence.markTold(packet.psn);
            emitter.read(packet, responder, reads.rkey(), reads.addressOf(packet), again);
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

    /** Counts unfinished Sends, and gives their memory back: the direction has ended. */
    void end() {
        for (final Assembly assembly : assemblies) {
            if (assembly != null) {
                countUnfinished(assembly);
                assembly.release();
            }
        }
        if (reads != null) {
            emitter.budget.giveBack(ReadRequests.BYTES);
            reads = null;
        }
    }
}
