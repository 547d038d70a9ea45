// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** One end of a probe's connection: a queue pair that posts each work request separately. */
final class ProbeEnd implements ConnectionHandler, AutoCloseable {
    private static final long SEND = 1;
    private static final long RECEIVE = 2;
    /** The maximum length of a message, in bytes. */
    static final int LARGEST = 64 << 10;

    private static final int DEPTH = 2 * MessageProbe.WINDOW;

    /** The capacity of the completion queue. */
    static final int COMPLETIONS = 2 * DEPTH;

    private final EventLoop loop;
    private final MemoryRegion region;
    private final CompletionQueue queue;
    private final QueuePair queuePair;
    private final Completions batch = new Completions(DEPTH);
    private final SendRequests sends;
    private final ReceiveRequests receives;
    private Runnable onProgress = () -> {};
    private Connection connection;
    private boolean hasEnded;
    private boolean isByHand;
    private long establishedNanos;

    /** The number of messages sent. */
    int sent;

    /** The number of messages received. */
    int received;

    /** The number of the completion queue's events. */
    int events;

    /** Creates a queue pair and posts Receives. All Receives and messages use the same region. */
    ProbeEnd(final Device device, final ProtectionDomain domain, final EventLoop loop, final MemoryRegion region) {
        this.loop = loop;
        this.region = region;
        sends = device.newSendRequests(1, 1);
        receives = device.newReceiveRequests(1);
        queue = device.createCompletionQueue(COMPLETIONS, loop, this::onCompletionEvent);
        queuePair = device.connections().createQueuePair(domain, attributes(queue));
        for (int i = 0; i < DEPTH; i++) {
            postReceive();
        }
        queue.arm();
    }

    /** Returns the attributes of a queue pair with a completion queue. */
    static QueuePairAttributes attributes(final CompletionQueue queue) {
        return new QueuePairAttributes(queue, queue, DEPTH, DEPTH, 1);
    }

    QueuePair queuePair() {
        return queuePair;
    }

    CompletionQueue queue() {
        return queue;
    }

    /** Stops the event handler from polling; the caller polls from now on. */
    void takeOver() {
        isByHand = true;
    }

    /** Waits for a completion and polls all available completions. */
    void takeByHand() {
        if (!loop.await(queue, ConnectedEnds.PATIENCE_NANOS)) {
            throw new IllegalStateException("a probe's message did not arrive");
        }
        queue.poll(batch);
    }

    /** Polls the empty queue, as a handler does after rearming it. */
    void pollNothing() {
        queue.poll(batch);
    }

    /** Resets the counts and sets the action that follows each sent or received message. */
    void begin(final Runnable progress) {
        onProgress = progress;
        sent = 0;
        received = 0;
    }

    /** Sends a message. */
    void send(final int bytes) {
        sends.clear();
        sends.send(SEND, SendRequests.SIGNALED);
        sends.sge(region.iova(), bytes, region.lkey());
        queuePair.postSend(sends);
    }

    void postReceive() {
        receives.clear();
        receives.receive(RECEIVE, region.iova() + LARGEST, LARGEST, region.lkey());
        queuePair.postReceive(receives);
    }

    private void onCompletionEvent(final CompletionQueue ready) {
        events++;
        if (isByHand) {
            return;
        }
        do {
            for (int i = 0; i < batch.count(); i++) {
                onCompletion(batch.wrId(i), batch.status(i));
            }
            ready.arm();
        } while (ready.poll(batch) > 0);
    }

    private void onCompletion(final long wrId, final int status) {
        if (status == CompletionStatus.WR_FLUSH_ERR) {
            return; // the connection has ended
        }
        if (status != CompletionStatus.SUCCESS) {
            throw new IllegalStateException("a probe's message failed: status=" + CompletionStatus.name(status));
        }
        sent += wrId == SEND ? 1 : 0;
        received += wrId == RECEIVE ? 1 : 0;
        onProgress.run();
        if (wrId == RECEIVE) {
            postReceive();
        }
    }

    boolean isEstablished() {
        return connection != null;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    long establishedNanos() {
        return establishedNanos;
    }

    void disconnect() {
        connection.disconnect();
    }

    @Override
    public void onEstablished(final Connection established, final byte[] privateData) {
        establishedNanos = loop.nanoTime();
        connection = established;
    }

    @Override
    public void onRejected(final Connection rejected, final String reason) {
        throw new IllegalStateException("a probe's connection was rejected: reason=" + reason);
    }

    @Override
    public void onDisconnected(final Connection ended) {
        hasEnded = true;
    }

    @Override
    public void close() {
        queuePair.close();
        queue.close();
    }
}
