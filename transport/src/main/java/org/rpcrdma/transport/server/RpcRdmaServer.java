// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.agrona.CloseHelper;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.EndpointContext;
import org.rpcrdma.transport.EndpointSettings;
import org.rpcrdma.transport.LoopReading;
import org.rpcrdma.transport.ReplyCaching;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.call.CallTimes;
import org.rpcrdma.transport.call.ReplyCacheFigures;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.transport.connection.ByteCounts;
import org.rpcrdma.transport.memory.SendArena;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * A server of RPC-over-RDMA connections, like Linux's svcrdma.
 *
 * <pre>
 *              Receive        RDMA READ                       RDMA WRITE, SEND
 *   client ---- header ----- Read list ----> RpcService ---- Write list, Reply chunk ----> client
 *               | in place     payload memory   |  in place      payload memory
 *               +-- Receive buffer of the arena, reposted with the reply -----------+
 * </pre>
 *
 * <p>One protection domain serves all connections. Each connection has its own {@link ReceiveArena}, or a quota of a
 * {@link Context#sharedArena shared one}. The server posts one Receive per credit before it accepts the connection; the
 * completion queues are large enough for all posted work requests. A failing connection does not affect others. If the
 * service throws an exception, the server answers the call and the connection continues ({@link RpcService#onCall}).
 *
 * <p>Not thread-safe: call all methods on the thread of the server's event loop. The server owns everything that it
 * allocates, until {@link #close()}.
 */
public final class RpcRdmaServer implements AutoCloseable {
    private final ServerResources resources;
    private final ServerConnections connections;
    private final AutoCloseable listener;
    private final int maxCredits;

    /**
     * Creates a server, which starts to listen.
     *
     * @param context the server's settings; this constructor calls {@link Context#conclude()}.
     * @throws IllegalStateException            if this JVM denies Agrona access to native memory; the message contains
     *                                          the missing flag.
     * @throws IllegalArgumentException         if a number is out of range or a required part is missing.
     * @throws org.rpcrdma.verbs.VerbsException EADDRINUSE if the port is in use, EOPNOTSUPP if Receives are shared and
     *                                          the device has no shared receive queues, or the device's own error.
     */
    public RpcRdmaServer(final Context context) {
        AgronaAccess.check();
        resources = new ServerResources(context.checked(), context);
        maxCredits = context.mostCredits();
        try {
            connections = new ServerConnections(resources, context);
            listener = resources.device.connections().listen(context.port, resources.loop, connections);
        } catch (final RuntimeException e) {
            resources.close();
            throw e;
        }
    }

    /**
     * Changes the number of credits. The change applies immediately to new connections, and with the next replies to
     * open ones. If the buffers for an increase are unavailable, a connection keeps its number of credits
     * ({@link ServerConnectionMetrics#grantsRefused()}). After a decrease, calls that clients have already sent are
     * still served.
     *
     * @param value 1 to {@link Context#maxCredits(int)}; the server grants fewer if the device's queues are too short.
     * @throws IllegalArgumentException if out of range.
     */
    public void credits(final int value) {
        Arguments.range("credits", value, 1, maxCredits);
        connections.grantCredits(value);
    }

    /**
     * Returns the credits that new connections get.
     *
     * @return the value set, or less if the device's queues are shorter.
     */
    public int credits() {
        return connections.credits();
    }

    /**
     * Returns the figures of the open connections, in the order of acceptance. {@link Context#connectionEnd(Consumer)}
     * delivers the figures of ended connections.
     *
     * @return a new list; the figures in it keep counting.
     */
    public List<ServerConnectionMetrics> connectionMetrics() {
        return connections.metrics();
    }

    /**
     * Returns the number of connections, including closing ones.
     *
     * @return the number, 0 or more.
     */
    public int connections() {
        return connections.count();
    }

    /**
     * Returns the maximum number of concurrent connections.
     *
     * @return {@link Context#maxConnections(int)}, or its default, which depends on memory.
     */
    public int maxConnections() {
        return connections.most();
    }

    /**
     * Returns the maximum number of concurrent connections per address.
     *
     * @return {@link Context#maxConnectionsPerAddress(int)}, or its default.
     */
    public int maxConnectionsPerAddress() {
        return connections.mostOfOne();
    }

    /**
     * Returns the peak number of bytes of send memory mapped for the device.
     *
     * @return bytes.
     */
    public long mostSendBytesMapped() {
        return resources.calls.sendMemory.mostBytesMapped();
    }

    /**
     * Returns the server's figures.
     *
     * @return the current values.
     */
    public ServerFigures figures() {
        final MessageTotals totals = connections.totals();
        final ByteCounts traffic = resources.calls.traffic;
        final CallTimes times = resources.calls.times;
        final ReplyCacheFigures cached =
                resources.replies == null ? ReplyCacheFigures.NONE : resources.replies.figures();
        final long now = resources.loop.nanoTime();
        return new ServerFigures(
                connections(),
                connections.accepted(),
                connections.rejected(),
                connections.endedByCause(),
                credits(),
                totals.creditsGranted,
                resources.calls.callPool.inUse(),
                resources.calls.budget.waiting() + resources.calls.sends.waiting(),
                totals.received,
                totals.replies,
                totals.errors,
                totals.dropped,
                resources.serviceFailures.count(),
                resources.calls.payloads.bytes(),
                resources.calls.sendMemory.buffersInUse(),
                resources.calls.sendMemory.bytesMapped(),
                traffic.inlineReceived,
                traffic.inlineSent,
                traffic.readChunks,
                traffic.writeChunks,
                traffic.replyChunks,
                cached.hits(),
                cached.waits(),
                cached.misses(),
                cached.notKept(),
                cached.evicted(),
                cached.entries(),
                cached.bytes(),
                times == null ? null : times.waiting.figures(now),
                times == null ? null : times.service.figures(now),
                times == null ? null : times.reply.figures(now));
    }

    /**
     * Returns the number of deferred calls that still use resources. These are {@linkplain RpcCall#defer() deferred}
     * calls whose answers have not reached the event loop, and {@linkplain RpcCall#expire(int) expired} calls whose
     * memory a thread still holds.
     *
     * @return the number, 0 or more, including calls whose connection has ended.
     */
    public int callsDeferred() {
        return resources.calls.lateAnswers.awaited();
    }

    /**
     * Returns the server's figures for other threads, for example of {@link VisibleServer JMX} or of meters.
     *
     * @return a reading that wakes the event loop and takes the values there; once the server or its device is closed,
     *     or no thread runs the loop, it returns the last values.
     */
    public LoopReading<ServerFigures> newFigures() {
        return new LoopReading<>(resources.loop, this::figures);
    }

    /**
     * Stops listening, closes every connection and releases all resources. Runs the event loop until all work requests
     * are flushed. Unanswered calls are revoked: their methods throw {@link IllegalStateException} from then on.
     * {@link RpcCall#defer() Deferred} calls keep their memory until they are answered, because other threads may be
     * about to answer. The event loop releases the remaining resources after the last such answer; only then can the
     * device be closed. Do not call this in a handler or a service.
     *
     * @throws IllegalStateException if called from a handler or the service of one of its connections; the server is
     *                               then unchanged.
     */
    @Override
    public void close() {
        if (!connections.isClosed()) {
            connections.close(() -> CloseHelper.close(listener));
        }
    }

    private static void log(final String reason) {
        System.getLogger("org.rpcrdma.transport")
                .log(System.Logger.Level.ERROR, "a server no longer listens: " + reason);
    }

    /** The settings of a server. Every setter returns this context; {@link #conclude()} checks it. Not thread-safe. */
    public static final class Context extends EndpointContext<Context> {
        private static final int MAX_SHARED = 1 << 20;
        private static final int MAX_BUFFERS = 65_536;
        private static final int MAX_CREDITS = 16_384;
        private static final long DEFAULT_PAYLOAD_MEMORY = 256L << 20;
        private static final long DEFAULT_SEND_MEMORY = 64L << 20;

        RpcService service;
        ReplyCaching replyCaching;
        Consumer<ServerConnectionMetrics> connectionBegin = begun -> {};
        Consumer<ServerConnectionMetrics> connectionEnd = ended -> {};
        Consumer<ServerConnectionMetrics> connectionRejected = rejected -> {};
        Consumer<String> listenEnd = RpcRdmaServer::log;
        int sharedReceives;
        int port = 20049;
        int credits = 128;
        int maxCredits;
        int receiveBatch = 7;
        int shardSize = 65_536;
        int buffersPerConnection;
        int maxPayload = 1024 * 1024;
        boolean shortRepliesInline;
        boolean reverseDirection;
        long reverseCallTimeoutNanos = TimeUnit.SECONDS.toNanos(60);
        long idlePeriodNanos;
        int maxConnections;
        int maxConnectionsPerAddress;
        long payloadMemory;
        long sendMemory;
        boolean keptSendBuffers;
        long readListNanos = TimeUnit.SECONDS.toNanos(60);
        long payloadIdleNanos = TimeUnit.SECONDS.toNanos(30);

        /** Creates a context with the defaults of Linux's svcrdma, as of 2026. */
        public Context() {}

        @Override
        protected Context self() {
            return this;
        }

        /**
         * Sets the service that answers calls. Required.
         *
         * @param value the service.
         * @return this.
         */
        public Context service(final RpcService value) {
            service = value;
            return this;
        }

        /**
         * Sets the reply cache, which executes calls at most once. Without a cache, a call is executed again if its
         * connection is lost between execution and the arrival of the reply, and the client repeats it.
         *
         * @param value the procedures and bounds, for example from {@link ReplyCaching#of}; null, the default, keeps no
         *              replies.
         * @return this.
         */
        public Context replyCache(final ReplyCaching value) {
            replyCaching = value;
            return this;
        }

        /**
         * Sets the listener for accepted connections, called once per connection that has its Receive buffers. If it
         * throws, the connection continues.
         *
         * @param value receives the connection's figures, which keep counting, on the server's event loop; by default
         *              there is no listener.
         * @return this.
         */
        public Context connectionBegin(final Consumer<ServerConnectionMetrics> value) {
            connectionBegin = value;
            return this;
        }

        /**
         * Sets the listener for closed connections, called once per connection that has released its resources.
         *
         * @param value receives the connection's final figures, on the server's event loop; by default there is no
         *              listener.
         * @return this.
         */
        public Context connectionEnd(final Consumer<ServerConnectionMetrics> value) {
            connectionEnd = value;
            return this;
        }

        /**
         * Sets the listener for connection requests that are rejected for lack of buffers, mappings or queues. The peer
         * receives only the name of the errno.
         *
         * @param value receives the figures of the failed connection, with the reason in
         *              {@link ServerConnectionMetrics#closeReason()}, on the server's event loop; by default there is
         *              no listener.
         * @return this.
         */
        public Context connectionRejected(final Consumer<ServerConnectionMetrics> value) {
            connectionRejected = value;
            return this;
        }

        /**
         * Sets the listener for the removal of the device. It is called once; connections end, and clients can no
         * longer connect. Close the server and the device soon, because the removal waits for both.
         *
         * @param value receives a description of the reason, on the server's event loop; by default it is logged as an
         * error.
         * @return this.
         */
        public Context listenEnd(final Consumer<String> value) {
            listenEnd = value;
            return this;
        }

        /**
         * Sets the maximum number of concurrent connections. The server rejects a request beyond this limit, or one
         * that does not fit in the remaining memory, before it allocates any memory for the request. At most half of
         * the connections, or 64 if that is more, may be unconfirmed by their peers, so that requests with forged
         * addresses cannot use the other half.
         *
         * @param value at least 1; 0, the default, for the number that fits in the memory available at the start
         *              ({@link org.rpcrdma.verbs.MemoryAllocator#available()}) less payload and send memory, or in half
         *              of the available memory. With the other defaults a connection takes 1.2 MB.
         * @return this.
         */
        public Context maxConnections(final int value) {
            maxConnections = value;
            return this;
        }

        /**
         * Sets the maximum number of concurrent connections per address; the server rejects requests beyond it.
         *
         * @param value at least 1; 0, the default, for half of {@link #maxConnections(int)}, or 64 if that is more.
         * @return this.
         */
        public Context maxConnectionsPerAddress(final int value) {
            maxConnectionsPerAddress = value;
            return this;
        }

        /**
         * Makes all connections share one receive queue, and sets its number of Receives. The memory for Receives then
         * depends on the number of messages in progress, not on the number of connections. The server takes all buffers
         * when it starts, from its only arena or a {@link #sharedArena shared one}. Credits do not change, and their
         * sum may exceed the number of buffers: if no Receive is free, a client gets an RNR NAK and retries after the
         * device's RNR timer: 0.64 ms by default, 655 ms in a simulation, as with Linux's connection manager. The
         * server therefore lets its clients' devices retry without limit. A call keeps its buffer until it is answered:
         * if a service holds as many unanswered calls as there are buffers, every connection is blocked.
         *
         * <p>Requires a device with shared receive queues. A device may have several such servers, each with its own
         * Receives and event loop, as NVMe-oF targets have one shared receive queue per completion vector: events of a
         * queue pair reach its connection's server ({@link org.rpcrdma.verbs.QueuePair#onFailure}).
         * {@link #buffersPerConnection(int)} does not apply.
         *
         * @param buffers 1 to 1,048,576, and at most the device's limits
         *                ({@link org.rpcrdma.verbs.DeviceAttributes#maxSrqWr()},
         *                {@link org.rpcrdma.verbs.DeviceAttributes#maxCqe()}); one per concurrent call avoids RNR NAKs.
         *                0, the default, gives each connection its own Receives, one per credit. Incompatible with
         *                {@link #reverseDirection(boolean)}: calls that wait for a client's reply would occupy the
         *                Receives that the reply needs.
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
         * Sets the credits of a connection: the number of calls that it may have outstanding. The server grants fewer
         * credits if the device's queues are too short.
         *
         * @param value 1 to 16384; 128 by default, like svcrdma since late 2025 (64 before).
         * @return this.
         */
        public Context credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets the maximum credits that {@link RpcRdmaServer#credits(int)} may grant. The server creates its queues for
         * this number.
         *
         * @param value from the credits to 16384; 0, the default, for the credits.
         * @return this.
         */
        public Context maxCredits(final int value) {
            maxCredits = value;
            return this;
        }

        /**
         * Sets the number of Receives to post together when fewer are posted than credits granted.
         *
         * @param value 1 to 1024; 7 by default.
         * @return this.
         */
        public Context receiveBatch(final int value) {
            receiveBatch = value;
            return this;
        }

        /**
         * Sets the size of the shards of Receive buffers.
         *
         * @param bytes a power of two from 4096 to 2 MB; 65,536 by default.
         * @return this.
         */
        public Context shardSize(final int bytes) {
            shardSize = bytes;
            return this;
        }

        /**
         * Sets the number of Receive buffers of a connection. A buffer is busy while its call runs. With fewer buffers
         * than credits and batch together, Receives are posted in smaller chains.
         *
         * @param value from the credits to 65,536; 0, the default, for twice the credits and a batch.
         * @return this.
         */
        public Context buffersPerConnection(final int value) {
            buffersPerConnection = value;
            return this;
        }

        /**
         * Sets the maximum length of each chunk of a call. It applies to the Read list, each Write chunk and the Reply
         * chunk. The server answers a call with a longer Read list with ERR_CHUNK and closes the connection.
         *
         * @param bytes at least 1024; 1 MB by default.
         * @return this.
         */
        public Context maxPayload(final int bytes) {
            maxPayload = bytes;
            return this;
        }

        /**
         * Sets the payload memory for the chunks of all calls. A call is served when all memory that it may need is
         * free: the length of its Read list, and the capacity of its Write chunks and Reply chunk, each in a block
         * whose size is a power of two and at least a page. Until then, it waits in its connection's queue, and its
         * client receives the reply later; calls without chunks overtake it. A connection that already has payload
         * memory gets more only while half of the total is free: the other half is for the first calls of other
         * connections. Once answered or deferred, a call keeps only the memory that it uses. A service that holds many
         * calls without deferring them can therefore block others. If a call may need more than the total less one
         * block of the maximum payload, the server answers it immediately with ERR_CHUNK
         * ({@link ServerConnectionMetrics#refusal()}).
         *
         * <p>In svcrdma, the number of service threads, each of which handles one call, is the limit.
         *
         * @param bytes at least 4 times {@link #maxPayload(int)}; 0, the default, for 256 MB, or 4 times the maximum
         *              payload if that is more.
         * @return this.
         */
        public Context payloadMemory(final long bytes) {
            payloadMemory = bytes;
            return this;
        }

        /**
         * Sets the total size of the send buffers, which all connections share. The buffers hold inline replies and the
         * headers of other replies. They come from one arena, which is mapped read-only for the device. A call is
         * served when a buffer for its reply is free; until then, it waits in its connection's queue, and its client
         * receives the reply later. A service that holds as many unanswered calls as there are buffers therefore blocks
         * all other calls.
         *
         * @param bytes at least one shard: 64 KB, or one buffer if that is longer; rounded down to whole shards; 0, the
         *              default, for 64 MB.
         * @return this.
         */
        public Context sendMemory(final long bytes) {
            sendMemory = bytes;
            return this;
        }

        /**
         * Makes each connection keep its peak number of send buffers. Each buffer has its own memory and mapping until
         * the connection ends, like svcrdma's send contexts. Use this only for comparison; {@link #sendMemory(long)}
         * then has no effect.
         *
         * @param value true to keep them; false by default.
         * @return this.
         */
        public Context keptSendBuffers(final boolean value) {
            keptSendBuffers = value;
            return this;
        }

        /**
         * Sets the period after which free payload memory and send buffers are released. Memory is released after it
         * has been free for one to two periods. A shard of send buffers is released when all its buffers can be
         * released.
         *
         * @param nanos a period, in nanoseconds; 30 seconds by default; 0 keeps the memory until the server closes.
         *              Send buffers age in whole seconds, rounded up.
         * @return this.
         */
        public Context payloadIdlePeriod(final long nanos) {
            payloadIdleNanos = nanos;
            return this;
        }

        /**
         * Sets the time limit for fetching a call's Read list. A peer that answers RDMA READs slowly would keep the
         * call's memory; at the limit, the server closes the connection.
         *
         * @param nanos nanoseconds from the first READ; 60 seconds by default, which is how long Linux's client waits
         *              for a reply; 0 for the device's limit only.
         * @return this.
         */
        public Context readListTimeout(final long nanos) {
            readListNanos = nanos;
            return this;
        }

        /**
         * Chooses between inline and the Reply chunk for replies that fit inline. RFC 8166 allows both.
         *
         * @param value true to send the reply inline and return the chunk unused; false, the default, to use any Reply
         *              chunk that the client offers, like Linux.
         * @return this.
         */
        public Context shortRepliesInline(final boolean value) {
            shortRepliesInline = value;
            return this;
        }

        /**
         * Allows services to call clients ({@link RpcCall#reverseChannel()}), two calls at a time per connection, like
         * Linux. The server posts Receives for their replies in addition to one per credit.
         *
         * @param value true to allow; false by default.
         * @return this.
         */
        public Context reverseDirection(final boolean value) {
            reverseDirection = value;
            return this;
        }

        /**
         * Sets the timeout of calls in reverse direction. If a reply is late, the connection ends and all its calls
         * fail, as with {@link org.rpcrdma.transport.client.RpcRdmaClient.Context#callTimeout(long)}, because the
         * call's credit may be lost.
         *
         * <p>In Linux, only the late call fails, and the connection remains open. svcrdma's limit is 60 seconds. The
         * NFS server sets its own limit, a tenth of the lease (9 seconds for a lease of 90) and at least 1 second, and
         * does not repeat a late call. From NFS version 4.1 on, its client learns of the fault from the next SEQUENCE.
         *
         * @param nanos the timeout in nanoseconds since the call was sent; 60 seconds by default; 0 for no timeout.
         * @return this.
         */
        public Context reverseCallTimeout(final long nanos) {
            reverseCallTimeoutNanos = nanos;
            return this;
        }

        /**
         * Sets the idle timeout. If a peer's disconnect is lost, its connection would keep its Receive buffers. A
         * connection ends when no message has arrived for one to two periods, no call is in progress and no reply to a
         * reverse call is awaited. Linux checks every 6 minutes.
         *
         * @param nanos a period, in nanoseconds; 0, the default, lets connections stay idle forever.
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
         * @throws IllegalArgumentException if a number is out of range or a required part is missing.
         */
        public Context conclude() {
            checked();
            return this;
        }

        /** Checks all values and returns the settings common to all endpoints. */
        EndpointSettings checked() {
            final EndpointSettings endpoint = endpoint();
            Arguments.range("receiveBatch", receiveBatch, 1, 1024);
            Arguments.range("sharedReceives", sharedReceives, 0, MAX_SHARED);
            checkConnections();
            Arguments.required("service", service);
            Arguments.range("port", port, 1, 65_535);
            Arguments.range("credits", credits, 1, MAX_CREDITS);
            if (sharedReceives != 0 && reverseDirection) {
                throw new IllegalArgumentException(
                        "sharedReceives and reverseDirection exclude each other: sharedReceives=" + sharedReceives);
            }
            checkMemory(SendArena.leastBytes(endpoint.bufferSize()));
            Arguments.notNegative("payloadIdlePeriod", payloadIdleNanos);
            Arguments.notNegative("readListTimeout", readListNanos);
            Arguments.notNegative("reverseCallTimeout", reverseCallTimeoutNanos);
            checkDepths(ServerDepths.mostWorkRequests(endpoint.device().attributes()));
            return endpoint;
        }

        private void checkConnections() {
            Arguments.notNegative("maxConnections", maxConnections);
            Arguments.notNegative("maxConnectionsPerAddress", maxConnectionsPerAddress);
            Arguments.required("connectionBegin", connectionBegin);
            Arguments.required("connectionEnd", connectionEnd);
            Arguments.required("connectionRejected", connectionRejected);
            Arguments.required("listenEnd", listenEnd);
            Arguments.notNegative("idlePeriod", idlePeriodNanos);
        }

        private void checkMemory(final long leastSendMemory) {
            Arguments.range("maxPayload", maxPayload, 1024, 1 << 30);
            if (sendMemory != 0 && sendMemory < leastSendMemory) {
                throw new IllegalArgumentException(
                        "sendMemory must hold a shard: sendMemory=" + sendMemory + " limit=" + leastSendMemory);
            }
            if (payloadMemory != 0 && payloadMemory < 4L * maxPayload) {
                throw new IllegalArgumentException("payloadMemory must be at least 4 times maxPayload: payloadMemory="
                        + payloadMemory + " limit=" + 4L * maxPayload);
            }
        }

        private void checkDepths(final int workRequests) {
            if (maxCredits != 0) {
                Arguments.range("maxCredits", maxCredits, credits, MAX_CREDITS);
            }
            if (buffersPerConnection != 0 && buffersPerConnection < mostCredits()) {
                throw new IllegalArgumentException(
                        "buffersPerConnection must be at least the credits: buffersPerConnection="
                                + buffersPerConnection + " credits=" + mostCredits());
            }
            Arguments.range("buffersPerConnection", buffersPerConnection, 0, MAX_BUFFERS);
            if (workRequests < ServerDepths.LEAST_WORK_REQUESTS) {
                throw new IllegalArgumentException("the device's queues are too short: workRequests=" + workRequests
                        + " limit=" + ServerDepths.LEAST_WORK_REQUESTS);
            }
        }

        int mostCredits() {
            return Math.max(credits, maxCredits);
        }

        long payloadBytes() {
            return payloadMemory == 0 ? Math.max(DEFAULT_PAYLOAD_MEMORY, 4L * maxPayload) : payloadMemory;
        }

        long sendBytes() {
            return sendMemory == 0 ? DEFAULT_SEND_MEMORY : sendMemory;
        }
    }
}
