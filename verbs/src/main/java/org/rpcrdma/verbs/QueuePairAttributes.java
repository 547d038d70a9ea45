// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The attributes for creating a queue pair ({@code struct ibv_qp_init_attr}). Immutable: each {@code with…} method
 * returns a changed copy.
 *
 * @param type               its transport.
 * @param sendQueue          reports finished send work requests; of no use if there is no send queue.
 * @param receiveQueue       reports finished Receives, of no use if there are none; may be the same queue.
 * @param sharedReceiveQueue the shared queue of its Receives, or null if it has its own.
 * @param capabilities       the sizes that are asked for, each at least 1 but those that may be 0; of no use for a
 *                           queue that the type does not have.
 * @param signalsAll         true if every send work request is reported, signaled or not ({@code sq_sig_all}).
 * @param inlineReceive      which payloads come inside of completions; few devices grant other than the default.
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
     * Attributes of a reliable connected queue pair with Receives of one element.
     *
     * @param sendQueue    reports finished send work requests.
     * @param receiveQueue reports finished Receives; may be the same queue.
     * @param maxSendWr    send work requests outstanding at most, at least 1.
     * @param maxReceiveWr Receives outstanding at most, at least 1.
     * @param maxSendSge   scatter/gather elements of a send work request at most, at least 1.
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
     * Returns these attributes with another transport.
     *
     * @param other the transport.
     * @return new attributes.
     */
    public QueuePairAttributes withType(final QueuePairType other) {
        return new QueuePairAttributes(
                other, sendQueue, receiveQueue, sharedReceiveQueue, capabilities, signalsAll, inlineReceive);
    }

    /**
     * Returns these attributes with other sizes.
     *
     * @param sizes the sizes.
     * @return new attributes.
     */
    public QueuePairAttributes withCapabilities(final QueuePairCapabilities sizes) {
        return new QueuePairAttributes(
                type, sendQueue, receiveQueue, sharedReceiveQueue, sizes, signalsAll, inlineReceive);
    }

    /**
     * Returns these attributes with a shared receive queue.
     *
     * @param shared the queue, or null for an own one.
     * @return new attributes.
     */
    public QueuePairAttributes withSharedReceiveQueue(final SharedReceiveQueue shared) {
        return new QueuePairAttributes(type, sendQueue, receiveQueue, shared, capabilities, signalsAll, inlineReceive);
    }

    /**
     * Returns a copy in which all send work requests are reported, or only signaled ones.
     *
     * @param all true if all are.
     * @return new attributes.
     */
    public QueuePairAttributes withSignalsAll(final boolean all) {
        return new QueuePairAttributes(
                type, sendQueue, receiveQueue, sharedReceiveQueue, capabilities, all, inlineReceive);
    }

    /**
     * Returns these attributes with another handling of short payloads.
     *
     * @param inline which of them come inside of completions.
     * @return new attributes.
     */
    public QueuePairAttributes withInlineReceive(final InlineReceive inline) {
        return new QueuePairAttributes(
                type, sendQueue, receiveQueue, sharedReceiveQueue, capabilities, signalsAll, inline);
    }
}
