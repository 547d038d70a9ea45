// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.function.Consumer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.transport.connection.TransportConnection;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.transport.receive.ReceiveBuffers;
import org.rpcrdma.transport.reverse.ReverseCaller;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.DeviceCapability;

/**
 * A server's connection, including its queues and Receives. It exists from the peer's request until all its resources
 * are released.
 */
final class ServerConnection extends TransportConnection implements IdleConnections.Idler {
    final ServerConnectionMetrics figures;
    private final ServerResources resources;
    private final CreditGrant credits;
    private final ServerCalls calls;
    private final Runnable onConfirmed;
    private final Consumer<ServerConnection> onUnserved;
    private final Consumer<ServerConnection> onEnd;

    /** Sends calls in the reverse direction. Null if the reverse direction is disabled. */
    private final ReverseCaller reverse;

    private boolean revoked;
    private boolean isReleased;
    private boolean isConfirmed;
    private boolean isUnserved;

    /** True if no message has arrived since the last pass over idle connections. */
    private boolean isIdle;

    /**
     * Creates a connection that has not yet been accepted.
     *
     * @param granted     the number of credits to grant initially.
     * @param onConfirmed called when the client has confirmed the connection.
     * @param onUnserved  called once, when the connection has ended and is waiting only for the service's answers.
     * @param onEnd       called when all resources of the connection have been released.
     */
    ServerConnection(
            final ServerResources resources,
            final int granted,
            final ConnectionRequest request,
            final ServerConnectionMetrics figures,
            final Runnable onConfirmed,
            final Consumer<ServerConnection> onUnserved,
            final Consumer<ServerConnection> onEnd) {
        this.resources = resources;
        this.figures = figures;
        this.onConfirmed = onConfirmed;
        this.onUnserved = onUnserved;
        this.onEnd = onEnd;
        credits = new CreditGrant(granted, resources.reverseCredits, resources::reservedBuffers);
        final ConnectionTerms terms = terms(resources, request);
        reverse = resources.reverse == null
                ? null
                : new ReverseCaller(this, resources.reverse, terms.inlineThreshold(), () -> figures.messagesDropped++);
        calls = new ServerCalls(
                this, resources.calls, resources.service, resources.serviceFailures, resources.depths, terms, figures);
    }

    /** Enables remote invalidation if both sides support it. */
    private static ConnectionTerms terms(final ServerResources resources, final ConnectionRequest request) {
        final ConnectionTerms terms = ConnectionTerms.of(request.privateData(), resources.bufferSize);
        final boolean able = resources.device.attributes().has(DeviceCapability.SEND_WITH_INVALIDATE);
        return new ConnectionTerms(terms.inlineThreshold(), terms.replyThreshold(), able && terms.remoteInvalidation());
    }

    /** Accepts the connection. On failure, releases all its resources. */
    void accept(final ConnectionRequest request) {
        beginDispatch();
        try {
            openQueues(resources.queues);
            openReceives();
            connection = request.accept(
                    queues.queuePair(),
                    ConnectionTerms.ofServer(
                            resources.device.attributes(), resources.bufferSize, resources.rnrRetries()),
                    resources.loop,
                    this);
        } catch (final Throwable e) {
            closeNow(EndCause.RESOURCES, e.getMessage());
            throw e;
        }
        endDispatch();
    }

    /** Notifies the service of the connection, unless the connection has begun to end. */
    void tellService() {
        if (isOpen()) {
            beginDispatch();
            calls.beginService(connection.local());
            endDispatch();
        }
    }

    /** Returns true if this side has accepted the peer's request. */
    boolean wasAccepted() {
        return connection != null;
    }

    /** Returns true if the peer has confirmed the connection. */
    boolean wasConfirmed() {
        return isConfirmed;
    }

    private void openReceives() {
        final long begun = resources.loop.nanoTime();
        if (resources.sharedReceives == null) {
            postFirstReceives();
        } else {
            receives = resources.sharedReceives.attach(this, queues.queuePair().number());
            figures.arena = receives.arena().figuresSource();
        }
        figures.setupNanos = resources.loop.nanoTime() - begun;
        onReceivesPosted();
    }

    private void postFirstReceives() {
        final ReceiveArena arena = resources.arenas.open();
        figures.beginSetup(arena.figuresSource());
        final ReceiveBuffers buffers = new ReceiveBuffers(
                arena,
                resources.arenas.memory(),
                queues.queuePair(),
                resources.receiveChain,
                resources.depths.receiveBatch(),
                credits.reservedBuffers(),
                resources.mostBuffers());
        receives = buffers;
        figures.endSetup();
        buffers.fill(resources.receiveChain, credits.receives());
    }

