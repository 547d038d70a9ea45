// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.EndpointContext;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.ServerConnectionMetrics;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.verbs.AgronaAccess;
import org.rpcrdma.verbs.Device;

/**
 * The server's end of RPC-over-RDMA connections, as Linux's svcrdma is.
 *
 * <pre>
 *              Receive        RDMA READ                       RDMA WRITE, SEND
 *   client ---- header ----- Read list ----> RpcService ---- Write list, Reply chunk ----> client
 *               | in place     payload memory   |  in place      payload memory
 *               +-- Receive buffer of the arena, posted again when the reply is ----+
 * </pre>
 *
 * <p>One protection domain serves all connections. Each has a {@link ReceiveArena} of its own, or a quota of a
 * {@link Context#sharedArena shared one}, out of which one Receive a credit is posted before it is accepted, and completion queues that can hold all that is posted. A
 * connection that fails is taken down alone. A call that the service fails on is answered, and its connection goes on ({@link
 * RpcService#onCall}).
 *
 * <p>Belongs to its event loop: all methods are called on that loop's thread.
 */
public final class RpcRdmaServer implements AutoCloseable {
    private final ServerResources shared;
    private final ServerConnections connections;
    private final AutoCloseable listener;
    private final int maxCredits;

    /**
     * Starts to listen.
     *
     * @param context the server's settings; concluded here.
     * @throws IllegalStateException if this JVM keeps Agrona from native memory; names the flag that is missing.
     * @throws IllegalArgumentException if a number is out of range or a required part is missing.
     * @throws org.rpcrdma.verbs.VerbsException EADDRINUSE if the port is taken, EOPNOTSUPP if Receives are to be shared and the
     *     device cannot, or the device's own error.
     */
    public RpcRdmaServer(final Context context) {
        AgronaAccess.check();
        final ServerSettings settings = context.settings();
        shared = new ServerResources(settings);
        maxCredits = settings.maxCredits();
        try {
            connections = new ServerConnections(shared, settings.credits(), settings.connections());
            listener = shared.device.connections().listen(settings.port(), shared.loop, connections::onRequest);
        } catch (final RuntimeException e) {
            shared.close();
            throw e;
        }
    }

    /**
     * Grants another number of credits: to connections to come, and to those that are there with their next replies. A
     * connection that has no buffers for more keeps its number ({@link ServerConnectionMetrics#grantsRefused()}); clients
     * that learn of fewer finish first what they have sent.
     *
     * @param value 1 to {@link Context#maxCredits(int)}; where the device grants less, what it grants.
     * @throws IllegalArgumentException where it is out of range.
     */
    public void credits(final int value) {
        Arguments.range("credits", value, 1, maxCredits);
        connections.grantCredits(value);
    }

    /**
     * The credits that connections to come are granted.
     *
     * @return what was set, or less where the device's queues are shorter.
     */
    public int credits() {
        return connections.credits();
    }

    /**
     * Figures of the connections that are there now, in the order they were accepted. What connections that have ended came
     * to is told to {@link Context#connectionEnd(Consumer)}.
     *
     * @return a copy of the list; the figures go on.
     */
    public List<ServerConnectionMetrics> connectionMetrics() {
        return connections.metrics();
    }

    /**
     * How many connections are there now, those included that are being taken down.
     *
     * @return 0 or more.
     */
    public int connections() {
        return connections.count();
    }

    /**
     * How many connection requests were refused because buffers, mappings or queues were not to be had. Why, is told to
     * {@link Context#connectionRejected(Consumer)}.
     *
     * @return 0 or more.
     */
    public long connectionsRejected() {
        return connections.rejected();
    }

    /**
     * The payload memory that the server has now, in use or not.
     *
     * @return bytes, at most {@link Context#payloadMemory(long)}; 0 when nobody has used it for a while.
     */
    public long payloadBytes() {
        return shared.calls.payloads.bytes();
    }

    /**
     * Calls that wait for payload memory.
     *
     * @return 0 or more.
     */
    public int callsWaiting() {
        return shared.calls.budget.waiting();
    }

    /**
     * Ends the listening and every connection, runs the event loop until their work requests are flushed, and gives
     * everything back. Calls that are not answered yet are revoked: each of their methods is an
     * {@link IllegalStateException} from then on. But calls that were {@link RpcCall#defer() deferred} keep their memory until
     * they are answered, which other threads may be about to do: with the last of them, when the event loop has run, the rest is given back,
     * and the device can be closed. Not to be called from a handler or a service.
     *
     * @throws IllegalStateException if a handler or a service of one of its connections calls this: nothing has been ended then.
     */
    @Override
    public void close() {
        if (!connections.isClosed()) {
            connections.close(() -> CloseHelper.close(listener));
        }
    }

