// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import io.netty.buffer.AdaptiveByteBufAllocator;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.util.Queue;
import org.agrona.concurrent.ManyToManyConcurrentArrayQueue;
import org.apache.arrow.memory.RootAllocator;
import org.jctools.queues.varhandle.MpmcVarHandleArrayQueue;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.ReceiveArena;

/** The buffer pools of {@link ArenaPairBenchmark}, each of buffers of 4096 bytes. */
public final class BufferPeers {
    /** Bytes in a buffer. */
    static final int SIZE = 4096;

    /** Buffers held concurrently; twice as many are ready in a queue. */
    static final int HELD = 64;

    private BufferPeers() {}

    /** This library's arena, with its defaults. */
    @State(Scope.Benchmark)
    public static class Arena {
        ReceiveArena arena;

        /** Called by JMH. */
        public Arena() {}

        /** Opens the arena. */
        @Setup
        public void open() {
            arena = new ReceiveArena(AddressesOnly.arena());
        }

        /** Closes it, when the last thread has closed its endpoint. */
        @TearDown
        public void close() {
            arena.closeWhenReturned();
        }
    }

    /** A thread's own endpoint of the arena. */
    @State(Scope.Thread)
    public static class Endpoint {
        ArenaEndpoint endpoint;

        /** Called by JMH. */
        public Endpoint() {}

        /**
         * Creates the endpoint.
         *
         * @param arena the arena to measure.
         */
        @Setup
        public void open(final Arena arena) {
            endpoint = arena.arena.newEndpoint(2 * HELD, 2 * HELD);
        }

        /** Closes it. */
        @TearDown
        public void close() {
            endpoint.close();
        }
    }

    /** The buffer that a thread holds. */
    @State(Scope.Thread)
    public static class Held {
        final long[] handles = new long[HELD];
        final Object[] buffers = new Object[HELD];

        /** Called by JMH. */
        public Held() {}
    }

    /** Netty's pooled direct buffers; every thread has a cache. */
    @State(Scope.Benchmark)
    public static class NettyPooled {
        final ByteBufAllocator allocator = new PooledByteBufAllocator(true);

        /** Called by JMH. */
        public NettyPooled() {}
    }

    /** Netty's adaptive direct buffers. */
    @State(Scope.Benchmark)
    public static class NettyAdaptive {
        final ByteBufAllocator allocator = new AdaptiveByteBufAllocator(true, true);

        /** Called by JMH. */
        public NettyAdaptive() {}
    }

    /** Arrow's allocator. */
    @State(Scope.Benchmark)
    public static class Arrow {
        final RootAllocator allocator = new RootAllocator();

        /** Called by JMH. */
        public Arrow() {}

        /** Closes it, which fails if a buffer was not released. */
        @TearDown
        public void close() {
            allocator.close();
        }
    }

    /** Ready buffers in a lock-free queue. */
    @State(Scope.Benchmark)
    public abstract static class ReadyBuffers {
        private final Queue<ByteBuffer> queue;

        ReadyBuffers(final Queue<ByteBuffer> queue) {
            this.queue = queue;
        }

        /** Fills the queue. */
        @Setup
        public void fill() {
            for (int i = 0; i < 4 * HELD; i++) {
                queue.offer(ByteBuffer.allocateDirect(SIZE));
            }
        }

        ByteBuffer take() {
            ByteBuffer buffer = queue.poll();
            while (buffer == null) {
                buffer = queue.poll();
            }
            return buffer;
        }

        void putBack(final ByteBuffer buffer) {
            queue.offer(buffer);
        }
    }

    /** The queue of JCTools. */
    public static class JctoolsQueue extends ReadyBuffers {
        /** Called by JMH. */
        public JctoolsQueue() {
            super(new MpmcVarHandleArrayQueue<>(4 * HELD));
        }
    }

    /** The queue of Agrona. */
    public static class AgronaQueue extends ReadyBuffers {
        /** Called by JMH. */
        public AgronaQueue() {
            super(new ManyToManyConcurrentArrayQueue<>(4 * HELD));
        }
    }
}
