// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.LeakDetection;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;

/**
 * Measures what leak detection and poisoning add to the cost of acquiring and releasing a 4 KB buffer.
 * <ul> <li>{@link #pair}: without an endpoint, on one thread. <li>{@link #endpointPair}: through an endpoint.
 *   <li>{@link #hold64}: the cost per buffer, without an endpoint, when a thread acquires 64 buffers, holds all of
 *   them, and then releases them.
 * </ul>
 *
 * <p>How to run: {@code ./rpcrdma jmh ArenaLeakLevels --gc}. Compare the ratios to {@code DISABLED} without poisoning
 * in the same run. The two highest levels record the stack, which is about ten frames deep under JMH. Deeper stacks
 * cost more.
 */
@State(Scope.Thread)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
public class ArenaLeakLevels extends NanosecondBenchmark {
    private static final int HELD = 64;

    /** The level of leak detection. */
    @Param
    public LeakDetection level;

    /** True if free buffers are poisoned. */
    @Param({"false", "true"})
    public boolean poison;

    private final long[] handles = new long[HELD];
    private ReceiveArena arena;
    private ArenaEndpoint endpoint;

    /** Creates the benchmark; called by JMH. */
    public ArenaLeakLevels() {}

    /** Opens an arena whose memory is real and can be poisoned. */
    @Setup
    public void open() {
        final SimulatedDevice device = new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1");
        arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(new DmaShardMapper(device.allocateProtectionDomain()))
                .memory(device.memory())
                .leakDetection(level)
                .poisonReleased(poison));
        endpoint = arena.newEndpoint(HELD, HELD);
    }

    /** Releases all resources. */
    @TearDown
    public void close() {
        endpoint.close();
        arena.close();
    }

    /**
     * Measures pairs without an endpoint.
     *
     * @return the handle.
     */
    @Benchmark
    public long pair() {
        final long handle = arena.acquire();
        arena.release(handle);
        return handle;
    }

    /**
     * Measures pairs through an endpoint.
     *
     * @return the handle.
     */
    @Benchmark
    public long endpointPair() {
        final long handle = endpoint.acquire();
        endpoint.release(handle);
        return handle;
    }

    /** Measures 64 held buffers without an endpoint. */
    @Benchmark
    @OperationsPerInvocation(HELD)
    public void hold64() {
        for (int i = 0; i < HELD; i++) {
            handles[i] = arena.acquire();
        }
        for (int i = 0; i < HELD; i++) {
            arena.release(handles[i]);
        }
    }
}
