// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.rpcrdma.verbs.CompletionStatus.LOC_LEN_ERR;
import static org.rpcrdma.verbs.CompletionStatus.LOC_PROT_ERR;
import static org.rpcrdma.verbs.CompletionStatus.LOC_QP_OP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.MW_BIND_ERR;
import static org.rpcrdma.verbs.CompletionStatus.REM_OP_ERR;
import static org.rpcrdma.verbs.CompletionStatus.RETRY_EXC_ERR;
import static org.rpcrdma.verbs.CompletionStatus.SUCCESS;
import static org.rpcrdma.verbs.CompletionStatus.WR_FLUSH_ERR;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/**
 * Executes send work requests according to the contract. The requests are executed one after another, each from its
 * post to its completion, which is how a device appears to a single queue pair.
 */
final class ModelRequester {
    static final int MTU = 1024;
    private static final int PORT_MTU = 4096;
    static final int MAX_INLINE = 128;
    static final int MAX_SGE = 4;
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE;

    private final ModelResponder responder = new ModelResponder();
    /** True if the last request was a READ that failed late, in which case later requests may have been executed. */
    private boolean isLate;

    boolean isLate() {
        return isLate;
    }

    /**
     * Returns the errno with which posting the request fails, or null. If null, the request has taken effect and its
     * completion is expected.
     */
    Errno post(final ModelQueuePair queuePair, final Request request) {
        isLate = false;
        final Errno refusal = check(queuePair, request);
        if (refusal != null) {
            return refusal;
        }
        final long position = queuePair.post();
        if (queuePair.state != QueuePairState.RTS) {
            queuePair.expectSend(request.wrId, WR_FLUSH_ERR, 0, 0, position);
            return null;
        }
        final int status = request.kind.isLocal() ? carryOutLocally(queuePair, request) : carryOut(queuePair, request);
        if (status != SUCCESS) {
            queuePair.expectSend(request.wrId, status, 0, 0, position);
            queuePair.sendFailed();
        } else if (request.has(SendRequests.SIGNALED)) {
            final int bytes = request.kind == Request.Kind.READ ? request.total() : 0;
            queuePair.expectSend(request.wrId, status, opcode(request.kind), bytes, position);
        }
        return null;
    }

    private static int opcode(final Request.Kind kind) {
        return switch (kind) {
            case SEND, SEND_WITH_IMMEDIATE, SEND_WITH_INVALIDATE -> CompletionOpcode.SEND;
            case WRITE, WRITE_WITH_IMMEDIATE -> CompletionOpcode.RDMA_WRITE;
            case READ -> CompletionOpcode.RDMA_READ;
            case COMPARE_AND_SWAP -> CompletionOpcode.COMP_SWAP;
            case FETCH_AND_ADD -> CompletionOpcode.FETCH_ADD;
            case ATOMIC_WRITE -> CompletionOpcode.ATOMIC_WRITE;
            case REGISTER -> CompletionOpcode.REG_MR;
            case INVALIDATE -> CompletionOpcode.LOCAL_INV;
            case BIND -> CompletionOpcode.BIND_MW;
        };
    }

    private static Errno check(final ModelQueuePair queuePair, final Request request) {
        if (queuePair.state.compareTo(QueuePairState.RTS) < 0) {
            return Errno.EINVAL;
        }
        if (!queuePair.hasSendRoom()) {
            return Errno.ENOMEM;
        }
        final boolean isRefused = !isServed(queuePair.type, request.kind)
                || request.elements.size() > MAX_SGE
                || request.kind.isAtomic() && request.total() < Long.BYTES
                || request.kind == Request.Kind.REGISTER && !isRegistrable(request.access)
                || request.kind == Request.Kind.BIND && (request.access & ~(RIGHTS | Access.ZERO_BASED)) != 0
                || request.has(SendRequests.INLINE) && (!request.kind.isMessage() || request.total() > MAX_INLINE);
        return isRefused ? Errno.EINVAL : null;
    }

    private static boolean isServed(final QueuePairType type, final Request.Kind kind) {
        return switch (type) {
            case UC -> kind.isMessage() || kind.isLocal();
            case UD -> kind == Request.Kind.SEND || kind == Request.Kind.SEND_WITH_IMMEDIATE;
            default -> true;
        };
    }

    private static boolean isRegistrable(final int access) {
        final boolean isChanging = (access & (Access.REMOTE_WRITE | Access.REMOTE_ATOMIC)) != 0;
        return (access & ~RIGHTS) == 0 && (!isChanging || (access & Access.LOCAL_WRITE) != 0);
    }

    private int carryOutLocally(final ModelQueuePair queuePair, final Request request) {
        return switch (request.kind) {
            case REGISTER -> register(queuePair, request) ? SUCCESS : LOC_QP_OP_ERR;
            case BIND -> bind(queuePair, request) ? SUCCESS : MW_BIND_ERR;
            default -> queuePair.host.invalidate(queuePair, request.value) ? SUCCESS : LOC_QP_OP_ERR;
        };
    }

