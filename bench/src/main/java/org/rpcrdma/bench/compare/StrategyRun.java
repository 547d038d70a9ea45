// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Arrays;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.rpcrdma.bench.compare.RunResult.Latency;
import org.rpcrdma.bench.compare.RunResult.NicMisses;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.LoadClient;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.ClientTraffic;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.EventLoop;

/**
 * One run of a comparison: a simulated server that maps its Receive buffers with one strategy, and one client host per
 * connection that makes the load's calls.
 *
 * <pre>
 *   client 0 --+            +-- port 0, processor 0 --+
 *   client 1 --+-- fabric --+-- port 1, processor 1 --+-- service threads, on any processor
 *   client n --+            +-- ...                 --+
 * </pre>
 */
public final class StrategyRun {
    private static final double NANOS_A_SECOND = 1e9;

    /**
     * The number of events between updates of the progress, the arenas and the list of hosts; at least the number of
     * connections.
     */
    private static final int LOOK_EVENTS = 1 << 14;

    private final Load load;
    private final ComparisonSettings settings;
    private final StrategyPlan plan;
    private final ShownArenas arenas;
    private final Simulation simulation;
    private final Fabric fabric;
    private final ComparedServer server;

    /** The window that covers the whole run, from the server's start. */
    private final MeasuringWindow whole;
    /** The window in which all mounts may make calls. */
    private final MeasuringWindow calling;
    /** The window from the mounts' last reply until they disconnect. */
    private final MeasuringWindow idling;

    /**
     * The times while mounts make calls. Null if connections are not mounts, because calls are then measured over the
     * whole run.
     */
    private MeasuringWindow.Times calls;

    /**
     * The server's CPU time until the last connection ended, excluding the time of idle mounts, which is not charged.
     */
    private HostTimes spent = new HostTimes();

    private HostTimes idleTimes = new HostTimes();

    /** The send memory still mapped while mounts are idle; null if connections are not mounts. */
    private Long idleSendBytes;

