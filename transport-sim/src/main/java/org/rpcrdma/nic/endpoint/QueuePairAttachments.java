// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.endpoint;

import org.rpcrdma.nic.queue.CompletionQueueUser;
import org.rpcrdma.nic.queue.CompletionQueues;
import org.rpcrdma.nic.queue.SharedReceiveQueues;
import org.rpcrdma.nic.queue.SimulatedCompletionQueue;
import org.rpcrdma.nic.queue.SimulatedSharedReceiveQueue;
import org.rpcrdma.nic.queue.SimulatedXrcDomain;
import org.rpcrdma.nic.queue.XrcReceiver;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedQueuePairAttributes;

/**
 * The queues and domains that a queue pair uses. They cannot be closed before it.
 *
 * <pre>
 *                 sends    receives    shared     xrcDomain
 * RC, UC, UD      yes      yes         may be     no
 * XRC_SEND        yes      no          no         no
 * XRC_RECV        no       no          no         yes
 * DC_INITIATOR    yes      no          no         no
 * DC_TARGET       no       yes         yes        no
 * </pre>
 *
 * @param sends     takes the completions of sends, or null.
 * @param receives  takes the completions of Receives, or null.
 * @param shared    the queue that Receives come from, or null.
 * @param xrcDomain the domain of the shared queues that the peer sends to, or null.
 */
record QueuePairAttachments(
        SimulatedCompletionQueue sends,
        SimulatedCompletionQueue receives,
        SimulatedSharedReceiveQueue shared,
        SimulatedXrcDomain xrcDomain) {

    /** Returns what attributes name; it must be open, the device's, and of use to the type. */
    static QueuePairAttachments of(
            final CompletionQueues completionQueues,
            final SharedReceiveQueues sharedReceiveQueues,
            final ExtendedQueuePairAttributes attributes) {
        final QueuePairType type = attributes.type();
        final boolean isReceiverOnly = type == QueuePairType.XRC_RECV;
        if (!isReceiverOnly && attributes.xrcDomain() != null
                || !type.hasReceiveQueue() && attributes.sharedReceiveQueue() != null
                || type == QueuePairType.DC_TARGET && attributes.sharedReceiveQueue() == null) {
            throw new VerbsException(
                    Errno.EINVAL, "lacks what it needs, or has no use for what is attached: " + attributes);
        }
        final CompletionQueues queues = completionQueues;
        return new QueuePairAttachments(
                type.hasSendQueue() ? queues.own(attributes.sendQueue()) : null,
                type.hasReceiveQueue() ? queues.own(attributes.receiveQueue()) : null,
                attributes.sharedReceiveQueue() == null
                        ? null
                        : sharedReceiveQueues.own(attributes.sharedReceiveQueue()),
                isReceiverOnly ? sharedReceiveQueues.own(attributes.xrcDomain()) : null);
    }

    <Q extends CompletionQueueUser & XrcReceiver> void attach(final Q queuePair) {
        if (sends != null) {
            sends.addUser(queuePair);
        }
        if (receives != null) {
            receives.addUser(queuePair);
        }
        if (shared != null) {
            shared.addUser();
        }
        if (xrcDomain != null) {
            xrcDomain.addReceiver(queuePair);
        }
    }

    /** Removes the completions of a queue pair that nobody polled. */
    void clean(final int number) {
        if (sends != null) {
            sends.remove(number);
        }
        if (receives != null && receives != sends) {
            receives.remove(number);
        }
    }

    <Q extends CompletionQueueUser & XrcReceiver> void detach(final Q queuePair) {
        if (sends != null) {
            sends.removeUser(queuePair);
        }
        if (receives != null) {
            receives.removeUser(queuePair);
        }
        if (shared != null) {
            shared.removeUser();
        }
        if (xrcDomain != null) {
            xrcDomain.removeReceiver(queuePair);
        }
    }
}
