// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.host.BufferMeter;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.bench.host.KernelWork;
import org.rpcrdma.bench.host.ServiceThreads;
import org.rpcrdma.bench.host.SlabMemory;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.LoadService;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Sends;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * A run's server, which maps its Receive buffers with one strategy. It has one NIC, and one listener per processor.
 * Connections are assigned to the processors round-robin. They either share one arena or have one arena each.
 */
final class ComparedServer implements AutoCloseable {
    private static final String ADDRESS = "10.98.0.1";

    /** The first processor's port. The other processors use the ports that follow. */
    private static final int PORT = 20_049;

    private final Load load;
    private final ComparisonSettings settings;
    private final StrategyPlan plan;
    private final ShownArenas arenas;
    private final LongConsumer onEnd;
    private final SimulatedDevice device;
    private final List<EventLoop> processors;
    private final MeteredBuffers metered;
    private final LoadService service;
    private final ServiceThreads threads;
    /** The shared arena; null if each connection has its own. */
    private final SharedArena sharedArena;

    /** The number of buffers in a processor's shared receive queue; 0 if each connection posts its own Receives. */
    private final int sharedReceives;

    /** One server per processor that has connections. */
    private final List<RpcRdmaServer> servers;

    /** The totals of the connections that have ended. */
    private final ServerTotals connections;

    /**
     * Creates the server and starts to listen.
     *
     * @param onEnd receives the time at which each connection ends.
     */
    ComparedServer(
            final Fabric fabric,
            final Load load,
            final ComparisonSettings settings,
            final StrategyPlan plan,
            final ShownArenas arenas,
            final LongConsumer onEnd) {
        this.load = load;
        this.settings = settings;
        this.plan = plan;
        this.arenas = arenas;
        this.onEnd = onEnd;
        device = fabric.attach("server0", ADDRESS, settings.hardware().device());
        metered = new MeteredBuffers(device, plan, settings.buffers());
        service = load.newService();
        processors = Stream.generate(device::newEventLoop)
                .limit(settings.host().processors())
                .toList();
        threads = new ServiceThreads(
                device, processors, settings.host(), settings.hardware().costs(), service.service());
        sharedReceives = plan.sharedReceives(
                mostConnections(), settings, device.attributes().maxSrqWr());
        sharedArena = settings.buffers().isShared() || sharedReceives > 0 ? openSharedArena() : null;
        connections = new ServerTotals(sharedArena == null ? null : sharedArena.figures());
        servers = IntStream.range(
                        0, Math.min(processors.size(), settings.traffic().connections()))
                .mapToObj(number -> new RpcRdmaServer(serverContext(number).conclude()))
                .toList();
    }

    /** Returns the largest number of connections per processor. */
    private int mostConnections() {
        return (settings.traffic().connections() + processors.size() - 1) / processors.size();
    }

    private SharedArena openSharedArena() {
        final SharedArena opened = new SharedArena(
                device,
                metered.memory(settings.buffers().memory()),
                domain -> mapper(domain, processors.get(0)),
                plan,
                settings);
        arenas.add(plan.strategy().label() + "/shared", opened.figures());
        return opened;
    }