    private final ClientHosts hosts;
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
        server = new ComparedServer(fabric, this.load, settings, plan, arenas, this::onConnectionEnd);
        whole = server.newWindow(simulation::nanoTime);
        calling = server.newWindow(simulation::nanoTime);
        idling = server.newWindow(simulation::nanoTime);
        whole.open();
        pacing = new Pacing(settings.traffic(), calling::open, this::endCalls, this::endIdle);
        pauses = simulation.randomOf("pauses");
        hosts = new ClientHosts(simulation, beginnings(), this::attach);
    }

    private long[] beginnings() {
        final long[] beginnings = ArrivalTimes.atRate(
                simulation.randomOf("arrivals"),
                settings.traffic().connections(),
                settings.traffic().arrivals());
        // Connections start after the server has mapped and registered the memory that it prepares.
        final long ready = server.readyNanos();
        Arrays.setAll(beginnings, i -> beginnings[i] + ready);
        return beginnings;
    }

    private void onConnectionEnd(final long nanos) {
        open.end(nanos);
        if (open.ended() == settings.traffic().connections()) {
            spent = whole.close().server().since(idleTimes);
        }
    }

    /** Attaches the host of a new connection. */
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
                .remote(server.address(number))
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
     * @param progress receives the number of completed RPCs from time to time.
     */
    public RunResult run(final LongConsumer progress) {
        int events = 0;
        while (simulation.step()) {
            if (++events >= Math.max(LOOK_EVENTS, hosts.present())) {
                events = 0;
                hosts.dismiss();
                progress.accept(latency.getTotalCount());
            }
        }
        hosts.dismiss();
        checkFinished();
        final RunResult result = result();
        server.close();
        return result;
    }

    /** Throws an exception if a connection did not finish, because the run then has no figures. */
    private void checkFinished() {
        final ClientHost failed = hosts.failed();
        if (failed != null) {
            final LoadClient client = failed.client();
            throw new IllegalStateException("connection " + failed.number() + " stopped after " + client.replies()
                    + " of " + load.rpcs() + " RPCs: "
                    + (client.failure() == null
                            ? "no reply"
                            : client.failure() + "; the server: "
                                    + server.connections().closeReason(ClientHost.address(failed.number()))));
        }
    }

    private RunResult result() {
        final IommuStatistics iommu = server.device().iommuStatistics();
        final ClientTotals clients = hosts.totals();
        final long rpcs = latency.getTotalCount();
        // Connections are charged for work on buffers that precedes their start.
        final HostTimes buffers = server.bufferTimes();
        final HostTimes buffersOfConnections = whole.close().buffers();
        final ServerLoad busy = load();
        final Executed executed = executed(buffers, buffersOfConnections, rpcs);
        final Sheet sheet = Sheet.of(settings.hardware().costs());
        return new RunResult(
                new RunResult.ReceiveBuffers(
                        plan.mappings(
                                server.connections().mappings(),
                                server.connections().bytesMapped(),
                                settings),
                        server.connections().iovaPages(),
                        PageTableLeaves.iotlbEntries(
                                settings.hardware(),
                                server.connections().mappings(),
                                server.connections().bytesMapped(),
                                plan.contiguousBytes(settings.buffers())),
                        server.connections().bytesMapped(),
                        server.connections().bytesWasted(),
                        server.receivesPerQueue()),
                SendBufferMemory.of(server.listeners(), idleSendBytes),
                new RunResult.BufferTimes(
                        server.connections().meanSetupNanos(),
                        server.connections().meanTeardownNanos()),
                new RunResult.Costs(
                        ConnectionTime.of(executed, sheet),
                        WorkTime.of(executed.calls(), sheet, executed.rpcs()),
                        busy,
                        Capacity.of(executed, buffersOfConnections, sheet, server.processors()),
                        executed),
                new RunResult.Misses(
                        iommu.receiveHits(),
                        iommu.receiveMisses(),
                        NicMisses.of(server.device().nicCacheStatistics())),
                busy.saturated()
                        ? RunResult.Rates.UNKNOWN
                        : new RunResult.Rates(rpcs * NANOS_A_SECOND / clients.nanos(), Latency.of(latency)),
                new RunResult.Messages(
                        server.service().calls() + rpcs,
                        server.service().payloadBytes() + clients.payloadBytes(),
                        server.device().rnrNaks(),
                        settings.buffers().memory() == MemoryMode.BACKED
                                ? server.service().corruptions() + clients.corruptions()
                                : null),
                open.turnover(clients.lastFirstCallNanos() - open.firstNanos()));
    }

    /**
     * Returns the executed work. For mounts, only work in the period in which all mounts may make calls counts as work
     * for calls. The release of memory at the end does not count.
     */
    private Executed executed(final HostTimes buffers, final HostTimes buffersOfConnections, final long rpcs) {
        final HostTimes ofCalls = calls == null
                ? spent.withoutConnections().since(buffersOfConnections)
                : calls.server().withoutConnections().since(calls.buffers());
        final Executed all =
                Executed.of(spent, buffers, ofCalls, settings.traffic().connections(), rpcs);
        return plan.sharesReceives() ? all.withQueueOfItsOwn() : all;
    }

    /** Returns the server's load. For mounts, it covers the period in which all mounts may make calls. */
    private ServerLoad load() {
        if (calls != null) {
            return ServerLoad.of(calls.server(), server.processors(), calls.nanos(), null, false, false);
        }
        final ClientTraffic traffic = settings.traffic();
        final double arriving = traffic.connections() * NANOS_A_SECOND / traffic.arrivals();
        return ServerLoad.of(
                spent,
                server.processors(),
                // By chance, connections may arrive faster than their mean rate. Even then, the achieved load must not
                // exceed the offered load.
                Math.max(open.nanos(), arriving),
                traffic.isAtOnce() ? null : 1 / arriving,
                hosts.isBacklogGrowing(),
                traffic.isAtOnce());
    }

    private void endCalls() {
        calls = calling.close();
        idling.open();
    }

    /**
     * Excludes the idle period, so that calls are not charged for memory that the server released while mounts were
     * idle.
     */
    private void endIdle() {
        idleTimes = idling.close().server();
        idleSendBytes = SendBufferMemory.mapped(server.listeners());
    }
}
