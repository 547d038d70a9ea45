// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import org.dcache.oncrpc4j.rpc.IoStrategy;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;

/**
 * Builds a server that runs oncrpc4j's services over RDMA. The methods and defaults are the same as in {@link
 * OncRpcSvcBuilder}, and programs are registered with rpcbind. To move a program from TCP, replace {@code OncRpcSvc}
 * and {@code OncRpcSvcBuilder} with {@link RdmaRpcSvc} and this class.
 *
 * <pre>{@code
 * // over TCP: new OncRpcSvcBuilder().withTCP().withPort(2049)
 * RdmaRpcSvc svc = new RdmaRpcSvcBuilder("mlx5_0")
 *         .withPort(20049)
 *         .withRpcService(program, service)
 *         .build();
 * svc.start();
 * }</pre>
 */
public final class RdmaRpcSvcBuilder extends TcpNames {
    final DeviceSource device;
    ExecutorService executor;
    InetSocketAddress rpcbind = new InetSocketAddress(InetAddress.getLoopbackAddress(), Rpcbind.PORT);
    DdpRules rules = new DdpRules();
    EventLoopRunner runner;
    private boolean isOnLoop;
    Consumer<RpcRdmaServer.Context> settings = context -> {};

    /**
     * Creates a builder for the device named by the system property {@code rpcrdma.device}, or else for the host's only
     * device. The server opens the device when it starts and closes it when it stops.
     */
    public RdmaRpcSvcBuilder() {
        device = DeviceSource.ofHost();
    }

    /**
     * Creates a builder for a device of the host. The server opens the device when it starts and closes it when it
     * stops.
     *
     * @param device the device's name, such as mlx5_0.
     */
    public RdmaRpcSvcBuilder(final String device) {
        this.device = DeviceSource.named(device);
    }

    /**
     * Creates a builder for an open device.
     *
     * @param device the device; the caller keeps ownership.
     */
    public RdmaRpcSvcBuilder(final Device device) {
        this.device = DeviceSource.of(device);
    }

    /**
     * Copies the settings from a builder of TCP services: services, name, strategy, worker threads or executor,
     * interceptor, subject propagation and publication. Ports are not copied, because programs use different ports over
     * RDMA (RFC 8267: 20049 for NFS). TCP settings, such as the backlog and the number of selector threads, are not
     * copied either.
     *
     * @param tcp the TCP server's builder.
     * @return this.
     * @throws IllegalArgumentException if the builder uses RPCSEC_GSS, TLS, client mode or the strategy
     *                                  LEADER_FOLLOWER, which this server does not support.
     */
    public RdmaRpcSvcBuilder like(final OncRpcSvcBuilder tcp) {
        withGssSessionManager(tcp.getGssSessionManager()).withSSLContext(tcp.getSSLContext());
        if (tcp.isStartTLS()) {
            withStartTLS();
        }
        if (tcp.isClient()) {
            withClientMode();
        }
        withIoStrategy(tcp.getIoStrategy());
        executor = givenExecutor(tcp);
        common.getRpcServices().putAll(tcp.getRpcServices());
        if (!tcp.isAutoPublish()) {
            withoutAutoPublish();
        }
        if (tcp.getSubjectPropagation()) {
            withSubjectPropagation();
        }
        withServiceName(tcp.getServiceName()).withCallInterceptor(tcp.getCallInterceptor());
        if (tcp.getWorkerThreadPoolSize() > 0) {
            withWorkerThreadPoolSize(tcp.getWorkerThreadPoolSize());
        }
        return this;
    }

    /**
     * Returns the configured executor. Returns null if no executor is configured; the builder then creates a new one
     * for each server.
     */
    private static ExecutorService givenExecutor(final OncRpcSvcBuilder tcp) {
        if (tcp.getIoStrategy() == IoStrategy.SAME_THREAD) {
            return null;
        }
        final ExecutorService first = tcp.getWorkerThreadExecutorService();
        final ExecutorService second = tcp.getWorkerThreadExecutorService();
        if (first == second) {
            return first;
        }
        first.shutdown();
        second.shutdown();
        return null;
    }

    /**
     * Adds a service.
     *
     * @param program the service's program and version.
     * @param service answers the calls, on the executor.
     * @return this.
     */
    public RdmaRpcSvcBuilder withRpcService(final OncRpcProgram program, final RpcDispatchable service) {
        common.withRpcService(program, service);
        return this;
    }

    /**
     * Sets the port.
     *
     * @param value 1 to 65535; 20049 by default.
     * @return this.
     */
    public RdmaRpcSvcBuilder withPort(final int value) {
        common.withPort(value);
        return this;
    }

    /**
     * Sets the port, as {@link #withPort(int)} does. The server does not try other ports.
     *
     * @param value 1 to 65535.
     * @return this.
     */
    public RdmaRpcSvcBuilder withMinPort(final int value) {
        return withPort(value);
    }

    /**
     * Sets the name of the server's threads.
     *
     * @param value the name.
     * @return this.
     */
    public RdmaRpcSvcBuilder withServiceName(final String value) {
        common.withServiceName(value);
        return this;
    }

