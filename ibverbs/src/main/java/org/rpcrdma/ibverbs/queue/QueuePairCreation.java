// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout;
import org.rpcrdma.ibverbs.layout.QueuePairLayout;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedQueuePairAttributes;
import org.rpcrdma.verbs.extended.InlineReceive;
import org.rpcrdma.verbs.extended.XrcDomain;

/**
 * Holds the attributes that a queue pair is created with, {@code struct ibv_qp_init_attr}; a query writes the granted
 * ones there.
 */
final class QueuePairCreation {
    private static final int TYPE_RC = 2;
    private static final int TYPE_UC = 3;
    private static final int TYPE_UD = 4;
    private static final int TYPE_XRC_SEND = 9;
    private static final int TYPE_XRC_RECV = 10;

    private QueuePairCreation() {}

    static MemorySegment attributes(final Arena arena, final QueuePairAttributes attributes) {
        checkPlain(attributes);
        final MemorySegment wanted = arena.allocate(ExtendedQueuePairLayout.INIT_SIZE, Long.BYTES);
        final QueuePairType transport = attributes.type();
        if (transport.hasSendQueue()) {
            wanted.set(JAVA_LONG, QueuePairLayout.INIT_SEND_CQ, pointer(attributes.sendQueue()));
        }
        if (transport.hasReceiveQueue()) {
            wanted.set(JAVA_LONG, QueuePairLayout.INIT_RECV_CQ, pointer(attributes.receiveQueue()));
        }
        if (attributes.sharedReceiveQueue() != null) {
            final IbvSharedReceiveQueue shared = (IbvSharedReceiveQueue) attributes.sharedReceiveQueue();
            wanted.set(JAVA_LONG, QueuePairLayout.INIT_SRQ, shared.pointer());
        }
        final QueuePairCapabilities sizes = attributes.capabilities();
        wanted.set(JAVA_INT, QueuePairLayout.INIT_MAX_SEND_WR, sizes.maxSendWr());
        wanted.set(
                JAVA_INT,
                QueuePairLayout.INIT_MAX_RECV_WR,
                attributes.sharedReceiveQueue() == null ? sizes.maxReceiveWr() : 0);
        wanted.set(JAVA_INT, QueuePairLayout.INIT_MAX_SEND_SGE, sizes.maxSendSge());
        wanted.set(JAVA_INT, QueuePairLayout.INIT_MAX_RECV_SGE, sizes.maxReceiveSge());
        wanted.set(JAVA_INT, QueuePairLayout.INIT_MAX_INLINE, sizes.maxInlineData());
        wanted.set(JAVA_INT, QueuePairLayout.INIT_TYPE, type(attributes.type()));
        wanted.set(JAVA_INT, QueuePairLayout.INIT_SIG_ALL, attributes.signalsAll() ? 1 : 0);
        return wanted;
    }

    /**
     * Adds what makes it a {@code struct ibv_qp_init_attr_ex}: the receiving end of XRC belongs to its XRC domain
     * alone.
     */
    static void extend(
            final MemorySegment wanted,
            final QueuePairAttributes attributes,
            final NativeDomain domain,
            final int operations) {
        if (attributes.type() == QueuePairType.XRC_RECV) {
            wanted.set(JAVA_INT, ExtendedQueuePairLayout.INIT_COMP_MASK, ExtendedQueuePairLayout.MASK_XRCD);
            wanted.set(
                    JAVA_LONG,
                    ExtendedQueuePairLayout.INIT_XRCD,
                    xrcDomain(attributes).pointer());
            return;
        }
        wanted.set(
                JAVA_INT,
                ExtendedQueuePairLayout.INIT_COMP_MASK,
                ExtendedQueuePairLayout.MASK_PD | ExtendedQueuePairLayout.MASK_SEND_OPS);
        wanted.set(JAVA_LONG, ExtendedQueuePairLayout.INIT_PD, domain.pointer());
        wanted.set(JAVA_LONG, ExtendedQueuePairLayout.INIT_SEND_OPS, operations);
    }

    private static void checkPlain(final QueuePairAttributes attributes) {
        final ExtendedQueuePairAttributes extended = ExtendedQueuePairAttributes.of(attributes);
        if (extended.stopsAtSignature()
                || extended.isOutOfOrder()
                || extended.inlineReceive() != InlineReceive.DEFAULT) {
            throw new VerbsException(Errno.EOPNOTSUPP, "queue pairs are plain ones here: attributes=" + attributes);
        }
    }

    private static long pointer(final CompletionQueue queue) {
        if (queue == null) {
            throw new VerbsException(Errno.EINVAL, "queue pair without a completion queue");
        }
        return ((IbvCompletionQueue) queue).pointer();
    }

    private static IbvXrcDomain xrcDomain(final QueuePairAttributes attributes) {
        final XrcDomain domain = ExtendedQueuePairAttributes.of(attributes).xrcDomain();
        if (domain == null) {
            throw new VerbsException(Errno.EINVAL, "receiving end of XRC without an XRC domain");
        }
        return (IbvXrcDomain) domain;
    }

    private static int type(final QueuePairType type) {
        return switch (type) {
            case RC -> TYPE_RC;
            case UC -> TYPE_UC;
            case UD -> TYPE_UD;
            case XRC_SEND -> TYPE_XRC_SEND;
            case XRC_RECV -> TYPE_XRC_RECV;
            default -> throw new VerbsException(Errno.EOPNOTSUPP, "no such queue pairs here: type=" + type);
        };
    }

    static QueuePairCapabilities granted(final MemorySegment queried) {
        return new QueuePairCapabilities(
                queried.get(JAVA_INT, QueuePairLayout.INIT_MAX_SEND_WR),
                queried.get(JAVA_INT, QueuePairLayout.INIT_MAX_RECV_WR),
                queried.get(JAVA_INT, QueuePairLayout.INIT_MAX_SEND_SGE),
                queried.get(JAVA_INT, QueuePairLayout.INIT_MAX_RECV_SGE),
                queried.get(JAVA_INT, QueuePairLayout.INIT_MAX_INLINE));
    }
}
