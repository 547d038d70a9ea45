// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The attributes for creating a queue pair ({@code struct ibv_qp_init_attr}). Immutable: each {@code with…} method
 * returns a changed copy.
 *
 * @param type               the transport.
 * @param sendQueue          the completion queue for send work requests; unused if there is no send queue.
 * @param receiveQueue       the completion queue for Receives; may be the same queue; unused if there are no Receives.
 * @param sharedReceiveQueue the queue from which Receives are taken; null if the queue pair has its own receive queue.
 * @param capabilities       the requested sizes, each at least 1 unless 0 is allowed; ignored for a queue that the type
 *                           lacks.
 * @param signalsAll         true if every send work request generates a completion, signaled or not
 *                           ({@code sq_sig_all}).
 * @param inlineReceive the setting that determines which payloads arrive inside completions; few devices support more
 *                           than the default.
 */
public record QueuePairAttributes(
        QueuePairType type,
        CompletionQueue sendQueue,
        CompletionQueue receiveQueue,
        SharedReceiveQueue sharedReceiveQueue,
        QueuePairCapabilities capabilities,
        boolean signalsAll,
        InlineReceive inlineReceive) {
    /**
     * Creates the attributes of a reliable connected queue pair whose Receives have one element each.
     *
     * @param sendQueue    the completion queue for send work requests.
     * @param receiveQueue the completion queue for Receives; may be the same queue.
     * @param maxSendWr    the maximum number of outstanding send work requests, at least 1.
     * @param maxReceiveWr the maximum number of outstanding Receives, at least 1.
     * @param maxSendSge   the maximum number of scatter/gather elements per send work request, at least 1.
     */
    public QueuePairAttributes(
            final CompletionQueue sendQueue,
            final CompletionQueue receiveQueue,
            final int maxSendWr,
            final int maxReceiveWr,
            final int maxSendSge) {
        this(
                QueuePairType.RC,
                sendQueue,
                receiveQueue,
                null,
                new QueuePairCapabilities(maxSendWr, maxReceiveWr, maxSendSge, 1, 0),
                false,
                InlineReceive.DEFAULT);
    }

    /**
     * Returns a copy with a different transport.
     *
     * @param other the transport.
     * @return the copy.
     */
    public QueuePairAttributes withType(final QueuePairType other) {
        return new QueuePairAttributes(
                other, sendQueue, receiveQueue, sharedReceiveQueue, capabilities, signalsAll, inlineReceive);
    }

    /**
     * Returns a copy with different sizes.
     *
     * @param sizes the sizes.
     * @return the copy.
     */
    public QueuePairAttributes withCapabilities(final QueuePairCapabilities sizes) {
        return new QueuePairAttributes(
                type, sendQueue, receiveQueue, sharedReceiveQueue, sizes, signalsAll, inlineReceive);
    }

    /**
     * Returns a copy with a shared receive queue.
     *
     * @param shared the queue, or null if the queue pair has its own receive queue.
     * @return the copy.
     */
    public QueuePairAttributes withSharedReceiveQueue(final SharedReceiveQueue shared) {
        return new QueuePairAttributes(type, sendQueue, receiveQueue, shared, capabilities, signalsAll, inlineReceive);
    }

    /**
     * Returns a copy that generates completions either for all send work requests or only for signaled requests.
     *
     * @param all true for all requests.
     * @return the copy.
     */
    public QueuePairAttributes withSignalsAll(final boolean all) {
        return new QueuePairAttributes(
                type, sendQueue, receiveQueue, sharedReceiveQueue, capabilities, all, inlineReceive);
    }

    /**
     * Returns a copy with a different setting for short payloads.
     *
     * @param inline the setting that determines which payloads arrive inside completions.
     * @return the copy.
     */
    public QueuePairAttributes withInlineReceive(final InlineReceive inline) {
        return new QueuePairAttributes(
                type, sendQueue, receiveQueue, sharedReceiveQueue, capabilities, signalsAll, inline);
    }
}
