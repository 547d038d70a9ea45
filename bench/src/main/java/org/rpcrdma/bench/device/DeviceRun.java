// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.rpcrdma.bench.compare.ClientTotals;
import org.rpcrdma.bench.compare.RunResult.Latency;
import org.rpcrdma.bench.compare.ServerTotals;
import org.rpcrdma.bench.compare.SharedArena;
import org.rpcrdma.bench.compare.StrategyPlan;
import org.rpcrdma.bench.load.EchoClient;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.probe.DeviceProbe;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/**
 * One run of a comparison on a device that is connected to itself: a server that registers its Receive buffers with one
 * plan, and one client per connection, all on one event loop. Times come from the loop's clock, so they are real on a
 * device of the host and virtual on a simulated device. Confined to the loop's thread.
 *
 * <pre>
 *   client 0 --+
 *   client 1 --+-- the device, to itself -- server      one thread
 *   client n --+
 * </pre>
 */
final class DeviceRun {
    /** The server's port. The host may run a server on the NFS/RDMA port 20049. */
    private static final int PORT = 20_051;

    /** The device is considered stuck after this time without events. */
    private static final long PATIENCE_NANOS = 30_000_000_000L;

    private final EchoLoad load;
    private final ComparisonSettings settings;
    private final Device device;
    private final EventLoop loop;
    /** The number of buffers in the shared receive queue; 0 if each connection posts its own Receives. */
    private final int sharedReceives;

    /** The shared arena; null if each connection has its own arena. */
    private final SharedArena sharedArena;

    private final RpcRdmaServer server;
    private final List<EchoClient> clients = new ArrayList<>();
    private final ServerTotals connections;
    private final List<ServerConnectionMetrics> ended = new ArrayList<>();
    private final Histogram latency = new Histogram(3);
    private long sharedSetupNanos;
    private String refusal;

    /**
     * Creates the server and starts to listen.
     *
     * @param device  the device; the caller closes it.
     * @param loop    the device's first event loop, which is charged for work outside handlers.
     * @param program wraps the load's service.
     * @throws org.rpcrdma.verbs.VerbsException if the device rejects a request.
     */
    DeviceRun(
            final Device device,
            final EventLoop loop,
            final EchoLoad load,
            final ComparisonSettings settings,
            final StrategyPlan plan,
            final UnaryOperator<RpcService> program) {
        this.load = load;
        this.settings = settings;
        this.device = device;
        this.loop = loop;
        sharedReceives = plan.sharedReceives(
                settings.traffic().connections(), settings, device.attributes().maxSrqWr());
        sharedArena = sharedReceives == 0 ? null : openSharedArena(plan);
        connections = new ServerTotals(sharedArena == null ? null : sharedArena.figures());
        server = new RpcRdmaServer(serverContext(plan)
                .service(program.apply(load.newService().service()))
                .conclude());
        final InetSocketAddress address =
                new InetSocketAddress(device.connections().localAddress(), PORT);
        for (int i = 0; i < settings.traffic().connections(); i++) {
            clients.add(newClient(address, i));
        }
    }

    private SharedArena openSharedArena(final StrategyPlan plan) {
        final long begun = loop.nanoTime();
        final SharedArena opened = new SharedArena(device, device.memory(), loop, plan, settings);
        opened.map(sharedReceives);
        sharedSetupNanos = loop.nanoTime() - begun;
        return opened;
    }

    private RpcRdmaServer.Context serverContext(final StrategyPlan plan) {
        final int bufferSize = settings.buffers().size();
        final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                .device(device)
                .eventLoop(loop)
                .port(PORT)
                .credits(settings.buffers().credits())
                .receiveBatch(BufferSettings.RECEIVE_BATCH)
                .bufferSize(bufferSize)
                .shardSize(plan.shardSize(settings.buffers()))
                .buffersPerConnection(settings.buffers().count())
                .sharedReceives(sharedReceives)
                .maxPayload(load.largestChunk())
                .connectionRejected(this::onRejected)
                .connectionEnd(this::onEnd)
                .mapper(domain -> plan.mapper(domain, loop, bufferSize));
        if (sharedArena != null) {
            sharedArena.giveTo(context);
        }
        return context;
    }

    private void onEnd(final ServerConnectionMetrics connection) {
        connections.add(connection);
        ended.add(connection);
    }

    private void onRejected(final ServerConnectionMetrics connection) {
        refusal = connection.closeReason();
    }

    private EchoClient newClient(final InetSocketAddress address, final int number) {
        final RpcRdmaClient.Context context = new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(address)
                .credits(settings.buffers().credits())
                .bufferSize(settings.buffers().size())
                .maxSegmentBytes(Math.max(1, load.largestSegment()));
        return load.newClient(device, device.memory(), loop, context, number, latency::recordValue);
    }

    /**
     * Makes the load's calls on every connection, then releases all resources.
     *
     * @throws IllegalStateException if a call was not answered. The device's resources are then not released.
     */
    DeviceFigures run() {
        for (final EchoClient client : clients) {
            loop.newTimer(client::start).arm(0);
        }
        while (!hasEnded()) {
            if (!loop.runOnce(PATIENCE_NANOS)) {
                throw new IllegalStateException("no progress: device=" + device.name() + " replies="
                        + latency.getTotalCount() + " connections=" + server.connections());
            }
        }
        clients.forEach(EchoClient::close);
        server.close();
        final DeviceFigures figures = figures();
        return sharedArena == null ? figures : figures.withSharedTeardown(closeSharedArena());
    }

    private long closeSharedArena() {
        final long begun = loop.nanoTime();
        sharedArena.close();
        return loop.nanoTime() - begun;
    }

    /** Returns true if all clients have disconnected and the server has detected the disconnections. */
    private boolean hasEnded() {
        boolean hasEnded = server.connections() == 0;
        for (int i = 0; i < clients.size(); i++) {
            final String failure = clients.get(i).failure();
            if (failure != null) {
                throw new IllegalStateException("connection " + i + " stopped after "
                        + clients.get(i).replies() + " of " + load.rpcs() + " RPCs: " + failure
                        + (refusal == null ? "" : "; the server: " + refusal));
            }
            hasEnded &= clients.get(i).hasLeft();
        }
        return hasEnded;
    }

    private long median(final ToLongFunction<ServerConnectionMetrics> figure) {
        return DeviceProbe.median(ended.stream().mapToLong(figure).toArray());
    }

    private DeviceFigures figures() {
        final ClientTotals totals = new ClientTotals();
        clients.forEach(totals::add);
        return new DeviceFigures(
                connections.mappings(),
                connections.bytesMapped(),
                connections.bytesWasted(),
                median(ServerConnectionMetrics::setupNanos),
                median(ServerConnectionMetrics::teardownNanos),
                sharedSetupNanos,
                0,
                latency.getTotalCount() * 1e9 / totals.nanos(),
                Latency.of(latency),
                totals.corruptions());
    }
}