    private ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop) {
        final ShardMapper mapper = settings.buffers().warmPools()
                ? plan.warmMapper(domain, loop, settings.buffers(), mostConnections())
                : plan.mapper(domain, loop, settings.buffers().size());
        final boolean isShared = settings.buffers().isShared() || sharedReceives > 0;
        return metered.mapper(
                mapper, isShared ? Long.MAX_VALUE : settings.buffers().count());
    }

    private RpcRdmaServer.Context serverContext(final int number) {
        final EventLoop loop = processors.get(number);
        final int bufferSize = settings.buffers().size();
        final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                .device(device)
                .eventLoop(loop)
                .port(PORT + number)
                .credits(settings.buffers().credits())
                .receiveBatch(BufferSettings.RECEIVE_BATCH)
                .bufferSize(bufferSize)
                .shardSize(plan.shardSize(settings.buffers()))
                .buffersPerConnection(settings.buffers().count())
                .sharedReceives(sharedReceives)
                .keptSendBuffers(settings.buffers().sends() == Sends.KEPT)
                .receiveMemory(metered.memory(settings.buffers().memory()))
                .maxPayload(load.largestChunk())
                .connectionBegin(this::onConnectionBegin)
                .connectionEnd(connection -> onConnectionEnd(connection, loop))
                .connectionRejected(connections::refuse)
                .mapper(domain -> mapper(domain, loop))
                .service(threads.from(loop));
        if (sharedArena != null) {
            sharedArena.giveTo(context);
        }
        return context;
    }

    private void onConnectionBegin(final ServerConnectionMetrics connection) {
        if (sharedArena == null) {
            arenas.add(plan.strategy().label() + "/" + connection.remote().getHostString(), connection.arena());
        }
    }

    private void onConnectionEnd(final ServerConnectionMetrics connection, final EventLoop loop) {
        if (sharedArena == null) {
            arenas.remove(connection.arena());
        }
        connections.add(connection);
        onEnd.accept(loop.nanoTime());
    }

    /** Returns the time at which all processors have mapped and registered the memory that they prepare in advance. */
    long readyNanos() {
        return processors.stream().mapToLong(EventLoop::nanoTime).max().orElseThrow();
    }

    /** Returns the server address for a connection. */
    InetSocketAddress address(final int connection) {
        return new InetSocketAddress(ADDRESS, PORT + connection % processors.size());
    }

    MeasuringWindow newWindow(final LongSupplier clock) {
        return new MeasuringWindow(() -> HostTimes.of(device.processorStatistics()), metered::times, clock);
    }

    SimulatedDevice device() {
        return device;
    }

    int processors() {
        return processors.size();
    }

    /** Returns the CPU time spent on Receive buffers so far. */
    HostTimes bufferTimes() {
        return metered.times();
    }

    /** Returns the number of Receives posted to each of the server's queues. */
    int receivesPerQueue() {
        return sharedReceives > 0 ? sharedReceives : settings.buffers().credits();
    }

    LoadService service() {
        return service;
    }

    ServerTotals connections() {
        return connections;
    }

    List<RpcRdmaServer> listeners() {
        return servers;
    }

    /** Releases all resources. The device cannot be closed if a resource has leaked. */
    @Override
    public void close() {
        servers.forEach(RpcRdmaServer::close);
        if (sharedArena != null) {
            connections.endShared();
            arenas.remove(sharedArena.figures());
            sharedArena.close();
        }
        device.close();
    }

    /** Allocates and maps Receive buffers on a simulated host according to a strategy, and meters the CPU time used. */
    static final class MeteredBuffers {
        private final SimulatedDevice device;
        private final StrategyPlan plan;
        private final BufferSettings buffers;
        private final BufferMeter meter;

        MeteredBuffers(final SimulatedDevice device, final StrategyPlan plan, final BufferSettings buffers) {
            this.device = device;
            this.plan = plan;
            this.buffers = buffers;
            meter = new BufferMeter(device::payingProcessorStatistics);
        }

        /** Returns a new allocator. Each processor needs a separate one. */
        MemoryAllocator memory(final MemoryMode mode) {
            final MemoryAllocator reclaiming = device.memory(mode, true);
            final MemoryAllocator cautious = device.memory(mode, false);
            return meter.of(
                    plan.isPerBuffer()
                            ? new SlabMemory(cautious, reclaiming, device)
                            : plan.memory(cautious, reclaiming, buffers));
        }

        /**
         * Returns a mapper that also charges the time that Linux spends on the buffers in addition to mapping them.
         *
         * @param mapper maps the shards; closed with the returned mapper.
         * @param most   the number of buffers per connection; unlimited if connections share an arena.
         */
        ShardMapper mapper(final ShardMapper mapper, final long most) {
            return meter.of(new KernelWork(
                    mapper, device, new KernelWork.Kind(buffers.size(), most, plan.hasShards(), plan::bitTests)));
        }

        /** Meters a call that does nothing but use these allocators and mappers. */
        void meter(final Runnable call) {
            meter.meter(call);
        }

        /** Returns the time spent so far. */
        HostTimes times() {
            return meter.times();
        }
    }
}
