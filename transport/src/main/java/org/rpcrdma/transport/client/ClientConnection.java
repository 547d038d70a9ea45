// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.net.InetSocketAddress;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.arena.ArenaExhaustedException;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.transport.connection.TransportConnection;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.transport.receive.ReceiveBuffers;
import org.rpcrdma.transport.reverse.ReverseResponder;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/**
 * A client's connection, including its queues and Receives. It exists from the attempt to connect until all its
 * resources are released.
 */
final class ClientConnection extends TransportConnection {
    final ClientCalls calls;
    private final ClientSession session;
    private final ClientResources resources;
    private final UnsafeBuffer received = new UnsafeBuffer(0, 0);

    /**
     * Answers reverse calls. Null if the client does not serve reverse calls, or the connection has not yet been
     * established.
     */
    private ReverseResponder reverse;

    /** The number of posted work requests that are signaled. */
    private int signaled;

    ClientConnection(final ClientSession session) {
        this.session = session;
        resources = session.resources;
        calls = new ClientCalls(this, session);
    }

    /** Begins to connect. */
    void open(final InetSocketAddress remote) {
        beginDispatch();
        try {
            final int receiveCredits = resources.credits + resources.reverseCredits;
            final int receiveDepth = resources.receiveDepth();
            openQueues(resources.queues);
            final ReceiveBuffers buffers = new ReceiveBuffers(
                    resources.arenas.open(),
                    resources.arenas.memory(),
                    queues.queuePair(),
                    resources.receiveChain,
                    resources.receiveBatch,
                    resources.arenas.reserved(receiveCredits, receiveDepth),
                    receiveDepth);
            receives = buffers;
            // This chain of requests is used only once. Receives that are posted later are posted in batches.
            buffers.fill(resources.device.newReceiveRequests(receiveCredits), receiveCredits);
            connection = resources
                    .device
                    .connections()
                    .connect(
                            remote,
                            queues.queuePair(),
                            ConnectionTerms.ofClient(
                                    resources.device.attributes(), resources.bufferSize, resources.remoteInvalidation),
                            resources.loop,
                            this);
        } catch (final Throwable e) {
            closeNow(EndCause.RESOURCES, "a connection cannot be set up: " + e.getMessage());
            if (e instanceof VerbsException || e instanceof ArenaExhaustedException) {
                return;
            }
            throw e;
        }
        endDispatch();
    }

    @Override
    public void onEstablished(final Connection established, final byte[] privateData) {
        if (isOpen()) {
            final ConnectionTerms terms = ConnectionTerms.of(privateData, resources.bufferSize);
            calls.begin(terms);
            if (resources.reverse != null) {
                reverse = new ReverseResponder(this, resources.reverse, terms.inlineThreshold());
            }
            beginDispatch();
            try {
                if (reverse != null) {
                    reverse.beginService(established.local());
                }
                failures.collect(session::onConnected);
                calls.sendWaiting();
            } finally {
                endDispatch();
            }
        }
    }

    /** Sends waiting calls while credits and send-queue entries are available. */
    void sendWaiting() {
        beginDispatch();
        try {
            calls.sendWaiting();
        } finally {
            endDispatch();
        }
    }

    /**
     * Withdraws a call that has been sent but has not received a reply. If the connection is already ending, its calls
     * are withdrawn when it has ended.
     */
    void withdraw(final CallSlot slot, final String reason) {
        beginDispatch();
        try {
            calls.withdraw(slot, reason);
        } finally {
            endDispatch();
        }
    }

    /** Posts a chain. Only the last request of the chain is signaled. */
    @Override
    public boolean post(final SendRequests chain, final String what) {
        final boolean posted = super.post(chain, what);
        signaled += posted ? 1 : 0;
        return posted;
    }

    @Override
    public void onCompletion(final int i) {
        if (i == 0 && resources.stages != null) {
            resources.stages.onEvent();
        }
    }

    @Override
    public void onMessage(final long handle, final Completions batch, final int i) {
        final int length = batch.byteLength(i);
        received.wrap(receives.read(handle, length), length);
        final boolean invalidates = (batch.flags(i) & Completions.WITH_INVALIDATE) != 0;
        if (reverse != null && reverse.serves(received)
                || !calls.take(handle, received, invalidates, invalidates ? batch.invalidatedKey(i) : 0)) {
            releaseReceive(handle);
        }
    }

    @Override
    public void onSendDone(final long wrId, final boolean success) {
        if (WorkRequestId.isReverse(wrId)) {
            signaled--;
            reverse.onSendDone(wrId);
        } else if (WorkRequestId.isEndOfChain(wrId)) {
            signaled--;
            calls.onChainDone(wrId, success);
        }
    }

    @Override
    public int credits() {
        return resources.reverseCredits;
    }

    @Override
    public boolean isFlushed() {
        return signaled == 0;
    }

    @Override
    public void onClosing() {
        // Calls that have not been sent can wait for the next connection.
        if (reverse != null) {
            reverse.endService();
        }
    }

    @Override
    public void onClosingQueues() {
        calls.withdraw();
    }

    @Override
    public void onClosed() {
        if (reverse != null) {
            failures.collect(reverse::close);
        }
        if (receives != null) {
            failures.collect(receives::close);
        }
        session.onClosed(endCause(), closeReason(), failures);
    }
}
