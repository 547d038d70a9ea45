// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.agrona.BitUtil;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.Errno;

/**
 * The implementation that a device imitates where the InfiniBand specification and real devices differ.
 *
 * <pre>
 *                                    SPEC, IWARP       RXE                MLX5
 * message longer than its Receive    LOC_LEN_ERR       LOC_QP_OP_ERR      LOC_LEN_ERR       at the responder
 *   ... and the send                 REM_INV_REQ_ERR   REM_OP_ERR         REM_INV_REQ_ERR   at the requester
 *   ... on an unreliable queue pair  dropped           LOC_QP_OP_ERR      dropped           at the responder
 * datagram longer than the MTU       LOC_LEN_ERR       SUCCESS, and is    LOC_LEN_ERR       at the requester
 *                                                      not sent
 * send posted in the state SQD       is sent in RTS    is sent with the   is sent in RTS
 *                                                      next one in RTS
 * key, domain, range of a Receive    LOC_PROT_ERR      LOC_QP_OP_ERR      LOC_PROT_ERR      at the responder
 * ... of a SEND, an RDMA WRITE       LOC_PROT_ERR      LOC_QP_OP_ERR      LOC_PROT_ERR      at the requester
 * ... of a READ, an atomic:          before the        when the answer    before the
 *     checked                        request is sent   arrives            request is sent
 * key that a SEND invalidates        REM_ACCESS_ERR    SUCCESS            REM_ACCESS_ERR    at the requester
 * bad rkey, RDMA WRITE with          stays posted      REM_ACCESS_ERR     stays posted      the Receive
 *     immediate data
 * too many elements in a send        EINVAL            EINVAL             ENOMEM            at the post
 * too much inline data               EINVAL            EINVAL             ENOMEM            at the post
 * READs if MAX_READ_ATOMIC is 0      one at a time     wait forever       one at a time
 * concurrent READs, atomics of the   REM_INV_REQ_ERR   are executed,      REM_INV_REQ_ERR   at the requester
 *     peer beyond MAX_DESTINATION_                     or, if that is 0,
 *     READ_ATOMIC                                      REM_INV_REQ_ERR
 * LOCAL_INV waits for all earlier    with FENCE        always             with FENCE
 * depth of a queue created for n     n                 2^k - 1, above n   n                 at the creation
 * Receive posted in the state ERR    flushed           stays until the    flushed
 *                                                      next toError
 * send fails on an unreliable        state SQE         state ERR          state SQE
 *     queue pair
 * limit armed above the number       immediate event   event when one     immediate event
 *     of shared Receives                               is consumed
 * completion queue overruns          CQ_ERR once, all  CQ_ERR for each    CQ_ERR once, all
 *                                    completions lost  lost completion    completions lost
 *   ... effect on its queue pair     QP_FATAL          state ERR if a     QP_FATAL
 *                                                      Receive's was lost
 * invalid request of the peer,       QP_REQ_ERR,       no event           QP_REQ_ERR,
 *     its first message in RTR       COMM_EST                             COMM_EST
 * completions that were not polled   stay              stay               are removed       after RESET or close
 * completion of a send contains      its status        its length, and    its status
 *                                                      whether it had
 *                                                      immediate data
 * </pre>
 */
public enum Personality {
    /** Follows the InfiniBand specification. */
    SPEC(CompletionStatus.LOC_LEN_ERR, CompletionStatus.LOC_PROT_ERR, Errno.EINVAL),

    /**
     * Imitates soft-RoCE, the kernel's rdma_rxe, but rejects two program errors that soft-RoCE accepts. A window covers
     * only its bound range instead of its whole region, and a queue slot is not free until the completion has been
     * polled.
     */
    RXE(CompletionStatus.LOC_QP_OP_ERR, CompletionStatus.LOC_QP_OP_ERR, Errno.EINVAL),

    /** Follows the specification, but also supports RDMA READ with invalidation, which only iWARP offers. */
    IWARP(CompletionStatus.LOC_LEN_ERR, CompletionStatus.LOC_PROT_ERR, Errno.EINVAL),

    /** Follows the specification, but reports posting errors like libmlx5. */
    MLX5(CompletionStatus.LOC_LEN_ERR, CompletionStatus.LOC_PROT_ERR, Errno.ENOMEM);

    /** The features that soft-RoCE lacks. */
    private static final Set<DeviceCapability> NOT_IN_RXE = EnumSet.of(
            DeviceCapability.REREGISTER_TRANSLATION,
            DeviceCapability.PEER_MEMORY,
            DeviceCapability.INDIRECT_KEY,
            DeviceCapability.ON_DEMAND_IMPLICIT,
            DeviceCapability.INLINE_RECEIVE,
            DeviceCapability.RELAXED_ORDERING);

    private final int messageTooLong;
    private final int badMemory;
    private final Errno sendTooLarge;

    Personality(final int messageTooLong, final int badMemory, final Errno sendTooLarge) {
        this.messageTooLong = messageTooLong;
        this.badMemory = badMemory;
        this.sendTooLarge = sendTooLarge;
    }

    /**
     * Returns the personality's name in options and reports.
     *
     * @return the name, for example {@code spec}.
     */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the label. */
    @Override
    public String toString() {
        return label();
    }

    /**
     * Returns the completion status of a Receive if the message exceeds its buffers.
     *
     * @return a {@link CompletionStatus}.
     */
    public int messageTooLong() {
        return messageTooLong;
    }

    /**
     * Returns the completion status of a Receive if its memory cannot be written, and of a SEND or RDMA WRITE if its
     * memory cannot be read.
     *
     * @return a {@link CompletionStatus}.
     */
    public int badMemory() {
        return badMemory;
    }

    /**
     * Returns the errno for posting a send with too many elements or too much inline data.
     *
     * @return the errno.
     */
    public Errno sendTooLarge() {
        return sendTooLarge;
    }

    /**
     * Returns the granted capacity of a queue, in requests or completions. A soft-RoCE ring has a power of 2 slots, one
     * of which always stays empty.
     *
     * @param asked the requested capacity.
     * @return the granted capacity.
     */
    public int granted(final int asked) {
        return this == RXE ? BitUtil.findNextPositivePowerOfTwo(asked + 1) - 1 : asked;
    }

    /**
     * Returns the maximum number of outstanding READs and atomics of a queue pair. Devices store it as a power of 2, so
     * 0 becomes 1; soft-RoCE uses the given value unchanged.
     *
     * @param maxReadAtomic the queue pair's {@link org.rpcrdma.verbs.QueuePairParameter#MAX_READ_ATOMIC}.
     * @return the maximum number that the device uses.
     */
    public int readAtomics(final int maxReadAtomic) {
        return this == RXE ? maxReadAtomic : Math.max(1, maxReadAtomic);
    }

    /**
     * Returns true if devices with this personality raise the given event.
     *
     * @param event a queue pair event.
     * @return false if the device changes state without raising the event.
     */
    public boolean tells(final AsyncEventType event) {
        return this != RXE || event != AsyncEventType.QP_REQ_ERR && event != AsyncEventType.COMM_EST;
    }

    /**
     * Returns true if devices with this personality lack a feature, even if the engine implements it.
     *
     * @param capability the feature.
     * @return true if the devices lack the feature.
     */
    public boolean lacks(final DeviceCapability capability) {
        return switch (capability) {
            case READ_WITH_INVALIDATE -> this != IWARP;
            default -> this == RXE && NOT_IN_RXE.contains(capability);
        };
    }
}
