// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.dcache.oncrpc4j.rpc.OncRpcProgram;
import org.dcache.oncrpc4j.rpc.ReplyQueue;
import org.dcache.oncrpc4j.rpc.RpcDispatchable;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;

/**
 * A server that runs oncrpc4j's services over RDMA. The event loop runs on a dedicated thread. Services run on the
 * executor and may reply from any thread. A client can have one outstanding call per credit. The server keeps each call
 * until its service replies. Thread-safe.
 */
public final class RdmaRpcSvc implements AutoCloseable {
    private static final int MAX_PAYLOAD = 2 << 20;
    private static final long STOP_SECONDS = 5;

    private final RdmaRpcSvcBuilder settings;
    private final Programs programs;
    private final Set<OncRpcProgram> published = new HashSet<>();
    private Running running;

    /** The components of a running server. */
    private record Running(
            Device device,
            EventLoopRunner runner,
            MessageMemory memory,
            Workers workers,
            ReplyQueue replyQueue,
            ServiceDispatcher dispatcher,
            RpcRdmaServer server) {}

    RdmaRpcSvc(final RdmaRpcSvcBuilder settings) {
        this.settings = settings;
        programs = new Programs(
                settings.getRpcServices(), settings.getSubjectPropagation(), settings.getCallInterceptor());
    }

    /**
     * Adds or replaces a service.
     *
     * @param program the service's program and version.
     * @param service the service.
     */
    public void register(final OncRpcProgram program, final RpcDispatchable service) {
        programs.services().put(program, service);
    }

    /**
     * Removes a service.
     *
     * @param program the service's program and version.
     */
    public void unregister(final OncRpcProgram program) {
        programs.services().remove(program);
    }

    /**
     * Replaces all services.
     *
     * @param services the services by program and version.
     */
    public void setPrograms(final Map<OncRpcProgram, RpcDispatchable> services) {
        programs.services().keySet().retainAll(services.keySet());
        programs.services().putAll(services);
    }

    /**
     * Starts the server.
     *
     * @throws IOException                      if rpcbind rejects the registration.
     * @throws IllegalStateException            if the server has already been started.
     * @throws org.rpcrdma.verbs.VerbsException if the device fails.
     */
    public synchronized void start() throws IOException {
        if (running != null) {
            throw new IllegalStateException("the server is already started");
        }
        final Device device = settings.device.open();
        final EventLoopRunner runner = settings.runner == null
                ? EventLoopRunner.start(settings.getServiceName(), device.newEventLoop())
                : settings.runner;
        final Workers workers = settings.newWorkers();
        final MessageMemory memory = new MessageMemory(runner, device.memory());
        final ReplyQueue replyQueue = new ReplyQueue();
        final ReplyDelivery replies = new ReplyDelivery(replyQueue, workers.replies());
        final ServiceDispatcher dispatcher = new ServiceDispatcher(
                programs, workers.services(), settings.rules, memory, call -> peer(call, runner, replies));
        final RpcRdmaServer server;
        try {
            server = runner.call(() -> newServer(device, runner, dispatcher));
        } catch (final RuntimeException e) {
            replyQueue.shutdown();
            workers.close(0, TimeUnit.SECONDS);
            close(runner, device);
            throw e;
        }
        running = new Running(device, runner, memory, workers, replyQueue, dispatcher, server);
        try {
            publish();
        } catch (final IOException | RuntimeException e) {
            stopRunning(0, TimeUnit.SECONDS);
            throw e;
        }
    }

    private void publish() throws IOException {
        if (settings.isAutoPublish()) {
            published.addAll(programs.services().keySet());
            try {
                new Rpcbind(settings.rpcbind).publish(published, settings.getMinPort());
            } catch (final ConnectException e) {
                throw new IOException(
                        "rpcbind does not answer: start it, or use withoutAutoPublish(): address=" + settings.rpcbind,
                        e);
            }
        }
    }

    private void unpublish() throws IOException {
        final Set<OncRpcProgram> gone = Set.copyOf(published);
        published.clear();
        if (!gone.isEmpty()) {
            new Rpcbind(settings.rpcbind).unpublish(gone);
        }
    }

