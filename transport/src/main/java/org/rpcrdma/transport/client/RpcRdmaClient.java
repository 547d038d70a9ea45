// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.EndpointContext;
import org.rpcrdma.transport.KeptMemory;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.verbs.AgronaAccess;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * The client's end of an RPC-over-RDMA connection, as Linux's xprtrdma is.
 *
 * <pre>
 *   newCall - stage - send ----> waits for credit ----> REG_MR ..., SEND ----> reply ----> LOCAL_INV ... ----> handler
 * </pre>
 *
 * <p>A Receive is posted for each credit that is asked for. Where the device has no fast-register regions, as one that is driven from
 * user space, chunk memory is opened with memory windows of type 2 (BIND_MW), and where it has none of these either, registered and
 * deregistered by calls; the server is told then that it cannot invalidate keys. Else it is registered segment by segment with fast-register
 * regions out of {@link FrmrPools} of the client's own protection domain, and neither peer nor device can reach it any more
 * when a call's handler is called.
 *
 * <p>A call whose connection is lost is sent again on a new one, with new keys and the same transaction id, as often as
 * {@link Context#tries(int)} says: the server may see it twice, its handler sees one outcome. A reply that does not come in time
 * ends the connection. The next connection is made when there are calls for it: once without delay, then 5, 10, 20 and
 * from then on 30 seconds after the attempt before, the delays of xprtrdma.
 *
 * <p>Belongs to its event loop: all methods are called on that loop's thread.
 */
public final class RpcRdmaClient implements AutoCloseable {
    private final ClientSession session;

    /**
     * Makes a client that is not connected.
     *
     * @param context what the client is made of; concluded here.
     * @throws IllegalStateException where this JVM keeps Agrona from native memory, naming the flag that is missing.
     * @throws IllegalArgumentException where a number is out of range or a required part is missing.
     * @throws org.rpcrdma.verbs.VerbsException what the device refuses.
     */
    public RpcRdmaClient(final Context context) {
        AgronaAccess.check();
        final ClientSettings settings = context.settings();
        final ClientResources shared = new ClientResources(settings);
        try {
            session = new ClientSession(shared, settings.remote(), settings.listener());
        } catch (final RuntimeException e) {
            shared.close();
            throw e;
        }
    }

    /**
     * Begins to connect; the listener is told the outcome, possibly before this method returns. Calls sent meanwhile wait.
     *
     * @throws IllegalStateException where the client is connected, about to be, or closed.
     */
    public void connect() {
        session.connect();
    }

    /**
     * Takes a call out of the pool, to be staged and sent.
     *
     * @return the call, empty.
     * @throws org.rpcrdma.verbs.VerbsException where the pool is empty and a send buffer is not to be had.
     */
    public ClientCall newCall() {
        return session.newCall();
    }

    /**
     * Calls that are on their way: sent, their handler not yet called.
     *
     * @return at most the credits granted, or more for a while where the grant was lowered.
     */
    public int callsOutstanding() {
        return session.callsOutstanding();
    }

    /**
     * Calls that wait for a credit, for room in the send queue or for a connection.
     *
     * @return 0 or more.
     */
    public int callsQueued() {
        return session.waiting.size();
    }

    /**
     * Credits that the server granted last.
     *
     * @return 1 to the credits asked for; 0 where there is no connection.
     */
    public int creditsGranted() {
        return session.creditsGranted();
    }

    /**
     * Replies whose transaction id belongs to no call.
     *
     * @return how many were ignored.
     */
    public long unknownReplies() {
        return session.unknownReplies();
    }

    /**
     * Calls that were sent again because their connection was lost.
     *
     * @return how often that was.
     */
    public long retransmissions() {
        return session.retransmissions();
    }

    /**
     * The pools that the client's fast-register regions come from; their keys' DMA blocks are pages.
     *
     * @return the pools of the client's protection domain, open until {@link #close()}.
     * @throws org.rpcrdma.verbs.VerbsException EOPNOTSUPP where the device has no fast-register regions.
     */
    public FrmrPools regions() {
        return session.shared.registrar.pools();
    }

    /**
     * Says that chunks will lie in a block, again and again. Where chunk memory is opened to the server by memory windows, the
     * block is registered once and for all calls; otherwise that would spare nothing, and nothing is done. The server is granted
     * the chunks of each call only, for as long as the call lasts, in either case.
     *
     * @param block of the client's device memory.
     * @return ends it, before the block is closed and when no call uses it; the client's end does too.
     * @throws org.rpcrdma.verbs.VerbsException where the block cannot be registered.
     */
    public KeptMemory keepRegistered(final MemoryBlock block) {
        return session.shared.registrar.keep(block);
    }

    /**
     * Ends the connection and the wish for one. Once its work requests are flushed, every call fails and the listener is told.
     * Where there is no connection, calls that wait for one fail at once.
     */
    public void disconnect() {
        session.disconnect("the client disconnected");
    }

    /**
     * Ends the connection, runs the event loop until its work requests are flushed, and gives everything back. Not to be
     * called from a handler.
     *
     * @throws IllegalStateException if a handler of its connection calls this: nothing has been ended then.
     */
    @Override
    public void close() {
        session.close();
    }

    /** What a client is made of. Every setter returns this context; {@link #conclude()} checks it. */
    public static final class Context extends EndpointContext<Context> {
        InetSocketAddress remote;
        ClientListener listener;
        int credits = 128;
        int maxSegmentBytes = 1024 * 1024;
        boolean remoteInvalidation = true;
        RpcService reverseService;
        int tries = 3;
        long callTimeoutNanos = TimeUnit.SECONDS.toNanos(60);

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
         * Sets who is told of the connection. Required.
         *
         * @param value the listener.
         * @return this.
         */
        public Context listener(final ClientListener value) {
            listener = value;
            return this;
        }

        /**
         * Sets how many credits are asked for, which is how many calls can be outstanding at most. They are fewer where the
         * device's queues have no room for so many.
         *
         * @param value 1 to 16384; 128 by default.
         * @return this.
         */
        public Context credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets the longest segment, for which a fast-register region is large enough. What is longer is offered as several.
         * Segments are shorter where the device's regions have fewer pages.
         *
         * @param bytes at least 1; 1 MB by default.
         * @return this.
         */
        public Context maxSegmentBytes(final int bytes) {
            maxSegmentBytes = bytes;
            return this;
        }

        /**
         * Sets whether the server is told that it may invalidate keys with its Sends.
         *
         * @param value true by default.
         * @return this.
         */
        public Context remoteInvalidation(final boolean value) {
            remoteInvalidation = value;
            return this;
        }

        /**
         * Sets what calls of the server's are handed to (RFC 8167), 16 at a time, for which Receives are posted beyond the
         * credits. They have no chunks; their bytes stay the service's until it answers, whatever becomes of the connection.
         *
         * @param value the service; none by default.
         * @return this.
         */
        public Context reverseService(final RpcService value) {
            reverseService = value;
            return this;
        }

        /**
         * Sets how often a call is sent at most. One whose connections were lost as often as that fails; so do all calls that
         * wait when as many attempts to connect in a row have led to no connection.
         *
         * <p>Linux leaves both to the RPC task: a hard one, as of mounts by default, is sent again and waits for a connection
         * forever; a soft one fails when it was sent again as often as the mount option {@code retrans} says, 2 by default, its
         * time limit growing (nfs(5)). Here every call is soft, and its limit stays; a hard one is sent anew by its handler.
         *
         * @param value 1 to 1000; 3 by default. With 1 every call ends with its connection, and the client does not connect
         *              again by itself.
         * @return this.
         */
        public Context tries(final int value) {
            tries = value;
            return this;
        }

        /**
         * Sets how long a reply may take. When one has taken longer the connection is ended, as xprtrdma does, whose limit is 60
         * seconds too unless the mount option {@code timeo} says otherwise; {@link #tries(int)} says whether the call is sent again.
         *
         * @param nanos nanoseconds since the call was sent; 60 seconds by default; 0 where it may take forever.
         * @return this.
         */
        public Context callTimeout(final long nanos) {
            callTimeoutNanos = nanos;
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

        ClientSettings settings() {
            return new ClientSettings(
                    endpoint(),
                    remote,
                    listener,
                    credits,
                    maxSegmentBytes,
                    remoteInvalidation,
                    reverseService,
                    tries,
                    callTimeoutNanos);
        }
    }
}
