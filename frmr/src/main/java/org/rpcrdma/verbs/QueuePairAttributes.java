// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The attributes that a queue pair is created with ({@code struct ibv_qp_init_attr}): unchangeable, each {@code with…}
 * gives other attributes.
 */
public class QueuePairAttributes {
    private QueuePairType type = QueuePairType.RC;
    private final CompletionQueue sendQueue;
    private final CompletionQueue receiveQueue;
    private SharedReceiveQueue sharedReceiveQueue;
    private QueuePairCapabilities capabilities;
    private boolean signalsAll;

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
        this.sendQueue = sendQueue;
        this.receiveQueue = receiveQueue;
        this.capabilities = new QueuePairCapabilities(maxSendWr, maxReceiveWr, maxSendSge, 1, 0);
    }

    /**
     * Copies attributes, for a class that adds to them.
     *
     * @param other the attributes.
     */
    protected QueuePairAttributes(final QueuePairAttributes other) {
        type = other.type;
        sendQueue = other.sendQueue;
        receiveQueue = other.receiveQueue;
        sharedReceiveQueue = other.sharedReceiveQueue;
        capabilities = other.capabilities;
        signalsAll = other.signalsAll;
    }

    /**
     * Copies these attributes, for the {@code with…} methods.
     *
     * @return attributes of the same class.
     */
    protected QueuePairAttributes copy() {
        return new QueuePairAttributes(this);
    }

    /**
     * Returns these attributes with another transport.
     *
     * @param newType the transport.
     * @return new attributes.
     */
    public QueuePairAttributes withType(final QueuePairType newType) {
        final QueuePairAttributes copy = copy();
        copy.type = newType;
        return copy;
    }

    /**
     * Returns these attributes with other sizes.
     *
     * @param sizes the sizes.
     * @return new attributes.
     */
    public QueuePairAttributes withCapabilities(final QueuePairCapabilities sizes) {
        final QueuePairAttributes copy = copy();
        copy.capabilities = sizes;
        return copy;
    }

    /**
     * Returns these attributes with a shared receive queue.
     *
     * @param shared the queue, or null for an own one.
     * @return new attributes.
     */
    public QueuePairAttributes withSharedReceiveQueue(final SharedReceiveQueue shared) {
        final QueuePairAttributes copy = copy();
        copy.sharedReceiveQueue = shared;
        return copy;
    }

    /**
     * Returns these attributes with every send work request reported, or only those that ask for it.
     *
     * @param all true if all are.
     * @return new attributes.
     */
    public QueuePairAttributes withSignalsAll(final boolean all) {
        final QueuePairAttributes copy = copy();
        copy.signalsAll = all;
        return copy;
    }

    /**
     * {@return its transport}
     */
    public QueuePairType type() {
        return type;
    }

    /**
     * {@return the queue that reports finished send work requests; of no use if there is no send queue}
     */
    public CompletionQueue sendQueue() {
        return sendQueue;
    }

    /**
     * {@return the queue that reports finished Receives, of no use if there are none; may be the same queue}
     */
    public CompletionQueue receiveQueue() {
        return receiveQueue;
    }

    /**
     * {@return the shared queue of its Receives, or null if it has its own}
     */
    public SharedReceiveQueue sharedReceiveQueue() {
        return sharedReceiveQueue;
    }

    /**
     * {@return the sizes that are asked for, each at least 1 but those that may be 0; of no use for a queue that the
     * type does not have}
     */
    public QueuePairCapabilities capabilities() {
        return capabilities;
    }

    /**
     * {@return true if every send work request is reported, signaled or not ({@code sq_sig_all})}
     */
    public boolean signalsAll() {
        return signalsAll;
    }
}
