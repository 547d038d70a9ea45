// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.Locale;
import java.util.Map;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.sim.time.Simulation;

/**
 * Simple loops that {@code .ci/perf} runs alternately, each in its own JVM. A loop prints the CPU time per operation in
 * nanoseconds. This is the minimum of 20 rounds of 40 ms. The warm-up lasts 0.5 s, or 3 s for {@code send}, {@code
 * echo}, {@code chunk} and {@code read}. CPU time excludes the time that the thread spends waiting for a processor.
 * <ul>
 *   <li>{@code arena}, {@code endpoint}: acquires and releases a buffer, without an endpoint or through an endpoint.
 *   <li>{@code batch}, {@code endpoint-batch}: the same in batches of 32, per buffer.
 *   <li>{@code queue}: polls a buffer from a JCTools queue and offers it again.
 *   <li>{@code send}: one SEND of {@link SimulatedSend#send()}, with one queue pair.
 *   <li>{@code echo}: one RPC of {@link EchoRpc#calls()}, with 4,068 bytes.
 *   <li>{@code chunk}: one RPC of {@link EchoRpc#chunks()}, with 4,096 bytes in a Read chunk and a Write chunk.
 *   <li>{@code event}: one empty event in the simulator.
 *   <li>{@code read}: one 4 KB packet of a 1 MB RDMA READ, for both ends together. Also prints the number of packets
 *       per system call.
 *   <li>{@code datagram}: one datagram of 4,112 bytes through two sockets, without RDMA.
 * </ul>
 */
public final class CpuLoops {
    private static final int ROUNDS = 20;
    private static final long ROUND_NANOS = 40_000_000;
    private static final long WARM_UP_NANOS = 500_000_000;
    private static final long LONG_WARM_UP_NANOS = 3_000_000_000L;
    private static final int PAIRS = 10_000;
    private static final int BATCHES = 1000;
    private static final int EVENTS = 10_000;
    private static final int DATAGRAMS = 15;
    private static final int DATAGRAM_BYTES = UdpReads.MTU + 16;
    private static final int ECHO_BYTES = 4068;
    private static final int CHUNK_BYTES = 4096;
    private static final int SOCKET_BUFFER = 4 << 20;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final Map<String, Loop> LOOPS = Map.ofEntries(
            Map.entry("arena", CpuLoops::arena),
            Map.entry("endpoint", CpuLoops::endpoint),
            Map.entry("batch", CpuLoops::batch),
            Map.entry("endpoint-batch", CpuLoops::endpointBatch),
            Map.entry("queue", CpuLoops::queue),
            Map.entry("send", CpuLoops::send),
            Map.entry("echo", CpuLoops::echo),
            Map.entry("chunk", CpuLoops::chunk),
            Map.entry("event", CpuLoops::event),
            Map.entry("read", CpuLoops::read),
            Map.entry("datagram", CpuLoops::datagram));

    private CpuLoops() {}

    /** Sets up an operation, measures it and returns the line to print. */
    private interface Loop {
        String run() throws IOException;
    }

    /** Executes a number of operations. */
    private interface Round {
        void run() throws IOException;
    }

    /**
     * Runs a loop and prints its result.
     *
     * @param arguments the loop's name.
     * @throws IOException if the loop cannot use its sockets.
     */
    public static void main(final String[] arguments) throws IOException {
        final Loop loop = arguments.length == 1 ? LOOPS.get(arguments[0]) : null;
        if (loop == null) {
            throw new IllegalArgumentException(
                    "expected one of " + LOOPS.keySet() + " but found: " + String.join(" ", arguments));
        }
        System.out.println(loop.run());
    }

    private static String arena() throws IOException {
        try (ReceiveArena arena = new ReceiveArena(AddressesOnly.arena())) {
            return nanos(PAIRS, () -> {
                for (int i = 0; i < PAIRS; i++) {
                    arena.release(arena.acquire());
                }
            });
        }
    }

    private static String endpoint() throws IOException {
        try (ReceiveArena arena = new ReceiveArena(AddressesOnly.arena());
                ArenaEndpoint endpoint = arena.newEndpoint(2 * BufferPeers.HELD, 2 * BufferPeers.HELD)) {
            return nanos(PAIRS, () -> {
                for (int i = 0; i < PAIRS; i++) {
                    endpoint.release(endpoint.acquire());
                }
            });
        }
    }

    private static String batch() throws IOException {
        final long[] handles = new long[ArenaBatch.BATCH];
        try (ReceiveArena arena = new ReceiveArena(AddressesOnly.arena())) {
            return nanos(BATCHES * ArenaBatch.BATCH, () -> {
                for (int i = 0; i < BATCHES; i++) {
                    arena.release(handles, 0, arena.tryAcquire(handles, 0, ArenaBatch.BATCH));
                }
            });
        }
    }

