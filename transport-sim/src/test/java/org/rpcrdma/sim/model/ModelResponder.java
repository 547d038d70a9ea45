// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.rpcrdma.verbs.CompletionStatus.LOC_LEN_ERR;
import static org.rpcrdma.verbs.CompletionStatus.LOC_PROT_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_ACCESS_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_INV_REQ_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_OP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.RNR_RETRY_EXC_ERR;
import static org.rpcrdma.verbs.CompletionStatus.SUCCESS;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePairType;

/** The effect of a request at the peer, according to the contract. */
final class ModelResponder {
    private static final int ROUTE = 40;

    private byte[] answer;

    /** Returns the result of the last READ or atomic. */
    byte[] answer() {
        return answer;
    }

    /** Returns the status of the requester's completion. */
    int take(final ModelQueuePair sender, final Request request, final byte[] data) {
        final int status = switch (request.kind) {
            case READ -> read(sender.peer, request);
            case COMPARE_AND_SWAP, FETCH_AND_ADD -> atomic(sender.peer, request);
            case ATOMIC_WRITE -> atomicWrite(sender.peer, request);
            case WRITE, WRITE_WITH_IMMEDIATE -> write(sender.peer, request, data);
            default -> send(sender.peer, request, data);
        };
        if (status != SUCCESS && status != RNR_RETRY_EXC_ERR) {
            sender.peer.fail();
        }
        return status;
    }

    private static int refusal(final ModelQueuePair peer, final Request request, final int bytes, final int right) {
        if (!peer.grants(right) || request.kind.isAtomic() && request.remoteAddress % Long.BYTES != 0) {
            return REM_INV_REQ_ERR;
        }
        return bytes == 0 || peer.host.allowsPeer(peer, request.rkey, request.remoteAddress, bytes, right)
                ? SUCCESS
                : REM_ACCESS_ERR;
    }

    /** Returns the memory to which an rkey allows access. */
    static Pieces remotePieces(
            final ModelQueuePair peer, final Request request, final int bytes, final boolean isWrite) {
        final Pieces pieces = new Pieces(peer.host);
        if (bytes != 0) {
            peer.host.resolve(request.rkey, request.remoteAddress, bytes, isWrite, pieces);
        }
        return pieces;
    }

    private int read(final ModelQueuePair peer, final Request request) {
        final int bytes = request.total();
        final int refusal = refusal(peer, request, bytes, Access.REMOTE_READ);
        if (refusal != SUCCESS) {
            return refusal;
        }
        final Pieces pieces = remotePieces(peer, request, bytes, false);
        if (pieces.isFaulty) {
            return REM_OP_ERR;
        }
        answer = pieces.read();
        return SUCCESS;
    }

    private int atomic(final ModelQueuePair peer, final Request request) {
        final int refusal = refusal(peer, request, Long.BYTES, Access.REMOTE_ATOMIC);
        if (refusal != SUCCESS) {
            return refusal;
        }
        final Pieces pieces = remotePieces(peer, request, Long.BYTES, true);
        if (pieces.isFaulty || isOnTwoPages(pieces)) {
            return REM_OP_ERR;
        }
        final ModelMemory memory = peer.host.memory;
        final long before = memory.number(pieces.offset(0));
        if (request.kind == Request.Kind.FETCH_AND_ADD) {
            memory.number(pieces.offset(0), before + request.operand);
        } else if (before == request.compare) {
            memory.number(pieces.offset(0), request.operand);
        }
        answer = ModelMemory.numberBytes(before);
        return SUCCESS;
    }

    private static int atomicWrite(final ModelQueuePair peer, final Request request) {
        final boolean isAligned = request.remoteAddress % Long.BYTES == 0;
        final int refusal = isAligned ? refusal(peer, request, Long.BYTES, Access.REMOTE_WRITE) : REM_INV_REQ_ERR;
        if (refusal != SUCCESS) {
            return refusal;
        }
        final Pieces pieces = remotePieces(peer, request, Long.BYTES, true);
        if (pieces.isFaulty || isOnTwoPages(pieces)) {
            return REM_OP_ERR;
        }
        peer.host.memory.number(pieces.offset(0), request.operand);
        return SUCCESS;
    }

    /** A window that begins at address 0 may place 8 aligned bytes across a page boundary. */
    private static boolean isOnTwoPages(final Pieces pieces) {
        return pieces.offset(0) % ModelMemory.PAGE > ModelMemory.PAGE - Long.BYTES;
    }

    private static int write(final ModelQueuePair peer, final Request request, final byte[] data) {
        final int refusal = refusal(peer, request, data.length, Access.REMOTE_WRITE);
        if (refusal != SUCCESS) {
            return refusal;
        }
        final Pieces pieces = remotePieces(peer, request, data.length, true);
        final boolean takesReceive = request.kind == Request.Kind.WRITE_WITH_IMMEDIATE;
        final boolean isReady = !takesReceive || !peer.receives.waiting.isEmpty();
        if (pieces.isFaulty || !isReady) {
            pieces.leaveUnspecified();
            return pieces.isFaulty ? REM_OP_ERR : RNR_RETRY_EXC_ERR;
        }
        pieces.write(data, 0);
        if (takesReceive) {
            completeWrite(peer, request, data.length);
        }
        return SUCCESS;
    }

    private static void completeWrite(final ModelQueuePair peer, final Request request, final int bytes) {
        peer.expectReceive(
                peer.receives.waiting.remove().wrId(),
                SUCCESS,
                CompletionOpcode.RECV_RDMA_WITH_IMM,
                bytes,
                Completions.WITH_IMMEDIATE,
                request.value,
                0);
    }

