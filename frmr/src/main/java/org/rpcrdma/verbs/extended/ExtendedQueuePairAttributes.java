// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;

/**
 * The attributes of a queue pair that few devices grant: XRC, dynamic connections, inline Receives, Receives out of
 * order, a stop at a wrong signature. Passed like any other attributes when a queue pair is created:
 *
 * <pre>{@code
 * domain.createQueuePair(ExtendedQueuePairAttributes.of(attributes).withXrcDomain(xrcDomain));
 * }</pre>
 */
public final class ExtendedQueuePairAttributes extends QueuePairAttributes {
    private InlineReceive inlineReceive = InlineReceive.DEFAULT;
    private XrcDomain xrcDomain;
    private boolean stopsAtSignature;
    private boolean isOutOfOrder;
    private DynamicConnection dynamicConnection = DynamicConnection.NONE;

    /**
     * Attributes of a reliable connected queue pair with Receives of one element.
     *
     * @param sendQueue    reports finished send work requests.
     * @param receiveQueue reports finished Receives; may be the same queue.
     * @param maxSendWr    send work requests outstanding at most, at least 1.
     * @param maxReceiveWr Receives outstanding at most, at least 1.
     * @param maxSendSge   scatter/gather elements of a send work request at most, at least 1.
     */
    public ExtendedQueuePairAttributes(
            final CompletionQueue sendQueue,
            final CompletionQueue receiveQueue,
            final int maxSendWr,
            final int maxReceiveWr,
            final int maxSendSge) {
        super(sendQueue, receiveQueue, maxSendWr, maxReceiveWr, maxSendSge);
    }

    private ExtendedQueuePairAttributes(final QueuePairAttributes other) {
        super(other);
    }

    /**
     * Returns attributes with the extended ones; those that were not given have their defaults.
     *
     * @param attributes attributes of a queue pair.
     * @return the same object if it has the extended attributes, else a copy.
     */
    public static ExtendedQueuePairAttributes of(final QueuePairAttributes attributes) {
        return attributes instanceof ExtendedQueuePairAttributes
                ? (ExtendedQueuePairAttributes) attributes
                : new ExtendedQueuePairAttributes(attributes);
    }

    @Override
    protected ExtendedQueuePairAttributes copy() {
        final ExtendedQueuePairAttributes copy = new ExtendedQueuePairAttributes(this);
        copy.inlineReceive = inlineReceive;
        copy.xrcDomain = xrcDomain;
        copy.stopsAtSignature = stopsAtSignature;
        copy.isOutOfOrder = isOutOfOrder;
        copy.dynamicConnection = dynamicConnection;
        return copy;
    }

    @Override
    public ExtendedQueuePairAttributes withType(final QueuePairType type) {
        return (ExtendedQueuePairAttributes) super.withType(type);
    }

    @Override
    public ExtendedQueuePairAttributes withCapabilities(final QueuePairCapabilities sizes) {
        return (ExtendedQueuePairAttributes) super.withCapabilities(sizes);
    }

    @Override
    public ExtendedQueuePairAttributes withSharedReceiveQueue(final SharedReceiveQueue shared) {
        return (ExtendedQueuePairAttributes) super.withSharedReceiveQueue(shared);
    }

    @Override
    public ExtendedQueuePairAttributes withSignalsAll(final boolean all) {
        return (ExtendedQueuePairAttributes) super.withSignalsAll(all);
    }

    /**
     * Returns these attributes with another handling of short payloads.
     *
     * @param inline true if they come inside of completions.
     * @return new attributes.
     */
    public ExtendedQueuePairAttributes withInlineReceive(final InlineReceive inline) {
        final ExtendedQueuePairAttributes copy = copy();
        copy.inlineReceive = inline;
        return copy;
    }

    /**
     * Returns these attributes in an XRC domain.
     *
     * @param domain the domain, or null.
     * @return new attributes.
     */
    public ExtendedQueuePairAttributes withXrcDomain(final XrcDomain domain) {
        final ExtendedQueuePairAttributes copy = copy();
        copy.xrcDomain = domain;
        return copy;
    }

    /**
     * Returns these attributes with another answer to a wrong signature.
     *
     * @param stops true if the queue pair goes to the state SQD.
     * @return new attributes.
     */
    public ExtendedQueuePairAttributes withStopsAtSignature(final boolean stops) {
        final ExtendedQueuePairAttributes copy = copy();
        copy.stopsAtSignature = stops;
        return copy;
    }

    /**
     * Returns these attributes with another order of arrival.
     *
     * @param mayOvertake true if packets may overtake each other.
     * @return new attributes.
     */
    public ExtendedQueuePairAttributes withOutOfOrder(final boolean mayOvertake) {
        final ExtendedQueuePairAttributes copy = copy();
        copy.isOutOfOrder = mayOvertake;
        return copy;
    }

    /**
     * Returns these attributes with what dynamic connections need.
     *
     * @param dynamic a target's key, or an initiator's streams.
     * @return new attributes.
     */
    public ExtendedQueuePairAttributes withDynamicConnection(final DynamicConnection dynamic) {
        final ExtendedQueuePairAttributes copy = copy();
        copy.dynamicConnection = dynamic;
        return copy;
    }

    /**
     * {@return true if payloads come inside of completions}
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
     * {@return true if a wrong signature behind a local key takes it to the state SQD, ahead of the next request with
     * {@link SendRequests#FENCE}, and raises {@link AsyncEventType#SQ_DRAINED} ({@code
     * MLX5DV_QP_CREATE_SIG_PIPELINING})}
     */
    public boolean stopsAtSignature() {
        return stopsAtSignature;
    }

    /**
     * {@return true if packets may overtake each other on their way to it, and messages take its Receives as they
     * arrive ({@code MLX5DV_QP_CREATE_OOO_DP}); the peer must have it too. Completions keep the messages' order, so
     * that only the id tells which Receive has which message}
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
