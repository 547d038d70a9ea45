// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.ConnectionCalls;
import org.rpcrdma.bench.settings.MessageSizes;
import org.rpcrdma.bench.settings.MessageSizes.MessageSize;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;

/**
 * A load in which every connection sends data to {@link EchoService} and receives it back. The data has either one size
 * or a distribution of sizes. Data of up to half a Receive buffer is sent inline; larger data uses a Read chunk and a
 * Write chunk. Without memory for payload, data is neither written nor verified.
 *
 * @param rpcs       the number of RPCs per connection.
 * @param sizes      the bytes of data per call. Each connection draws its own sizes, which are the same in every run
 *                   with the same seed.
 * @param bufferSize the bytes per Receive buffer.
 * @param memory     the memory behind the payload's addresses.
 * @param seed       the seed for the data and its sizes.
 */
public record EchoLoad(int rpcs, MessageSizes sizes, int bufferSize, MemoryMode memory, long seed) implements Load {
    /** The workload's name on the command line. */
    public static final String LABEL = "echo";

    /** The number of calls in flight per connection. */
    public static final int IN_FLIGHT = 4;

    /** Creates the load for a comparison with echo calls. */
    public static EchoLoad of(final ConnectionCalls.Echo echo, final ComparisonSettings settings) {
        final BufferSettings buffers = settings.buffers();
        return new EchoLoad(
                echo.rpcs(),
                echo.sizes(),
                buffers.size() == 0 ? BufferSettings.USUAL_SIZE : buffers.size(),
                buffers.memory(),
                settings.seeds().first());
    }

    /** Returns this load with a different number of calls. */
    public EchoLoad ofRpcs(final int number) {
        return new EchoLoad(number, sizes, bufferSize, memory, seed);
    }

    @Override
    public EchoLoad ofSeed(final long other) {
        return new EchoLoad(rpcs, sizes, bufferSize, memory, other);
    }

    /** Returns true if data of this size is sent inline. */
    boolean isInline(final int size) {
        return size <= largestInline();
    }

    private int largestInline() {
        return bufferSize / 2;
    }

    /** Returns the sizes that need chunks. */
    IntStream chunkSizes() {
        return sizes.list().stream().mapToInt(MessageSize::bytes).filter(size -> !isInline(size));
    }

    boolean isChecked() {
        return memory == MemoryMode.BACKED;
    }

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public String title() {
        return "echo of " + sizes + " bytes";
    }

    /**
     * Returns the size of the largest call in bytes. It consists of the RPC message and a header with at most one Read
     * and one Write segment.
     */
    @Override
    public int largestSend() {
        final IntStream inline =
                sizes.list().stream().mapToInt(MessageSize::bytes).filter(this::isInline);
        return 128 + EchoProtocol.DATA + inline.max().orElse(0);
    }

    @Override
    public int largestSegment() {
        return chunkSizes().max().orElse(0);
    }

    @Override
    public int largestChunk() {
        return Math.max(1024, sizes.largest());
    }

    @Override
    public LoadService newService() {
        return new Service();
    }

    @Override
    public LoadClient newClient(
            final SimulatedDevice device,
            final EventLoop loop,
            final RpcRdmaClient.Context context,
            final int number,
            final LongConsumer latency) {
        return newClient(device, device.memory(memory), loop, context, number, latency);
    }

    /** Creates a client that makes one connection's calls, on any device. */
    public EchoClient newClient(
            final Device device,
            final MemoryAllocator allocator,
            final EventLoop loop,
            final RpcRdmaClient.Context context,
            final int number,
            final LongConsumer latency) {
        final SeededRandom data = new SeededRandom(seed).split(number);
        final SeededRandom drawn = new SeededRandom(seed).split(~number);
        return new EchoClient(
                this, device, loop, context, client -> new EchoExchange(client, this, allocator, data), drawn, latency);
    }

    /** Echoes the data and counts its bytes. The client verifies the data. */
    private static final class Service implements LoadService, RpcService {
        private final EchoService echo = new EchoService();
        private long calls;
        private long payloadBytes;

        @Override
        public void onCall(final RpcCall call) {
            calls++;
            payloadBytes += call.message().getInt(call.messageOffset() + EchoProtocol.DATA - Integer.BYTES, BIG_ENDIAN);
            echo.onCall(call);
        }

        @Override
        public RpcService service() {
            return this;
        }

        @Override
        public long calls() {
            return calls;
        }

        @Override
        public long payloadBytes() {
            return payloadBytes;
        }

        @Override
        public long corruptions() {
            return 0;
        }
    }
}
