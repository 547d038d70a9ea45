// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.RegisteredShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Measures the time to map and unmap a connection's 135 Receive buffers of 4 KB each, either one by one or in shards of
 * 64 KB.
 * <ul>
 *   <li>{@link #perBuffer}: 135 mappings.
 *   <li>{@link #shard}: 9 mappings.
 * </ul>
 *
 * <p>How to run: {@code ./rpcrdma jmh ConnectionMapping} measures the CPU time of the mappers, the FRMR pools and the
 * simulated device's bookkeeping. {@code ./rpcrdma jmh ConnectionMapping --device rxe0} registers memory on a device of
 * the host. A case that the device does not support fails with the reason and is omitted.
 */
@State(Scope.Thread)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ConnectionMapping extends NanosecondBenchmark {
    private static final String SIMULATED = "simulated";
    private static final int BUFFERS = 135;
    private static final int BUFFER = 4096;
    private static final int SHARD = 65_536;

    /** The device for which the buffers are mapped. */
    @Param(SIMULATED)
    public String device;

    /** The way in which the buffers are mapped. */
    @Param
    public Way way;

    private Device opened;
    private ProtectionDomain domain;
    private ShardMapper mapper;
    private final List<MemoryBlock> buffers = new ArrayList<>();
    private final List<MemoryBlock> shards = new ArrayList<>();
    private final List<ShardMapping> mappings = new ArrayList<>();

    /** The ways of mapping. */
    public enum Way {
        /** DMA mappings, as with the kernel's DMA API. Only simulated devices support them. */
        DMA,
        /** Registered memory regions. */
        REGISTERED,
        /** Memory regions from FRMR pools that work requests register. */
        FAST_REGISTERED
    }

    /** Creates the benchmark; called by JMH. */
    public ConnectionMapping() {}

    /** Opens the device and allocates memory. */
    @Setup
    public void open() {
        opened = device.equals(SIMULATED)
                ? new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1")
                : Devices.open(device);
        domain = opened.allocateProtectionDomain();
        mapper = switch (way) {
            case DMA -> new DmaShardMapper(domain);
            case REGISTERED -> new RegisteredShardMapper(domain);
            case FAST_REGISTERED -> new FastRegisteredShardMapper(domain, opened.newEventLoop());
        };
        for (int i = 0; i < BUFFERS; i++) {
            buffers.add(opened.memory().allocate(BUFFER, BUFFER));
        }
        for (int i = 0; i < BUFFERS; i += SHARD / BUFFER) {
            shards.add(opened.memory().allocate(SHARD, SHARD));
        }
    }

    /** Releases all resources. */
    @TearDown
    public void close() {
        buffers.forEach(MemoryBlock::close);
        shards.forEach(MemoryBlock::close);
        mapper.close();
        domain.close();
        opened.close();
    }

    /** Maps and unmaps buffer by buffer. */
    @Benchmark
    public void perBuffer() {
        mapAndUnmap(buffers);
    }

    /** Maps and unmaps in shards. */
    @Benchmark
    public void shard() {
        mapAndUnmap(shards);
    }

    private void mapAndUnmap(final List<MemoryBlock> blocks) {
        for (final MemoryBlock block : blocks) {
            mappings.add(mapper.map(block));
        }
        for (final ShardMapping mapping : mappings) {
            mapping.close();
        }
        mappings.clear();
    }
}