    private static boolean register(final ModelQueuePair queuePair, final Request request) {
        final ModelKey key = request.fast.model;
        if (key.isOpen
                || request.pages == null
                || key.domain != queuePair.domain
                || (request.value ^ key.key) >>> Byte.SIZE != 0) {
            return false;
        }
        key.host.rekey(key, request.value);
        key.isOpen = true;
        key.pages = request.pages;
        key.start = request.remoteAddress;
        key.length = request.length;
        key.access = request.access;
        return true;
    }

    /** Binds a window of either type. This also covers {@code ibv_bind_mw}, which posts the same request. */
    private static boolean bind(final ModelQueuePair queuePair, final Request request) {
        final ModelKey key = request.window.model;
        final boolean isOfType1 = key.kind == ModelKey.Kind.WINDOW_1;
        final boolean isOwn = key.domain == queuePair.domain && (request.value ^ key.key) >>> Byte.SIZE == 0;
        final boolean isUnbinding = isOfType1 && request.length == 0;
        if (!isOwn || !isUnbinding && (!isOfType1 && key.isOpen || !isBindable(key, request))) {
            return false;
        }
        final boolean isZeroBased = (request.access & Access.ZERO_BASED) != 0;
        key.bind(
                request.region == null ? null : request.region.model,
                request.remoteAddress,
                request.length,
                request.access,
                isZeroBased ? 0 : request.remoteAddress);
        key.host.rekey(key, request.value);
        key.binder = queuePair;
        return true;
    }

    private static boolean isBindable(final ModelKey window, final Request request) {
        final ModelKey region = request.region.model;
        final boolean isWriting = (request.access & (Access.REMOTE_WRITE | Access.REMOTE_ATOMIC)) != 0;
        return request.length > 0
                && region.isOpen
                && region.domain == window.domain
                && region.start != 0
                && (region.access & Access.MW_BIND) != 0
                && (!isWriting || ModelHost.isWritable(region.access))
                && region.covers(request.remoteAddress, request.length);
    }

    private int carryOut(final ModelQueuePair queuePair, final Request request) {
        final boolean isInline = request.has(SendRequests.INLINE);
        if (!isInline && !isAllowed(queuePair, request)) {
            return LOC_PROT_ERR;
        }
        if (queuePair.type == QueuePairType.UD && request.total() > PORT_MTU) {
            return LOC_LEN_ERR;
        }
        byte[] data = null;
        if (request.kind.isMessage()) {
            final Pieces pieces = localPieces(queuePair, request, false);
            if (pieces.isFaulty) {
                return LOC_PROT_ERR;
            }
            data = pieces.read();
        }
        if (queuePair.type != QueuePairType.RC) {
            responder.takeUnreliably(queuePair, request, data);
            return SUCCESS;
        }
        if (!queuePair.peer.receivesPackets()) {
            return RETRY_EXC_ERR;
        }
        final int status = responder.take(queuePair, request, data);
        if (status == REM_OP_ERR && request.kind == Request.Kind.READ) {
            localPieces(queuePair, request, true).leaveUnspecified(); // a first part may have arrived
            isLate = true; // the peer may execute later requests before it reads the memory
        }
        return status == SUCCESS && request.kind.isRead() ? takeAnswer(queuePair, request) : status;
    }

    /** Returns true if all elements of a request are covered by their keys. */
    static boolean isAllowed(final ModelQueuePair queuePair, final Request request) {
        final int rights = request.kind.isRead() ? Access.LOCAL_WRITE : 0;
        for (final Request.Element element : request.elements) {
            if (!queuePair.host.allowsLocal(queuePair.domain, element, element.length(), rights)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the memory that the keys of a request's elements allow to be used. Atomics use 8 bytes. */
    static Pieces localPieces(final ModelQueuePair queuePair, final Request request, final boolean isWrite) {
        final Pieces pieces = new Pieces(queuePair.host);
        int left = request.kind.isAtomic() ? Long.BYTES : request.total();
        for (final Request.Element element : request.elements) {
            final int length = Math.min(left, element.length());
            if (length == 0 || pieces.isFaulty) {
                continue;
            }
            if (request.has(SendRequests.INLINE)) {
                pieces.add((int) (element.address() - queuePair.host.memory.address), length);
            } else {
                queuePair.host.resolve(element.lkey(), element.address(), length, isWrite, pieces);
            }
            left -= length;
        }
        return pieces;
    }

    private int takeAnswer(final ModelQueuePair queuePair, final Request request) {
        final Pieces pieces = localPieces(queuePair, request, true);
        if (pieces.isFaulty) {
            pieces.leaveUnspecified();
            isLate = true;
            return LOC_PROT_ERR;
        }
        pieces.write(responder.answer(), 0);
        return SUCCESS;
    }
}