    private static String endpointBatch() throws IOException {
        final long[] handles = new long[ArenaBatch.BATCH];
        try (ReceiveArena arena = new ReceiveArena(AddressesOnly.arena());
                ArenaEndpoint endpoint = arena.newEndpoint(2 * BufferPeers.HELD, 2 * BufferPeers.HELD)) {
            return nanos(BATCHES * ArenaBatch.BATCH, () -> {
                for (int i = 0; i < BATCHES; i++) {
                    endpoint.release(handles, 0, endpoint.tryAcquire(handles, 0, ArenaBatch.BATCH));
                }
            });
        }
    }

    private static String queue() throws IOException {
        final BufferPeers.JctoolsQueue queue = new BufferPeers.JctoolsQueue();
        queue.fill();
        return nanos(PAIRS, () -> {
            for (int i = 0; i < PAIRS; i++) {
                queue.putBack(queue.take());
            }
        });
    }

    private static String echo() throws IOException {
        final EchoRpc rpc = new EchoRpc();
        rpc.messageBytes = ECHO_BYTES;
        rpc.connect();
        final String nanos = nanos(LONG_WARM_UP_NANOS, EchoRpc.CALLS, rpc::calls);
        rpc.close();
        return nanos;
    }

    private static String send() throws IOException {
        final SimulatedSend sends = new SimulatedSend();
        sends.queuePairs = 1;
        sends.connect();
        final String nanos = nanos(LONG_WARM_UP_NANOS, SimulatedSend.WINDOW, sends::send);
        sends.close();
        return nanos;
    }

    private static String chunk() throws IOException {
        final EchoRpc rpc = new EchoRpc();
        rpc.messageBytes = CHUNK_BYTES;
        rpc.connect();
        final String nanos = nanos(LONG_WARM_UP_NANOS, EchoRpc.CALLS, rpc::chunks);
        rpc.close();
        return nanos;
    }

    private static String event() throws IOException {
        final Simulation simulation = new Simulation(1);
        final Event event = new Event() {
            @Override
            protected void fire() {
                simulation.schedule(this, simulation.nanoTime() + 100);
            }
        };
        simulation.schedule(event, 100);
        return nanos(EVENTS, () -> {
            for (int i = 0; i < EVENTS; i++) {
                simulation.step();
            }
        });
    }

    private static String read() throws IOException {
        try (UdpReads reads = new UdpReads()) {
            return nanos(LONG_WARM_UP_NANOS, UdpReads.READS * UdpReads.PACKETS, reads::run) + " "
                    + reads.packetsACall();
        }
    }

    private static String datagram() throws IOException {
        final InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (DatagramChannel out = DatagramChannel.open();
                DatagramChannel in = DatagramChannel.open()) {
            in.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            in.bind(any).configureBlocking(false);
            final InetSocketAddress receiver = (InetSocketAddress) in.getLocalAddress();
            final ByteBuffer sent = ByteBuffer.allocateDirect(DATAGRAM_BYTES);
            final ByteBuffer received = ByteBuffer.allocateDirect(1 << 16);
            return nanos(DATAGRAMS, () -> {
                for (int i = 0; i < DATAGRAMS; i++) {
                    out.send(sent.clear(), receiver);
                }
                for (int i = 0; i < DATAGRAMS; i++) {
                    require(in.receive(received.clear()) != null, "a datagram was lost");
                }
            });
        }
    }

    private static void require(final boolean condition, final String otherwise) {
        if (!condition) {
            throw new IllegalStateException(otherwise);
        }
    }

    private static String nanos(final int operations, final Round round) throws IOException {
        return nanos(WARM_UP_NANOS, operations, round);
    }

    /** Measures rounds of operations after a warm-up. Returns the CPU time per operation. */
    private static String nanos(final long warmUp, final int operations, final Round round) throws IOException {
        time(warmUp, operations, round);
        double least = Double.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            least = Math.min(least, time(ROUND_NANOS, operations, round));
        }
        return String.format(Locale.ROOT, "%.3f", least);
    }

    private static double time(final long atLeast, final int operations, final Round round) throws IOException {
        final long begin = THREADS.getCurrentThreadCpuTime();
        long spent = 0;
        long count = 0;
        while (spent < atLeast) {
            round.run();
            count += operations;
            spent = THREADS.getCurrentThreadCpuTime() - begin;
        }
        return (double) spent / count;
    }
}