    private RpcRdmaServer newServer(
            final Device device, final EventLoopRunner runner, final ServiceDispatcher dispatcher) {
        final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                .device(device)
                .eventLoop(runner.loop())
                .port(settings.getMinPort())
                .maxPayload(MAX_PAYLOAD)
                .reverseDirection(true)
                .service(dispatcher);
        settings.settings.accept(context);
        return new RpcRdmaServer(context);
    }

    /** Returns the transport for calls to a client; there is one per connection. Called on the event loop. */
    private static RpcTransport peer(final RpcCall call, final EventLoopRunner runner, final ReplyDelivery replies) {
        final RpcConnection connection = call.connection();
        if (connection.attachment() == null) {
            connection.attach(new PeerTransport(connection, runner, replies, call.reverseChannel()));
        }
        return (RpcTransport) connection.attachment();
    }

    /**
     * Allocates memory from which answers are sent without a copy.
     *
     * @param bytes the size, 1 or more.
     * @return the memory, which must be closed before the server stops.
     * @throws IllegalStateException if the server is not started.
     */
    public synchronized RegisteredBuffer allocate(final int bytes) {
        return started().memory().allocate(bytes);
    }

    private Running started() {
        if (running == null) {
            throw new IllegalStateException("the server is not started");
        }
        return running;
    }

    /**
     * Returns the transport's server, for access to its figures. Use it only through {@link #runner()}.
     *
     * @return the server.
     * @throws IllegalStateException if the server is not started.
     */
    public synchronized RpcRdmaServer server() {
        return started().server();
    }

    /**
     * Returns the event loop's runner.
     *
     * @return the runner; it ends with the server.
     * @throws IllegalStateException if the server is not started.
     */
    public synchronized EventLoopRunner runner() {
        return started().runner();
    }

    /**
     * Stops the server and closes its connections. Waits at most 5 seconds for running services.
     *
     * @throws IOException if rpcbind does not remove the registration; the server has stopped nevertheless.
     */
    public void stop() throws IOException {
        stop(STOP_SECONDS, TimeUnit.SECONDS);
    }

    /**
     * Stops the server and closes its connections. Calls that remain unanswered when the timeout expires are abandoned.
     * If a service is still using arguments in the transport's memory, the server keeps this memory, the event loop's
     * thread and the device until the service answers. Does nothing if the server is not started.
     *
     * @param timeout the maximum time to wait for services that run on the server's own threads.
     * @param unit    the time unit of the timeout.
     * @throws IOException if rpcbind does not remove the registration; the server has stopped nevertheless.
     */
    public synchronized void stop(final long timeout, final TimeUnit unit) throws IOException {
        if (running == null) {
            return;
        }
        try {
            unpublish();
        } finally {
            stopRunning(timeout, unit);
        }
    }

    private void stopRunning(final long timeout, final TimeUnit unit) {
        final Running ended = running;
        running = null;
        ended.runner().call(ended.server()::close);
        ended.workers().close(timeout, unit);
        ended.dispatcher().dropUnread();
        if (ended.runner().isOwner()) {
            release(ended);
            return;
        }
        ended.dispatcher().awaitEnd();
        if (ended.dispatcher().ended().isDone()) {
            release(ended);
        } else {
            final String name = settings.getServiceName() + " close";
            ended.dispatcher().ended().thenRun(() -> Workers.start(() -> release(ended), name));
        }
    }

    private void release(final Running ended) {
        ended.replyQueue().shutdown();
        ended.runner().call(ended.memory()::close);
        close(ended.runner(), ended.device());
    }

    private void close(final EventLoopRunner runner, final Device device) {
        if (settings.runner == null) {
            runner.close();
        }
        settings.device.close(device);
    }

    /**
     * Stops the server, as {@link #stop()} does.
     *
     * @throws IOException if rpcbind does not remove the registration.
     */
    @Override
    public void close() throws IOException {
        stop();
    }

    /**
     * Returns the server's name.
     *
     * @return the name.
     */
    public String getName() {
        return settings.getServiceName();
    }

    /**
     * Returns the address on which the server listens, as OncRpcSvc does.
     *
     * @param protocol not used.
     * @return the wildcard address with the server's port.
     */
    public InetSocketAddress getInetSocketAddress(final int protocol) {
        return new InetSocketAddress(settings.getMinPort());
    }
}
