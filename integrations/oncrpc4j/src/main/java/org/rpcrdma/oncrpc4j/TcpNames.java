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
 * The getters of {@link OncRpcSvcBuilder}, and its methods that have no effect over RDMA. They are provided so that
 * programs that call them compile with {@link RdmaRpcSvcBuilder}.
 */
abstract sealed class TcpNames permits RdmaRpcSvcBuilder {
    private static final int NFS_PORT = 20_049;

    /** The settings that both builders share. */
    final OncRpcSvcBuilder common = new OncRpcSvcBuilder().withPort(NFS_PORT).withServiceName("OncRpcRdmaSvc");

    TcpNames() {}

    private RdmaRpcSvcBuilder unless(final boolean isRefused, final String what) {
        if (isRefused) {
            throw new IllegalArgumentException("not supported over RDMA: " + what);
        }
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because the server listens on all addresses of its device. Logs an address other than the
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
     * Has no effect; provided for programs that change only the builder's name.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withTCP() {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, like {@link #withTCP()}.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withUDP() {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, like {@link #withTCP()}.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withIpProtocolType(final int value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because the device's settings apply.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withTcpNoDelay(final boolean value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because the event loop has one thread.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withSelectorThreadPoolSize(final int value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because {@link RpcRdmaServer.Context#maxConnections(int)} limits the number of connections.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withBacklog(final int value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because the server tries only one port.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withMaxPort(final int value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because each of the transport's servers has an MXBean.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withJMX() {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because the device provides the memory.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withMemoryAllocator(final MemoryAllocator value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because the parameters apply only to an SSL context, which this builder rejects.
     *
     * @param value not used.
     * @return this.
     */
    public RdmaRpcSvcBuilder withSSLParameters(final SSLParameters value) {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Has no effect, because this is the default.
     *
     * @return this.
     */
    public RdmaRpcSvcBuilder withoutStartTLS() {
        return (RdmaRpcSvcBuilder) this;
    }

    /**
     * Rejects TLS, which is not supported over RDMA.
     *
     * @return this.
     * @throws IllegalArgumentException always.
     */
    public RdmaRpcSvcBuilder withStartTLS() {
        return unless(true, "TLS");
    }

    /**
     * Rejects TLS, which is not supported over RDMA.
     *
     * @param value only null is accepted.
     * @return this.
     * @throws IllegalArgumentException if the context is not null.
     */
    public RdmaRpcSvcBuilder withSSLContext(final SSLContext value) {
        return unless(value != null, "TLS");
    }

    /**
     * Rejects TLS, which is not supported over RDMA.
     *
     * @param value only null is accepted.
     * @return this.
     * @throws IllegalArgumentException if the provider is not null.
     */
    public RdmaRpcSvcBuilder withSSLContextProvider(final Callable<SSLContext> value) {
        return unless(value != null, "TLS");
    }

    /**
     * Rejects RPCSEC_GSS, which is not supported over RDMA.
     *
     * @param value only null is accepted.
     * @return this.
     * @throws IllegalArgumentException if the manager is not null.
     */
    public RdmaRpcSvcBuilder withGssSessionManager(final GssSessionManager value) {
        return unless(value != null, "RPCSEC_GSS");
    }

    /**
     * Rejects client mode, which is not supported over RDMA; use {@link RdmaRpcClient}.
     *
     * @return this.
     * @throws IllegalArgumentException always.
     */
    public RdmaRpcSvcBuilder withClientMode() {
        return unless(true, "client mode");
    }

    /** {@return true if services run as the subject of the credential} */
    public boolean getSubjectPropagation() {
        return common.getSubjectPropagation();
    }

    /** {@return 0, because the server uses no IP protocol} */
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

    /** {@return the name of the server's threads} */
    public String getServiceName() {
        return common.getServiceName();
    }

    /**
     * {@return the configured executor; by default, depending on the strategy, a new executor or one that runs tasks
     * immediately}
     */
    public ExecutorService getWorkerThreadExecutorService() {
        return common.getWorkerThreadExecutorService();
    }

    /** {@return the number of threads that run services; 0 for the default} */
    public int getWorkerThreadPoolSize() {
        return common.getWorkerThreadPoolSize();
    }

    /** {@return the interceptor, which receives each call before its service does} */
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