    @Override
    public void onEstablished(final Connection established, final byte[] privateData) {
        // The first Receive may complete before this event. Its call is then served immediately.
        if (isOpen()) {
            isConfirmed = true;
            onConfirmed.run();
        }
    }

    @Override
    public void onCompletion(final int i) {
        if (i == 0 && resources.calls.times != null) {
            resources.calls.times.clock.onEvent();
        }
    }

    @Override
    public void onMessage(final long handle, final Completions batch, final int i) {
        figures.messagesReceived++;
        isIdle = false;
        topUp();
        final int length = batch.byteLength(i);
        final long message = receives.read(handle, length);
        if (reverse == null || !reverse.takes(handle, message, length)) {
            calls.begin(handle, message, length);
        }
    }

    @Override
    public ReverseChannel reverseChannel() {
        if (reverse == null) {
            throw new IllegalStateException("the server's reverse direction is disabled");
        }
        return reverse;
    }

    @Override
    public int credits() {
        return credits.granted();
    }

    /** Changes the number of credits if the required buffers are available. */
    void grantCredits(final int wanted) {
        if (!isOpen() || wanted == credits.granted()) {
            return;
        }
        if (!credits.grant(wanted, receives)) {
            figures.grantsRefused++;
            return;
        }
        beginDispatch();
        topUp();
        endDispatch();
    }

    @Override
    public void onReceivesPosted() {
        figures.receivesPosted = receives.totalPosted();
        figures.receivePosts = receives.totalPosts();
    }

    @Override
    public void onSendDone(final long wrId, final boolean success) {
        if (WorkRequestId.isReverse(wrId)) {
            reverse.onSendDone(wrId);
        } else {
            calls.onSendDone(wrId, success);
        }
    }

    @Override
    public void endIfIdle(final long periodNanos) {
        if (isIdle && calls.isIdle() && (reverse == null || reverse.callsOutstanding() == 0)) {
            beginDispatch();
            fail(EndCause.IDLE, "idle: no message within periodNanos=" + periodNanos);
            endDispatch();
        }
        isIdle = true;
    }

    /** Closes the connection without waiting for the service. It still waits for other threads. */
    void revoke(final String reason) {
        revoked = true;
        end(EndCause.CLOSED, reason);
    }

    /** Starts to close the connection. */
    void end(final EndCause cause, final String reason) {
        beginDispatch();
        fail(cause, reason);
        endDispatch();
    }

    @Override
    public boolean isFlushed() {
        return calls.isFlushed() && (reverse == null || reverse.isIdle());
    }

    @Override
    public boolean isServed() {
        return calls.isServed(revoked);
    }

    /** Frees the connection's slot and releases its buffers, except the buffers of calls that the service holds. */
    @Override
    public void onUnserved() {
        failures.collect(this::releaseFreeBuffers);
        if (!isUnserved) {
            isUnserved = true;
            onUnserved.accept(this);
        }
    }

    private void releaseFreeBuffers() {
        receives.resize(0, 0);
        if (resources.arenas.shared() == null) {
            receives.arena().trim();
        }
    }

    /** Returns true if the connection has ended and is waiting for the service's answers. */
    boolean isUnserved() {
        return isUnserved;
    }

    @Override
    public void onClosing() {
        calls.abandonWaiting();
        calls.endService();
    }

    @Override
    public void onClosed() {
        if (!calls.hasDeferred()) {
            giveBack();
        }
    }

    @Override
    public void onLastLateAnswer() {
        if (isClosed()) {
            giveBack();
            failures.rethrow();
        }
    }

    /**
     * Releases all resources, even if some of these steps fail, for example because the arena has failed. Neither the
     * device nor other threads may still be using the resources. Only the first call of this method has an effect;
     * further calls are possible because the last late answer may also close the connection.
     */
    private void giveBack() {
        if (isReleased) {
            return;
        }
        isReleased = true;
        figures.closeReason = closeReason();
        figures.endCause = endCause();
        failures.collect(calls::close);
        if (reverse != null) {
            failures.collect(reverse::close);
        }
        if (receives != null) {
            final long begun = resources.loop.nanoTime();
            failures.collect(receives::close);
            figures.teardownNanos = resources.loop.nanoTime() - begun;
        }
        failures.collect(() -> onEnd.accept(this));
    }
}