    /**
     * Sets the number of threads that run services with {@link #withWorkerThreadIoStrategy()}.
     *
     * @param value 1 or more; the number of processors, but at least 5, by default.
     * @return this.
     */
    public RdmaRpcSvcBuilder withWorkerThreadPoolSize(final int value) {
        if (value < 1) {
            throw new IllegalArgumentException("worker threads are out of range: threads=" + value + " min=1");
        }
        common.withWorkerThreadPoolSize(value);
        return this;
    }

    /**
     * Sets the executor that runs services with {@link #withWorkerThreadIoStrategy()}.
     *
     * @param value the executor; the caller keeps ownership. By default, the server creates a thread pool.
     * @return this.
     */
    public RdmaRpcSvcBuilder withWorkerThreadExecutionService(final ExecutorService value) {
        executor = value;
        common.withWorkerThreadExecutionService(value);
        return this;
    }

    /**
     * Processes the calls of each connection one after the other. This is the default. A service that blocks delays
     * only its own connection. Each connection with pending calls occupies a thread.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withSameThreadIoStrategy() {
        return withIoStrategy(IoStrategy.SAME_THREAD);
    }

    /**
     * Runs services on the event loop. They must not block, because a blocked event loop stops all connections.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withEventLoopIoStrategy() {
        isOnLoop = true;
        return this;
    }

    /** Creates the threads that run services. */
    Workers newWorkers() {
        if (isOnLoop) {
            return Workers.onLoop();
        }
        return getIoStrategy() == IoStrategy.SAME_THREAD
                ? Workers.perConnection(getServiceName())
                : Workers.of(executor, getWorkerThreadPoolSize(), getServiceName());
    }

    /**
     * Runs services on worker threads or on the configured executor.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withWorkerThreadIoStrategy() {
        return withIoStrategy(IoStrategy.WORKER_THREAD);
    }

    /**
     * Rejects the strategy LEADER_FOLLOWER, as {@link #withIoStrategy(IoStrategy)} does.
     *
     * @return nothing.
     * @throws IllegalArgumentException always.
     */
    public RdmaRpcSvcBuilder withLeaderFollowerIoStrategy() {
        return withIoStrategy(IoStrategy.LEADER_FOLLOWER);
    }

    /**
     * Selects the threads that run services.
     *
     * @param value SAME_THREAD, which is the default, or WORKER_THREAD.
     * @return this.
     * @throws IllegalArgumentException if the strategy is LEADER_FOLLOWER, which requires several receiving threads.
     */
    public RdmaRpcSvcBuilder withIoStrategy(final IoStrategy value) {
        if (value != IoStrategy.SAME_THREAD && value != IoStrategy.WORKER_THREAD) {
            throw new IllegalArgumentException("strategy is not available over RDMA: ioStrategy=" + value);
        }
        isOnLoop = false;
        common.withIoStrategy(value);
        return this;
    }

    /**
     * Registers the server's programs with rpcbind (netid rdma or rdma6, RFC 5665) when the server starts, and
     * unregisters them when it stops. This is the default.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withAutoPublish() {
        common.withAutoPublish();
        return this;
    }

    /**
     * Prevents the server from registering its programs with rpcbind.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withoutAutoPublish() {
        common.withoutAutoPublish();
        return this;
    }

    /**
     * Sets the rpcbind server with which {@link #withAutoPublish()} registers.
     *
     * @param value the TCP address of rpcbind; port 111 of this host by default.
     * @return this.
     */
    public RdmaRpcSvcBuilder withRpcbind(final InetSocketAddress value) {
        rpcbind = value;
        return this;
    }

    /**
     * Runs services as the subject of the call's credential.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withSubjectPropagation() {
        common.withSubjectPropagation();
        return this;
    }

    /**
     * Runs services without a subject. This is the default.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withoutSubjectPropagation() {
        common.withoutSubjectPropagation();
        return this;
    }

    /**
     * Sets the interceptor, which receives each call before its service does.
     *
     * @param value called on the executor; an exception that it throws is handled like an exception thrown by the
     * service.
     * @return this.
     */
    public RdmaRpcSvcBuilder withCallInterceptor(final Consumer<RpcCall> value) {
        common.withCallInterceptor(value);
        return this;
    }

    /**
     * Sets the rules for DDP-eligible items.
     *
     * @param value the rules; {@link DdpRules#DdpRules()} by default.
     * @return this.
     */
    public RdmaRpcSvcBuilder withDdpRules(final DdpRules value) {
        rules = value;
        return this;
    }

    /**
     * Sets the event loop's runner, so that several endpoints can share one loop.
     *
     * @param value the runner of one of the device's loops; the caller keeps ownership. By default, the server creates
     *              a runner.
     * @return this.
     */
    public RdmaRpcSvcBuilder withEventLoop(final EventLoopRunner value) {
        runner = value;
        return this;
    }

    /**
     * Sets further options of the transport, such as credits, memory limits and receive buffers.
     *
     * @param value called with the server's context when the server starts, after this builder has applied its own
     *              settings.
     * @return this.
     */
    public RdmaRpcSvcBuilder withTransport(final Consumer<RpcRdmaServer.Context> value) {
        settings = value;
        return this;
    }

    /**
     * Builds the server.
     *
     * @return a server, which is not yet started.
     */
    public RdmaRpcSvc build() {
        return new RdmaRpcSvc(this);
    }
}
