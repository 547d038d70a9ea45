// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/**
 * Measures the real time that the simulator requires for a 4 KB SEND, from posting the Send and the Receive to polling
 * both completions. The payload is copied. Also measures how this time depends on the number of queue pairs. Each round
 * posts 4 Sends to each of 10 queue pairs, or all 40 to a single queue pair. The same 40 buffers are used for any
 * number of queue pairs.
 *
 * <p>The targets are 250 ns and 0 B/op. With 10,000 queue pairs, the time must be at most twice the time with 10 queue
 * pairs.
 *
 * <p>How to run: {@code ./rpcrdma jmh SimulatedSend --gc}
 */
@OperationsPerInvocation(SimulatedSend.WINDOW)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@State(Scope.Thread)
public class SimulatedSend extends NanosecondBenchmark {
    static final int WINDOW = 40;

    private static final int QUEUE_PAIRS_A_ROUND = 10;

    /** The number of queue pairs. */
    @Param({"1", "10", "10000"})
    public int queuePairs;

    private ConnectedQueuePairs hosts;
    private SendRequests sends;
    private ReceiveRequests receives;
    private int chain;
    private int next;

    /** Creates the benchmark; called by JMH. */
    public SimulatedSend() {}

    /** Connects the queue pairs. */
    @Setup(Level.Trial)
    public void connect() {
        hosts = new ConnectedQueuePairs(queuePairs, WINDOW);
        chain = WINDOW / Math.min(queuePairs, QUEUE_PAIRS_A_ROUND);
        sends = hosts.newSends(chain);
        receives = hosts.newReceives(chain);
    }

    /** Closes all objects. */
    @TearDown(Level.Trial)
    public void close() {
        hosts.close();
    }

    /**
     * Posts 40 SENDs.
     *
     * @return the number of Send completions.
     */
    @Benchmark
    public int send() {
        post();
        final int done = hosts.finish();
        if (done != 2 * WINDOW) {
            throw new IllegalStateException("completions=" + done);
        }
        return done;
    }

    private void post() {
        for (int buffer = 0; buffer < WINDOW; buffer += chain) {
            hosts.post(next, buffer, chain, sends, receives);
            next = next + 1 == queuePairs ? 0 : next + 1;
        }
    }

    /** Posts 40 SENDs, and returns the number of events that the simulation processes for them. */
    int countEvents() {
        post();
        final int events = hosts.countEvents();
        hosts.finish();
        return events;
    }
}
