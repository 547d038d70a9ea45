/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.verbs;

/**
 * What a queue pair is created with ({@code struct ibv_qp_init_attr}).
 *
 * @param type               its transport.
 * @param sendQueue          where finished send work requests are reported; of no use where there is no send queue.
 * @param receiveQueue       where finished Receives are reported, of no use where there are none; may be the same queue.
 * @param sharedReceiveQueue where its Receives come from, or null where it has its own.
 * @param capabilities       the sizes that are asked for, each at least 1 but those that may be 0; of
 *                           no use for a queue that the type does not have.
 * @param signalsAll         whether every send work request is reported, signaled or not ({@code sq_sig_all}).
 * @param inlineReceive      whether payloads come inside of completions.
 * @param xrcDomain          the domain of an {@link QueuePairType#XRC_RECV} queue pair, or null.
 * @param stopsAtSignature   whether a wrong signature behind a local key takes it to the state SQD, ahead of the next
 *                           request with {@link SendRequests#FENCE}, and raises {@link AsyncEventType#SQ_DRAINED}
 *                           ({@code MLX5DV_QP_CREATE_SIG_PIPELINING}).
 * @param isOutOfOrder       whether packets may overtake each other on their way to it, and messages take its Receives as
 *                           they arrive ({@code MLX5DV_QP_CREATE_OOO_DP}); the peer must have it too. Completions keep
 *                           the messages' order, so that only the id tells which Receive has which message.
 * @param dynamicConnection  the key of a {@link QueuePairType#DC_TARGET}, or the streams of a {@link QueuePairType#DC_INITIATOR}.
 */
public record QueuePairAttributes(
        QueuePairType type,
        CompletionQueue sendQueue,
        CompletionQueue receiveQueue,
        SharedReceiveQueue sharedReceiveQueue,
        QueuePairCapabilities capabilities,
        boolean signalsAll,
        InlineReceive inlineReceive,
        XrcDomain xrcDomain,
        boolean stopsAtSignature,
        boolean isOutOfOrder,
        DynamicConnection dynamicConnection) {
    /**
     * Attributes of a reliable connected queue pair with Receives of one element.
     *
     * @param sendQueue    where finished send work requests are reported.
     * @param receiveQueue where finished Receives are reported; may be the same queue.
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
                InlineReceive.DEFAULT,
                null,
                false,
                false,
                DynamicConnection.NONE);
    }

    /**
     * These attributes with another transport.
     *
     * @param newType the transport.
     * @return new attributes.
     */
    public QueuePairAttributes withType(final QueuePairType newType) {
        return new QueuePairAttributes(
                newType,
                sendQueue,
                receiveQueue,
                sharedReceiveQueue,
                capabilities,
                signalsAll,
                inlineReceive,
                xrcDomain,
                stopsAtSignature,
                isOutOfOrder,
                dynamicConnection);
    }

    /**
     * These attributes with other sizes.
     *
     * @param sizes the sizes.
     * @return new attributes.
     */
    public QueuePairAttributes withCapabilities(final QueuePairCapabilities sizes) {
        return new QueuePairAttributes(
                type,
                sendQueue,
                receiveQueue,
                sharedReceiveQueue,
                sizes,
                signalsAll,
                inlineReceive,
                xrcDomain,
                stopsAtSignature,
                isOutOfOrder,
                dynamicConnection);
    }

    /**
     * These attributes with a shared receive queue.
     *
     * @param shared the queue, or null for an own one.
     * @return new attributes.
     */
    public QueuePairAttributes withSharedReceiveQueue(final SharedReceiveQueue shared) {
        return new QueuePairAttributes(
                type,
                sendQueue,
                receiveQueue,
                shared,
                capabilities,
                signalsAll,
                inlineReceive,
                xrcDomain,
                stopsAtSignature,
                isOutOfOrder,
                dynamicConnection);
    }

    /**
     * These attributes with every send work request reported, or only those that ask for it.
     *
     * @param all whether all are.
     * @return new attributes.
     */
    public QueuePairAttributes withSignalsAll(final boolean all) {
        return new QueuePairAttributes(
                type,
                sendQueue,
                receiveQueue,
                sharedReceiveQueue,
                capabilities,
                all,
                inlineReceive,
                xrcDomain,
                stopsAtSignature,
                isOutOfOrder,
                dynamicConnection);
    }

    /**
     * These attributes with another handling of short payloads.
     *
     * @param inline whether they come inside of completions.
     * @return new attributes.
     */
    public QueuePairAttributes withInlineReceive(final InlineReceive inline) {
        return new QueuePairAttributes(
                type,
                sendQueue,
                receiveQueue,
                sharedReceiveQueue,
                capabilities,
                signalsAll,
                inline,
                xrcDomain,
                stopsAtSignature,
                isOutOfOrder,
                dynamicConnection);
    }

    /**
     * These attributes in an XRC domain.
     *
     * @param domain the domain, or null.
     * @return new attributes.
     */
    public QueuePairAttributes withXrcDomain(final XrcDomain domain) {
        return new QueuePairAttributes(
                type,
                sendQueue,
                receiveQueue,
                sharedReceiveQueue,
                capabilities,
                signalsAll,
                inlineReceive,
                domain,
                stopsAtSignature,
                isOutOfOrder,
                dynamicConnection);
    }

    /**
     * These attributes with another answer to a wrong signature.
     *
     * @param stops whether the queue pair goes to the state SQD.
     * @return new attributes.
     */
    public QueuePairAttributes withStopsAtSignature(final boolean stops) {
        return new QueuePairAttributes(
                type,
                sendQueue,
                receiveQueue,
                sharedReceiveQueue,
                capabilities,
                signalsAll,
                inlineReceive,
                xrcDomain,
                stops,
                isOutOfOrder,
                dynamicConnection);
    }

    /**
     * These attributes with another order of arrival.
     *
     * @param mayOvertake whether packets may overtake each other.
     * @return new attributes.
     */
    public QueuePairAttributes withOutOfOrder(final boolean mayOvertake) {
        return new QueuePairAttributes(
                type,
                sendQueue,
                receiveQueue,
                sharedReceiveQueue,
                capabilities,
                signalsAll,
                inlineReceive,
                xrcDomain,
                stopsAtSignature,
                mayOvertake,
                dynamicConnection);
    }

    /**
     * These attributes with what dynamic connections need.
     *
     * @param dynamic a target's key, or an initiator's streams.
     * @return new attributes.
     */
    public QueuePairAttributes withDynamicConnection(final DynamicConnection dynamic) {
        return new QueuePairAttributes(
                type,
                sendQueue,
                receiveQueue,
                sharedReceiveQueue,
                capabilities,
                signalsAll,
                inlineReceive,
                xrcDomain,
                stopsAtSignature,
                isOutOfOrder,
                dynamic);
    }
}
