// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.dcache.oncrpc4j.rpc.IoStrategy;
import org.dcache.oncrpc4j.rpc.MemoryAllocator;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.OncRpcSvcBuilder;
import org.dcache.oncrpc4j.rpc.RpcCall;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.gss.GssSessionManager;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.slf4j.LoggerFactory;

/**
 * The methods of {@link OncRpcSvcBuilder} that have no effect over RDMA, and the getters of settings, so that programs
 * that call them compile with {@link RdmaRpcSvcBuilder}.
 */
abstract sealed class TcpNames permits RdmaRpcSvcBuilder {
    private static final int NFS_PORT = 20_049;

    /** The settings that both builders have in common. */
    final OncRpcSvcBuilder common = new OncRpcSvcBuilder().withPort(NFS_PORT).withServiceName("OncRpcRdmaSvc");

    TcpNames() {}

    private RdmaRpcSvcBuilder unless(final boolean isRefused, final String what) {
        if (isRefused) {
            throw new IllegalArgumentException("not served over RDMA: " + what);
        }
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect: the server listens on all addresses of its device. Has no effect; logs an address other than the
     * wildcard.
     *
     * @param value an address.
     * @return this.
     */
    public RdmaRpcSvcBuilder withBindAddress(final String value) {
        if (!value.equals(common.getBindAddress())) {
            LoggerFactory.getLogger(RdmaRpcSvcBuilder.class)
                    .warn("the server listens on all addresses of its device: bindAddress={} has no effect", value);
        }
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing; exists for programs that change only the builder's name.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withTCP() {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing, like {@link #withTCP()}.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withUDP() {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing, like {@link #withTCP()}.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withIpProtocolType(final int value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing: the device's settings apply.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withTcpNoDelay(final boolean value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing: the event loop has one thread.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withSelectorThreadPoolSize(final int value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing: {@link RpcRdmaServer.Context#maxConnections(int)} bounds connections.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withBacklog(final int value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing: one port is tried.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withMaxPort(final int value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing: each server of the transport has an MXBean.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withJMX() {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing: memory comes from the device.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withMemoryAllocator(final MemoryAllocator value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing: the parameters have no effect without a context, which is rejected.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withSSLParameters(final SSLParameters value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Does nothing: it is the default.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withoutStartTLS() {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Refuses TLS, which is not served over RDMA.
     *
     * @return this.
     * @throws IllegalArgumentException always.
     */
    public RdmaRpcSvcBuilder withStartTLS() {
        return unless(true, "TLS");
    }

    /**
     * Refuses TLS, which is not served over RDMA.
     *
     * @param value null, which is accepted.
     * @return this.
     * @throws IllegalArgumentException if there is a context.
     */
    public RdmaRpcSvcBuilder withSSLContext(final SSLContext value) {
        return unless(value != null, "TLS");
    }

    /**
     * Refuses TLS, which is not served over RDMA.
     *
     * @param value null, which is accepted.
     * @return this.
     * @throws IllegalArgumentException if there is a provider.
     */
    public RdmaRpcSvcBuilder withSSLContextProvider(final Callable<SSLContext> value) {
        return unless(value != null, "TLS");
    }

    /**
     * Refuses RPCSEC_GSS, which is not served over RDMA.
     *
     * @param value null, which is accepted.
     * @return this.
     * @throws IllegalArgumentException if there is a manager.
     */
    public RdmaRpcSvcBuilder withGssSessionManager(final GssSessionManager value) {
        return unless(value != null, "RPCSEC_GSS");
    }

    /**
     * Refuses client mode, which is not served over RDMA.
     *
     * @return this.
     * @throws IllegalArgumentException always; {@link RdmaRpcClient} is the client.
     */
    public RdmaRpcSvcBuilder withClientMode() {
        return unless(true, "client mode");
    }

    /** {@return true if services run as the subject of the credential} */
    public boolean getSubjectPropagation() {
        return common.getSubjectPropagation();
    }

    /** {@return 0, as no protocol of IP is served} */
    public int getProtocol() {
        return common.getProtocol();
    }

    /** {@return the port} */
    public int getMinPort() {
        return common.getMinPort();
    }

    /** {@return the port} */
    public int getMaxPort() {
        return common.getMaxPort();
    }

    /** {@return true if programs are registered with rpcbind} */
    public boolean isAutoPublish() {
        return common.isAutoPublish();
    }

    /** {@return false} */
    public boolean isStartTLS() {
        return common.isStartTLS();
    }

    /** {@return false} */
    public boolean isWithJMX() {
        return common.isWithJMX();
    }

    /** {@return false} */
    public boolean isClient() {
        return common.isClient();
    }

    /** {@return SAME_THREAD or WORKER_THREAD} */
    public IoStrategy getIoStrategy() {
        return common.getIoStrategy();
    }

    /** {@return oncrpc4j's default, which has no effect over RDMA} */
    public int getBacklog() {
        return common.getBacklog();
    }

    /** {@return oncrpc4j's default, which has no effect over RDMA} */
    public boolean getTcpNoDelay() {
        return common.getTcpNoDelay();
    }

    /** {@return 0} */
    public int getSelectorThreadPoolSize() {
        return common.getSelectorThreadPoolSize();
    }

    /** {@return the wildcard address} */
    public String getBindAddress() {
        return common.getBindAddress();
    }

    /** {@return the name of the threads} */
    public String getServiceName() {
        return common.getServiceName();
    }

    /**
     * {@return the executor that was set; otherwise, depending on the strategy, a new executor or an executor that runs
     * tasks immediately}
     */
    public ExecutorService getWorkerThreadExecutorService() {
        return common.getWorkerThreadExecutorService();
    }

    /** {@return the threads that services run on, 0 for the default} */
    public int getWorkerThreadPoolSize() {
        return common.getWorkerThreadPoolSize();
    }

    /** {@return the interceptor that receives each call before its service} */
    public Consumer<RpcCall> getCallInterceptor() {
        return common.getCallInterceptor();
    }

    /** {@return the services} */
    public Map<OncRpcProgram, RpcDispatchable> getRpcServices() {
        return common.getRpcServices();
    }

    /** {@return null} */
    public SSLContext getSSLContext() {
        return common.getSSLContext();
    }

    /** {@return null} */
    public Callable<SSLContext> getSSLContextProvider() {
        return common.getSSLContextProvider();
    }

    /** {@return null} */
    public SSLParameters getSSLParameters() {
        return common.getSSLParameters();
    }

    /** {@return null} */
    public GssSessionManager getGssSessionManager() {
        return common.getGssSessionManager();
    }

    /** {@return oncrpc4j's default, which has no effect over RDMA} */
    public MemoryAllocator getMemoryAllocator() {
        return common.getMemoryAllocator();
    }
}
