// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.ProcedureFilter;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.Device;

/**
 * A client that sends oncrpc4j's calls over RDMA.
 *
 * <pre>{@code
 * // over TCP: new OncRpcClient(address, IpProtocolType.TCP, 2049)
 * try (RdmaRpcClient client = RdmaRpcClient.newBuilder("mlx5_0").build(server)) {
 *     RpcTransport transport = client.connect();
 *     RpcCall call = new RpcCall(program, version, new RpcAuthTypeNone(), transport);
 *     call.call(procedure, arguments, result);
 * }
 * }</pre>
 *
 * <p>oncrpc4j creates calls, waits for replies and handles timeouts. A call that times out is withdrawn. One-way calls
 * are rejected. If the connection is lost, the client sends pending calls again on a new connection ({@link
 * RpcRdmaClient.Context#tries(int)}). Reply handlers run on separate threads. Thread-safe.
 */
public final class RdmaRpcClient implements AutoCloseable {
    private static final long CLOSE_SECONDS = 5;

    private final Builder settings;
    private final Device device;
    private final EventLoopRunner runner;
    private final Workers workers;
    private final WaitingCalls replyQueue;
    private final MessageMemory memory;
    private final ServiceDispatcher callBacks;
    private final AsyncRpcRdmaClient client;
    private final ClientTransport transport;
    private boolean isClosed;

    private RdmaRpcClient(final Builder settings, final InetSocketAddress server) {
        this.settings = settings;
        device = settings.device.open();
        runner =
                settings.runner == null ? EventLoopRunner.start(settings.name, device.newEventLoop()) : settings.runner;
        replyQueue = new WaitingCalls(runner.loop().isVirtual());
        workers = settings.isSameThread ? Workers.onLoop() : Workers.of(settings.executor, 0, settings.name);
        memory = new MessageMemory(runner, device.memory());
        final ReplyDelivery replies = new ReplyDelivery(replyQueue, workers.replies());
        transport = new ClientTransport(server, memory, settings.shape(), replies, replyQueue);
        callBacks = settings.services.isEmpty()
                ? null
                : new ServiceDispatcher(
                        new Programs(settings.services, false, call -> {}),
                        workers.services(),
                        settings.rules,
                        memory,
                        call -> transport);
        final RpcRdmaClient.Context context = new RpcRdmaClient.Context()
                .device(device)
                .remote(server)
                .listener(transport)
                .reverseService(callBacks);
        settings.settings.accept(context);
        try {
            client = new AsyncRpcRdmaClient(context, runner);
        } catch (final RuntimeException e) {
            release();
            throw e;
        }
        transport.client(client);
    }

    /**
     * Creates a builder for a device of the host; the client opens and closes the device.
     *
     * @param device the device's name, such as mlx5_0.
     * @return the builder.
     */
    public static Builder newBuilder(final String device) {
        return new Builder(DeviceSource.named(device));
    }

    /**
     * Creates a builder for an open device.
     *
     * @param device the device; the caller keeps ownership.
     * @return the builder.
     */
    public static Builder newBuilder(final Device device) {
        return new Builder(DeviceSource.of(device));
    }

