// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.ByteBuffer;
import org.agrona.UnsafeApi;
import org.apache.arrow.memory.ArrowBuf;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Measures the cost per buffer when a thread acquires 64 buffers one by one, holds all of them, and then releases them.
 * Some caches hold fewer buffers.
 *
 * <p>How to run: {@code ./rpcrdma jmh ArenaHold --gc}. Compare the ratios to the peers in the same run.
 */
@OperationsPerInvocation(BufferPeers.HELD)
public class ArenaHold extends MemoryPeersBenchmark {
    /** Creates the benchmark; called by JMH. */
    public ArenaHold() {}

    /**
     * Measures this library's arena, without an endpoint.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     */
    @Benchmark
    public void arena(final BufferPeers.Arena peer, final BufferPeers.Held held) {
        for (int i = 0; i < BufferPeers.HELD; i++) {
            held.handles[i] = peer.arena.acquire();
        }
        for (int i = 0; i < BufferPeers.HELD; i++) {
            peer.arena.release(held.handles[i]);
        }
    }

    /**
     * Measures this library's arena, through an endpoint.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     */
    @Benchmark
    public void arenaEndpoint(final BufferPeers.Endpoint peer, final BufferPeers.Held held) {
        for (int i = 0; i < BufferPeers.HELD; i++) {
            held.handles[i] = peer.endpoint.acquire();
        }
        for (int i = 0; i < BufferPeers.HELD; i++) {
            peer.endpoint.release(held.handles[i]);
        }
    }

    /**
     * Measures Netty's pooled direct buffers.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     */
    @Benchmark
    public void nettyPooled(final BufferPeers.NettyPooled peer, final BufferPeers.Held held) {
        netty(peer.allocator, held.buffers);
    }

    /**
     * Measures Netty's adaptive direct buffers.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     */
    @Benchmark
    public void nettyAdaptive(final BufferPeers.NettyAdaptive peer, final BufferPeers.Held held) {
        netty(peer.allocator, held.buffers);
    }

    private static void netty(final ByteBufAllocator allocator, final Object[] held) {
        for (int i = 0; i < BufferPeers.HELD; i++) {
            held[i] = allocator.directBuffer(BufferPeers.SIZE);
        }
        for (int i = 0; i < BufferPeers.HELD; i++) {
            ((ByteBuf) held[i]).release();
        }
    }

    /**
     * Measures Arrow's allocator.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     */
    @Benchmark
    public void arrow(final BufferPeers.Arrow peer, final BufferPeers.Held held) {
        for (int i = 0; i < BufferPeers.HELD; i++) {
            held.buffers[i] = peer.allocator.buffer(BufferPeers.SIZE);
        }
        for (int i = 0; i < BufferPeers.HELD; i++) {
            ((ArrowBuf) held.buffers[i]).close();
        }
    }

    /**
     * Measures a JCTools queue of preallocated buffers.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     */
    @Benchmark
    public void jctoolsQueue(final BufferPeers.JctoolsQueue peer, final BufferPeers.Held held) {
        queue(peer, held.buffers);
    }

    /**
     * Measures an Agrona queue of preallocated buffers.
     *
     * @param peer the implementation to measure.
     * @param held the thread's buffers.
     */
    @Benchmark
    public void agronaQueue(final BufferPeers.AgronaQueue peer, final BufferPeers.Held held) {
        queue(peer, held.buffers);
    }

    private static void queue(final BufferPeers.ReadyBuffers peer, final Object[] held) {
        for (int i = 0; i < BufferPeers.HELD; i++) {
            held[i] = peer.take();
        }
        for (int i = 0; i < BufferPeers.HELD; i++) {
            peer.putBack((ByteBuffer) held[i]);
        }
    }

    /**
     * Measures the C library's heap.
     *
     * @param held the thread's buffers.
     */
    @Benchmark
    public void malloc(final BufferPeers.Held held) {
        for (int i = 0; i < BufferPeers.HELD; i++) {
            held.handles[i] = UnsafeApi.allocateMemory(BufferPeers.SIZE);
        }
        for (int i = 0; i < BufferPeers.HELD; i++) {
            UnsafeApi.freeMemory(held.handles[i]);
        }
    }
}
