// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.arena.ArenaExhaustedException;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/** One connection of a server: its queues and Receives from the peer's request to the end of everything it has. */
final class ServerConnection extends TransportConnection {
    final ServerConnectionMetrics metrics;
    private final ServerConnections siblings;
    private final ServerResources shared;
    private final ServerCalls calls;

    /** Null where there are no calls in reverse direction. */
    private final ReverseCaller reverse;

    private int credits;
    private boolean revoked;
    private boolean isGivenBack;

    /** Whether no message has come since the last pass over idle connections. */
    private boolean isOld;

    ServerConnection(
            final ServerConnections siblings,
            final ServerResources shared,
            final ConnectionRequest request,
            final ServerConnectionMetrics metrics) {
        this.siblings = siblings;
        this.shared = shared;
        this.metrics = metrics;
        credits = shared.credits;
        final ConnectionTerms terms = terms(shared, request);
        calls = new ServerCalls(this, shared, terms);
        reverse = shared.reverseCredits == 0 ? null : new ReverseCaller(this, shared, terms);
    }

    /** Keys are invalidated where both sides can. */
    private static ConnectionTerms terms(final ServerResources shared, final ConnectionRequest request) {
        final ConnectionTerms terms = ConnectionTerms.of(request.privateData(), shared.bufferSize);
        final boolean able = shared.device.attributes().has(DeviceCapability.SEND_WITH_INVALIDATE);
        return new ConnectionTerms(terms.inlineThreshold(), terms.replyThreshold(), able && terms.remoteInvalidation());
    }

    /** Accepts the connection; where that fails, nothing is left of it. */
    void accept(final ConnectionRequest request) {
        beginDispatch();
        try {
            openQueues(
                    shared.device,
                    shared.arenas.domain(),
                    shared.loop,
                    shared.completions,
                    shared.depths.sendDepth() + shared.reverseCredits,
                    shared.depths.receiveDepth(),
                    shared.depths.sendElements(),
                    shared.sharedReceives);
            openReceives();
            connection = request.accept(
                    queuePair,
                    ConnectionTerms.ofServer(shared.device.attributes(), shared.bufferSize, shared.rnrRetries()),
                    shared.loop,
                    this);
        } catch (final RuntimeException e) {
            closeNow(e.getMessage());
            throw e;
        }
        endDispatch();
    }

    /** Whether the peer's request was answered with an acceptance. */
    boolean wasAccepted() {
        return connection != null;
    }

    private void openReceives() {
        final long begun = shared.loop.nanoTime();
        if (shared.sharedReceives == null) {
            postFirstReceives();
        } else {
            receives = shared.sharedReceives.attach(this, queuePair.number());
            metrics.arena = receives.arena().metrics();
        }
        metrics.setupNanos = shared.loop.nanoTime() - begun;
        countReceives();
    }

    private void postFirstReceives() {
        final ReceiveArena arena = shared.arenas.open();
        metrics.beginSetup(arena.metrics());
        final ReceiveBuffers buffers = new ReceiveBuffers(
                arena,
                shared.arenas.memory(),
                queuePair,
                shared.receiveChain,
                credits + shared.reverseCredits,
                shared.depths.receiveBatch(),
                shared.reservedBuffers(credits),
                shared.mostBuffers());
        receives = buffers;
        metrics.endSetup();
        buffers.fill();
    }

    @Override
    public void onEstablished(final Connection established, final byte[] privateData) {
        // Calls are served from the first Receive on, which may complete ahead of this event.
    }

    @Override
    void onMessage(final long handle, final Completions batch, final int i) {
        metrics.messagesReceived++;
        isOld = false;
        topUp();
        final int length = batch.byteLength(i);
        final long message = receives.read(handle, length);
        if (reverse == null || !reverse.takes(handle, message, length)) {
            calls.begin(handle, message, length);
        }
    }

    ReceiveArena arena() {
        return receives.arena();
    }

    ReverseChannel reverseChannel() {
        if (reverse == null) {
            throw new IllegalStateException("server has no reverse direction");
        }
        return reverse;
    }

    int credits() {
        return credits;
    }

    /**
     * Grants another number of credits with the replies from now on. Receives for more are posted before; where buffers for
     * them are not to be had, the number stays. Receives for fewer are not posted again: the peer may use those that it has
     * been granted until it reads of fewer.
     */
    void grant(final int wanted) {
        if (!isOpen() || wanted == credits) {
            return;
        }
        try {
            receives.resize(wanted + shared.reverseCredits, shared.reservedBuffers(wanted));
        } catch (final VerbsException | ArenaExhaustedException e) {
            metrics.grantsRefused++;
            return;
        }
        beginDispatch();
        topUp();
        credits = wanted;
        endDispatch();
    }

    void post(final SendRequests chain) {
        queuePair.postSend(chain);
    }

    void releaseReceive(final long handle) {
        receives.release(handle);
        topUp();
    }

    private void topUp() {
        if (isOpen()) {
            try {
                receives.topUp();
            } catch (final VerbsException e) {
                fail("Receives cannot be posted: " + e.getMessage());
            }
            countReceives();
        }
    }

    private void countReceives() {
        metrics.receivesPosted = receives.totalPosted();
        metrics.receivePosts = receives.totalPosts();
    }

    @Override
    void onSendDone(final long wrId, final boolean success) {
        if (ReverseId.isReverse(wrId)) {
            reverse.onSendDone(wrId);
        } else {
            calls.transfers().onSendDone(wrId, success);
        }
    }

    /** A pass over idle connections: one that the pass before found idle, too, ends. */
    void age(final long periodNanos) {
        if (isOld
                && calls.transfers().isIdle()
                && calls.isServed(false)
                && !calls.isWaiting()
                && (reverse == null || reverse.callsOutstanding() == 0)) {
            beginDispatch();
            fail("idle: no message for periodNanos=" + periodNanos);
            endDispatch();
        }
        isOld = true;
    }

    /** Ends the connection without waiting for the service, but for other threads. */
    void revoke(final String reason) {
        revoked = true;
        beginDispatch();
        fail(reason);
        endDispatch();
    }

    @Override
    boolean isFlushed() {
        return calls.transfers().isIdle() && (reverse == null || reverse.isIdle());
    }

    @Override
    boolean isServed() {
        return calls.isServed(revoked);
    }

    @Override
    void onClosing() {
        calls.abandonWaiting();
    }

    @Override
    void onClosed() {
        if (!calls.hasDeferred()) {
            giveBack();
        }
    }

    /** Gives everything back; the device is done with it, and so are other threads. Done once: the last late answer may end the connection, too. */
    void giveBack() {
        if (isGivenBack) {
            return;
        }
        isGivenBack = true;
        metrics.closeReason = closeReason();
        calls.close();
        if (reverse != null) {
            reverse.close();
        }
        if (receives != null) {
            final long begun = shared.loop.nanoTime();
            receives.close();
            metrics.teardownNanos = shared.loop.nanoTime() - begun;
        }
        siblings.onClosed(this);
    }
}