    /**
     * Connects, unless the client is already connected. If the client is reconnecting, waits until it has connected.
     *
     * @return the transport for {@code RpcCall}.
     * @throws IOException if the connection cannot be established.
     */
    public RpcTransport connect() throws IOException {
        return connect(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
    }

    /**
     * Connects within a time limit, unless the client is already connected. If the client is reconnecting, waits until
     * it has connected.
     *
     * @param timeout the maximum time to wait.
     * @param unit    the time unit of the timeout.
     * @return the transport for {@code RpcCall}.
     * @throws IOException if the connection cannot be established in time.
     */
    public RpcTransport connect(final long timeout, final TimeUnit unit) throws IOException {
        try {
            client.connection().get(timeout, unit);
        } catch (final ExecutionException e) {
            throw new IOException(
                    "the connection failed: remote=" + transport.getRemoteSocketAddress() + ": "
                            + e.getCause().getMessage(),
                    e.getCause());
        } catch (final TimeoutException e) {
            throw new IOException(
                    "the connection was not established in time: remote=" + transport.getRemoteSocketAddress(), e);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted: remote=" + transport.getRemoteSocketAddress(), e);
        }
        return transport;
    }

    /**
     * Allocates memory from which arguments are sent without a copy.
     *
     * @param bytes the size, 1 or more.
     * @return the memory, which must be closed before the client.
     */
    public RegisteredBuffer allocate(final int bytes) {
        return memory.allocate(bytes);
    }

    /**
     * Returns the transport's client, for access to its figures. Use it only through {@link #runner()}.
     *
     * @return the client.
     */
    public RpcRdmaClient client() {
        return client.client();
    }

    /**
     * Returns the event loop's runner.
     *
     * @return the runner; it ends with the client.
     */
    public EventLoopRunner runner() {
        return runner;
    }

    /**
     * Closes the connection; pending calls fail. Idempotent. A reply handler that does not run on the event loop may
     * call this method. In this case, the threads and the device are released after the handler returns.
     *
     * @throws IllegalStateException if the method is called from a handler on the event loop; nothing is closed in this
     *                               case.
     */
    @Override
    public synchronized void close() {
        if (isClosed) {
            return;
        }
        client.close();
        isClosed = true;
        if (workers.isOwn(Thread.currentThread())) {
            Workers.start(this::release, settings.name + " close");
        } else {
            release();
        }
    }

    private void release() {
        workers.close(CLOSE_SECONDS, TimeUnit.SECONDS);
        if (callBacks != null) {
            callBacks.dropUnread();
            if (!runner.isOwner()) {
                callBacks.awaitEnd();
            }
        }
        replyQueue.shutdown();
        runner.call(memory::close);
        if (settings.runner == null) {
            runner.close();
        }
        settings.device.close(device);
    }

    /** The settings of a client. */
    public static final class Builder {
        private static final int LONGEST_REPLY = (1 << 20) + 4096;

        private final DeviceSource device;
        private final Map<OncRpcProgram, RpcDispatchable> services = new HashMap<>();
        private String name = "OncRpcRdmaClient";
        private ExecutorService executor;
        private boolean isSameThread;
        private DdpRules rules = new DdpRules();
        private int longestReply = LONGEST_REPLY;
        private ProcedureFilter repeatable = Builder::isSafe;
        private EventLoopRunner runner;
        private InetSocketAddress rpcbind;
        private Consumer<RpcRdmaClient.Context> settings = context -> {};

        private Builder(final DeviceSource device) {
            this.device = device;
        }

        /**
         * Adds a service that answers the server's calls over the same connection (RFC 8167).
         *
         * @param program the service's program and version.
         * @param service answers the calls, on the executor.
         * @return this.
         */
        public Builder withRpcService(final OncRpcProgram program, final RpcDispatchable service) {
            services.put(program, service);
            return this;
        }

        /**
         * Sets the name of the client's threads.
         *
         * @param value the name.
         * @return this.
         */
        public Builder withServiceName(final String value) {
            name = value;
            return this;
        }

        /**
         * Sets the executor that runs services.
         *
         * @param value the executor; the caller keeps ownership. By default, the client creates a thread pool.
         * @return this.
         */
        public Builder withWorkerThreadExecutionService(final ExecutorService value) {
            executor = value;
            return this;
        }

        /**
         * Runs handlers and services on the event loop. They must not block.
         *
         * @return this.
         */
        public Builder withSameThreadIoStrategy() {
            isSameThread = true;
            return this;
        }

        /**
         * Sets the rules for DDP-eligible items.
         *
         * @param value the rules; {@link DdpRules#DdpRules()} by default.
         * @return this.
         */
        public Builder withDdpRules(final DdpRules value) {
            rules = value;
            return this;
        }

        /**
         * Sets the maximum length of the results of procedures that have no rule or whose rule does not announce a
         * length. Each call of these procedures allocates memory of this length for its reply. If the length exceeds
         * the inline threshold, the call offers the memory as a Reply chunk.
         *
         * @param bytes the maximum length of the results, in bytes, 0 or more; 1 MB plus 4 KB by default.
         * @return this.
         */
        public Builder withLongestReply(final int bytes) {
            if (bytes < 0) {
                throw new IllegalArgumentException("the longest reply is out of range: bytes=" + bytes + " min=0");
            }
            longestReply = bytes;
            return this;
        }

        /**
         * Sets the procedures that a server may execute twice. If the connection is lost, the client repeats their
         * calls before it sends other calls.
         *
         * @param value selects the procedures; by default procedure 0 of all programs, the read-only procedures of NFS
         *              version 3, and COMMIT.
         * @return this.
         */
        public Builder withRepeatable(final ProcedureFilter value) {
            repeatable = value;
            return this;
        }

        private static boolean isSafe(final int program, final int version, final int procedure) {
            return procedure == 0 || Nfs3Rules.isRepeatable(program, version, procedure);
        }

        private CallRules shape() {
            return new CallRules(rules, repeatable, longestReply);
        }

        /**
         * Sets the event loop's runner, so that several endpoints can share one loop.
         *
         * @param value the runner of one of the device's loops; the caller keeps ownership. By default, the client
         *              creates a runner.
         * @return this.
         */
        public Builder withEventLoop(final EventLoopRunner value) {
            runner = value;
            return this;
        }

        /**
         * Sets further options of the transport, such as credits, tries and timeouts.
         *
         * @param value called with the client's context after this builder has applied its own settings; it must not
         *              change the listener or the reverse service.
         * @return this.
         */
        public Builder withTransport(final Consumer<RpcRdmaClient.Context> value) {
            settings = value;
            return this;
        }

        /**
         * Sets the rpcbind server that is used to look up ports.
         *
         * @param value the TCP address of rpcbind; port 111 of the server's host by default.
         * @return this.
         */
        public Builder withRpcbind(final InetSocketAddress value) {
            rpcbind = value;
            return this;
        }

        /**
         * Builds a client.
         *
         * @param server the server's address.
         * @return a client, which is not yet connected.
         * @throws IllegalArgumentException         if a setting is out of range.
         * @throws org.rpcrdma.verbs.VerbsException if the device fails.
         */
        public RdmaRpcClient build(final InetSocketAddress server) {
            return new RdmaRpcClient(this, server);
        }

        /**
         * Builds a client for a program whose port is registered with the host's rpcbind. The netid is rdma, or rdma6
         * for an IPv6 address.
         *
         * @param host    the server's host.
         * @param program the program to call.
         * @return a client, which is not yet connected.
         * @throws IOException if rpcbind cannot be reached or the program is not registered.
         */
        public RdmaRpcClient build(final InetAddress host, final OncRpcProgram program) throws IOException {
            final InetSocketAddress asked = rpcbind == null ? new InetSocketAddress(host, Rpcbind.PORT) : rpcbind;
            return build(new InetSocketAddress(host, new Rpcbind(asked).portOf(program, host)));
        }
    }
}
