// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost per buffer in batches of 32, the way a transport replenishes its Receives. The peers do not support
 * batches; {@link ArenaPairOneThread} measures their cost for single buffers.
 *
 * <p>How to run: {@code ./rpcrdma jmh ArenaBatch --gc}
 */
@OperationsPerInvocation(ArenaBatch.BATCH)
@Warmup(iterations = 4, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
public class ArenaBatch extends NanosecondBenchmark {
    static final int BATCH = 32;

    /** Creates the benchmark; called by JMH. */
    public ArenaBatch() {}

    /**
     * Measures batches through the arena, with one thread.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     * @return the number of buffers acquired.
     */
    @Benchmark
    public int arena(final BufferPeers.Arena peer, final BufferPeers.Held held) {
        final int acquired = peer.arena.tryAcquire(held.handles, 0, BATCH);
        peer.arena.release(held.handles, 0, acquired);
        return acquired;
    }

    /**
     * Measures batches through the arena, with two concurrent threads.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     * @return the number of buffers acquired.
     */
    @Benchmark
    @Threads(2)
    public int arenaTwoThreads(final BufferPeers.Arena peer, final BufferPeers.Held held) {
        return arena(peer, held);
    }

    /**
     * Measures batches through an endpoint.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     * @return the number of buffers acquired.
     */
    @Benchmark
    public int arenaEndpoint(final BufferPeers.Endpoint peer, final BufferPeers.Held held) {
        final int acquired = peer.endpoint.tryAcquire(held.handles, 0, BATCH);
        peer.endpoint.release(held.handles, 0, acquired);
        return acquired;
    }
}
