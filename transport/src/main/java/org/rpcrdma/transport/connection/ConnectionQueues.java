// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePair;

/** A connection's queue pair and the completion queues that only this connection uses. */
public final class ConnectionQueues {
    private final QueueSettings settings;
    private final CompletionPump sendPump;

    /** Polls the completions of Receives. Null if the Receives are shared. */
    private final CompletionPump receivePump;

    private CompletionQueue sendCompletions;
    private CompletionQueue receiveCompletions;
    private QueuePair queuePair;

    ConnectionQueues(
            final QueueSettings settings,
            final Dispatch dispatch,
            final ObjIntConsumer<Completions> onSend,
            final ObjIntConsumer<Completions> onReceive) {
        this.settings = settings;
        sendPump = new CompletionPump(dispatch, settings.loop(), settings.batch(), onSend);
        receivePump = settings.shared() == null
                ? new CompletionPump(dispatch, settings.loop(), settings.batch(), onReceive)
                : null;
    }

    /**
     * Creates the queues. If this method throws an exception, {@link #close} closes the queues that have been created.
     */
    void open(final Consumer<AsyncEventType> onFailure) {
        if (receivePump != null) {
            receiveCompletions =
                    settings.device().createCompletionQueue(settings.receiveDepth(), settings.loop(), receivePump);
        }
        sendCompletions = settings.device().createCompletionQueue(settings.sendDepth(), settings.loop(), sendPump);
        queuePair = settings.device()
                .connections()
                .createQueuePair(settings.domain(), settings.attributes(sendCompletions, receiveCompletions));
        queuePair.onFailure(settings.loop(), onFailure);
        if (receiveCompletions != null) {
            receiveCompletions.arm();
        }
        sendCompletions.arm();
    }

    public QueuePair queuePair() {
        return queuePair;
    }

    /** Closes all queues that have been created, even if the device fails to close one of them. */
    void close(final HandlerFailures failures) {
        if (queuePair != null) {
            failures.collect(queuePair::close);
        }
        if (sendCompletions != null) {
            sendPump.stop();
            failures.collect(sendCompletions::close);
        }
        if (receiveCompletions != null) {
            receivePump.stop();
            failures.collect(receiveCompletions::close);
        }
    }
}
