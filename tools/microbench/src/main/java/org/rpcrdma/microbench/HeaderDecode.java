// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.UnsafeBuffer;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.glassfish.grizzly.memory.ByteBufferWrapper;
import org.glassfish.grizzly.memory.MemoryManager;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * Measures the cost of reading an RPC-over-RDMA header whose Read list has four segments. The benchmark walks all lists
 * and uses every word of every segment. The peer is oncrpc4j's {@code Xdr}, which reads the same words one after the
 * other and checks no counts.
 *
 * <p>The targets are less than 25 ns and 0 B/op.
 *
 * <p>How to run: {@code ./rpcrdma jmh HeaderDecode --gc}
 */
@Warmup(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
public class HeaderDecode extends NanosecondBenchmark {
    private static final int SEGMENTS = 4;
    private static final int LENGTH = 256;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(LENGTH);
    private final UnsafeBuffer message = new UnsafeBuffer(bytes);
    private final RpcRdmaHeader header = new RpcRdmaHeader();
    private final Xdr xdr = new Xdr(new ByteBufferWrapper(bytes), MemoryManager.DEFAULT_MEMORY_MANAGER);

    /** Creates the benchmark; called by JMH. */
    public HeaderDecode() {}

    /**
     * Writes the header and checks that both implementations read the same words from it.
     *
     * @throws IOException if the peer's stream ends prematurely.
     */
    @Setup(Level.Trial)
    public void write() throws IOException {
        final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
        writer.wrap(message, 0, LENGTH).begin(0x12345678, 32, RpcRdmaHeader.RDMA_MSG);
        for (int i = 0; i < SEGMENTS; i++) {
            writer.readSegment(148, 0x1000 + i, 65_536, 0x7f00_0000_0000L + i * 65_536L);
        }
        writer.finish();
        final long first = flyweight();
        if (first != xdr()) {
            throw new IllegalStateException("readings differ");
        }
    }

    /**
     * Measures the flyweight.
     *
     * @return the sum of the words.
     */
    @Benchmark
    public long flyweight() {
        if (header.wrap(message, 0, LENGTH) != HeaderStatus.VALID) {
            throw new IllegalStateException("not valid");
        }
        long sum = header.xid() + header.credits() + header.procedure();
        for (int i = 0; i < header.readSegmentCount(); i++) {
            sum += header.readPosition(i) + header.readHandle(i) + header.readLength(i) + header.readOffset(i);
        }
        return sum;
    }

    /**
     * Measures the peer.
     *
     * @return the same sum.
     * @throws IOException if the stream ends prematurely.
     */
    @Benchmark
    public long xdr() throws IOException {
        xdr.beginDecoding();
        long sum = xdr.xdrDecodeInt();
        xdr.xdrDecodeInt();
        sum += xdr.xdrDecodeInt();
        sum += xdr.xdrDecodeInt();
        while (xdr.xdrDecodeBoolean()) {
            sum += xdr.xdrDecodeInt();
            sum += xdr.xdrDecodeInt();
            sum += xdr.xdrDecodeInt();
            sum += xdr.xdrDecodeLong();
        }
        while (xdr.xdrDecodeBoolean()) {
            throw new IOException("no Write chunk was written");
        }
        if (xdr.xdrDecodeBoolean()) {
            throw new IOException("no Reply chunk was written");
        }
        return sum;
    }
}
