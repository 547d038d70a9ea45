// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/** Measures one row on connections that are used for no other row. */
abstract class Runner implements AutoCloseable {
    private static final long CONNECT_NANOS = 10_000_000_000L;

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

    /** Sends messages and returns the result. A duration other than 0 replaces the number of messages. */
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

    /** Describes the peer and the event that this side waits for. */
    final String awaited() {
        final String whom = "server=" + text(server) + " test=" + plan.test().label();
        if (isLeaving) {
            return whom + " disconnected=" + left() + " of " + plan.queuePairs();
        }
        if (bandwidth == null && latency == null) {
            return whom + " connected=" + connected() + " of " + plan.queuePairs();
        }
        return whom + " outstanding=" + (bandwidth == null ? 1 : bandwidth.outstanding());
    }

    /** Returns the senders, one per connection. */
    abstract Sender[] senders();

    /** Returns the sender that sends one message at a time. */
    abstract Sender pinger();

    /** Waits until all answers have arrived. */
    void awaitAnswers() {
        until(latency::isDone);
    }

    abstract void until(BooleanSupplier isDone);

    /** Returns the number of established connections. */
    abstract long connected();

    /** Returns the number of ended connections. */
    abstract long left();

    @Override
    public abstract void close();

    /** Formats a numeric address and its port. */
    static String text(final InetSocketAddress address) {
        final String digits = address.getAddress().getHostAddress();
        return (address.getAddress() instanceof Inet6Address ? "[" + digits + "]" : digits) + ":" + address.getPort();
    }

    /** Waits until a runner is connected, which normally takes a few milliseconds. */
    static void connect(
            final EventLoop loop,
            final BooleanSupplier isConnected,
            final Consumer<BooleanSupplier> drive,
            final Supplier<String> awaited) {
        final boolean[] isLate = {false};
        final Timer timer = loop.newTimer(() -> isLate[0] = true);
        timer.arm(CONNECT_NANOS);
        drive.accept(() -> isLate[0] || isConnected.getAsBoolean());
        timer.cancel();
        if (!isConnected.getAsBoolean()) {
            throw new IllegalStateException("no answer in " + CONNECT_NANOS / 1_000_000_000
                    + " seconds: is rpcrdma perf server running there, and is UDP port 4791 open? " + awaited.get());
        }
    }
}
