// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import org.agrona.UnsafeApi;
import org.apache.arrow.memory.ArrowBuf;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures the cost of acquiring and releasing a 4 KB buffer.
 * <ul>
 *   <li>{@link #arena}: this library's arena without an endpoint, with all default checks.
 *   <li>{@link #arenaEndpoint}: the same arena through the thread's own endpoint.
 *   <li>{@link #nettyPooled}, {@link #nettyAdaptive}: Netty's direct buffers, with its default leak detection.
 *   <li>{@link #arrow}: Arrow's allocator.
 *   <li>{@link #jctoolsQueue}, {@link #agronaQueue}: a lock-free queue of preallocated buffers, which does not look up,
 *       check or grow anything.
 *   <li>{@link #malloc}: the C library's heap, called as the JVM calls it.
 * </ul>
 *
 * <p>Compare the ratios to the peers in the same run.
 */
public abstract class ArenaPairBenchmark extends MemoryPeersBenchmark {
    /** Creates the benchmark; called by JMH. */
    protected ArenaPairBenchmark() {}

    /**
     * Measures this library's arena, without an endpoint.
     *
     * @param peer the implementation to measure.
     * @return the handle.
     */
    @Benchmark
    public long arena(final BufferPeers.Arena peer) {
        final long handle = peer.arena.acquire();
        peer.arena.release(handle);
        return handle;
    }

    /**
     * Measures this library's arena, through an endpoint.
     *
     * @param peer the implementation to measure.
     * @return the handle.
     */
    @Benchmark
    public long arenaEndpoint(final BufferPeers.Endpoint peer) {
        final long handle = peer.endpoint.acquire();
        peer.endpoint.release(handle);
        return handle;
    }

    /**
     * Measures Netty's pooled direct buffers.
     *
     * @param peer      the implementation to measure.
     * @param blackhole consumes the buffer.
     */
    @Benchmark
    public void nettyPooled(final BufferPeers.NettyPooled peer, final Blackhole blackhole) {
        final ByteBuf buffer = peer.allocator.directBuffer(BufferPeers.SIZE);
        blackhole.consume(buffer);
        buffer.release();
    }

    /**
     * Measures Netty's adaptive direct buffers.
     *
     * @param peer      the implementation to measure.
     * @param blackhole consumes the buffer.
     */
    @Benchmark
    public void nettyAdaptive(final BufferPeers.NettyAdaptive peer, final Blackhole blackhole) {
        final ByteBuf buffer = peer.allocator.directBuffer(BufferPeers.SIZE);
        blackhole.consume(buffer);
        buffer.release();
    }

    /**
     * Measures Arrow's allocator.
     *
     * @param peer      the implementation to measure.
     * @param blackhole consumes the buffer.
     */
    @Benchmark
    public void arrow(final BufferPeers.Arrow peer, final Blackhole blackhole) {
        final ArrowBuf buffer = peer.allocator.buffer(BufferPeers.SIZE);
        blackhole.consume(buffer);
        buffer.close();
    }

    /**
     * Measures a JCTools queue of preallocated buffers.
     *
     * @param peer      the implementation to measure.
     * @param blackhole consumes the buffer.
     */
    @Benchmark
    public void jctoolsQueue(final BufferPeers.JctoolsQueue peer, final Blackhole blackhole) {
        queue(peer, blackhole);
    }

    /**
     * Measures an Agrona queue of preallocated buffers.
     *
     * @param peer      the implementation to measure.
     * @param blackhole consumes the buffer.
     */
    @Benchmark
    public void agronaQueue(final BufferPeers.AgronaQueue peer, final Blackhole blackhole) {
        queue(peer, blackhole);
    }

    private static void queue(final BufferPeers.ReadyBuffers peer, final Blackhole blackhole) {
        final ByteBuffer buffer = peer.take();
        blackhole.consume(buffer);
        peer.putBack(buffer);
    }

    /**
     * Measures the C library's heap.
     *
     * @param blackhole consumes the address.
     */
    @Benchmark
    public void malloc(final Blackhole blackhole) {
        final long address = UnsafeApi.allocateMemory(BufferPeers.SIZE);
        blackhole.consume(address);
        UnsafeApi.freeMemory(address);
    }
}
