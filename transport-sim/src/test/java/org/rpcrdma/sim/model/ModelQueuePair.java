// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.util.ArrayDeque;
import java.util.List;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;

/** The model of a queue pair, with its state, its Receives and its expected completions. */
final class ModelQueuePair {
    final ModelHost host;
    final int domain;
    final QueuePairType type;
    final int rights;
    final int number;
    final int qkey;
    final int sendDepth;
    final ReceiveQueue receives;
    final boolean isShared;
    QueuePairState state = QueuePairState.RESET;
    ModelQueuePair peer;

    /** The expected completions, in order. */
    final ArrayDeque<Expected> sends = new ArrayDeque<>();

    final ArrayDeque<Expected> received = new ArrayDeque<>();
    /** The number of sends posted since the last reset. */
    private long posted;
    /** The number of sends whose slots are free again. */
    private long reclaimed;

    private int life;

    /** A completion. */
    record Expected(
            long wrId, int status, int opcode, int bytes, int flags, int data, int source, long position, int life) {}

    /** A Receive that waits for a message. */
    record Receive(long wrId, List<Request.Element> elements) {
        int room() {
            return elements.stream().mapToInt(Request.Element::length).sum();
        }
    }

    /** A queue of Receives, which belongs to one queue pair or is shared. */
    static final class ReceiveQueue {
        final int depth;
        final ArrayDeque<Receive> waiting = new ArrayDeque<>();
        /** The number of slots occupied by waiting Receives and unpolled completions. */
        int taken;

        ReceiveQueue(final int depth) {
            this.depth = depth;
        }
    }

    ModelQueuePair(
            final ModelHost host,
            final int domain,
            final QueuePairType type,
            final int number,
            final int rights,
            final int qkey,
            final int sendDepth,
            final ReceiveQueue receives,
            final boolean isShared) {
        this.host = host;
        this.domain = domain;
        this.type = type;
        this.number = number;
        this.rights = rights;
        this.qkey = qkey;
        this.sendDepth = sendDepth;
        this.receives = receives;
        this.isShared = isShared;
    }

    boolean grants(final int right) {
        return (rights & right) == right;
    }

    boolean receivesPackets() {
        return state == QueuePairState.RTR || state == QueuePairState.RTS || state == QueuePairState.SQE;
    }

    boolean hasSendRoom() {
        return posted - reclaimed < sendDepth;
    }

    long post() {
        return posted++;
    }

    void expectSend(final long wrId, final int status, final int opcode, final int bytes, final long position) {
        sends.add(new Expected(wrId, status, opcode, bytes, 0, 0, 0, position, life));
    }

    void expectReceive(
            final long wrId,
            final int status,
            final int opcode,
            final int bytes,
            final int flags,
            final int data,
            final int source) {
        received.add(new Expected(wrId, status, opcode, bytes, flags, data, source, 0, life));
    }

    /** Frees slots of the send queue after a completion has been polled. */
    void sendPolled(final Expected completion) {
        if (completion.life == life) {
            reclaimed = Math.max(reclaimed, completion.position + 1);
        }
    }

    void receivePolled(final Expected completion) {
        if (isShared || completion.life == life) {
            receives.taken--;
        }
    }

    /** Changes the state to ERR and flushes outstanding requests. Shared Receives remain in their queue. */
    void fail() {
        state = QueuePairState.ERR;
        flushReceives();
    }

    void flushReceives() {
        while (!isShared && !receives.waiting.isEmpty()) {
            expectReceive(receives.waiting.remove().wrId, CompletionStatus.WR_FLUSH_ERR, 0, 0, 0, 0, 0);
        }
    }

    /**
     * Fails a send. The queue pair then changes to ERR, unless its type is unreliable; in that case, only the send
     * queue fails.
     */
    void sendFailed() {
        if (type == QueuePairType.RC) {
            fail();
        } else {
            state = QueuePairState.SQE;
        }
    }

    void reset() {
        state = QueuePairState.RESET;
        posted = 0;
        reclaimed = 0;
        life++;
        if (!isShared) {
            receives.waiting.clear();
            receives.taken = 0;
        }
    }
}
