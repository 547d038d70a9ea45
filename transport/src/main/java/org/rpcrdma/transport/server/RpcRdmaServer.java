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
 * The server of RPC-over-RDMA connections, like Linux's svcrdma.
 *
 * <pre>
 *              Receive        RDMA READ                       RDMA WRITE, SEND
 *   client ---- header ----- Read list ----> RpcService ---- Write list, Reply chunk ----> client
 *               | in place     payload memory   |  in place      payload memory
 *               +-- Receive buffer of the arena, posted again when the reply is ----+
 * </pre>
 *
 * <p>One protection domain serves all connections. Each connection has a {@link ReceiveArena} of its own, or a quota of
 * a {@link Context#sharedArena shared one}. One Receive per credit is posted before the connection is accepted, and the
 * completion queues hold all that is posted. A connection that fails ends alone. If the service fails on a call, the
 * call is answered and its connection goes on ({@link RpcService#onCall}).
 *
 * <p>The server belongs to its event loop: all methods are called on that loop's thread.
 */
public final class RpcRdmaServer implements AutoCloseable {
    private final ServerResources resources;
    private final ServerConnections connections;
    private final AutoCloseable listener;
    private final int maxCredits;

    /**
     * Starts to listen.
     *
     * @param context the server's settings; concluded here.
     * @throws IllegalStateException if this JVM keeps Agrona from native memory; names the flag that is missing.
     * @throws IllegalArgumentException if a number is out of range or a required part is missing.
     * @throws org.rpcrdma.verbs.VerbsException EADDRINUSE if the port is taken, EOPNOTSUPP if Receives are to be shared
     *     and the device cannot, or the device's own error.
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
     * Grants another number of credits: to new connections at once, to open ones with their next replies. A connection
     * without buffers for more keeps its number ({@link ServerConnectionMetrics#grantsRefused()}). Clients that learn
     * of fewer credits first finish the calls that they have sent.
     *
     * @param value 1 to {@link Context#maxCredits(int)}; fewer are granted if the device's queues are shorter.
     * @throws IllegalArgumentException if out of range.
     */
    public void credits(final int value) {
        Arguments.range("credits", value, 1, maxCredits);
        connections.grantCredits(value);
    }

    /**
     * Returns the credits that new connections are granted.
     *
     * @return the value that was set, or less if the device's queues are shorter.
     */
    public int credits() {
        return connections.credits();
    }

    /**
     * Returns the figures of the open connections, in the order they were accepted. {@link
     * Context#connectionEnd(Consumer)} delivers those of connections that have ended.
     *
     * @return a copy of the list; the figures in it keep counting.
     */
    public List<ServerConnectionMetrics> connectionMetrics() {
        return connections.metrics();
    }

    /**
     * Returns the number of connections, including those that are closing.
     *
     * @return 0 or more.
     */
    public int connections() {
        return connections.count();
    }

    /**
     * Returns the most connections that the server has at once.
     *
     * @return {@link Context#maxConnections(int)}, or its default, which depends on memory.
     */
    public int maxConnections() {
        return connections.most();
    }

    /**
     * Returns the most connections that one address has at once.
     *
     * @return {@link Context#maxConnectionsPerAddress(int)}, or its default.
     */
    public int maxConnectionsPerAddress() {
        return connections.mostOfOne();
    }

    /**
     * Returns the most send memory that was mapped for the device at once.
     *
     * @return bytes.
     */
    public long mostSendBytesMapped() {
        return resources.calls.sendMemory.mostBytesMapped();
    }

    /**
     * Returns the server's figures.
     *
     * @return the values as they are now.
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
     * Returns the number of calls that services have {@linkplain RpcCall#defer() deferred} and whose answers have not
     * reached the event loop, and of those whose memory a thread has, because they have {@linkplain
     * RpcCall#expire(int) expired}.
     *
     * @return 0 or more; includes calls whose connection has ended.
     */
    public int callsDeferred() {
        return resources.calls.lateAnswers.awaited();
    }

    /**
     * Returns the server's figures for other threads, such as {@link VisibleServer JMX's} and those of meters.
     *
     * @return reads them on the event loop, which is woken, whenever it is asked; once the endpoint or its device is
     *     closed, or nobody runs the loop, the last ones.
     */
    public LoopReading<ServerFigures> newFigures() {
        return new LoopReading<>(resources.loop, this::figures);
    }

    /**
     * Stops listening, ends every connection, runs the event loop until their work requests are flushed, and releases
     * everything. Calls that are not answered yet are revoked: their methods throw {@link IllegalStateException} from
     * then on. Calls that were {@link RpcCall#defer() deferred} keep their memory until they are answered, because
     * other threads may be about to do so. The rest is released with the last of them, when the event loop has run;
     * only then can the device be closed. Do not call this in a handler or a service.
     *
     * @throws IllegalStateException if a handler or a service of one of its connections calls this: nothing has been
     *                      ended then.
     */
    @Override
    public void close() {
        if (!connections.isClosed()) {
            connections.close(() -> CloseHelper.close(listener));
        }
    }

    private static void log(final String reason) {
        System.getLogger("org.rpcrdma.transport").log(System.Logger.Level.ERROR, "a server listens no more: " + reason);
    }

    /** The settings of a server. Every setter returns this context; {@link #conclude()} checks it. */
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

        /** Makes a context with the defaults of Linux's svcrdma, as of 2026. */
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
         * Sets the reply cache, which has calls carried out at most once. Without one, a call whose connection is lost
         * after it was carried out, and before its reply has arrived, is carried out again when its client repeats it.
         *
         * @param value the procedures and bounds, for example of {@link ReplyCaching#of}; null, the default, keeps no
         *              replies.
         * @return this.
         */
        public Context replyCache(final ReplyCaching value) {
            replyCaching = value;
            return this;
        }

        /**
         * Sets the listener that is called once when a connection has its Receive buffers and is accepted. An exception
         * that it throws does not stop the connection.
         *
         * @param value takes the connection's figures, which keep counting, on the server's event loop; none by
         *              default.
         * @return this.
         */
        public Context connectionBegin(final Consumer<ServerConnectionMetrics> value) {
            connectionBegin = value;
            return this;
        }

        /**
         * Sets the listener that is called once when a connection has closed and released its resources.
         *
         * @param value takes the connection's final figures, on the server's event loop; none by default.
         * @return this.
         */
        public Context connectionEnd(final Consumer<ServerConnectionMetrics> value) {
            connectionEnd = value;
            return this;
        }

        /**
         * Sets the listener that is called when a connection request is refused for want of buffers, mappings or
         * queues. The peer learns only the errno's name.
         *
         * @param value takes the figures of the connection that did not come about, with the reason in {@link
         *              ServerConnectionMetrics#closeReason()}, on the server's event loop; none by default.
         * @return this.
         */
        public Context connectionRejected(final Consumer<ServerConnectionMetrics> value) {
            connectionRejected = value;
            return this;
        }

        /**
         * Sets the listener that is called once if the device is removed: nobody can connect any more, and the
         * connections end. Close the server and the device soon: the removal waits for them.
         *
         * @param value takes the reason in words, on the server's event loop; by default it is logged as an error.
         * @return this.
         */
        public Context listenEnd(final Consumer<String> value) {
            listenEnd = value;
            return this;
        }

        /**
         * Sets the most connections at once. A request beyond them is refused before anything is allocated for it, as
         * is one that the memory left has no room for. At most half of them, or 64 if that is more, may be ones that
         * their peers have not confirmed: requests with forged addresses leave the other half.
         *
         * @param value at least 1; 0, the default, for as many as the memory holds when the server starts ({@link
         *              org.rpcrdma.verbs.MemoryAllocator#available()}), beside payload and send memory or in half of
         *              it. With the other defaults a connection takes 1.2 MB.
         * @return this.
         */
        public Context maxConnections(final int value) {
            maxConnections = value;
            return this;
        }

        /**
         * Sets the most connections of one address at once; a request beyond them is refused.
         *
         * @param value at least 1; 0, the default, for half of {@link #maxConnections(int)}, or 64 if that is more.
         * @return this.
         */
        public Context maxConnectionsPerAddress(final int value) {
            maxConnectionsPerAddress = value;
            return this;
        }

        /**
         * Sets the number of Receives that all connections share, in one shared receive queue. The memory of Receives
         * then depends on the messages that the server holds at once, not on the number of connections. All buffers are
         * taken when the server starts, from the server's one arena or a {@link #sharedArena shared one}. Credits do
         * not change, and their sum may exceed the buffers: a client that finds no Receive gets an RNR NAK and retries,
         * which costs it the device's RNR timer each time, about 0.6 ms by default. The server therefore asks its
         * clients' devices to retry without limit. A call keeps its buffer until its answer: a service that holds
         * as many calls as there are buffers blocks every connection.
         *
         * <p>Needs a device with shared receive queues. A device may have several such servers, each with Receives and
         * an event loop of its own, as NVMe-oF targets have one shared receive queue a completion vector: events
         * of a queue pair reach its connection's server ({@link org.rpcrdma.verbs.QueuePair#onFailure}). {@link
         * #buffersPerConnection(int)} does not apply.
         *
         * @param buffers 1 to 1,048,576, and at most the device's limits ({@link
         *                org.rpcrdma.verbs.DeviceAttributes#maxSrqWr()}, {@link
         *                org.rpcrdma.verbs.DeviceAttributes#maxCqe()}); as many as there are calls under way at once
         *                avoid RNR NAKs. 0, the default, gives each connection Receives of its own, one per credit. Not
         *                together with {@link #reverseDirection(boolean)}: calls that wait for the client would keep
         *                its answer from its Receive.
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
         * Sets the credits of a connection: the calls that it may have outstanding. They are fewer if the device's
         * queues are shorter.
         *
         * @param value 1 to 16384; 128 by default, as svcrdma has had since late 2025 (64 before).
         * @return this.
         */
        public Context credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets the most credits that {@link RpcRdmaServer#credits(int)} may ever grant. Queues are made for them.
         *
         * @param value from the credits to 16384; 0, the default, for the credits.
         * @return this.
         */
        public Context maxCredits(final int value) {
            maxCredits = value;
            return this;
        }

        /**
         * Sets the number of Receives that are posted together when those posted fall below the credits.
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
         * Sets the bytes that each chunk of a call may move: its Read list, each Write chunk and the Reply chunk. A
         * longer Read list is answered by ERR_CHUNK, and ends the connection.
         *
         * @param bytes at least 1024; 1 MB by default.
         * @return this.
         */
        public Context maxPayload(final int bytes) {
            maxPayload = bytes;
            return this;
        }

        /**
         * Sets the payload memory for the chunks of all calls. A call is served when all that it may need is free: the
         * length of its Read list, and the room of its Write chunks and Reply chunk, each in a block whose size is a
         * power of two and at least a page. Until then it waits in its connection's queue, which its client sees as a
         * late reply; calls without chunks pass it. A connection that has some gets more only while half of all is
         * free: the other half is for the first calls of others. Once answered or deferred, a call keeps only the
         * memory that it uses. A service that holds many calls without deferring them can therefore block others. A
         * call that may need more than all of it, less one block of the maximal payload, is answered by ERR_CHUNK at
         * once ({@link ServerConnectionMetrics#refusal()}).
         *
         * <p>svcrdma is bounded by the threads of its service, each with one call.
         *
         * @param bytes at least 4 times {@link #maxPayload(int)}; 0, the default, for 256 MB, or 4 times the maximal
         *              payload if that is more.
         * @return this.
         */
        public Context payloadMemory(final long bytes) {
            payloadMemory = bytes;
            return this;
        }

        /**
         * Sets the memory of the send buffers of all connections, for inline replies and the headers of other replies.
         * They come from one arena, mapped for the device to read. A call is served when a buffer is left for its
         * reply; until then it waits in its connection's queue, which its client sees as a late reply. So a service
         * that holds as many calls as there are buffers blocks the others.
         *
         * @param bytes at least a shard: 64 KB, or one buffer if that is longer; whole shards of it are used; 0, the
         *              default, for 64 MB.
         * @return this.
         */
        public Context sendMemory(final long bytes) {
            sendMemory = bytes;
            return this;
        }

        /**
         * Has each connection keep the send buffers that it has ever needed at once until it ends, each with memory and
         * a mapping of its own, as svcrdma keeps its send contexts: for comparison. {@link
         * #sendMemory(long)} bounds nothing then.
         *
         * @param value false by default.
         * @return this.
         */
        public Context keptSendBuffers(final boolean value) {
            keptSendBuffers = value;
            return this;
        }

        /**
         * Sets the period after which free payload memory and send buffers are released: when they have been free for
         * one to two periods. A shard of send buffers goes with the last of them.
         *
         * @param nanos a period, in nanoseconds; 30 seconds by default; 0 keeps it until the server closes. Send
         *              buffers age in whole seconds, rounded up.
         * @return this.
         */
        public Context payloadIdlePeriod(final long nanos) {
            payloadIdleNanos = nanos;
            return this;
        }

        /**
         * Sets how long the fetching of one call's Read list may take. A peer that answers RDMA READs slowly keeps the
         * call's memory; its connection ends then.
         *
         * @param nanos nanoseconds from the first READ on; 60 seconds, as long as Linux's client waits for a reply, by
         *              default; 0 waits as long as the device does.
         * @return this.
         */
        public Context readListTimeout(final long nanos) {
            readListNanos = nanos;
            return this;
        }

        /**
         * Sets how a reply goes that fits inline when the client offers a Reply chunk. RFC 8166 allows both ways.
         *
         * @param value true sends it inline and returns the chunk unused; false, the default, uses the Reply chunk
         *              whenever there is one, like Linux.
         * @return this.
         */
        public Context shortRepliesInline(final boolean value) {
            shortRepliesInline = value;
            return this;
        }

        /**
         * Allows services to call clients back ({@link RpcCall#reverseChannel()}), two calls at a time per
         * connection, like Linux. Receives for their replies are posted in addition to those of the credits.
         *
         * @param value false by default.
         * @return this.
         */
        public Context reverseDirection(final boolean value) {
            reverseDirection = value;
            return this;
        }

        /**
         * Sets the timeout of calls in reverse direction. When a reply is late the connection ends, as with {@link
         * org.rpcrdma.transport.client.RpcRdmaClient.Context#callTimeout(long)}, because the call's credit may be lost.
         * All calls on the connection fail then.
         *
         * <p>Linux differs: a late call fails alone, and the connection stays. svcrdma's limit is 60 seconds. The NFS
         * server sets its own, a tenth of the lease (9 seconds for a lease of 90) and at least 1 second, and does not
         * repeat a late call. From NFS version 4.1 on its client learns of the fault with the next SEQUENCE.
         *
         * @param nanos nanoseconds since the call was sent; 60 seconds by default; 0 waits without limit.
         * @return this.
         */
        public Context reverseCallTimeout(final long nanos) {
            reverseCallTimeoutNanos = nanos;
            return this;
        }

        /**
         * Sets the idle timeout. A peer's disconnect can be lost, which would pin its Receive buffers. A connection
         * ends when no message has arrived for one to two periods, no call is under way and no reply to a reverse call
         * is awaited. Linux checks every 6 minutes.
         *
         * @param nanos a period, in nanoseconds; 0, the default, lets connections be idle for ever.
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

        /** Checks all values; returns those that both ends have. */
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
                        "sharedReceives excludes reverseDirection: sharedReceives=" + sharedReceives);
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
