// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.net.InetSocketAddress;
import java.util.function.BooleanSupplier;
import org.rpcrdma.verbs.EventLoop;

/** Measures one row, on connections of its own. */
abstract class Runner implements AutoCloseable {
    final EventLoop loop;
    final InetSocketAddress server;
    final PerfPlan plan;
    BandwidthRun bandwidth;
    LatencyRun latency;
    boolean isLeaving;

    Runner(final EventLoop loop, final InetSocketAddress server, final PerfPlan plan) {
        this.loop = loop;
        this.server = server;
        this.plan = plan;
    }

    /** Sends a number of messages, or for a time if that is not 0, and returns the result. */
    final PerfRow run(final long messages, final long durationNanos) {
        if (plan.test().isLatency()) {
            latency = new LatencyRun(loop::nanoTime, pinger(), messages, durationNanos);
            latency.begin();
            awaitAnswers();
            return PerfRow.of(plan, latency);
        }
        bandwidth = new BandwidthRun(loop::nanoTime, senders(), plan, messages, durationNanos);
        bandwidth.begin();
        until(bandwidth::isDone);
        return PerfRow.of(plan, bandwidth);
    }

    /** Returns the peer and the event that this side waits for. */
    final String awaited() {
        final String whom =
                "server=" + PerfClient.text(server) + " test=" + plan.test().label();
        if (isLeaving) {
            return whom + " disconnected=" + left() + " of " + plan.queuePairs();
        }
        if (bandwidth == null && latency == null) {
            return whom + " connected=" + connected() + " of " + plan.queuePairs();
        }
        return whom + " outstanding=" + (bandwidth == null ? 1 : bandwidth.outstanding());
    }

    /** Returns what sends messages, a connection each. */
    abstract Sender[] senders();

    /** Returns what sends one message after the other. */
    abstract Sender pinger();

    /** Waits until all answers have come. */
    void awaitAnswers() {
        until(latency::isDone);
    }

    abstract void until(BooleanSupplier isDone);

    /** Returns the connections that there are. */
    abstract long connected();

    /** Returns the connections that have ended. */
    abstract long left();

    @Override
    public abstract void close();
}
