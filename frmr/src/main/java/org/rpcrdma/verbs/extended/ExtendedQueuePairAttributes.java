// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SharedReceiveQueue;

/**
 * The attributes of a queue pair that few devices grant: short payloads inside of completions. Passed like any other
 * attributes when a queue pair is created:
 *
 * <pre>{@code
 * domain.createQueuePair(ExtendedQueuePairAttributes.of(attributes).withInlineReceive(InlineReceive.ALLOW));
 * }</pre>
 */
public final class ExtendedQueuePairAttributes extends QueuePairAttributes {
    private InlineReceive inlineReceive = InlineReceive.DEFAULT;

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
     * {@return true if payloads come inside of completions}
     */
    public InlineReceive inlineReceive() {
        return inlineReceive;
    }
}
