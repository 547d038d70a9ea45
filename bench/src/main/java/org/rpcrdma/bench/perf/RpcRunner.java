// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/** The client's side of one row of echo RPCs: the transport's own, which works by events. */
final class RpcRunner implements Runner {
    private final EventLoop loop;
    private final Drive drive;
    private final InetSocketAddress server;
    private final PerfPlan plan;
    private final List<RpcLane> lanes = new ArrayList<>();
    private BandwidthRun bandwidth;
    private LatencyRun latency;
    private boolean isLeaving;
    private String failure;

    /**
     * Connects.
     *
     * @param server where {@link PerfServer} listens.
     * @throws IllegalStateException if there is no connection, saying why.
     */
    RpcRunner(final Device device, final EventLoop loop, final InetSocketAddress server, final PerfPlan plan) {
        this.loop = loop;
        this.server = PerfServer.rpcAddress(server);
        this.plan = plan;
        drive = new Drive(loop, false);
        for (int i = 0; i < plan.queuePairs(); i++) {
            lanes.add(new RpcLane(this, i, device, loop, this.server, plan));
        }
        PerfClient.connect(loop, () -> lanes.stream().allMatch(RpcLane::isConnected), this::until, this::awaited);
    }

    private void until(final BooleanSupplier isDone) {
        drive.until(() -> failure != null || isDone.getAsBoolean(), () -> 0, this::awaited);
        if (failure != null) {
            throw new IllegalStateException("the connection to the server ended: " + failure + ": " + awaited());
        }
    }

    /** Returns the peer and the event that this side waits for. */
    private String awaited() {
        final String whom =
                "server=" + PerfClient.text(server) + " test=" + plan.test().label();
        if (isLeaving) {
            return whom + " disconnected=" + count(RpcLane::hasLeft) + " of " + lanes.size();
        }
        if (bandwidth == null && latency == null) {
            return whom + " connected=" + count(RpcLane::isConnected) + " of " + lanes.size();
        }
        return whom + " outstanding=" + (bandwidth == null ? 1 : bandwidth.outstanding());
    }

    private long count(final Predicate<RpcLane> which) {
        return lanes.stream().filter(which).count();
    }

    @Override
    public PerfRow run(final long messages, final long durationNanos) {
        return plan.test().isLatency() ? latency(messages, durationNanos) : bandwidth(messages, durationNanos);
    }

    private PerfRow bandwidth(final long messages, final long durationNanos) {
        final Sender[] senders = lanes.toArray(Sender[]::new);
        final BandwidthRun run = new BandwidthRun(loop::nanoTime, senders, plan, messages, durationNanos);
        bandwidth = run;
        run.begin();
        until(run::isDone);
        return PerfRow.of(plan, run);
    }

    private PerfRow latency(final long messages, final long durationNanos) {
        final LatencyRun run = new LatencyRun(loop::nanoTime, lanes.get(0), messages, durationNanos);
        latency = run;
        run.begin();
        until(run::isDone);
        return PerfRow.of(plan, run);
    }

    /** Takes an answer. */
    void answered(final int lane) {
        if (latency != null) {
            latency.answered();
        } else {
            bandwidth.completed(lane, 1);
            bandwidth.goOn();
        }
    }

    void failed(final String reason) {
        if (!isLeaving && failure == null) {
            failure = reason;
        }
    }

    @Override
    public void close() {
        isLeaving = true;
        lanes.forEach(RpcLane::disconnect);
        drive.until(() -> lanes.stream().allMatch(RpcLane::hasLeft), () -> 0, this::awaited);
        lanes.forEach(RpcLane::close);
    }
}
