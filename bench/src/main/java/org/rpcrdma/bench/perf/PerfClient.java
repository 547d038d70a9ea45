// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/**
 * Measures one row after the other against a {@link PerfServer}.
 *
 * @param device the device; the caller closes it.
 * @param loop   the device's event loop.
 * @param server the server's address.
 * @param spins  true to poll, false to wait for events.
 */
public record PerfClient(Device device, EventLoop loop, InetSocketAddress server, boolean spins) {

    /**
     * Measures all rows.
     *
     * @param plans one plan per row, all with the same test.
     * @param out   receives each row as soon as it is measured; may be null.
     * @throws IllegalStateException if the server rejects the connection, or the test fails; the message is one line.
     */
    public PerfResult run(final List<PerfPlan> plans, final PrintWriter out) {
        final PerfPlan first = plans.get(0);
        final PerfTable table = out == null ? null : new PerfTable(first.test(), out);
        final List<PerfRow> rows = new ArrayList<>();
        for (final PerfPlan plan : plans) {
            try (Runner runner = newRunner(plan)) {
                if (table != null && rows.isEmpty()) {
                    out.println(title(first));
                    table.heading();
                }
                rows.add(measure(runner, plan));
            }
            if (table != null) {
                table.row(rows.get(rows.size() - 1));
            }
        }
        return new PerfResult(
                Version.CURRENT,
                first.test().label(),
                device.name(),
                server.getAddress().getHostAddress(),
                loop.isVirtual(),
                first.queuePairs(),
                first.txDepth(),
                first.list(),
                rows);
    }

    private String title(final PerfPlan plan) {
        return plan.test().label() + ": device=" + device.name() + " server="
                + server.getAddress().getHostAddress()
                + (plan.test().isLatency()
                        ? ""
                        : " queue-pairs=" + plan.queuePairs() + " tx-depth=" + plan.txDepth() + " list=" + plan.list())
                + (device instanceof UdpDevice udp ? " packets-a-call=" + udp.packetsACall() : "")
                + (loop.isVirtual() ? ", virtual time: from the cost model, not from this machine" : "");
    }

    private static PerfRow measure(final Runner runner, final PerfPlan plan) {
        if (plan.warmUpNanos() == PerfPlan.UNTIL_COMPILED) {
            WarmUp.ofThisJvm().repeat(() -> runner.run(0, WarmUp.SLICE_NANOS));
        } else if (plan.warmUpNanos() > 0) {
            runner.run(0, plan.warmUpNanos());
        }
        return runner.run(plan.iterations(), plan.durationNanos());
    }

    private Runner newRunner(final PerfPlan plan) {
        return plan.test().isRpc()
                ? new RpcRunner(device, loop, server, plan)
                : new VerbsRunner(
                        device, loop, new Drive(loop, spins || looksAtMemory(plan.test(), loop)), server, plan);
    }

    /** Returns true if a test must poll memory, because a WRITE generates no event. In virtual time, a timer polls. */
    static boolean looksAtMemory(final PerfTest test, final EventLoop loop) {
        return test == PerfTest.WRITE_LAT && !loop.isVirtual();
    }
}
