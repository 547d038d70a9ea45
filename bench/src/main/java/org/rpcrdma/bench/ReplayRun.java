/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.bench.ComparisonResult.Latency;
import org.rpcrdma.bench.ComparisonResult.NicMisses;
import org.rpcrdma.bench.ComparisonResult.StrategyResult;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.IommuStatistics;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.replay.ReplayClient;
import org.rpcrdma.replay.ReplayService;
import org.rpcrdma.replay.Workload;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.RpcRdmaClient;
import org.rpcrdma.transport.RpcRdmaServer;
import org.rpcrdma.transport.ServerConnectionMetrics;
import org.rpcrdma.verbs.EventLoop;

/**
 * One run of a comparison: a simulated server whose Receive buffers are mapped by one strategy, and a client host for
 * each connection, that replays the workload.
 *
 * <pre>
 *   client 0 --+
 *   client 1 --+-- fabric -- server: one processor, one NIC, an arena a connection or one for all
 *   client n --+
 * </pre>
 */
final class ReplayRun {
    private static final String SERVER_ADDRESS = "10.98.0.1";
    private static final int PORT = 20_049;
    /** Connections begin at random within so many nanoseconds for each of them: longer than one takes to set up. */
    private static final long STAGGER_NANOS = 50_000;
    /** Events between two looks at the progress and the arenas. */
    private static final int PROGRESS_EVENTS = 1 << 14;

    private final Workload workload;
    private final CompareOptions options;
    private final Strategy strategy;
    private final ShownArenas arenas;
    private final Simulation simulation;
    private final SimulatedDevice serverDevice;
    private final ReplayService service;
    /** What the connections share; null where each has an arena of its own. */
    private final SharedArena sharedArena;

    private final RpcRdmaServer server;
    private final List<SimulatedDevice> clientDevices = new ArrayList<>();
    private final List<ReplayClient> clients = new ArrayList<>();
    /** Of the server's connections that have ended. */
    private final List<ServerConnectionMetrics> connections = new ArrayList<>();

    private final Histogram latency = new Histogram(3);

    ReplayRun(
            final Workload workload,
            final CompareOptions options,
            final Strategy strategy,
            final ShownArenas arenas,
            final RunTap tap) {
        this.workload = workload;
        this.options = options;
        this.strategy = strategy;
        this.arenas = arenas;
        this.simulation = new Simulation(options.seed());
        final Fabric fabric = new Fabric(simulation, options.hardware().costs());
        fabric.setTap(tap.begin(strategy.label(), simulation));
        this.serverDevice =
                fabric.attach("server0", SERVER_ADDRESS, options.hardware().device());
        this.service = new ReplayService(workload);
        final EventLoop loop = serverDevice.newEventLoop();
        this.sharedArena = options.sharedArena() ? new SharedArena(serverDevice, loop, strategy, options) : null;
        this.server = new RpcRdmaServer(serverContext(loop).conclude());
        for (int i = 0; i < options.connections(); i++) {
            addClient(fabric, i);
        }
    }

    private RpcRdmaServer.Context serverContext(final EventLoop loop) {
        final int bufferSize = options.bufferSize();
        final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(loop)
                .port(PORT)
                .credits(options.credits())
                .receiveBatch(CompareOptions.RECEIVE_BATCH)
                .bufferSize(bufferSize)
                .shardSize(strategy.shardSize(bufferSize, options.shardSize()))
                .buffersPerConnection(options.buffers())
                .maxPayload(Workload.mostChunkBytes())
                .connectionBegin(this::onConnectionBegin)
                .connectionEnd(this::onConnectionEnd)
                .mapper(domain -> strategy.mapper(domain, loop, bufferSize))
                .service(service);
        if (sharedArena != null) {
            sharedArena.giveTo(context);
            arenas.add(strategy.label() + "/shared", sharedArena.metrics());
        }
        return context;
    }

    private void onConnectionBegin(final ServerConnectionMetrics connection) {
        if (sharedArena == null) {
            arenas.add(strategy.label() + "/" + connection.remote().getHostString(), connection.arena());
        }
    }

    private void onConnectionEnd(final ServerConnectionMetrics connection) {
        if (sharedArena == null) {
            arenas.remove(connection.arena());
        }
        connections.add(connection);
    }

