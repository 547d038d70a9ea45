// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;

/**
 * Measures the cost of a 4 KB echo RPC if both endpoints measure their calls ({@code callTimes}). The clock is the
 * simulation's, which costs nothing to read. On a real device, the cost of reading the clock must be added. A server
 * reads it once per answer and once per poll for completions. A client reads it once per poll.
 *
 * <p>The targets are at most 40 ns and 0 B/op more than {@link EchoRpc#calls()}, excluding the time to read the clock.
 *
 * <p>How to run: {@code ./rpcrdma jmh MeasuredEchoRpc --gc}
 */
@OperationsPerInvocation(EchoRpc.CALLS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class MeasuredEchoRpc extends NanosecondBenchmark {
    private static final int MESSAGE_BYTES = 4068;

    private final EchoRpc echo = new EchoRpc() {
        @Override
        RpcRdmaServer.Context server(final RpcRdmaServer.Context context) {
            return context.callTimes(true);
        }

        @Override
        RpcRdmaClient.Context client(final RpcRdmaClient.Context context) {
            return context.callTimes(true);
        }
    };

    /** Creates the benchmark; called by JMH. */
    public MeasuredEchoRpc() {}

    /** Connects the client and the server. */
    @Setup(Level.Trial)
    public void connect() {
        echo.messageBytes = MESSAGE_BYTES;
        echo.connect();
    }

    /** Closes all objects. */
    @TearDown(Level.Trial)
    public void close() {
        echo.close();
    }

    /**
     * Makes 1,024 calls. The client sends a new call whenever a call has been answered.
     *
     * @return the last transaction id.
     */
    @Benchmark
    public int calls() {
        return echo.calls();
    }
}
