// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.net.InetSocketAddress;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.EndpointContext;
import org.rpcrdma.transport.EndpointSettings;
import org.rpcrdma.transport.KeptMemory;
import org.rpcrdma.transport.LoopReading;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.jvm.AgronaAccess;
import org.rpcrdma.wire.RpcCredential;

/**
 * An RPC-over-RDMA client, like Linux's xprtrdma.
 *
 * <pre>
 *   newCall - stage - send ----> waits for credit ----> REG_MR ..., SEND ----> reply ----> LOCAL_INV ... ----> handler
 * </pre>
 *
 * <p>The client posts one Receive for each credit that it requests. It registers each segment of chunk memory with a
 * fast-register region from the {@link FrmrPools} of the client's protection domain. When a call's handler runs,
 * neither the peer nor the device can access that memory any longer. If the device does not support fast-register
 * regions, as is the case in user space, the client uses type 2 memory windows (BIND_MW). If the device supports
 * neither, the client registers and deregisters memory with verbs calls, and does not offer remote invalidation.
 *
 * <p>If a connection is lost, the client sends its calls again on a new connection, with new keys and the same
 * transaction ids. Each call is sent at most {@link Context#tries(int)} times. The server may execute a call more than
 * once, but the call's handler is called only once. If a reply is late, the client closes the connection. The client
 * reconnects when calls are waiting. As in xprtrdma, it makes the first attempt immediately, the next three attempts 5,
 * 10 and 20 seconds after the previous attempt, and all others 30 seconds after the previous attempt.
 *
 * <p>Not thread-safe. Call all methods on the thread of the client's event loop. The client owns everything that it
 * allocates until {@link #close()}.
 */
public final class RpcRdmaClient implements AutoCloseable {
    final ClientSession session;

    /**
     * Creates an unconnected client.
     *
     * @param context the client's settings; this constructor calls {@link Context#conclude()}.
     * @throws IllegalStateException if this JVM denies Agrona access to native memory; the message contains the missing
     * flag.
     * @throws IllegalArgumentException         if a number is out of range or a required setting is missing.
     * @throws org.rpcrdma.verbs.VerbsException if the device reports an error.
     */
    public RpcRdmaClient(final Context context) {
        this(context, context.listener);
    }

    RpcRdmaClient(final Context context, final ClientListener listener) {
        AgronaAccess.check();
        final ClientResources resources = new ClientResources(context.checked(listener), context);
        try {
            session = new ClientSession(resources, context.remote, listener);
        } catch (final RuntimeException e) {
            resources.close();
            throw e;
        }
    }

    /**
     * Starts to connect. The listener receives the outcome, possibly before this method returns. Calls that are sent in
     * the meantime wait until the connection is established.
     *
     * @throws IllegalStateException if the client is connected, connecting or closed.
     */
    public void connect() {
        session.connect();
    }

    /**
     * Acquires a call from the pool. The caller stages and sends it.
     *
     * @return an empty call.
     * @throws org.rpcrdma.verbs.VerbsException if the pool is empty and a send buffer is unavailable.
     */
    public ClientCall newCall() {
        return session.newCall();
    }

    /**
     * Returns the number of calls that have been sent but whose handlers have not yet been called.
     *
     * @return the number, at most the number of credits granted, although it can be temporarily higher after the server
     *     reduces the grant.
     */
    public int callsOutstanding() {
        return session.callsOutstanding();
    }

    /**
     * Returns the number of calls that are waiting for a credit, a send-queue entry or a connection.
     *
     * @return the number, 0 or more.
     */
    public int callsQueued() {
        return session.waiting.size();
    }

    /**
     * Returns the number of credits that the server last granted.
     *
     * @return the number, from 1 to the number of credits requested; 0 if there is no connection.
     */
    public int creditsGranted() {
        return session.creditsGranted();
    }

    /**
     * Returns the client's figures.
     *
     * @return the current values.
     */
    public ClientFigures figures() {
        return session.figures();
    }