    private static int send(final ModelQueuePair peer, final Request request, final byte[] data) {
        if (peer.receives.waiting.isEmpty()) {
            return RNR_RETRY_EXC_ERR;
        }
        final ModelQueuePair.Receive receive = peer.receives.waiting.remove();
        final int status = place(peer, request, receive, data, 0);
        if (status == SUCCESS) {
            completeSend(peer, request, receive, data.length, 0);
            return status;
        }
        peer.expectReceive(receive.wrId(), status, 0, 0, 0, 0, 0);
        return switch (status) {
            case LOC_LEN_ERR -> REM_INV_REQ_ERR;
            case REM_INV_REQ_ERR -> REM_ACCESS_ERR;
            default -> REM_OP_ERR;
        };
    }

    private static void completeSend(
            final ModelQueuePair peer,
            final Request request,
            final ModelQueuePair.Receive receive,
            final int bytes,
            final int source) {
        final int flags = switch (request.kind) {
            case SEND_WITH_IMMEDIATE -> Completions.WITH_IMMEDIATE;
            case SEND_WITH_INVALIDATE -> Completions.WITH_INVALIDATE;
            default -> 0;
        };
        peer.expectReceive(
                receive.wrId(),
                SUCCESS,
                CompletionOpcode.RECV,
                bytes,
                flags | (source == 0 ? 0 : Completions.GRH),
                request.value,
                source);
    }

    /**
     * Stores a message in a Receive's elements, starting after the given number of bytes, and invalidates the key.
     * Returns the Receive's status.
     */
    private static int place(
            final ModelQueuePair peer,
            final Request request,
            final ModelQueuePair.Receive receive,
            final byte[] data,
            final int before) {
        final boolean isTooLong = before + data.length > receive.room();
        final Pieces pieces = new Pieces(peer.host);
        int left = Math.min(receive.room(), before + data.length);
        for (final Request.Element element : receive.elements()) {
            final int length = Math.min(left, element.length());
            left -= length;
            if (length == 0 || pieces.isFaulty) {
                continue;
            }
            if (peer.host.allowsLocal(peer.domain, element, length, Access.LOCAL_WRITE)) {
                peer.host.resolve(element.lkey(), element.address(), length, true, pieces);
            } else {
                peer.host.resolveAllowed(peer.domain, element, length, pieces);
                pieces.isFaulty = true;
            }
        }
        if (isTooLong || pieces.isFaulty) {
            pieces.leaveUnspecified();
            // The first packet that fails determines the status.
            final int good = pieces.isFaulty ? pieces.total() : Integer.MAX_VALUE;
            final int packet = before == 0 ? ModelRequester.MTU : Integer.MAX_VALUE;
            return isTooLong && receive.room() / packet <= good / packet ? LOC_LEN_ERR : LOC_PROT_ERR;
        }
        final byte[] placed = new byte[before + data.length];
        System.arraycopy(data, 0, placed, before, data.length);
        pieces.write(placed, 0);
        if (before != 0) {
            unspecifyRoute(pieces, before);
        }
        final boolean isInvalidating = request.kind == Request.Kind.SEND_WITH_INVALIDATE;
        return isInvalidating && !peer.host.invalidate(peer, request.value) ? REM_INV_REQ_ERR : SUCCESS;
    }

    /** The contents of a route header are not compared. */
    private static void unspecifyRoute(final Pieces pieces, final int before) {
        int left = before;
        for (int i = 0; i < pieces.count && left > 0; i++) {
            final int length = Math.min(left, pieces.length(i));
            if (pieces.offset(i) != Pieces.NOWHERE) {
                pieces.host.memory.unspecified.add(pieces.offset(i), length);
            }
            left -= length;
        }
    }

    /**
     * Delivers a message without answering it. A message that does not fit is dropped, and its Receive remains for the
     * next message.
     */
    void takeUnreliably(final ModelQueuePair sender, final Request request, final byte[] data) {
        final boolean isDatagram = sender.type == QueuePairType.UD;
        final ModelQueuePair peer = isDatagram ? request.destination.target() : sender.peer;
        if (!peer.receivesPackets() || isDatagram && request.destination.qkey() != peer.qkey) {
            return;
        }
        if (request.kind.isSend()) {
            sendUnreliably(sender, peer, request, data, isDatagram ? ROUTE : 0);
        } else if (refusal(peer, request, data.length, Access.REMOTE_WRITE) == SUCCESS) {
            writeUnreliably(peer, request, data);
        }
    }

    private static void sendUnreliably(
            final ModelQueuePair sender,
            final ModelQueuePair peer,
            final Request request,
            final byte[] data,
            final int before) {
        if (peer.receives.waiting.isEmpty()) {
            return;
        }
        final ModelQueuePair.Receive receive = peer.receives.waiting.element();
        final int status = place(peer, request, receive, data, before);
        if (status == LOC_LEN_ERR) {
            return;
        }
        peer.receives.waiting.remove();
        if (status != SUCCESS) {
            peer.expectReceive(receive.wrId(), status, 0, 0, 0, 0, 0);
            peer.fail();
        } else {
            completeSend(peer, request, receive, before + data.length, before == 0 ? 0 : sender.number);
        }
    }

    private static void writeUnreliably(final ModelQueuePair peer, final Request request, final byte[] data) {
        final Pieces pieces = remotePieces(peer, request, data.length, true);
        final boolean takesReceive = request.kind == Request.Kind.WRITE_WITH_IMMEDIATE;
        if (pieces.isFaulty || takesReceive && peer.receives.waiting.isEmpty()) {
            pieces.leaveUnspecified();
            return;
        }
        pieces.write(data, 0);
        if (takesReceive) {
            completeWrite(peer, request, data.length);
        }
    }
}
