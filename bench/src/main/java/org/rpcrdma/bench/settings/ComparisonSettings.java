// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.replay.CapturedTraffic;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.MemoryMode;

/**
 * The validated settings of a comparison. Use {@link Builder} to create them. Immutable.
 *
 * @param calls      the calls that each connection makes.
 * @param traffic    the arrival and departure of connections.
 * @param buffers    the buffers of each connection.
 * @param host       the server's processors and threads.
 * @param hardware   the simulated hosts and NICs.
 * @param seeds      the seeds of all random choices.
 * @param strategies the strategies, in order; the first is the baseline.
 */
public record ComparisonSettings(
        ConnectionCalls calls,
        ClientTraffic traffic,
        BufferSettings buffers,
        HostSettings host,
        SimulatedHardware hardware,
        Seeds seeds,
        List<Strategy> strategies) {
    /**
     * Checks that the settings are consistent with each other.
     *
     * @param calls      the calls that each connection makes.
     * @param traffic    the arrival and departure of connections.
     * @param buffers    the buffers of each connection.
     * @param host       the server's processors and threads.
     * @param hardware   the simulated hosts and NICs.
     * @param seeds      the seeds of all random choices.
     * @param strategies the strategies, in order; the first is the baseline.
     */
    public ComparisonSettings {
        strategies = List.copyOf(strategies);
        if (strategies.isEmpty()) {
            throw new InputException("strategies must not be empty");
        }
        final Set<String> names = strategies.stream().map(Strategy::label).collect(Collectors.toSet());
        if (names.size() < strategies.size()) {
            throw new InputException("strategies must have different names: strategies=" + strategies);
        }
        if (buffers.memory() == MemoryMode.BACKED) {
            checkMemory(bytes(traffic, buffers));
        } else if (calls instanceof ConnectionCalls.Capture) {
            throw new InputException(
                    "memory must be backed to replay a capture, because its bytes are compared; use echo with "
                            + "address-only memory: memory=address-only");
        }
    }

    private static long bytes(final ClientTraffic traffic, final BufferSettings buffers) {
        return (long) traffic.connections() * (buffers.count() + buffers.credits()) * buffers.size();
    }

    /** Checks the limit on direct memory, which by default is the maximum heap size. */
    private static void checkMemory(final long bytes) {
        final long limit = Runtime.getRuntime().maxMemory();
        if (bytes > limit) {
            throw new InputException("the connections' buffers need " + (bytes >> 20)
                    + " MB of direct buffer memory, limit " + (limit >> 20) + " MB");
        }
    }

    /**
     * Returns these settings with a different buffer size.
     *
     * @param bytes the bytes per Receive buffer.
     * @return the settings.
     * @throws IllegalArgumentException if the size is unusable.
     */
    public ComparisonSettings withBufferSize(final int bytes) {
        return new ComparisonSettings(calls, traffic, buffers.ofSize(bytes), host, hardware, seeds, strategies);
    }

    /**
     * Returns these settings with values from the capture, for all settings that may be taken from it.
     *
     * @param traffic the capture's values.
     * @return the settings; unchanged if no setting may be taken from a capture.
     */
    public ComparisonSettings asCaptured(final CapturedTraffic traffic) {
        if (!(calls instanceof ConnectionCalls.Capture capture)
                || capture.told().isEmpty()) {
            return this;
        }
        final Set<CapturedSetting> told = EnumSet.copyOf(capture.told());
        told.removeIf(setting -> switch (setting) {
            case CREDITS, BUFFERS -> traffic.credits() == 0;
            case BUFFER_SIZE ->
                Integer.bitCount(traffic.receiveSize()) != 1
                        || traffic.receiveSize() < BufferSettings.MIN_SIZE
                        || traffic.receiveSize() > BufferSettings.MAX_SIZE;
            case CONNECTIONS -> traffic.connections() == 0;
            case ARRIVALS -> traffic.connectionsPerSecond() == 0;
        });
        final int credits = told.contains(CapturedSetting.CREDITS) ? traffic.credits() : buffers.credits();
        final BufferSettings ours = new BufferSettings(
                credits,
                capture.told().contains(CapturedSetting.BUFFERS) ? BufferSettings.count(credits) : buffers.count(),
                told.contains(CapturedSetting.BUFFER_SIZE) ? traffic.receiveSize() : buffers.size(),
                buffers.shardSize(),
                buffers.memory(),
                buffers.isShared(),
                buffers.warmPools(),
                buffers.sends());
        final ClientTraffic clients = new ClientTraffic(
                told.contains(CapturedSetting.CONNECTIONS) ? traffic.connections() : this.traffic.clients(),
                this.traffic.nconnect(),
                told.contains(CapturedSetting.ARRIVALS) ? traffic.connectionsPerSecond() : this.traffic.arrivals(),
                this.traffic.mounted(),
                this.traffic.thinkNanos());
        return new ComparisonSettings(
                new ConnectionCalls.Capture(capture.nameOrFile(), told),
                clients,
                ours,
                host,
                hardware,
                seeds,
                strategies);
    }

    /**
     * Returns these settings with other strategies and seeds.
     *
     * @param otherStrategies the strategies.
     * @param otherSeeds      the seeds.
     * @return the settings.
     */
    public ComparisonSettings with(final List<Strategy> otherStrategies, final Seeds otherSeeds) {
        return new ComparisonSettings(calls, traffic, buffers, host, hardware, otherSeeds, otherStrategies);
    }

    /**
     * Builds settings. Every setter returns this builder. Defaults are the same as for {@code rpcrdma compare}.
     * {@link #build} checks all values, but setters may check their values earlier. Not thread-safe.
     */
    public static final class Builder {
        private static final int USUAL_CONNECTIONS = 16;
        private static final int USUAL_CREDITS = 128;
        private static final double USUAL_ARRIVALS = 1000;

        private ConnectionCalls calls = new ConnectionCalls.Capture("nfs3", Set.of());
        private boolean isAsCaptured;
        private Integer clients;
        private int nconnect = 1;
        private Double arrivals;
        private boolean mounted;
        private Duration thinkTime = Duration.ZERO;
        private int processors = 16;
        private int threads = 16;
        private SharedDepth sharedReceives = SharedDepth.USUAL;
        private Integer credits;
        private Integer buffers;
        private int bufferSize;
        private int shardSize = 64 << 10;
        private MemoryMode memory = MemoryMode.BACKED;
        private boolean sharedArena;
        private boolean warmPools;
        private Sends sends = Sends.KEPT;
        private Seeds seeds = new Seeds(1, 5);
        private String machine = "intel";
        private final Map<String, Double> costs = new LinkedHashMap<>();
        private IommuMode iommu;
        private List<Strategy> strategies = Strategy.usual();

        /** Creates a builder with the defaults. */
        public Builder() {}

        /**
         * Replays captured NFS/RDMA traffic on every connection. This is the default, with nfs3.
         *
         * @param nameOrFile a bundled capture, nfs3, nfs41 or nfs42fio; or a pcap or pcapng file, plain or compressed.
         * @return this.
         */
        public Builder capture(final String nameOrFile) {
            calls = new ConnectionCalls.Capture(nameOrFile, Set.of());
            return this;
        }

        /**
         * Uses the capture's values, if it contains them, for settings that are not set explicitly. These settings are
         * the credits, the number and size of Receive buffers, the number of connections and their rate.
         *
         * @return this.
         */
        public Builder asCaptured() {
            isAsCaptured = true;
            return this;
        }

        /**
         * Makes connections send data and receive the same data back. Data of up to half a Receive buffer is sent
         * inline; larger data uses chunks.
         *
         * @param rpcs  the number of RPCs per connection, 1 to 1,000,000.
         * @param bytes the data per RPC, 1 to 1,048,576 bytes.
         * @return this.
         * @throws IllegalArgumentException if a value is out of range.
         */
        public Builder echo(final int rpcs, final int bytes) {
            return echo(rpcs, MessageSizes.of(bytes));
        }

        /**
         * Makes connections send data of several sizes and receive the same data back.
         *
         * @param rpcs  the number of RPCs per connection, 1 to 1,000,000.
         * @param sizes the data per RPC, 1 to 1,048,576 bytes, drawn by weight.
         * @return this.
         * @throws IllegalArgumentException if a value is out of range.
         */
        public Builder echo(final int rpcs, final MessageSizes sizes) {
            calls = new ConnectionCalls.Echo(rpcs, Objects.requireNonNull(sizes, "sizes"));
            return this;
        }

        /**
         * Sets the number of connections. Each of them runs the whole workload.
         *
         * @param value the number of connections, 1 to 1,000,000; the default is 16.
         * @return this.
         */
        public Builder connections(final int value) {
            return clients(value, 1);
        }

        /**
         * Sets the number of connections by the number of clients, each of which mounts with the option
         * {@code nconnect}.
         *
         * @param hosts    the number of clients; at most 1,000,000 connections in all.
         * @param nconnect the number of connections per client, 1 to 16.
         * @return this.
         */
        public Builder clients(final int hosts, final int nconnect) {
            clients = hosts;
            this.nconnect = nconnect;
            return this;
        }

        /**
         * Sets the rate at which connections arrive, with exponentially distributed gaps. Each connection makes its
         * RPCs and is then torn down.
         *
         * @param perSecond connections per second of virtual time, 0.001 to 1,000,000,000, or
         *                  {@link Double#POSITIVE_INFINITY} to start all immediately, as after a server restart; the
         *                  default is 1000.
         * @return this.
         */
        public Builder arrivals(final double perSecond) {
            arrivals = perSecond;
            return this;
        }

        /**
         * Treats connections as mounts. All of them are set up before the first call and torn down after the last
         * reply.
         *
         * @param value true for mounts; the default is false.
         * @return this.
         */
        public Builder mounted(final boolean value) {
            mounted = value;
            return this;
        }

        /**
         * Sets the mean time between a reply and the next call. Pauses are exponentially distributed.
         *
         * @param value the mean time, 0 to 1,000 seconds; the default is 0.
         * @return this.
         */
        public Builder thinkTime(final Duration value) {
            thinkTime = Objects.requireNonNull(value, "thinkTime");
            return this;
        }

        /**
         * Sets the number of the server's processors, each with an event loop and a port. Connections are assigned to
         * processors round-robin.
         *
         * @param value the number of processors, 1 to 256; the default is 16.
         * @return this.
         */
        public Builder processors(final int value) {
            processors = value;
            return this;
        }

        /**
         * Sets the number of service threads. A call is served on the processor that becomes free first.
         *
         * @param value the number of threads, 1 to 16,384; the default is 16.
         * @return this.
         */
        public Builder threads(final int value) {
            threads = value;
            return this;
        }

        /**
         * Sets the depth of each processor's shared receive queue, for strategies whose connections share Receives.
         *
         * @param value the depth; the default is {@link SharedDepth#USUAL}, a quarter of the credits of the queue's
         *     connections.
         * @return this.
         */
        public Builder sharedReceives(final SharedDepth value) {
            sharedReceives = Objects.requireNonNull(value, "sharedReceives");
            return this;
        }

        /**
         * Sets the credits per connection. This is the maximum number of RPCs in flight, and the number of Receives
         * posted for them.
         *
         * @param value the number of credits, 1 to 16,384; the default is 128.
         * @return this.
         */
        public Builder credits(final int value) {
            credits = value;
            return this;
        }

        /**
         * Sets the number of Receive buffers per connection.
         *
         * @param value the number of buffers, from the number of credits to 65,536. The default is 2 x credits + 7: one
         *              per posted Receive, one per RPC being processed, and one batch.
         * @return this.
         */
        public Builder buffers(final int value) {
            buffers = value;
            return this;
        }

        /**
         * Sets the size of a Receive buffer.
         *
         * @param bytes a power of two from 1 KB to 256 KB. It must not exceed the shard size, and must be large enough
         *              for the workload's largest Send. The default is 4 KB, or more if the largest Send needs it.
         * @return this.
         */
        public Builder bufferSize(final int bytes) {
            InputException.checkRange("bufferSize", bytes, BufferSettings.MIN_SIZE, BufferSettings.MAX_SIZE);
            bufferSize = bytes;
            return this;
        }

        /**
         * Sets the size of shards.
         *
         * @param bytes a power of two from 4 KB to 2 MB; the default is 64 KB.
         * @return this.
         */
        public Builder shardSize(final int bytes) {
            shardSize = bytes;
            return this;
        }

        /**
         * Sets the memory behind Receive buffers and chunks. Address-only memory reduces memory use when many
         * connections echo. Payload is then not verified, but all other figures stay the same.
         *
         * @param value backed or address-only; the default is backed.
         * @return this.
         */
        public Builder memory(final MemoryMode value) {
            memory = Objects.requireNonNull(value, "memory");
            return this;
        }

        /**
         * Lets the server's connections share one arena. Each connection has one buffer per credit, and more while it
         * needs them, up to {@link #buffers}.
         *
         * @param value true to share one arena. The default is false: each connection has its own arena.
         * @return this.
         */
        public Builder sharedArena(final boolean value) {
            sharedArena = value;
            return this;
        }

        /**
         * Fills FRMR pools with the regions of all connections before the first one starts.
         *
         * @param value true to fill the pools. The default is false: each connection creates missing regions.
         * @return this.
         */
        public Builder warmPools(final boolean value) {
            warmPools = value;
            return this;
        }

        /**
         * Sets the source of the server's send buffers.
         *
         * @param value the source; the default is {@link Sends#KEPT}.
         * @return this.
         */
        public Builder sends(final Sends value) {
            sends = Objects.requireNonNull(value, "sends");
            return this;
        }

        /**
         * Sets the seeds with which each strategy runs. The same seeds produce the same figures on every machine.
         *
         * @param first the first seed, any number; the default is 1.
         * @param count the number of seeds: first, first + 1, and so on; 1 to 1,000. The default is 5.
         * @return this.
         * @throws IllegalArgumentException if the number is out of range.
         */
        public Builder seeds(final long first, final int count) {
            seeds = new Seeds(first, count);
            return this;
        }

        /**
         * Sets the cost model of the server and its NIC.
         *
         * @param name a machine name of {@code rpcrdma compare --machine}; the default is intel.
         * @return this.
         */
        public Builder machine(final String name) {
            machine = Objects.requireNonNull(name, "machine");
            return this;
        }

        /**
         * Overrides a parameter of the cost model. If it is set repeatedly, the last value applies.
         *
         * @param parameter the parameter's name, such as {@code cpu.dma_map}; {@code rpcrdma calibrate --parameters}
         *                  lists all parameters with units and limits.
         * @param value     the value in the parameter's unit.
         * @return this.
         */
        public Builder cost(final String parameter, final double value) {
            costs.put(Objects.requireNonNull(parameter, "parameter"), value);
            return this;
        }

        /**
         * Sets the mode of the hosts' IOMMU.
         *
         * @param value off, strict or lazy. The default is Linux's mode on the machine: lazy on x86, strict on Arm.
         * @return this.
         */
        public Builder iommu(final IommuMode value) {
            iommu = Objects.requireNonNull(value, "iommu");
            return this;
        }

        /**
         * Sets the strategies.
         *
         * @param values at least one strategy, with different names; the first is the baseline for the others. The
         *     default is {@link Strategy#usual()}.
         * @return this.
         */
        public Builder strategies(final Strategy... values) {
            return strategies(List.of(values));
        }

        /**
         * Sets the strategies.
         *
         * @param values at least one strategy, with different names; the first is the baseline for the others.
         * @return this.
         */
        public Builder strategies(final List<Strategy> values) {
            strategies = List.copyOf(values);
            return this;
        }

        private Set<CapturedSetting> told() {
            final Set<CapturedSetting> told = EnumSet.noneOf(CapturedSetting.class);
            if (isAsCaptured) {
                add(told, CapturedSetting.CREDITS, credits == null);
                add(told, CapturedSetting.BUFFERS, buffers == null);
                add(told, CapturedSetting.BUFFER_SIZE, bufferSize == 0);
                add(told, CapturedSetting.CONNECTIONS, clients == null);
                add(told, CapturedSetting.ARRIVALS, arrivals == null);
            }
            return told;
        }

        private static void add(
                final Set<CapturedSetting> told, final CapturedSetting setting, final boolean isNotSet) {
            if (isNotSet) {
                told.add(setting);
            }
        }

        /**
         * Validates the values and builds the settings.
         *
         * @return the settings.
         * @throws IllegalArgumentException if a value is invalid; the message contains the value and its limit.
         */
        public ComparisonSettings build() {
            final int granted = credits == null ? USUAL_CREDITS : credits;
            return new ComparisonSettings(
                    calls instanceof ConnectionCalls.Capture capture
                            ? new ConnectionCalls.Capture(capture.nameOrFile(), told())
                            : calls,
                    new ClientTraffic(
                            clients == null ? USUAL_CONNECTIONS : clients,
                            nconnect,
                            arrivals == null ? USUAL_ARRIVALS : arrivals,
                            mounted,
                            thinkTime.toNanos()),
                    new BufferSettings(
                            granted,
                            buffers == null ? BufferSettings.count(granted) : buffers,
                            bufferSize,
                            shardSize,
                            memory,
                            sharedArena,
                            warmPools,
                            sends),
                    new HostSettings(processors, threads, sharedReceives),
                    new SimulatedHardware(machine, costs, iommu),
                    seeds,
                    strategies);
        }
    }
}
