// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.queue;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.INIT_COMP_MASK;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.INIT_PD;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.INIT_SEND_OPS;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.INIT_SIZE;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.MASK_PD;
import static org.rpcrdma.ibverbs.layout.ExtendedQueuePairLayout.MASK_SEND_OPS;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_MAX_INLINE;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_MAX_RECV_SGE;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_MAX_RECV_WR;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_MAX_SEND_SGE;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_MAX_SEND_WR;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_RECV_CQ;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_SEND_CQ;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_SIG_ALL;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_SRQ;
import static org.rpcrdma.ibverbs.layout.QueuePairLayout.INIT_TYPE;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.Errno.EOPNOTSUPP;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.rpcrdma.ibverbs.device.NativeDomain;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.InlineReceive;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.VerbsException;

/**
 * Writes a queue pair's creation attributes ({@code struct ibv_qp_init_attr}). After a query, reads the granted values
 * from the same structure.
 */
final class QueuePairCreation {
    private static final int TYPE_RC = 2;
    private static final int TYPE_UC = 3;
    private static final int TYPE_UD = 4;

    private QueuePairCreation() {}

    static MemorySegment attributes(final Arena arena, final QueuePairAttributes attributes) {
        checkPlain(attributes);
        final MemorySegment wanted = arena.allocate(INIT_SIZE, Long.BYTES);
        wanted.set(JAVA_LONG, INIT_SEND_CQ, pointer(attributes.sendQueue()));
        wanted.set(JAVA_LONG, INIT_RECV_CQ, pointer(attributes.receiveQueue()));
        if (attributes.sharedReceiveQueue() != null) {
            final IbvSharedReceiveQueue shared = (IbvSharedReceiveQueue) attributes.sharedReceiveQueue();
            wanted.set(JAVA_LONG, INIT_SRQ, shared.pointer());
        }
        final QueuePairCapabilities sizes = attributes.capabilities();
        wanted.set(JAVA_INT, INIT_MAX_SEND_WR, sizes.maxSendWr());
        wanted.set(JAVA_INT, INIT_MAX_RECV_WR, attributes.sharedReceiveQueue() == null ? sizes.maxReceiveWr() : 0);
        wanted.set(JAVA_INT, INIT_MAX_SEND_SGE, sizes.maxSendSge());
        wanted.set(JAVA_INT, INIT_MAX_RECV_SGE, sizes.maxReceiveSge());
        wanted.set(JAVA_INT, INIT_MAX_INLINE, sizes.maxInlineData());
        wanted.set(JAVA_INT, INIT_TYPE, type(attributes.type()));
        wanted.set(JAVA_INT, INIT_SIG_ALL, attributes.signalsAll() ? 1 : 0);
        return wanted;
    }

    /** Adds the fields of a {@code struct ibv_qp_init_attr_ex}. */
    static void extend(final MemorySegment wanted, final NativeDomain domain, final int operations) {
        wanted.set(JAVA_INT, INIT_COMP_MASK, MASK_PD | MASK_SEND_OPS);
        wanted.set(JAVA_LONG, INIT_PD, domain.pointer());
        wanted.set(JAVA_LONG, INIT_SEND_OPS, operations);
    }

    private static void checkPlain(final QueuePairAttributes attributes) {
        if (attributes.inlineReceive() != InlineReceive.DEFAULT) {
            throw new VerbsException(EOPNOTSUPP, "only plain queue pairs are supported: attributes=" + attributes);
        }
    }

    private static long pointer(final CompletionQueue queue) {
        if (queue == null) {
            throw new VerbsException(EINVAL, "queue pair has no completion queue");
        }
        return ((IbvCompletionQueue) queue).pointer();
    }

    private static int type(final QueuePairType type) {
        return switch (type) {
            case RC -> TYPE_RC;
            case UC -> TYPE_UC;
            case UD -> TYPE_UD;
        };
    }

    static QueuePairCapabilities granted(final MemorySegment queried) {
        return new QueuePairCapabilities(
                queried.get(JAVA_INT, INIT_MAX_SEND_WR),
                queried.get(JAVA_INT, INIT_MAX_RECV_WR),
                queried.get(JAVA_INT, INIT_MAX_SEND_SGE),
                queried.get(JAVA_INT, INIT_MAX_RECV_SGE),
                queried.get(JAVA_INT, INIT_MAX_INLINE));
    }
}
