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
 * The client of an RPC-over-RDMA connection, like Linux's xprtrdma.
 *
 * <pre>
 *   newCall - stage - send ----> waits for credit ----> REG_MR ..., SEND ----> reply ----> LOCAL_INV ... ----> handler
 * </pre>
 *
 * <p>One Receive is posted for each credit that the client asks for. Chunk memory is registered segment by segment with
 * fast-register regions out of {@link FrmrPools} of the client's own protection domain. When a call's handler runs,
 * neither the peer nor the device can reach that memory any more. If the device has no fast-register regions, like one
 * that is driven from user space, chunk memory is opened by memory windows of type 2 (BIND_MW). If it has none of these
 * either, memory is registered and deregistered by calls, and the client offers no remote invalidation.
 *
 * <p>A call whose connection is lost is sent again on a new one, with new keys and the same transaction id, up to
 * {@link Context#tries(int)} times. The server may see it twice; its handler sees one outcome. A late reply ends the
 * connection. The next connection is made when calls wait for it: at once, then 5, 10, 20 and from then on 30 seconds
 * after the attempt before, which are the delays of xprtrdma.
 *
 * <p>The client belongs to its event loop: all methods are called on that loop's thread.
 */
public final class RpcRdmaClient implements AutoCloseable {
    final ClientSession session;

    /**
     * Makes a client that is not connected.
     *
     * @param context the client's settings; concluded here.
     * @throws IllegalStateException if this JVM keeps Agrona from native memory; names the flag that is missing.
     * @throws IllegalArgumentException if a number is out of range or a required part is missing.
     * @throws org.rpcrdma.verbs.VerbsException the device's own error.
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
     * Starts to connect. The listener learns the outcome, possibly before this method returns. Calls sent meanwhile
     * wait.
     *
     * @throws IllegalStateException if the client is connected, connecting or closed.
     */
    public void connect() {
        session.connect();
    }

    /**
     * Takes a call out of the pool, to be staged and sent.
     *
     * @return the call, empty.
     * @throws org.rpcrdma.verbs.VerbsException if the pool is empty and a send buffer is unavailable.
     */
    public ClientCall newCall() {
        return session.newCall();
    }

    /**
     * Returns the number of calls that were sent and whose handler has not been called.
     *
     * @return at most the credits granted, or more for a while after the grant was lowered.
     */
    public int callsOutstanding() {
        return session.callsOutstanding();
    }

    /**
     * Returns the number of calls that wait for a credit, for room in the send queue or for a connection.
     *
     * @return 0 or more.
     */
    public int callsQueued() {
        return session.waiting.size();
    }

    /**
     * Returns the credits that the server granted last.
     *
     * @return 1 to the credits asked for; 0 without a connection.
     */
    public int creditsGranted() {
        return session.creditsGranted();
    }

    /**
     * Returns the client's figures.
     *
     * @return the values as they are now.
     */
    public ClientFigures figures() {
        return session.figures();
    }

    /**
     * Returns the client's figures for other threads, such as {@link VisibleClient JMX's} and those of meters.
     *
     * @return reads them on the event loop, which is woken, whenever it is asked; once the endpoint or its device is
     *     closed, or nobody runs the loop, the last ones.
     */
    public LoopReading<ClientFigures> newFigures() {
        return new LoopReading<>(session.resources.loop, this::figures);
    }

    /**
     * Returns the pools of the client's fast-register regions; their keys' DMA blocks are pages.
     *
     * @return the pools of the client's protection domain, open until {@link #close()}.
     * @throws org.rpcrdma.verbs.VerbsException EOPNOTSUPP if the device has no fast-register regions.
     */
    public FrmrPools regions() {
        return session.resources.registrar.pools();
    }

    /**
     * Announces that chunks will lie in a block, again and again. If chunk memory is opened by memory windows, the
     * block is registered once for all calls; otherwise nothing is done. In either case the server can reach only the
     * chunks of each call, and only while the call lasts.
     *
     * @param block of the client's device memory.
     * @return ends the registration; close it before the block and when no call uses it. The client's close ends it,
     *         too.
     * @throws org.rpcrdma.verbs.VerbsException if the block cannot be registered.
     */
    public KeptMemory keepRegistered(final MemoryBlock block) {
        return session.resources.registrar.keep(block);
    }

    /**
     * Ends the connection and does not make another. Once its work requests are flushed, every call fails and the
     * listener is called. Without a connection, calls that wait for one fail at once.
     */
    public void disconnect() {
        session.disconnect("the client disconnected");
    }

    /**
     * Ends the connection, runs the event loop until its work requests are flushed, and releases everything. Do not
     * call this in a handler.
     *
     * @throws IllegalStateException if a handler of its connection calls this: nothing has been ended then.
     */
    @Override
    public void close() {
        session.close();
    }

    /** The settings of a client. Every setter returns this context; {@link #conclude()} checks it. */
    public static final class Context extends EndpointContext<Context> {
        /** Registration, Send and invalidation. */
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

        /** Null: chosen by the client. */
        Integer firstXid;

        RpcCredential credential = RpcCredential.NONE;

        /** Makes a context with the defaults of Linux's xprtrdma. */
        public Context() {}

        @Override
        protected Context self() {
            return this;
        }

        /**
         * Sets the server's address. Required.
         *
         * @param value address and port.
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
         * Sets the credits that the client asks for: the calls that can be outstanding. They are fewer if the device's
         * queues are shorter.
         *
         * @param value 1 to 16384; 128 by default.
         * @return this.
         */
        public Context credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets the length of the longest segment; fast-register regions are large enough for it. Longer memory is
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
         * @param value true by default.
         * @return this.
         */
        public Context remoteInvalidation(final boolean value) {
            remoteInvalidation = value;
            return this;
        }

        /**
         * Sets the service that answers the server's calls (RFC 8167), 16 at a time. Receives for them are posted in
         * addition to those of the credits. Such calls have no chunks; their bytes stay the service's until it answers,
         * whatever becomes of the connection.
         *
         * @param value the service; none by default.
         * @return this.
         */
        public Context reverseService(final RpcService value) {
            reverseService = value;
            return this;
        }

        /**
         * Sets how often a call is sent at most. A call whose connections were lost that often fails. All waiting calls
         * fail when that many attempts to connect have failed in a row.
         *
         * <p>Linux leaves both to the RPC task. A hard one, the default of mounts, is sent again and waits for a
         * connection for ever. A soft one fails after the mount option {@code retrans}, 2 by default, with a growing
         * time limit (nfs(5)). Here every call is soft, and its limit does not grow; the handler of a hard one sends it
         * anew.
         *
         * @param value 1 to 1000; 3 by default. With 1 every call ends with its connection, and the client does not
         *              reconnect by itself.
         * @return this.
         */
        public Context tries(final int value) {
            tries = value;
            return this;
        }

        /**
         * Has a late reply end the connection, as in xprtrdma after the mount option {@code timeo}; {@link #tries(int)}
         * decides if calls are sent again, and the server may carry them out twice. It is for servers that lose calls.
         * A caller's own limit withdraws one call and keeps the connection ({@link ClientCall#timeout}).
         *
         * @param nanos nanoseconds since the call was sent; 0, the default, waits without limit: a call is never
         *              repeated while its connection stands.
         * @return this.
         */
        public Context callTimeout(final long nanos) {
            callTimeoutNanos = nanos;
            return this;
        }

        /**
         * Sets how many calls of an {@link AsyncRpcRdmaClient} may wait for a credit; another one fails immediately.
         *
         * @param value 1 or more; 65,536 by default.
         * @return this.
         */
        public Context maxQueued(final int value) {
            maxQueued = value;
            return this;
        }

        /**
         * Sets the credential of calls whose head the client writes ({@link ClientCall#begin}, {@link
         * AsyncRpcRdmaClient#call(int, int, int, CallArguments, java.util.function.Function)}).
         *
         * @param value for example {@link RpcCredential#sys}; {@link RpcCredential#NONE} by default.
         * @return this.
         */
        public Context credential(final RpcCredential value) {
            credential = value;
            return this;
        }

        /**
         * Sets the transaction id of the first call of an {@link AsyncRpcRdmaClient}; each call's is one more. A server
         * that keeps replies for calls that come twice wants another first one from each start of a client.
         *
         * @param value any number. By default it is random, so that a server's reply cache does not take the calls of a
         *              program for those of its last run; in a simulation it is 1.
         * @return this.
         */
        public Context firstXid(final int value) {
            firstXid = value;
            return this;
        }

        /**
         * Checks the context.
         *
         * @return this.
         * @throws IllegalArgumentException if a number is out of range or a required part is missing.
         */
        public Context conclude() {
            checked(listener);
            return this;
        }

        /** Checks all values, with a listener; returns those that both ends have. */
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
