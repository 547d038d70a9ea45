// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.compare.RunResult.Latency;
import org.rpcrdma.bench.compare.RunResult.NicMisses;
import org.rpcrdma.bench.host.BufferMeter;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.bench.host.KernelWork;
import org.rpcrdma.bench.host.ServiceThreads;
import org.rpcrdma.bench.host.Slabs;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.LoadClient;
import org.rpcrdma.bench.load.LoadService;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.config.IommuStatistics;
import org.rpcrdma.nic.config.MemoryMode;
import org.rpcrdma.sim.SeededRandom;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.ServerConnectionMetrics;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * One run of a comparison: a simulated server whose Receive buffers are mapped by one strategy, and a client host for
 * each connection, that makes the load's calls. The server has one NIC, and a listener for each processor; connections
 * take the processors in turn. Each connection has an arena of its own, or all share one.
 *
 * <pre>
 *   client 0 --+            +-- port 0, processor 0 --+
 *   client 1 --+-- fabric --+-- port 1, processor 1 --+-- service threads, on any processor
 *   client n --+            +-- ...                 --+
 * </pre>
 */
public final class StrategyRun {
    private static final String SERVER_ADDRESS = "10.98.0.1";

    /** The port of the first processor; those of the others follow. */
    private static final int PORT = 20_049;

    private static final double NANOS_A_SECOND = 1e9;

    /**
     * Events between two looks at the progress, the arenas and the clients that have left; as many as there are
     * connections, at least.
     */
    private static final int LOOK_EVENTS = 1 << 14;

    private final Load load;
    private final ComparisonSettings options;
    private final Strategy strategy;
    private final ShownArenas arenas;
    private final Simulation simulation;
    private final Fabric fabric;
    private final SimulatedDevice serverDevice;
    private final List<EventLoop> processors;
    private final BufferMeter meter;
    private final LoadService service;
    private final ServiceThreads threads;
    /** The arena that connections share; null if each has its own. */
    private final SharedArena sharedArena;

    /** Buffers of a processor's shared receive queue; 0 if each connection posts its own Receives. */
    private final int sharedReceives;

    /** One a processor that has connections. */
    private final List<RpcRdmaServer> servers;

    /** CPU time of the server before it began to listen, and the part spent on Receive buffers. */
    private final HostTimes before;

    private final HostTimes buffersBefore;

    /** CPU time since, until the last connection ended; ageing of idle pools is not charged. */
    private HostTimes spent = new HostTimes();

    private final ClientHosts hosts;
    /** Of the server's connections that have ended. */
    private final ServerTotals connections;

    private final Pacing pacing;
    private final SeededRandom pauses;
    private final OpenConnections open = new OpenConnections();
    /** CPU time while all mounts could call, the part spent on Receive buffers, and the length of that period. */
    private HostTimes windowTimes;

    private HostTimes windowBuffers;

    private long windowNanos;

    /** CPU time up to the last reply to mounts, and from there until they left. */
    private HostTimes windowEnd;

    private HostTimes idleTimes = new HostTimes();

    /** The send memory that idle mounts left mapped; null if connections are no mounts. */
    private Long idleSendBytes;

    private final Histogram latency = new Histogram(3);

    public StrategyRun(
            final Load load,
            final ComparisonSettings options,
            final Strategy strategy,
            final long seed,
            final ShownArenas arenas,
            final TapFactory tap) {
        this.load = load.ofSeed(seed);
        this.options = options;
        this.strategy = strategy;
        this.arenas = arenas;
        simulation = new Simulation(seed);
        fabric = new Fabric(simulation, options.hardware().costs());
        fabric.setTap(tap.begin(strategy.label(), simulation));
        serverDevice =
                fabric.attach("server0", SERVER_ADDRESS, options.hardware().device());
        meter = new BufferMeter(serverDevice::payingProcessorStatistics);
        service = this.load.newService();
        processors = Stream.generate(serverDevice::newEventLoop)
                .limit(options.host().processors())
                .toList();
        threads = new ServiceThreads(
                serverDevice, processors, options.host(), options.hardware().costs(), service.service());
        sharedReceives = strategy.sharedReceives(
                mostConnections(), options.credits(), serverDevice.attributes().maxSrqWr());
        sharedArena = options.sharedArena() || sharedReceives > 0 ? openSharedArena() : null;
        connections = new ServerTotals(sharedArena == null ? null : sharedArena.figures());
        servers = IntStream.range(0, Math.min(processors.size(), options.connections()))
                .mapToObj(number -> new RpcRdmaServer(serverContext(number).conclude()))
                .toList();
        before = HostTimes.of(serverDevice.processorStatistics());
        buffersBefore = meter.times();
        pacing = new Pacing(options.traffic(), this::beginWindow, this::endWindow, this::endIdle);
        pauses = simulation.randomOf("pauses");
        hosts = new ClientHosts(simulation, beginnings(), this::attach);
    }