    /**
     * Returns the client's figures for use by other threads, for example by {@link VisibleClient JMX} or by meters.
     *
     * @return a reading that wakes the event loop and reads the values there. When the client or its device is closed,
     *     or no thread runs the loop, the reading returns the last values.
     */
    public LoopReading<ClientFigures> newFigures() {
        return new LoopReading<>(session.resources.loop, this::figures);
    }

    /**
     * Returns the pools of the client's fast-register regions. The size of their DMA blocks is the page size.
     *
     * @return the pools of the client's protection domain, open until {@link #close()}.
     * @throws org.rpcrdma.verbs.VerbsException EOPNOTSUPP if the device does not support fast-register regions.
     */
    public FrmrPools regions() {
        return session.resources.registrar.pools();
    }

    /**
     * Registers a block that will contain the chunks of many calls. If the client uses memory windows, it registers the
     * block once for all calls. Otherwise, this method does nothing. In either case, the server can access only the
     * chunks of each call, and only for the duration of the call.
     *
     * @param block a block of the client's device memory.
     * @return a handle for the registration. Close the handle before the block, when no call uses it. Closing the
     *     client also closes the handle.
     * @throws org.rpcrdma.verbs.VerbsException if the block cannot be registered.
     */
    public KeptMemory keepRegistered(final MemoryBlock block) {
        return session.resources.registrar.keep(block);
    }

    /**
     * Closes the connection without reconnecting. After the work requests have been flushed, all calls fail and the
     * client calls the listener. If there is no connection, waiting calls fail immediately.
     */
    public void disconnect() {
        session.disconnect("the client disconnected");
    }

    /**
     * Closes the connection and releases all resources. This method runs the event loop until the work requests have
     * been flushed.
     *
     * @throws IllegalStateException if called from a handler of the client's connection; the client is then unchanged.
     */
    @Override
    public void close() {
        session.close();
    }

    /** The settings of a client. Every setter returns this context; {@link #conclude()} checks it. Not thread-safe. */
    public static final class Context extends EndpointContext<Context> {
        /** The minimum depth of the send queue, which is sufficient for a registration, a Send and an invalidation. */
        private static final int MIN_DEPTH = 3;

        InetSocketAddress remote;
        ClientListener listener;
        int credits = 128;
        int maxSegmentBytes = 1024 * 1024;
        boolean remoteInvalidation = true;
        RpcService reverseService;
        int tries = 3;
        long callTimeoutNanos;
        int maxQueued = 65_536;

        /** The first transaction id; null if the client chooses it. */
        Integer firstXid;

        RpcCredential credential = RpcCredential.NONE;

        /** Creates a context with the default settings of Linux's xprtrdma. */
        public Context() {}

        @Override
        protected Context self() {
            return this;
        }

        /**
         * Sets the server's address. Required.
         *
         * @param value the address and port.
         * @return this.
         */
        public Context remote(final InetSocketAddress value) {
            remote = value;
            return this;
        }

        /**
         * Sets the listener of the connection. Required.
         *
         * @param value the listener.
         * @return this.
         */
        public Context listener(final ClientListener value) {
            listener = value;
            return this;
        }

        /**
         * Sets the number of credits to request, which is the number of calls that may be outstanding. The client
         * requests fewer credits if the device's queues are too short.
         *
         * @param value 1 to 16384; 128 by default.
         * @return this.
         */
        public Context credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets the maximum length of a segment. Fast-register regions are sized for this length. Longer memory is
         * offered as several segments. Segments are shorter if the device's regions have fewer pages.
         *
         * @param bytes at least 1; 1 MB by default.
         * @return this.
         */
        public Context maxSegmentBytes(final int bytes) {
            maxSegmentBytes = bytes;
            return this;
        }

        /**
         * Allows the server to invalidate keys with its Sends.
         *
         * @param value true, the default, to allow remote invalidation.
         * @return this.
         */
        public Context remoteInvalidation(final boolean value) {
            remoteInvalidation = value;
            return this;
        }

        /**
         * Sets the service that answers the server's calls (RFC 8167). The service handles up to 16 calls at a time.
         * The client posts Receives for them in addition to one Receive per credit. These calls have no chunks. The
         * service may use their bytes until it answers, even if the connection ends.
         *
         * @param value the service; by default there is no service.
         * @return this.
         */
        public Context reverseService(final RpcService value) {
            reverseService = value;
            return this;
        }