    /** What a server is made of. Every setter returns this context; {@link #conclude()} checks it. */
    public static final class Context extends EndpointContext<Context> {
        RpcService service;
        Consumer<ServerConnectionMetrics> connectionBegin = begun -> {};
        Consumer<ServerConnectionMetrics> connectionEnd = ended -> {};
        Consumer<ServerConnectionMetrics> connectionRejected = rejected -> {};
        int sharedReceives;
        int port = 20049;
        int credits = 64;
        int maxCredits;
        int receiveBatch = 7;
        int shardSize = 65_536;
        int buffersPerConnection;
        int maxPayload = 1024 * 1024;
        boolean shortRepliesInline;
        boolean reverseDirection;
        long reverseCallTimeoutNanos = TimeUnit.SECONDS.toNanos(60);
        long idlePeriodNanos;
        long payloadMemory;
        long payloadIdleNanos = TimeUnit.SECONDS.toNanos(30);

        /** Makes a context with the defaults of Linux's svcrdma. */
        public Context() {}

        @Override
        protected Context self() {
            return this;
        }

        /**
         * Sets what calls are handed to. Required.
         *
         * @param value the service.
         * @return this.
         */
        public Context service(final RpcService value) {
            service = value;
            return this;
        }

        /**
         * Sets who is told of a connection, once, when its Receive buffers are there and it was accepted. What throws there
         * does not keep the connection from its work.
         *
         * @param value takes the connection's figures, which go on, on the server's event loop; nobody by default.
         * @return this.
         */
        public Context connectionBegin(final Consumer<ServerConnectionMetrics> value) {
            connectionBegin = value;
            return this;
        }

        /**
         * Sets who is told what a connection came to, once, when it has ended and everything it held has been given back.
         *
         * @param value takes the connection's figures, which do not change any more, on the server's event loop; nobody by
         *              default.
         * @return this.
         */
        public Context connectionEnd(final Consumer<ServerConnectionMetrics> value) {
            connectionEnd = value;
            return this;
        }

        /**
         * Sets who is told of a connection request that was refused because buffers, mappings or queues were not to be had. The
         * peer learns the errno's name only.
         *
         * @param value takes the figures of the connection that did not come about, the cause being its {@link
         *              ServerConnectionMetrics#closeReason()}, on the server's event loop; nobody by default.
         * @return this.
         */
        public Context connectionRejected(final Consumer<ServerConnectionMetrics> value) {
            connectionRejected = value;
            return this;
        }

        /**
         * Has all connections take their Receives from one shared receive queue, so that the memory of Receives follows what the
         * server is to hold at once, not how many are connected: with a fixed number of buffers, of the server's one arena or of
         * a {@link #sharedArena shared one}, all taken when the server starts. Credits stay what they are, and their sum may be
         * beyond the buffers. A client that finds no Receive then waits and tries again, which RDMA calls
         * receiver-not-ready: that costs it the device's RNR timer, some 0.6 ms by default, each time, so
         * the server asks its clients' devices to retry without end. A call keeps its buffer until it is answered: a service that
         * holds back as many calls as there are buffers keeps every connection waiting.
         *
         * <p>Needs a device with shared receive queues and asynchronous events, whose handler ({@link
         * Device#handleAsyncEvents}) the server is until it is closed: one such server a device. {@link #buffersPerConnection(int)} does not count then.
         *
         * @param buffers 1 to 1,048,576, and what the device grants ({@link org.rpcrdma.verbs.DeviceAttributes#maxSrqWr()}, {@link
         *                org.rpcrdma.verbs.DeviceAttributes#maxCqe()}); the most calls that are under way at
         *                once serve without waiting. 0, the default: each connection has Receives of its own, one a credit.
         *                Not together with {@link #reverseDirection(boolean)}: calls that wait for the client would keep its answer
         *                from its Receive.
         * @return this.
         */
        public Context sharedReceives(final int buffers) {
            sharedReceives = buffers;
            return this;
        }

        /**
         * Sets the port to listen on.
         *
         * @param value 1 to 65535; 20049 by default.
         * @return this.
         */
        public Context port(final int value) {
            port = value;
            return this;
        }

