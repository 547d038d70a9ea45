// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.interop;

import static org.rpcrdma.ibverbs.interop.Loopback.MESSAGES;
import static org.rpcrdma.ibverbs.interop.Loopback.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;

/**
 * Checks the asynchronous events that soft-RoCE raises, except the events of shared receive queues. Soft-RoCE raises no
 * event when a queue pair fails.
 */
final class EventChecks implements AsyncEventHandler {
    private static final String NETWORK_DEVICE = "dummy0";

    private final List<AsyncEventType> types = new ArrayList<>();
    private final List<Object> objects = new ArrayList<>();

    EventChecks(final Loopback loopback) {
        loopback.device.handleAsyncEvents(loopback.loop, this);
    }

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        types.add(type);
        objects.add(queuePair);
    }

    @Override
    public void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue queue) {
        types.add(type);
        objects.add(queue);
    }

    @Override
    public void onPortEvent(final AsyncEventType type, final int port) {
        types.add(type);
        objects.add(port);
    }

    void await(final Loopback loopback, final AsyncEventType type, final Object object) {
        loopback.runUntil(() -> types.contains(type), type + " is told");
        check(objects.get(types.indexOf(type)).equals(object), "of whom: " + objects);
        types.clear();
        objects.clear();
    }

    /**
     * The event for a drained queue does not wait for sends that have not started, because the soft-RoCE of newer
     * kernels starts each send on another thread. After the queue pair has returned to RTS, these sends continue as
     * soon as another send is posted.
     */
    static void drained(final Loopback loopback) {
        final EventChecks events = new EventChecks(loopback);
        final Peers peers = loopback.connect(loopback.newQueuePair());
        peers.server.postReceive(loopback.receives(MESSAGES));
        loopback.send(peers.client, 0, 4, SendRequests.SIGNALED);
        peers.client.modify(new QueuePairParameters().state(QueuePairState.SQD));
        events.await(loopback, AsyncEventType.SQ_DRAINED, peers.client);
        peers.client.modify(new QueuePairParameters().state(QueuePairState.RTS));
        loopback.send(peers.client, 4, 1, SendRequests.SIGNALED);
        loopback.succeed(10);
    }

    static void port(final Loopback loopback) throws Exception {
        final EventChecks events = new EventChecks(loopback);
        ip("address", "add", "10.98.0.77/24", "dev", NETWORK_DEVICE);
        events.await(loopback, AsyncEventType.GID_CHANGE, 1);
        ip("link", "set", NETWORK_DEVICE, "down");
        events.await(loopback, AsyncEventType.PORT_ERR, 1);
        ip("link", "set", NETWORK_DEVICE, "up");
        events.await(loopback, AsyncEventType.PORT_ACTIVE, 1);
    }

    /** Runs ip(8). */
    static void ip(final String... words) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(words));
        final int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        check(status == 0, command + ": status=" + status);
    }
}
