// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.endpoint;

import org.rpcrdma.rnic.queue.CompletionQueueUser;
import org.rpcrdma.rnic.queue.CompletionQueues;
import org.rpcrdma.rnic.queue.RnicCompletionQueue;
import org.rpcrdma.rnic.queue.RnicSharedReceiveQueue;
import org.rpcrdma.rnic.queue.SharedReceiveQueues;
import org.rpcrdma.verbs.QueuePairAttributes;

/**
 * The queues that a queue pair uses.
 *
 * @param sends    the completion queue for sends.
 * @param receives the completion queue for Receives.
 * @param shared   the shared receive queue, or null.
 */
record QueuePairAttachments(RnicCompletionQueue sends, RnicCompletionQueue receives, RnicSharedReceiveQueue shared) {

    /** Resolves the queues that the attributes name. They must be open and belong to this device. */
    static QueuePairAttachments of(
            final CompletionQueues completionQueues,
            final SharedReceiveQueues sharedReceiveQueues,
            final QueuePairAttributes attributes) {
        return new QueuePairAttachments(
                completionQueues.own(attributes.sendQueue()),
                completionQueues.own(attributes.receiveQueue()),
                attributes.sharedReceiveQueue() == null
                        ? null
                        : sharedReceiveQueues.own(attributes.sharedReceiveQueue()));
    }

    void attach(final CompletionQueueUser queuePair) {
        sends.addUser(queuePair);
        receives.addUser(queuePair);
        if (shared != null) {
            shared.addUser();
        }
    }

    /** Removes a queue pair's unpolled completions. */
    void clean(final int number) {
        sends.remove(number);
        if (receives != sends) {
            receives.remove(number);
        }
    }

    void detach(final CompletionQueueUser queuePair) {
        sends.removeUser(queuePair);
        receives.removeUser(queuePair);
        if (shared != null) {
            shared.removeUser();
        }
    }
}
