// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.receive;

import org.agrona.CloseHelper;
import org.agrona.collections.Int2ObjectHashMap;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.connection.CompletionPump;
import org.rpcrdma.transport.connection.Dispatch;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.transport.connection.QueueSettings;
import org.rpcrdma.transport.connection.TransportConnection;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.VerbsException;

/**
 * The Receives that all connections of a server share. They have a fixed number of buffers in a single shared receive
 * queue.
 *
 * <pre>
 *             post, in batches           a connection's message arrives
 *     free ----------------------> posted ----------------------------> busy, a {@link ReceiveShare}'s
 *      ^                                                                  |
 *      +------------------------------------------------------------------+
 *                   the message is released, or the connection has ended
 * </pre>
 *
 * <p>The completions of all Receives arrive in a single completion queue, which has an entry for each Receive, so that
 * peers cannot overrun it. The queue pair number identifies the connection to which a message belongs. A failed queue
 * pair does not consume further Receives. When the device reports {@link AsyncEventType#QP_LAST_WQE_REACHED}, the
 * completions of the Receives that the queue pair has consumed are in the completion queue. The connection may end only
 * after these completions have been polled, because otherwise their connection could no longer be identified. If a
 * device never reports the event, the connection ends after {@link #LAST_RECEIVE_NANOS}.
 *
 * <p>If fewer Receives are posted than a batch contains, buffers are posted without waiting for a complete batch.
 */
public final class SharedReceives implements Dispatch, AutoCloseable {
    /**
     * The time in the ERR state, in ns, after which a queue pair is assumed to consume no further Receives. Some
     * drivers, such as rdma_rxe, never report the last Receive.
     */
    public static final long LAST_RECEIVE_NANOS = 500_000_000L;

    private final QueueSettings settings;
    private final ReceiveArena arena;
    private final MemoryAllocator memory;
    private final ReceiveRequests chain;
    private final int batch;
    private final Int2ObjectHashMap<ReceiveShare> shares = new Int2ObjectHashMap<>();
    private final HandlerFailures failures = new HandlerFailures();
    private final long[] handles;
    private final int count;
    private PostedReceives posted;
    private ArenaEndpoint endpoint;
    private SharedReceiveQueue queue;
    private CompletionQueue completions;
    private CompletionPump pump;

    private SharedReceives(
            final QueueSettings settings,
            final ConnectionArenas arenas,
            final ReceiveRequests chain,
            final int count,
            final int batch) {
        this.settings = settings;
        this.chain = chain;
        this.batch = Math.min(count, batch);
        memory = arenas.memory();
        arena = arenas.open();
        this.count = count;
        handles = new long[this.batch];
    }

    /**
     * Acquires all buffers and posts them. If a resource is unavailable, releases everything that it has acquired.
     *
     * @param settings the settings of the connections that will share the Receives.
     * @param chain    the chain of requests used to post a batch; only one connection at a time uses it.
     * @param count    the number of buffers and Receives.
     * @param batch    the maximum number of Receives posted together.
     */
    public static SharedReceives open(
            final QueueSettings settings,
            final ConnectionArenas arenas,
            final ReceiveRequests chain,
            final int count,
            final int batch) {
        final SharedReceives shared = new SharedReceives(settings, arenas, chain, count, batch);
        try {
            shared.open();
        } catch (final RuntimeException e) {
            shared.close();
            throw e;
        }
        return shared;
    }

    private void open() {
        queue = settings.domain().createSharedReceiveQueue(new SharedReceiveQueueAttributes(count, 1));
        pump = new CompletionPump(this, settings.loop(), settings.batch(), this::onCompletion);
        completions = settings.device().createCompletionQueue(count, settings.loop(), pump);
        endpoint = arena.newEndpoint(0, count);
        posted = new PostedReceives(endpoint, memory, queue::postReceive);
        endpoint.reserve(count);
        topUp();
        completions.arm();
    }

    /** Returns the settings for connections whose queue pairs use these Receives. */
    public QueueSettings settings() {
        return settings.sharing(new QueueSettings.SharedQueue(queue, completions));
    }

    ReceiveArena arena() {
        return arena;
    }

    /**
     * Returns the share of a connection. The connection's queue pair must have been created with {@link #settings()}.
     */
    public ReceiveShare attach(final TransportConnection connection, final int queuePair) {
        final ReceiveShare share = new ReceiveShare(this, connection, queuePair);
        shares.put(queuePair, share);
        return share;
    }

    /** Creates a timer that ends a share if its last Receive is never reported. */
    Timer newTimer(final ReceiveShare share) {
        return settings.loop().newTimer(() -> drain(share));
    }

    void detach(final int queuePair) {
        shares.remove(queuePair);
    }

    void topUp() {
        while (endpoint.free() > 0 && (endpoint.free() >= batch || posted.count() < batch)) {
            posted.post(chain, handles, Math.min(batch, endpoint.free()));
        }
    }

    /**
     * Posts Receives and ignores a failure, because there is no connection to which it could be reported. The next
     * message posts Receives again and reports the failure if it recurs.
     */
    void topUpQuietly() {
        try {
            topUp();
        } catch (final VerbsException e) {
            return;
        }
    }

    void completed(final long handle) {
        posted.completed(handle);
    }

    long read(final long handle, final int length) {
        return posted.read(handle, length);
    }

    void release(final long handle) {
        posted.release(handle);
    }

    private void onCompletion(final Completions batchOf, final int i) {
        final ReceiveShare share = shares.get(batchOf.qpNumber(i));
        if (share == null) {
            completed(batchOf.wrId(i));
            release(batchOf.wrId(i));
            return;
        }
        final TransportConnection connection = share.connection;
        connection.beginDispatch();
        try {
            connection.onReceiveCompletion(batchOf, i);
        } catch (final Throwable e) {
            failures.add(e);
        } finally {
            end(connection);
        }
    }

    /**
     * Ends a connection's dispatch. Exceptions from this connection's handlers do not affect the messages of other
     * connections.
     */
    private void end(final TransportConnection connection) {
        try {
            connection.endDispatch();
        } catch (final Throwable e) {
            failures.add(e);
        }
    }

    @Override
    public void beginDispatch() {
        // Each completion is dispatched to its own connection.
    }

    @Override
    public void endDispatch() {
        topUpQuietly();
        failures.rethrow();
    }

    /** Polls the last Receives that a queue pair has consumed. */
    void drain(final ReceiveShare share) {
        share.connection.beginDispatch();
        pump.drain(completions, count);
        share.drained();
        share.connection.onLastReceive();
        end(share.connection);
        endDispatch();
    }

    /** Releases everything. Queue pairs must no longer use the Receives. */
    @Override
    public void close() {
        CloseHelper.close(queue);
        if (completions != null) {
            pump.stop();
            completions.close();
        }
        if (posted != null) {
            posted.close();
        }
        arena.close();
    }
}