        /**
         * Sets the maximum number of times that a call is sent. A call fails when its connection has been lost this
         * number of times. All waiting calls fail after this number of consecutive failed attempts to connect.
         *
         * <p>In Linux, the RPC task determines both limits. A hard task, the default for mounts, is sent again and
         * waits for a connection forever. A soft task fails after the number of retries in the mount option
         * {@code retrans}, which is 2 by default, with an increasing time limit (nfs(5)). Here, every call is soft, and
         * its time limit does not increase. To make a call hard, send it again in the handler.
         *
         * @param value 1 to 1000; 3 by default. With 1, every call fails when its connection ends, and the client does
         *              not reconnect automatically.
         * @return this.
         */
        public Context tries(final int value) {
            tries = value;
            return this;
        }

        /**
         * Sets the reply timeout. If a reply is late, the client closes the connection, as xprtrdma does after the time
         * in the mount option {@code timeo}. {@link #tries(int)} determines whether the calls are sent again, in which
         * case the server may execute them twice. Use this timeout for servers that lose calls. In contrast,
         * {@link ClientCall#timeout} withdraws a single call and keeps the connection.
         *
         * @param nanos the timeout in nanoseconds after the call is sent. 0, the default, means no timeout; a call is
         *              then never repeated while its connection lasts.
         * @return this.
         */
        public Context callTimeout(final long nanos) {
            callTimeoutNanos = nanos;
            return this;
        }

        /**
         * Sets the maximum number of calls that may wait for a credit in an {@link AsyncRpcRdmaClient}. Further calls
         * fail immediately.
         *
         * @param value 1 or more; 65,536 by default.
         * @return this.
         */
        public Context maxQueued(final int value) {
            maxQueued = value;
            return this;
        }

        /**
         * Sets the credential of calls whose header the client writes ({@link ClientCall#begin},
         * {@link AsyncRpcRdmaClient#call(int, int, int, CallArguments, java.util.function.Function)}).
         *
         * @param value for example {@link RpcCredential#sys}; {@link RpcCredential#NONE} by default.
         * @return this.
         */
        public Context credential(final RpcCredential value) {
            credential = value;
            return this;
        }

        /**
         * Sets the transaction id of the first call that an {@link AsyncRpcRdmaClient} makes. The id increases by one
         * with each further call. If the server has a reply cache, the first id must be different each time the client
         * starts.
         *
         * @param value any number. By default it is random, so that the reply cache of a server does not mistake a
         *              program's calls for calls from an earlier run. In a simulation it is 1.
         * @return this.
         */
        public Context firstXid(final int value) {
            firstXid = value;
            return this;
        }

        /**
         * Checks the settings.
         *
         * @return this.
         * @throws IllegalArgumentException if a number is out of range or a required setting is missing.
         */
        public Context conclude() {
            checked(listener);
            return this;
        }

        /** Checks all settings and returns the settings that all endpoints have in common. */
        EndpointSettings checked(final ClientListener told) {
            final EndpointSettings endpoint = endpoint();
            Arguments.required("remote address", remote);
            Arguments.required("listener", told);
            Arguments.required("credential", credential);
            Arguments.range("credits", credits, 1, 16_384);
            Arguments.range("maxSegmentBytes", maxSegmentBytes, 1, 1 << 30);
            Arguments.range("tries", tries, 1, 1000);
            Arguments.notNegative("callTimeout", callTimeoutNanos);
            Arguments.range("maxQueued", maxQueued, 1, Integer.MAX_VALUE);
            final DeviceAttributes granted = endpoint.device().attributes();
            if (Math.min(granted.maxQpWr(), granted.maxCqe()) < MIN_DEPTH) {
                throw new IllegalArgumentException("the device's queues are too short: maxQpWr=" + granted.maxQpWr()
                        + " maxCqe=" + granted.maxCqe());
            }
            return endpoint;
        }
    }
}
