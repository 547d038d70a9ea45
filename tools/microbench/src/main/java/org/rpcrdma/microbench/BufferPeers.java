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

/** The buffer pools that {@link ArenaPairBenchmark} compares. Their buffers have 4096 bytes. */
public final class BufferPeers {
    /** The size of a buffer, in bytes. */
    static final int SIZE = 4096;

    /** The number of buffers held concurrently. A queue contains twice this number. */
    static final int HELD = 64;

    private BufferPeers() {}

    /** This library's arena, with its default settings. */
    @State(Scope.Benchmark)
    public static class Arena {
        ReceiveArena arena;

        /** Creates the state; called by JMH. */
        public Arena() {}

        /** Opens the arena. */
        @Setup
        public void open() {
            arena = new ReceiveArena(AddressesOnly.arena());
        }

        /** Closes the arena after the last thread has closed its endpoint. */
        @TearDown
        public void close() {
            arena.closeWhenReturned();
        }
    }

    /** A thread's endpoint in the arena. */
    @State(Scope.Thread)
    public static class Endpoint {
        ArenaEndpoint endpoint;

        /** Creates the state; called by JMH. */
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

        /** Closes the endpoint. */
        @TearDown
        public void close() {
            endpoint.close();
        }
    }

    /** The buffers that a thread holds. */
    @State(Scope.Thread)
    public static class Held {
        final long[] handles = new long[HELD];
        final Object[] buffers = new Object[HELD];

        /** Creates the state; called by JMH. */
        public Held() {}
    }

    /** Netty's pooled direct buffers. Each thread has a cache. */
    @State(Scope.Benchmark)
    public static class NettyPooled {
        final ByteBufAllocator allocator = new PooledByteBufAllocator(true);

        /** Creates the state; called by JMH. */
        public NettyPooled() {}
    }

    /** Netty's adaptive direct buffers. */
    @State(Scope.Benchmark)
    public static class NettyAdaptive {
        final ByteBufAllocator allocator = new AdaptiveByteBufAllocator(true, true);

        /** Creates the state; called by JMH. */
        public NettyAdaptive() {}
    }

    /** Arrow's allocator. */
    @State(Scope.Benchmark)
    public static class Arrow {
        final RootAllocator allocator = new RootAllocator();

        /** Creates the state; called by JMH. */
        public Arrow() {}

        /** Closes the allocator, which fails if a buffer has not been released. */
        @TearDown
        public void close() {
            allocator.close();
        }
    }

    /** A lock-free queue of preallocated buffers. */
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

    /** A JCTools queue. */
    public static class JctoolsQueue extends ReadyBuffers {
        /** Creates the state; called by JMH. */
        public JctoolsQueue() {
            super(new MpmcVarHandleArrayQueue<>(4 * HELD));
        }
    }

    /** An Agrona queue. */
    public static class AgronaQueue extends ReadyBuffers {
        /** Creates the state; called by JMH. */
        public AgronaQueue() {
            super(new ManyToManyConcurrentArrayQueue<>(4 * HELD));
        }
    }
}
