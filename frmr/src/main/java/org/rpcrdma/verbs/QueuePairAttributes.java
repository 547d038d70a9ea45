// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * What a queue pair is created with ({@code struct ibv_qp_init_attr}): unchangeable, each {@code with…} gives other attributes.
 */
public final class QueuePairAttributes {
    private QueuePairType type = QueuePairType.RC;
    private final CompletionQueue sendQueue;
    private final CompletionQueue receiveQueue;
    private SharedReceiveQueue sharedReceiveQueue;
    private QueuePairCapabilities capabilities;
    private boolean signalsAll;
    private InlineReceive inlineReceive = InlineReceive.DEFAULT;
    private XrcDomain xrcDomain;
    private boolean stopsAtSignature;
    private boolean isOutOfOrder;
    private DynamicConnection dynamicConnection = DynamicConnection.NONE;

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
        this.sendQueue = sendQueue;
        this.receiveQueue = receiveQueue;
        this.capabilities = new QueuePairCapabilities(maxSendWr, maxReceiveWr, maxSendSge, 1, 0);
    }

    private QueuePairAttributes(final QueuePairAttributes other) {
        type = other.type;
        sendQueue = other.sendQueue;
        receiveQueue = other.receiveQueue;
        sharedReceiveQueue = other.sharedReceiveQueue;
        capabilities = other.capabilities;
        signalsAll = other.signalsAll;
        inlineReceive = other.inlineReceive;
        xrcDomain = other.xrcDomain;
        stopsAtSignature = other.stopsAtSignature;
        isOutOfOrder = other.isOutOfOrder;
        dynamicConnection = other.dynamicConnection;
    }

    /**
     * These attributes with another transport.
     *
     * @param newType the transport.
     * @return new attributes.
     */
    public QueuePairAttributes withType(final QueuePairType newType) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.type = newType;
        return copy;
    }

    /**
     * These attributes with other sizes.
     *
     * @param sizes the sizes.
     * @return new attributes.
     */
    public QueuePairAttributes withCapabilities(final QueuePairCapabilities sizes) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.capabilities = sizes;
        return copy;
    }

    /**
     * These attributes with a shared receive queue.
     *
     * @param shared the queue, or null for an own one.
     * @return new attributes.
     */
    public QueuePairAttributes withSharedReceiveQueue(final SharedReceiveQueue shared) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.sharedReceiveQueue = shared;
        return copy;
    }

    /**
     * These attributes with every send work request reported, or only those that ask for it.
     *
     * @param all whether all are.
     * @return new attributes.
     */
    public QueuePairAttributes withSignalsAll(final boolean all) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.signalsAll = all;
        return copy;
    }

    /**
     * These attributes with another handling of short payloads.
     *
     * @param inline whether they come inside of completions.
     * @return new attributes.
     */
    public QueuePairAttributes withInlineReceive(final InlineReceive inline) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.inlineReceive = inline;
        return copy;
    }

    /**
     * These attributes in an XRC domain.
     *
     * @param domain the domain, or null.
     * @return new attributes.
     */
    public QueuePairAttributes withXrcDomain(final XrcDomain domain) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.xrcDomain = domain;
        return copy;
    }

    /**
     * These attributes with another answer to a wrong signature.
     *
     * @param stops whether the queue pair goes to the state SQD.
     * @return new attributes.
     */
    public QueuePairAttributes withStopsAtSignature(final boolean stops) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.stopsAtSignature = stops;
        return copy;
    }

    /**
     * These attributes with another order of arrival.
     *
     * @param mayOvertake whether packets may overtake each other.
     * @return new attributes.
     */
    public QueuePairAttributes withOutOfOrder(final boolean mayOvertake) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.isOutOfOrder = mayOvertake;
        return copy;
    }

    /**
     * These attributes with what dynamic connections need.
     *
     * @param dynamic a target's key, or an initiator's streams.
     * @return new attributes.
     */
    public QueuePairAttributes withDynamicConnection(final DynamicConnection dynamic) {
        final QueuePairAttributes copy = new QueuePairAttributes(this);
        copy.dynamicConnection = dynamic;
        return copy;
    }

    /**
     * {@return its transport}
     */
    public QueuePairType type() {
        return type;
    }

    /**
     * {@return where finished send work requests are reported; of no use where there is no send queue}
     */
    public CompletionQueue sendQueue() {
        return sendQueue;
    }

    /**
     * {@return where finished Receives are reported, of no use where there are none; may be the same queue}
     */
    public CompletionQueue receiveQueue() {
        return receiveQueue;
    }

    /**
     * {@return where its Receives come from, or null where it has its own}
     */
    public SharedReceiveQueue sharedReceiveQueue() {
        return sharedReceiveQueue;
    }

    /**
     * {@return the sizes that are asked for, each at least 1 but those that may be 0; of no use for a queue that the type does not have}
     */
    public QueuePairCapabilities capabilities() {
        return capabilities;
    }

    /**
     * {@return whether every send work request is reported, signaled or not ({@code sq_sig_all})}
     */
    public boolean signalsAll() {
        return signalsAll;
    }

    /**
     * {@return whether payloads come inside of completions}
     */
    public InlineReceive inlineReceive() {
        return inlineReceive;
    }

    /**
     * {@return the domain of an {@link QueuePairType#XRC_RECV} queue pair, or null}
     */
    public XrcDomain xrcDomain() {
        return xrcDomain;
    }

    /**
     * {@return whether a wrong signature behind a local key takes it to the state SQD, ahead of the next request with {@link SendRequests#FENCE}, and raises {@link AsyncEventType#SQ_DRAINED} ({@code MLX5DV_QP_CREATE_SIG_PIPELINING})}
     */
    public boolean stopsAtSignature() {
        return stopsAtSignature;
    }

    /**
     * {@return whether packets may overtake each other on their way to it, and messages take its Receives as they arrive ({@code MLX5DV_QP_CREATE_OOO_DP}); the peer must have it too. Completions keep the messages' order, so that only the id tells which Receive has which message}
     */
    public boolean isOutOfOrder() {
        return isOutOfOrder;
    }

    /**
     * {@return the key of a {@link QueuePairType#DC_TARGET}, or the streams of a {@link QueuePairType#DC_INITIATOR}}
     */
    public DynamicConnection dynamicConnection() {
        return dynamicConnection;
    }
}