    /** Returns the most connections of a processor. */
    private int mostConnections() {
        return (options.connections() + processors.size() - 1) / processors.size();
    }

    private SharedArena openSharedArena() {
        final SharedArena opened = new SharedArena(
                serverDevice, receiveMemory(), domain -> mapper(domain, processors.get(0)), strategy, options);
        arenas.add(strategy.label() + "/shared", opened.figures());
        return opened;
    }

    private ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop) {
        final ShardMapper mapper = options.warmPools()
                ? strategy.warmMapper(domain, loop, options, mostConnections())
                : strategy.mapper(domain, loop, options.bufferSize());
        final boolean isShared = options.sharedArena() || sharedReceives > 0;
        return meter.of(new KernelWork(
                mapper,
                serverDevice,
                new KernelWork.Kind(
                        options.bufferSize(),
                        isShared ? Long.MAX_VALUE : options.buffers(),
                        !strategy.isPerBuffer(),
                        strategy::bitTests)));
    }

    private MemoryAllocator receiveMemory() {
        final MemoryAllocator pages = strategy.memory(serverDevice.memory(options.memory()));
        return meter.of(strategy.isPerBuffer() ? new Slabs(pages, serverDevice) : pages);
    }

    private long[] beginnings() {
        final long[] beginnings = Arrivals.atRate(
                simulation.randomOf("arrivals"),
                options.connections(),
                options.traffic().arrivals());
        // Nobody comes before the server has mapped and registered the memory that it prepares.
        final long ready =
                processors.stream().mapToLong(EventLoop::nanoTime).max().orElseThrow();
        Arrays.setAll(beginnings, i -> beginnings[i] + ready);
        return beginnings;
    }

    private RpcRdmaServer.Context serverContext(final int number) {
        final EventLoop loop = processors.get(number);
        final int bufferSize = options.bufferSize();
        final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(loop)
                .port(PORT + number)
                .credits(options.credits())
                .receiveBatch(ComparisonSettings.RECEIVE_BATCH)
                .bufferSize(bufferSize)
                .shardSize(strategy.shardSize(bufferSize, options.buffers(), options.shardSize()))
                .buffersPerConnection(options.buffers())
                .sharedReceives(sharedReceives)
                .keptSendBuffers(options.sends() == Sends.KEPT)
                .receiveMemory(receiveMemory())
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
            arenas.add(strategy.label() + "/" + connection.remote().getHostString(), connection.arena());
        }
    }

    private void onConnectionEnd(final ServerConnectionMetrics connection, final EventLoop loop) {
        if (sharedArena == null) {
            arenas.remove(connection.arena());
        }
        connections.add(connection);
        open.end(loop.nanoTime());
        spent = HostTimes.of(serverDevice.processorStatistics()).since(before).since(idleTimes);
    }

    /** Attaches the host of a connection, which begins. */
    private ClientHost attach(final int number) {
        open.begin(simulation.nanoTime());
        final SimulatedDevice device = fabric.attach(
                "client" + number,
                ClientHost.address(number),
                options.hardware().device());
        final EventLoop loop = device.newEventLoop();
        final RpcRdmaClient.Context context = new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(SERVER_ADDRESS, PORT + number % processors.size()))
                .credits(options.credits())
                .bufferSize(options.bufferSize())
                .receiveMemory(device.memory(options.memory()))
                .maxSegmentBytes(Math.max(1, load.largestSegment()));
        final LoadClient client = load.newClient(device, loop, context, number, latency::recordValue);
        client.pace(pacing.of(loop, pauses.split(number)));
        loop.newTimer(client::start).arm(0);
        return new ClientHost(number, device, client);
    }

    /**
     * Makes the load's calls on every connection.
     *
     * @param progress receives the number of RPCs that are done, now and then.
     */
    public RunResult run(final IntConsumer progress) {
        int events = 0;
        while (simulation.step()) {
            if (++events >= Math.max(LOOK_EVENTS, hosts.present())) {
                events = 0;
                hosts.dismiss();
                progress.accept((int) latency.getTotalCount());
            }
        }
        hosts.dismiss();
        checkFinished();
        final RunResult result = result();
        close();
        return result;
    }

    /** A run that did not come to its end has no figures. */
    private void checkFinished() {
        final ClientHost failed = hosts.failed();
        if (failed != null) {
            final LoadClient client = failed.client();
            throw new IllegalStateException("connection " + failed.number() + " stopped after " + client.replies()
                    + " of " + load.rpcs() + " RPCs: "
                    + (client.failure() == null
                            ? "no reply"
                            : client.failure() + "; the server: "
                                    + connections.closeReason(ClientHost.address(failed.number()))));
        }
    }

    private RunResult result() {
        final IommuStatistics iommu = serverDevice.iommuStatistics();
        final ClientTotals clients = hosts.totals();
        final HostTimes times = spent;
        // What was made ahead is charged to those who use it.
        final HostTimes buffers = meter.times();
        final HostTimes late = buffers.since(buffersBefore);
        final ServerLoad busy = load(times);
        final Sheet sheet = Sheet.of(options.hardware().costs());
        final Executed all =
                Executed.of(times, buffers, callTimes(times, late), options.connections(), latency.getTotalCount());
        final Executed executed = strategy.sharesReceives() ? all.withQueueOfItsOwn() : all;
        return new RunResult(
                connections.mappings(),
                connections.iovaPages(),
                options.hardware().iotlbEntries(connections.mappings(), connections.bytesMapped()),
                connections.bytesMapped(),
                connections.bytesWasted(),
                SendMemory.of(servers, idleSendBytes),
                connections.meanSetupNanos(),
                connections.meanTeardownNanos(),
                ConnectionTime.of(executed, sheet),
                WorkTime.of(executed.calls(), sheet, executed.rpcs()),
                busy,
                Capacity.of(executed, late, sheet, processors.size()),
                executed,
                iommu.receiveHits(),
                iommu.receiveMisses(),
                NicMisses.of(serverDevice.nicCacheStatistics()),
                busy.saturated() ? null : latency.getTotalCount() * NANOS_A_SECOND / clients.nanos(),
                busy.saturated() ? null : Latency.of(latency),
                service.calls() + latency.getTotalCount(),
                service.payloadBytes() + clients.payloadBytes(),
                options.memory() == MemoryMode.BACKED ? service.corruptions() + clients.corruptions() : null,
                open.turnover(clients.lastFirstCallNanos() - open.firstNanos()));
    }

    /** Returns the CPU time of calls: for mounts, while all could call, without releasing memory at the end. */
    private HostTimes callTimes(final HostTimes times, final HostTimes buffers) {
        return options.traffic().mounted()
                ? windowTimes.withoutConnections().since(windowBuffers)
                : times.withoutConnections().since(buffers);
    }

    /** The load of mounts is that of the time in which all may call. */
    private ServerLoad load(final HostTimes times) {
        final Traffic traffic = options.traffic();
        if (traffic.mounted()) {
            return ServerLoad.of(windowTimes, processors.size(), windowNanos, null, false, false);
        }
        final double arriving = traffic.connections() * NANOS_A_SECOND / traffic.arrivals();
        return ServerLoad.of(
                times,
                processors.size(),
                // Connections that happen to come within less time achieve no more than is offered.
                Math.max(open.nanos(), arriving),
                traffic.isAtOnce() ? null : 1 / arriving,
                hosts.isBacklogGrowing(),
                traffic.isAtOnce());
    }

    private void beginWindow() {
        windowTimes = HostTimes.of(serverDevice.processorStatistics());
        windowBuffers = meter.times();
        windowNanos = simulation.nanoTime();
    }

    private void endWindow() {
        windowEnd = HostTimes.of(serverDevice.processorStatistics());
        windowTimes = windowEnd.since(windowTimes);
        windowBuffers = meter.times().since(windowBuffers);
        windowNanos = simulation.nanoTime() - windowNanos;
    }

    /**
     * The mounts have been idle for a while, and leave: memory that the server released meanwhile is not charged to
     * calls.
     */
    private void endIdle() {
        idleTimes = HostTimes.of(serverDevice.processorStatistics()).since(windowEnd);
        idleSendBytes = SendMemory.mapped(servers);
    }

    /** Everything is given back: a device that something was left on refuses to close. */
    private void close() {
        servers.forEach(RpcRdmaServer::close);
        if (sharedArena != null) {
            connections.endShared();
            arenas.remove(sharedArena.figures());
            sharedArena.close();
        }
        serverDevice.close();
    }
}