        /**
         * Sets how many calls a connection may have outstanding. Where the device grants shorter queues, they are fewer.
         *
         * @param value 1 to 16384; 64 by default.
         * @return this.
         */
        public Context credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets how many calls a connection may ever be allowed by {@link RpcRdmaServer#credits(int)}, which its queues are made for.
         *
         * @param value from the credits to 16384, or 0 for the credits, which is the default.
         * @return this.
         */
        public Context maxCredits(final int value) {
            maxCredits = value;
            return this;
        }

        /**
         * Sets how many Receives are posted together when the Receives posted fall below the credits.
         *
         * @param value 1 to 1024; 7 by default.
         * @return this.
         */
        public Context receiveBatch(final int value) {
            receiveBatch = value;
            return this;
        }

        /**
         * Sets the size of the shards that Receive buffers are cut from.
         *
         * @param bytes a power of two from 4096 to 2 MB; 65,536 by default.
         * @return this.
         */
        public Context shardSize(final int bytes) {
            shardSize = bytes;
            return this;
        }

        /**
         * Sets how many Receive buffers a connection has. A buffer is busy while its call runs; with fewer than credits and
         * batch together, Receives are posted in smaller chains.
         *
         * @param value from the credits to 65,536, or 0 for twice the credits and a batch, which is the default.
         * @return this.
         */
        public Context buffersPerConnection(final int value) {
            buffersPerConnection = value;
            return this;
        }

        /**
         * Sets how many bytes the chunks of a call may move: its Read list, each Write chunk and the Reply chunk. A longer Read
         * list is answered by ERR_CHUNK, and ends the connection.
         *
         * @param bytes at least 1024; 1 MB by default.
         * @return this.
         */
        public Context maxPayload(final int bytes) {
            maxPayload = bytes;
            return this;
        }

        /**
         * Sets how much payload memory the server may have for the chunks of all calls of all its connections. A call is served when
         * what it may need is free: as much as its Read list has, and as its Write chunks and its Reply chunk have room for, each in a
         * block whose size is a power of two and at least a page. Until then the call waits, in its connection's turn, which its client
         * sees as a late reply; calls without chunks pass it. When it is answered or deferred, a call keeps only what it then has. So a
         * service that holds many calls back that are not deferred can keep others waiting. A call that may need more than all of it,
         * less one block of the maximal payload, is answered by ERR_CHUNK at once ({@link ServerConnectionMetrics#refusal()}).
         *
         * <p>svcrdma is bounded by the threads of its service, each with one call.
         *
         * @param bytes at least 4 times {@link #maxPayload(int)}; 0, the default, for 256 MB, or 4 times the maximal payload if that
         *              is more.
         * @return this.
         */
        public Context payloadMemory(final long bytes) {
            payloadMemory = bytes;
            return this;
        }

        /**
         * Sets when payload memory that nobody uses is given back: that which has been free for one to two periods.
         *
         * @param nanos a period, in nanoseconds; 30 seconds by default; 0 where it is kept until the server closes.
         * @return this.
         */
        public Context payloadIdlePeriod(final long nanos) {
            payloadIdleNanos = nanos;
            return this;
        }

        /**
         * Sets how replies go that fit inline where the client offers a Reply chunk: RFC 8166 allows both.
         *
         * @param value whether they go inline, and the chunk is returned unused; false by default, as Linux has it: a reply goes
         *              by the chunk exactly where there is one.
         * @return this.
         */
        public Context shortRepliesInline(final boolean value) {
            shortRepliesInline = value;
            return this;
        }

        /**
         * Sets whether services may call clients back ({@link RpcCall#reverseChannel()}), two calls at a time on a connection, as
         * with Linux. Receives for their replies are posted beyond the credits.
         *
         * @param value false by default.
         * @return this.
         */
        public Context reverseDirection(final boolean value) {
            reverseDirection = value;
            return this;
        }

        /**
         * Sets how long the reply to a call in reverse direction may take. When one has taken longer the connection is ended, as
         * {@link RpcRdmaClient.Context#callTimeout(long)} has it: its credit may be lost. Every call on it fails then.
         *
         * <p>Linux differs: a call that is late fails alone, and the connection stays. svcrdma's limit is 60 seconds; the NFS server sets
         * its own, a tenth of the lease (9 seconds for a lease of 90) and at least 1 second, and does not send a call again that was
         * late. From NFS version 4.1 on its client is told of the fault with the next SEQUENCE.
         *
         * @param nanos nanoseconds since the call was sent; 60 seconds by default; 0 where it may take forever.
         * @return this.
         */
        public Context reverseCallTimeout(final long nanos) {
            reverseCallTimeoutNanos = nanos;
            return this;
        }

        /**
         * Sets when connections end that nothing comes by, as Linux's server has it every 6 minutes: what a connection's end
         * was told of may be lost, and it would keep its Receive buffers for a peer that is gone. One ends when no message
         * has come for one to two periods, no call is under way and no reply to a reverse call is waited for.
         *
         * @param nanos a period, in nanoseconds; 0, the default, where connections may be idle forever.
         * @return this.
         */
        public Context idlePeriod(final long nanos) {
            idlePeriodNanos = nanos;
            return this;
        }

        /**
         * Checks the context.
         *
         * @return this.
         * @throws IllegalArgumentException where a number is out of range or a required part is missing.
         */
        public Context conclude() {
            settings();
            return this;
        }

        ServerSettings settings() {
            return new ServerSettings(
                    endpoint(),
                    service,
                    port,
                    credits,
                    maxCredits,
                    new ServerSettings.ReceiveSettings(sharedReceives, receiveBatch, shardSize, buffersPerConnection),
                    maxPayload,
                    payloadMemory,
                    payloadIdleNanos,
                    shortRepliesInline,
                    reverseDirection,
                    reverseCallTimeoutNanos,
                    new ServerSettings.ConnectionSettings(
                            connectionBegin, connectionEnd, connectionRejected, idlePeriodNanos));
        }
    }
}