    private void addClient(final Fabric fabric, final int index) {
        final SimulatedDevice device = fabric.attach(
                "client" + index, clientAddress(index), options.hardware().device());
        final EventLoop loop = device.newEventLoop();
        final RpcRdmaClient.Context context = new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(SERVER_ADDRESS, PORT))
                .credits(options.credits())
                .bufferSize(options.bufferSize())
                .maxSegmentBytes(Math.max(1, workload.largestSegment()));
        final ReplayClient client = new ReplayClient(workload, device, loop, context, latency::recordValue);
        clientDevices.add(device);
        clients.add(client);
        final long stagger = simulation.random().nextLong(STAGGER_NANOS * options.connections());
        loop.newTimer(client::start).arm(stagger);
    }

    private static String clientAddress(final int index) {
        return "10." + (99 + (index >> 16)) + "." + (index >> 8 & 0xff) + "." + (index & 0xff);
    }

    /**
     * Replays the workload on every connection.
     *
     * @param progress is told now and then how many RPCs are done.
     */
    StrategyResult run(final IntConsumer progress) {
        int events = 0;
        while (simulation.step()) {
            if (++events % PROGRESS_EVENTS == 0) {
                progress.accept((int) latency.getTotalCount());
                arenas.update();
            }
        }
        checkFinished();
        final StrategyResult result = result();
        close();
        return result;
    }

    /** A replay that did not come to its end has no figures. */
    private void checkFinished() {
        for (int i = 0; i < clients.size(); i++) {
            final ReplayClient client = clients.get(i);
            if (client.replies() < workload.rpcs()) {
                throw new IllegalStateException("connection " + i + " stopped after " + client.replies() + " of "
                        + workload.rpcs() + " RPCs: "
                        + (client.failure() == null
                                ? "no reply"
                                : client.failure() + "; the server: " + closeReason(i)));
            }
        }
    }

    private String closeReason(final int connection) {
        return connections.stream()
                .filter(metrics -> metrics.remote().getHostString().equals(clientAddress(connection)))
                .map(ServerConnectionMetrics::closeReason)
                .findFirst()
                .orElse("no connection");
    }

    private StrategyResult result() {
        final IommuStatistics iommu = serverDevice.iommuStatistics();
        return new StrategyResult(
                strategy.label(),
                buffers(ServerConnectionMetrics::mappings, ArenaMetrics::mappings),
                buffers(ServerConnectionMetrics::iovaPages, ArenaMetrics::iovaPages),
                buffers(ServerConnectionMetrics::bytesMapped, ArenaMetrics::bytesMapped),
                buffers(ServerConnectionMetrics::bytesWasted, ArenaMetrics::bytesWasted),
                mean(connections.stream()
                        .mapToLong(ServerConnectionMetrics::setupNanos)
                        .sum()),
                mean(connections.stream()
                        .mapToLong(ServerConnectionMetrics::teardownNanos)
                        .sum()),
                iommu.receiveHits(),
                iommu.receiveMisses(),
                NicMisses.of(serverDevice.nicCacheStatistics()),
                rpcPerSecond(),
                new Latency(
                        latency.getValueAtPercentile(50),
                        latency.getValueAtPercentile(99),
                        latency.getValueAtPercentile(99.9)),
                service.calls() + latency.getTotalCount(),
                service.payloadBytes()
                        + clients.stream().mapToLong(ReplayClient::payloadBytes).sum(),
                service.corruptions()
                        + clients.stream().mapToLong(ReplayClient::corruptions).sum());
    }

    /** A figure of the Receive buffers: of all connections together, or of what they share. */
    private long buffers(
            final ToLongFunction<ServerConnectionMetrics> ofConnection, final ToLongFunction<ArenaMetrics> ofArena) {
        return sharedArena != null
                ? ofArena.applyAsLong(sharedArena.metrics())
                : connections.stream().mapToLong(ofConnection).sum();
    }

    private long mean(final long total) {
        return Math.round((double) total / options.connections());
    }

    /** From the first call of any connection to the last reply of any. */
    private double rpcPerSecond() {
        final long first =
                clients.stream().mapToLong(ReplayClient::firstCallNanos).min().orElseThrow();
        final long last =
                clients.stream().mapToLong(ReplayClient::lastReplyNanos).max().orElseThrow();
        return latency.getTotalCount() * 1e9 / (last - first);
    }

    /** Everything is given back: a device that something was left on refuses to close. */
    private void close() {
        clients.forEach(ReplayClient::close);
        server.close();
        if (sharedArena != null) {
            arenas.remove(sharedArena.metrics());
            sharedArena.close();
        }
        clientDevices.forEach(SimulatedDevice::close);
        serverDevice.close();
    }
}
