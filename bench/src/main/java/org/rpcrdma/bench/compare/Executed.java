// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Arrays;
import java.util.List;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * The work that a server executed: the number of charges for each cost parameter, indexed by the parameter's ordinal. A
 * cost sheet can price the work without another run.
 *
 * @param queues      the charges for creating and connecting queues.
 * @param buffers     the charges for Receive buffers.
 * @param calls       the charges for RPCs.
 * @param connections the number of connections.
 * @param rpcs        the number of RPCs.
 * @param waited      the time that processors waited for locks on behalf of Receive buffers, in nanoseconds.
 * @param smaller     the additional work that smaller blocks cause for Receive buffers.
 */
record Executed(
        double[] queues,
        double[] buffers,
        double[] calls,
        long connections,
        long rpcs,
        long waited,
        SmallerBlocks smaller) {
    /** Returns the work of a run, given its times. */
    static Executed of(
            final HostTimes all,
            final HostTimes buffers,
            final HostTimes calls,
            final long connections,
            final long rpcs) {
        return new Executed(
                doubles(all.connecting()),
                doubles(buffers.other()),
                doubles(calls.other()),
                connections,
                rpcs,
                buffers.waited(),
                SmallerBlocks.NONE);
    }

    private static double[] doubles(final long[] counts) {
        return Arrays.stream(counts).asDoubleStream().toArray();
    }

    /** Returns the sum of several runs. Its means are still per connection and per RPC. */
    static Executed sum(final List<Executed> runs) {
        return runs.stream().reduce(Executed::plus).orElseThrow();
    }

    private Executed plus(final Executed other) {
        return new Executed(
                plus(queues, other.queues),
                plus(buffers, other.buffers),
                plus(calls, other.calls),
                connections + other.connections,
                rpcs + other.rpcs,
                waited + other.waited,
                smaller);
    }

    private static double[] plus(final double[] one, final double[] other) {
        final double[] sum = one.clone();
        Arrays.setAll(sum, i -> sum[i] + other[i]);
        return sum;
    }

    /** Returns this work with one more completion queue per connection. */
    Executed withQueueOfItsOwn() {
        final double[] more = queues.clone();
        more[CostParameter.CREATE_CQ.ordinal()] += connections;
        more[CostParameter.FIRMWARE_CREATE_CQ.ordinal()] += connections;
        return new Executed(more, buffers, calls, connections, rpcs, waited, smaller);
    }

    /** Returns this work together with the additional work that smaller blocks cause. */
    Executed with(final SmallerBlocks blocks) {
        return new Executed(queues, buffers, calls, connections, rpcs, waited, blocks);
    }

    /** Returns the work for Receive buffers, given the share of smaller blocks in a sheet. */
    double[] buffers(final Sheet sheet) {
        return smaller.work(buffers, sheet);
    }

    /** Returns the CPU time to set up and tear down a connection. */
    double connectionNanos(final Sheet sheet) {
        return queuesNanos(sheet) + buffersNanos(sheet);
    }

    double queuesNanos(final Sheet sheet) {
        return sheet.processor(queues) / connections;
    }

    double buffersNanos(final Sheet sheet) {
        return sheet.processor(buffers(sheet)) / connections;
    }

    /** Returns the CPU time of an RPC. */
    double rpcNanos(final Sheet sheet) {
        return sheet.processor(calls) / rpcs;
    }

    /**
     * Returns the CPU time of an RPC, not including the time to wake threads. The number of wake-ups depends on which
     * calls happen to coincide.
     */
    double mappedRpcNanos(final Sheet sheet) {
        return rpcNanos(sheet) - sheet.nanos(CostParameter.WAKEUP, calls) / rpcs;
    }

    /** Returns the time per connection that a processor spins while it waits for the IOMMU and for locks. */
    double spinNanos(final Sheet sheet) {
        return (sheet.spins(queues) + sheet.spins(buffers(sheet)) + waited) / connections;
    }

    /** Returns the time that a connection waits for firmware commands. */
    double firmwareNanos(final Sheet sheet) {
        return (sheet.firmware(queues) + sheet.firmware(buffers(sheet))) / connections;
    }

    /** Returns the total time that a connection waits. */
    double waitNanos(final Sheet sheet) {
        return spinNanos(sheet) + firmwareNanos(sheet) + peerNanos(sheet);
    }

    /** Returns the time that a connection waits for its peer. */
    double peerNanos(final Sheet sheet) {
        return sheet.nanos(CostParameter.CONNECT_WAIT, queues) / connections;
    }
}
