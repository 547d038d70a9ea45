// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/** The client side of one row of echo RPCs. It uses the transport, which is event-driven. */
final class RpcRunner extends Runner {
    private final Drive drive;
    private final List<RpcLane> lanes = new ArrayList<>();
    private String failure;

    /**
     * Creates the connections.
     *
     * @param server the address of the {@link PerfServer}.
     * @throws IllegalStateException if a connection fails; the message contains the reason.
     */
    RpcRunner(final Device device, final EventLoop loop, final InetSocketAddress server, final PerfPlan plan) {
        super(loop, PerfServer.rpcAddress(server), plan);
        drive = new Drive(loop, false);
        for (int i = 0; i < plan.queuePairs(); i++) {
            lanes.add(new RpcLane(this, i, device, loop, this.server, plan));
        }
        connect(loop, () -> lanes.stream().allMatch(RpcLane::isConnected), this::until, this::awaited);
    }

    @Override
    void until(final BooleanSupplier isDone) {
        drive.until(() -> failure != null || isDone.getAsBoolean(), () -> 0, this::awaited);
        if (failure != null) {
            throw new IllegalStateException("the connection to the server ended: " + failure + ": " + awaited());
        }
    }

    @Override
    Sender[] senders() {
        return lanes.toArray(Sender[]::new);
    }

    @Override
    Sender pinger() {
        return lanes.get(0);
    }

    @Override
    long connected() {
        return lanes.stream().filter(RpcLane::isConnected).count();
    }

    @Override
    long left() {
        return lanes.stream().filter(RpcLane::hasLeft).count();
    }

    /** Handles an answer. */
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
