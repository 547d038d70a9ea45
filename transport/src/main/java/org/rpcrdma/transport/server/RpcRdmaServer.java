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
 * An RPC-over-RDMA server, like Linux's svcrdma.
 *
 * <pre>
 *              Receive        RDMA READ                       RDMA WRITE, SEND
 *   client ---- header ----- Read list ----> RpcService ---- Write list, Reply chunk ----> client
 *               | in place     payload memory   |  in place      payload memory
 *               +-- Receive buffer of the arena, reposted with the reply -----------+
 * </pre>
 *
 * <p>All connections use the same protection domain. Each connection has its own {@link ReceiveArena}, or a quota of a
 * {@link Context#sharedArena shared arena}. Before the server accepts a connection, it posts one Receive per credit.
 * The completion queues are large enough for all posted work requests. A connection that fails does not affect other
 * connections. If the service throws an exception, the server answers the call, and the connection continues ({@link
 * RpcService#onCall}).
 *
 * <p>Not thread-safe. Call all methods on the thread of the server's event loop. The server owns everything that it
 * allocates until {@link #close()}.
 */
public final class RpcRdmaServer implements AutoCloseable {
    private final ServerResources resources;
    private final ServerConnections connections;
    private final AutoCloseable listener;
    private final int maxCredits;

    /**
     * Creates a server and starts to listen.
     *
     * @param context the server's settings; this constructor calls {@link Context#conclude()}.
     * @throws IllegalStateException if this JVM denies Agrona access to native memory; the message contains the missing
     * flag.
     * @throws IllegalArgumentException         if a number is out of range or a required setting is missing.
     * @throws org.rpcrdma.verbs.VerbsException EADDRINUSE if the port is in use, EOPNOTSUPP if Receives are shared but
     *                                          the device does not support shared receive queues, or another error that
     *                                          the device reports.
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
     * Changes the number of credits. The change applies immediately to new connections. For open connections, it takes
     * effect with their next replies. If the buffers for an increase are unavailable, a connection keeps its number of
     * credits ({@link ServerConnectionMetrics#grantsRefused()}). After a decrease, the server still serves calls that
     * clients have already sent.
     *
     * @param value 1 to {@link Context#maxCredits(int)}; the server grants fewer credits if the device's queues are too
     *              short.
     * @throws IllegalArgumentException if the number is out of range.
     */
    public void credits(final int value) {
        Arguments.range("credits", value, 1, maxCredits);
        connections.grantCredits(value);
    }

    /**
     * Returns the number of credits that new connections receive.
     *
     * @return the configured number, or a smaller number if the device's queues are too short.
     */
    public int credits() {
        return connections.credits();
    }

    /**
     * Returns the figures of the open connections, in the order in which the connections were accepted.
     * {@link Context#connectionEnd(Consumer)} provides the figures of ended connections.
     *
     * @return a new list. Its elements continue to be updated.
     */
    public List<ServerConnectionMetrics> connectionMetrics() {
        return connections.metrics();
    }

    /**
     * Returns the number of connections, including connections that are closing.
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
     * Returns the highest number of bytes of send memory that have been mapped for the device at the same time.
     *
     * @return the number of bytes.
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
     * Returns the number of deferred calls that are still using resources. These are
     * {@linkplain RpcCall#defer() deferred} calls whose answers have not reached the event loop, and
     * {@linkplain RpcCall#expire(int) expired} calls whose memory a thread still holds.
     *
     * @return the number, 0 or more, including calls whose connections have ended.
     */
    public int callsDeferred() {
        return resources.calls.lateAnswers.awaited();
    }

    /**
     * Returns the server's figures for use by other threads, for example by {@link VisibleServer JMX} or by meters.
     *
     * @return a reading that wakes the event loop and reads the values there. When the server or its device is closed,
     *     or no thread runs the loop, the reading returns the last values.
     */
    public LoopReading<ServerFigures> newFigures() {
        return new LoopReading<>(resources.loop, this::figures);
    }

    /**
     * Stops listening, closes all connections and releases all resources. This method runs the event loop until all
     * work requests have been flushed. Unanswered calls are revoked; after that, their methods throw
     * {@link IllegalStateException}. {@link RpcCall#defer() Deferred} calls keep their memory until they are answered,
     * because other threads may be about to answer. The event loop releases the remaining resources after the last of
     * these answers; only then can the device be closed.
     *
     * @throws IllegalStateException if called from a handler or from the service of a connection; the server is then
     *                               unchanged.
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

        /** Creates a context with the default settings of Linux's svcrdma, as of 2026. */
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
         * Sets the reply cache, which ensures that calls execute at most once. Without a cache, a call is executed
         * again if its connection is lost before the reply arrives and the client repeats the call.
         *
         * @param value the procedures and limits, for example from {@link ReplyCaching#of}; with null, the default, no
         *              replies are kept.
         * @return this.
         */
        public Context replyCache(final ReplyCaching value) {
            replyCaching = value;
            return this;
        }

        /**
         * Sets the listener for accepted connections. The server calls it once per connection, when the connection has
         * its Receive buffers. If the listener throws an exception, the connection continues.
         *
         * @param value receives the connection's figures, which continue to be updated, on the server's event loop; by
         *              default there is no listener.
         * @return this.
         */
        public Context connectionBegin(final Consumer<ServerConnectionMetrics> value) {
            connectionBegin = value;
            return this;
        }

        /**
         * Sets the listener for closed connections. The server calls it once per connection, when the connection has
         * released its resources.
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
         * Sets the listener for connection requests that are rejected because buffers, mappings or queues are
         * unavailable. The peer receives only the name of the errno.
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
         * Sets the listener for the removal of the device. It is called once. The server's connections then end, and
         * clients can no longer connect. Close the server and the device soon, because the removal waits for both.
         *
         * @param value receives a description of the reason, on the server's event loop; by default the reason is
         *              logged as an error.
         * @return this.
         */
        public Context listenEnd(final Consumer<String> value) {
            listenEnd = value;
            return this;
        }

        /**
         * Sets the maximum number of concurrent connections. If a request exceeds this limit or the remaining memory,
         * the server rejects the request before it allocates any memory for the connection. At most half of the
         * connections, or 64 if that is more, may be unconfirmed by their peers. Therefore, requests with forged
         * addresses cannot use the other half.
         *
         * @param value at least 1. 0, the default, means the number that fits in the memory available at the start
         *              ({@link org.rpcrdma.verbs.MemoryAllocator#available()}) minus payload and send memory, or in
         *              half of the available memory if that is more. With the other defaults, a connection uses 1.2 MB.
         * @return this.
         */
        public Context maxConnections(final int value) {
            maxConnections = value;
            return this;
        }

        /**
         * Sets the maximum number of concurrent connections per address. The server rejects further requests.
         *
         * @param value at least 1; 0, the default, means half of {@link #maxConnections(int)}, or 64 if that is more.
         * @return this.
         */
        public Context maxConnectionsPerAddress(final int value) {
            maxConnectionsPerAddress = value;
            return this;
        }

        /**
         * Makes all connections share a receive queue, and sets its number of Receives. The memory for Receives then
         * depends on the number of messages in progress instead of the number of connections. When the server starts,
         * it acquires all buffers from its only arena or from a {@link #sharedArena shared arena}.
         *
         * <p>The number of credits does not change, and the total number of credits may exceed the number of buffers.
         * If no Receive is free, a client receives an RNR NAK and retries after the time of the device's RNR timer. By
         * default, this is 0.64 ms. In a simulation, it is 655 ms, as with Linux's connection manager. The server
         * therefore allows its clients' devices to retry without limit. A call holds its buffer until it is answered.
         * If the service holds unanswered calls that use all buffers, all connections are blocked.
         *
         * <p>The device must support shared receive queues. A device may have several of these servers, each with its
         * own Receives and event loop, just as NVMe-oF targets have one shared receive queue per completion vector. A
         * queue pair's events are passed to the server that owns its connection
         * ({@link org.rpcrdma.verbs.QueuePair#onFailure}). {@link #buffersPerConnection(int)} does not apply.
         *
         * @param buffers 1 to 1,048,576, and at most the device's limits
         *                ({@link org.rpcrdma.verbs.DeviceAttributes#maxSrqWr()},
         *                {@link org.rpcrdma.verbs.DeviceAttributes#maxCqe()}). One buffer per concurrent call avoids
         *                RNR NAKs. With 0, the default, each connection has its own Receives, one per credit.
         *                Incompatible with {@link #reverseDirection(boolean)}, because calls that wait for a client's
         *                reply would occupy the Receives that the reply needs.
         * @return this.
         */
        public Context sharedReceives(final int buffers) {
            sharedReceives = buffers;
            return this;
        }

        /**
         * Sets the port on which the server listens.
         *
         * @param value 1 to 65535; 20049 by default.
         * @return this.
         */
        public Context port(final int value) {
            port = value;
            return this;
        }

        /**
         * Sets the number of credits per connection, which is the number of calls that a connection may have
         * outstanding. The server grants fewer credits if the device's queues are too short.
         *
         * @param value 1 to 16384; 128 by default, as in svcrdma since late 2025 (before, 64).
         * @return this.
         */
        public Context credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets the maximum number of credits that {@link RpcRdmaServer#credits(int)} may grant. The server creates its
         * queues for this number.
         *
         * @param value from the number of credits to 16384; 0, the default, means the number of credits.
         * @return this.
         */
        public Context maxCredits(final int value) {
            maxCredits = value;
            return this;
        }

        /**
         * Sets the number of Receives that the server posts together when the number of posted Receives falls below the
         * number of credits granted.
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
         * Sets the number of Receive buffers per connection. A buffer is busy while its call is in progress. If there
         * are fewer buffers than the credits and a batch require, Receives are posted in shorter chains.
         *
         * @param value from the number of credits to 65,536; 0, the default, means twice the number of credits plus a
         *              batch.
         * @return this.
         */
        public Context buffersPerConnection(final int value) {
            buffersPerConnection = value;
            return this;
        }

        /**
         * Sets the maximum length of each chunk of a call. The limit applies to the Read list, to each Write chunk and
         * to the Reply chunk. If the Read list of a call is longer, the server answers with ERR_CHUNK and closes the
         * connection.
         *
         * @param bytes at least 1024; 1 MB by default.
         * @return this.
         */
        public Context maxPayload(final int bytes) {
            maxPayload = bytes;
            return this;
        }

        /**
         * Sets the size of the payload memory for the chunks of all calls. A call is served when all memory that it may
         * need is free. It needs memory for the length of its Read list and for the capacity of its Write chunks and
         * Reply chunk. Each of these is allocated as a block whose size is a power of two and at least one page. Until
         * the memory is free, the call waits in its connection's queue, and its client receives the reply later. Calls
         * without chunks overtake it.
         *
         * <p>A connection that already holds payload memory obtains more only while half of the total is free. The
         * other half is reserved for the first calls of other connections. When a call has been answered or deferred,
         * it keeps only the memory that it uses. Therefore, a service that holds many calls without deferring them can
         * block other calls. If a call may need more than the total minus a block of the maximum payload, the server
         * answers it immediately with ERR_CHUNK ({@link ServerConnectionMetrics#refusal()}).
         *
         * <p>In svcrdma, memory is limited by the number of service threads, each of which handles one call.
         *
         * @param bytes at least 4 times {@link #maxPayload(int)}; 0, the default, means 256 MB, or 4 times the maximum
         *              payload if that is more.
         * @return this.
         */
        public Context payloadMemory(final long bytes) {
            payloadMemory = bytes;
            return this;
        }

        /**
         * Sets the total size of the send buffers, which all connections share. The buffers contain inline replies and
         * the headers of other replies. They are allocated from one arena, which is mapped read-only for the device. A
         * call is served when a buffer for its reply is free. Until then, the call waits in its connection's queue, and
         * its client receives the reply later. Therefore, if the service holds unanswered calls that use all buffers,
         * it blocks all other calls.
         *
         * @param bytes at least one shard, which is 64 KB, or one buffer if that is longer; rounded down to whole
         *              shards; 0, the default, means 64 MB.
         * @return this.
         */
        public Context sendMemory(final long bytes) {
            sendMemory = bytes;
            return this;
        }

        /**
         * Makes each connection keep its peak number of send buffers. Each buffer has its own memory and mapping until
         * the connection ends, like svcrdma's send contexts. Use this setting only for comparison. If it is enabled,
         * {@link #sendMemory(long)} has no effect.
         *
         * @param value true to keep the buffers; false by default.
         * @return this.
         */
        public Context keptSendBuffers(final boolean value) {
            keptSendBuffers = value;
            return this;
        }

        /**
         * Sets the idle period of payload memory and send buffers. Memory is released when it has been free for one to
         * two periods. A shard of send buffers is released when all its buffers can be released.
         *
         * @param nanos the period in nanoseconds; 30 seconds by default. With 0, the memory is kept until the server
         *              closes. Send buffers age in whole seconds, rounded up.
         * @return this.
         */
        public Context payloadIdlePeriod(final long nanos) {
            payloadIdleNanos = nanos;
            return this;
        }

        /**
         * Sets the time limit for fetching a call's Read list. Without a limit, a peer that responds slowly to RDMA
         * READs could hold the call's memory. When the limit is reached, the server closes the connection.
         *
         * @param nanos nanoseconds from the first READ; 60 seconds by default, which is how long Linux's client waits
         *              for a reply; 0 means that only the device's limit applies.
         * @return this.
         */
        public Context readListTimeout(final long nanos) {
            readListNanos = nanos;
            return this;
        }

        /**
         * Controls whether replies that fit inline are sent inline or in the Reply chunk. RFC 8166 allows both.
         *
         * @param value true to send these replies inline and return the chunk unused; false, the default, to use the
         *              Reply chunk whenever the client offers it, as in Linux.
         * @return this.
         */
        public Context shortRepliesInline(final boolean value) {
            shortRepliesInline = value;
            return this;
        }

        /**
         * Allows services to call clients ({@link RpcCall#reverseChannel()}), with at most two outstanding calls per
         * connection, as in Linux. The server posts Receives for the replies in addition to one per credit.
         *
         * @param value true to enable the reverse direction; false by default.
         * @return this.
         */
        public Context reverseDirection(final boolean value) {
            reverseDirection = value;
            return this;
        }

        /**
         * Sets the reply timeout of calls in the reverse direction. If a reply is late, the connection ends and all its
         * calls fail, because the credit of the late call may be lost.
         * {@link org.rpcrdma.transport.client.RpcRdmaClient.Context#callTimeout(long)} has the same effect on a client.
         *
         * <p>In Linux, only the late call fails, and the connection remains open. svcrdma's limit is 60 seconds. The
         * NFS server sets its own limit, which is a tenth of the lease time (9 seconds for a lease of 90 seconds) but
         * at least 1 second, and does not repeat a late call. From NFS version 4.1 on, its client learns of the fault
         * from the next SEQUENCE.
         *
         * @param nanos the timeout in nanoseconds after the call is sent; 60 seconds by default; 0 means no timeout.
         * @return this.
         */
        public Context reverseCallTimeout(final long nanos) {
            reverseCallTimeoutNanos = nanos;
            return this;
        }

        /**
         * Sets the idle timeout. If a peer's disconnect message is lost, its connection would otherwise keep its
         * Receive buffers. A connection ends when it has received no message for one to two periods, no call is in
         * progress, and no reply to a reverse call is outstanding. Linux checks every 6 minutes.
         *
         * @param nanos the period in nanoseconds; with 0, the default, connections can stay idle forever.
         * @return this.
         */
        public Context idlePeriod(final long nanos) {
            idlePeriodNanos = nanos;
            return this;
        }

        /**
         * Checks the settings.
         *
         * @return this.
         * @throws IllegalArgumentException if a number is out of range or a required setting is missing.
         */
        public Context conclude() {
            checked();
            return this;
        }

        /** Checks all settings and returns the settings that all endpoints have in common. */
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
                        "sharedReceives cannot be combined with reverseDirection: sharedReceives=" + sharedReceives);
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
                throw new IllegalArgumentException("sendMemory must be at least one shard: sendMemory=" + sendMemory
                        + " limit=" + leastSendMemory);
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
                        "buffersPerConnection must not be less than credits: buffersPerConnection="
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
