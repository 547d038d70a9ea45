// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;

/**
 * What does an echo RPC cost if both endpoints measure their calls ({@code callTimes}), beside {@link EchoRpc}? Once
 * with the simulation's clock, which costs nothing, so that the rest is seen. {@link #clock} is what each reading of a
 * real one adds: at a server one for an answer and one for each poll of completions, at a client one for each poll.
 *
 * <p>The target is 40 ns and 0 B/op more, readings apart.
 *
 * <p>How to run: {@code ./rpcrdma jmh EchoRpc --gc}
 */
public class MeasuredEchoRpc extends EchoRpc {
    /** Made by JMH. */
    public MeasuredEchoRpc() {}

    @Override
    RpcRdmaServer.Context server(final RpcRdmaServer.Context context) {
        return context.callTimes(true);
    }

    @Override
    RpcRdmaClient.Context client(final RpcRdmaClient.Context context) {
        return context.callTimes(true);
    }

    /**
     * A reading of the clock that a real device's event loop has.
     *
     * @return nanoseconds.
     */
    @Benchmark
    @OperationsPerInvocation(1)
    public long clock() {
        return System.nanoTime();
    }
}
