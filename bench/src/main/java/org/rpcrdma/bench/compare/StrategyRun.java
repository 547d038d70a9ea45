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
import org.rpcrdma.bench.host.SlabMemory;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.LoadClient;
import org.rpcrdma.bench.load.LoadService;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ClientTraffic;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Sends;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.nic.Fabric;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.config.IommuStatistics;
import org.rpcrdma.nic.config.MemoryMode;
import org.rpcrdma.sim.SeededRandom;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
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
    private final ComparisonSettings settings;
    private final StrategyPlan plan;
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

    /** One per processor that has connections. */
    private final List<RpcRdmaServer> servers;

    /** From when the server is about to listen. */
    private final MeasuringWindow whole;
    /** While all mounts may call. */
    private final MeasuringWindow calling;
    /** From the last reply to mounts until they leave. */
    private final MeasuringWindow idling;

    /** Null if connections are not mounts, as the times of the calls are then those of the run. */
    private MeasuringWindow.Times calls;

    /** CPU time of the server until the last connection ended, but for that of idle mounts, which is not charged. */
    private HostTimes spent = new HostTimes();

    private HostTimes idleTimes = new HostTimes();

    /** The send memory that idle mounts left mapped; null if connections are not mounts. */
    private Long idleSendBytes;

    private final ClientHosts hosts;
    /** Of the server's connections that have ended. */
    private final ServerTotals connections;

    private final Pacing pacing;
    private final SeededRandom pauses;
    private final OpenConnections open = new OpenConnections();
    private final Histogram latency = new Histogram(3);

    public StrategyRun(
            final Load load,
            final ComparisonSettings settings,
            final Strategy strategy,
            final long seed,
            final ShownArenas arenas,
            final TapFactory tap) {
        this.load = load.ofSeed(seed);
        this.settings = settings;
        plan = StrategyPlan.of(strategy);
        this.arenas = arenas;
        simulation = new Simulation(seed);
        fabric = new Fabric(simulation, settings.hardware().costs());
        fabric.setTap(tap.begin(plan.strategy().label(), simulation));
        serverDevice =
                fabric.attach("server0", SERVER_ADDRESS, settings.hardware().device());
        meter = new BufferMeter(serverDevice::payingProcessorStatistics);
        service = this.load.newService();
        processors = Stream.generate(serverDevice::newEventLoop)
                .limit(settings.host().processors())
                .toList();
        threads = new ServiceThreads(
                serverDevice, processors, settings.host(), settings.hardware().costs(), service.service());
        sharedReceives = plan.sharedReceives(
                mostConnections(),
                settings.buffers().credits(),
                serverDevice.attributes().maxSrqWr());
        sharedArena = settings.buffers().isShared() || sharedReceives > 0 ? openSharedArena() : null;
        connections = new ServerTotals(sharedArena == null ? null : sharedArena.figures());
        servers = IntStream.range(
                        0, Math.min(processors.size(), settings.traffic().connections()))
                .mapToObj(number -> new RpcRdmaServer(serverContext(number).conclude()))
                .toList();
        whole = newWindow();
        calling = newWindow();
        idling = newWindow();
        whole.open();
        pacing = new Pacing(settings.traffic(), calling::open, this::endCalls, this::endIdle);
        pauses = simulation.randomOf("pauses");
        hosts = new ClientHosts(simulation, beginnings(), this::attach);
    }

    private MeasuringWindow newWindow() {
        return new MeasuringWindow(
                () -> HostTimes.of(serverDevice.processorStatistics()), meter::times, simulation::nanoTime);
    }

    /** Returns the most connections of a processor. */
    private int mostConnections() {
        return (settings.traffic().connections() + processors.size() - 1) / processors.size();
    }

    private SharedArena openSharedArena() {
        final SharedArena opened = new SharedArena(
                serverDevice, receiveMemory(), domain -> mapper(domain, processors.get(0)), plan, settings);
        arenas.add(plan.strategy().label() + "/shared", opened.figures());
        return opened;
    }

    private ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop) {
        final ShardMapper mapper = settings.buffers().warmPools()
                ? plan.warmMapper(domain, loop, settings.buffers(), mostConnections())
                : plan.mapper(domain, loop, settings.buffers().size());
        final boolean isShared = settings.buffers().isShared() || sharedReceives > 0;
        return meter.of(new KernelWork(
                mapper,
                serverDevice,
                new KernelWork.Kind(
                        settings.buffers().size(),
                        isShared ? Long.MAX_VALUE : settings.buffers().count(),
                        !plan.isPerBuffer(),
                        plan::bitTests)));
    }

    private MemoryAllocator receiveMemory() {
        final MemoryAllocator pages =
                plan.memory(serverDevice.memory(settings.buffers().memory()));
        return meter.of(plan.isPerBuffer() ? new SlabMemory(pages, serverDevice) : pages);
    }

    private long[] beginnings() {
        final long[] beginnings = ArrivalTimes.atRate(
                simulation.randomOf("arrivals"),
                settings.traffic().connections(),
                settings.traffic().arrivals());
        // Nobody comes before the server has mapped and registered the memory that it prepares.
        final long ready =
                processors.stream().mapToLong(EventLoop::nanoTime).max().orElseThrow();
        Arrays.setAll(beginnings, i -> beginnings[i] + ready);
        return beginnings;
    }

    private RpcRdmaServer.Context serverContext(final int number) {
        final EventLoop loop = processors.get(number);
        final int bufferSize = settings.buffers().size();
        final RpcRdmaServer.Context context = new RpcRdmaServer.Context()
                .device(serverDevice)
                .eventLoop(loop)
                .port(PORT + number)
                .credits(settings.buffers().credits())
                .receiveBatch(BufferSettings.RECEIVE_BATCH)
                .bufferSize(bufferSize)
                .shardSize(plan.shardSize(settings.buffers()))
                .buffersPerConnection(settings.buffers().count())
                .sharedReceives(sharedReceives)
                .keptSendBuffers(settings.buffers().sends() == Sends.KEPT)
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
            arenas.add(plan.strategy().label() + "/" + connection.remote().getHostString(), connection.arena());
        }
    }

    private void onConnectionEnd(final ServerConnectionMetrics connection, final EventLoop loop) {
        if (sharedArena == null) {
            arenas.remove(connection.arena());
        }
        connections.add(connection);
        open.end(loop.nanoTime());
        spent = whole.close().server().since(idleTimes);
    }

    /** Attaches the host of a connection, which begins. */
    private ClientHost attach(final int number) {
        open.begin(simulation.nanoTime());
        final SimulatedDevice device = fabric.attach(
                "client" + number,
                ClientHost.address(number),
                settings.hardware().device());
        final EventLoop loop = device.newEventLoop();
        final RpcRdmaClient.Context context = new RpcRdmaClient.Context()
                .device(device)
                .eventLoop(loop)
                .remote(new InetSocketAddress(SERVER_ADDRESS, PORT + number % processors.size()))
                .credits(settings.buffers().credits())
                .bufferSize(settings.buffers().size())
                .receiveMemory(device.memory(settings.buffers().memory()))
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
        final long rpcs = latency.getTotalCount();
        // Everything that was made ahead is charged to the connections, which use it.
        final HostTimes buffers = meter.times();
        final HostTimes buffersOfConnections = whole.close().buffers();
        final ServerLoad busy = load();
        final Executed executed = executed(buffers, buffersOfConnections, rpcs);
        final Sheet sheet = Sheet.of(settings.hardware().costs());
        return new RunResult(
                new RunResult.ReceiveBuffers(
                        connections.mappings(),
                        connections.iovaPages(),
                        PageTableLeaves.iotlbEntries(
                                settings.hardware(), connections.mappings(), connections.bytesMapped()),
                        connections.bytesMapped(),
                        connections.bytesWasted()),
                SendBufferMemory.of(servers, idleSendBytes),
                new RunResult.BufferTimes(connections.meanSetupNanos(), connections.meanTeardownNanos()),
                new RunResult.Costs(
                        ConnectionTime.of(executed, sheet),
                        WorkTime.of(executed.calls(), sheet, executed.rpcs()),
                        busy,
                        Capacity.of(executed, buffersOfConnections, sheet, processors.size()),
                        executed),
                new RunResult.Misses(
                        iommu.receiveHits(), iommu.receiveMisses(), NicMisses.of(serverDevice.nicCacheStatistics())),
                busy.saturated()
                        ? RunResult.Rates.UNKNOWN
                        : new RunResult.Rates(rpcs * NANOS_A_SECOND / clients.nanos(), Latency.of(latency)),
                new RunResult.Messages(
                        service.calls() + rpcs,
                        service.payloadBytes() + clients.payloadBytes(),
                        settings.buffers().memory() == MemoryMode.BACKED
                                ? service.corruptions() + clients.corruptions()
                                : null),
                open.turnover(clients.lastFirstCallNanos() - open.firstNanos()));
    }

    /** Of mounts, calls are what is executed while all may call, without releasing memory at the end. */
    private Executed executed(final HostTimes buffers, final HostTimes buffersOfConnections, final long rpcs) {
        final HostTimes ofCalls = calls == null
                ? spent.withoutConnections().since(buffersOfConnections)
                : calls.server().withoutConnections().since(calls.buffers());
        final Executed all =
                Executed.of(spent, buffers, ofCalls, settings.traffic().connections(), rpcs);
        return plan.sharesReceives() ? all.withQueueOfItsOwn() : all;
    }

    /** The load of mounts is that of the time in which all may call. */
    private ServerLoad load() {
        if (calls != null) {
            return ServerLoad.of(calls.server(), processors.size(), calls.nanos(), null, false, false);
        }
        final ClientTraffic traffic = settings.traffic();
        final double arriving = traffic.connections() * NANOS_A_SECOND / traffic.arrivals();
        return ServerLoad.of(
                spent,
                processors.size(),
                // Connections that happen to come within less time achieve no more than is offered.
                Math.max(open.nanos(), arriving),
                traffic.isAtOnce() ? null : 1 / arriving,
                hosts.isBacklogGrowing(),
                traffic.isAtOnce());
    }

    private void endCalls() {
        calls = calling.close();
        idling.open();
    }

    /** Memory that the server released while mounts were idle is not charged to calls. */
    private void endIdle() {
        idleTimes = idling.close().server();
        idleSendBytes = SendBufferMemory.mapped(servers);
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
