// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.host.QueuePairConnector;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SendRequests;

/**
 * Two hosts without IOMMUs that are connected by queue pairs. One host writes to the other host's memory. Polling costs
 * nothing, because the published figures describe the NICs: the programs that measured them had a dedicated processor.
 */
final class WritingHosts implements AutoCloseable {
    /** The maximum number of outstanding writes per queue pair. */
    static final int DEPTH = 16;

    final MeasuredHost server;
    final ProtectionDomain serverDomain;

    private final Simulation simulation = new Simulation(1);
    private final MeasuredHost client;
    private final ProtectionDomain clientDomain;
    private final CompletionQueue clientQueue;
    private final CompletionQueue serverQueue;
    private final List<QueuePair> writers = new ArrayList<>();
    private final List<QueuePair> targets = new ArrayList<>();
    private final SendRequests sends;
    private final Completions completions = new Completions(1);
    private final long source;

    WritingHosts(final CostModel costs, final long bytes, final int pairs) {
        final Fabric fabric = new Fabric(simulation, costs.with(CostParameter.COMPLETION, 0));
        client = new MeasuredHost(fabric, "10.98.0.1", IommuMode.OFF, MeasuredHost.PAGE);
        server = new MeasuredHost(fabric, "10.98.0.2", IommuMode.OFF, bytes);
        clientDomain = client.device.allocateProtectionDomain();
        serverDomain = server.device.allocateProtectionDomain();
        clientQueue = client.device.createCompletionQueue(pairs * DEPTH, client.loop, ready -> {});
        serverQueue = server.device.createCompletionQueue(pairs * DEPTH, server.loop, ready -> {});
        source = client.device.dma().map(client.memory.address(), MeasuredHost.PAGE, DmaDirection.TO_DEVICE);
        sends = client.device.newSendRequests(1, 1);
        final QueuePairConnector connector =
                new QueuePairConnector(simulation, client.device, client.loop, server.device, server.loop);
        for (int pair = 0; pair < pairs; pair++) {
            writers.add(queuePair(client, clientDomain, clientQueue));
            targets.add(queuePair(server, serverDomain, serverQueue));
            connector.connect(writers.get(pair), targets.get(pair));
        }
    }

    private static QueuePair queuePair(
            final MeasuredHost host, final ProtectionDomain domain, final CompletionQueue queue) {
        return host.device
                .connections()
                .createQueuePair(domain, new QueuePairAttributes(queue, queue, DEPTH, DEPTH, 1));
    }

    /** Writes and waits for the completion. Returns the elapsed time in ns. */
    long write(final long remoteAddress, final int length, final int rkey) {
        simulation.runUntil(Math.max(simulation.nanoTime(), client.loop.nanoTime()));
        final long begin = simulation.nanoTime();
        post(0, remoteAddress, length, rkey);
        await();
        return nanoTime() - begin;
    }

    /** Posts a write to a queue pair, which allows {@link #DEPTH} outstanding writes. */
    void post(final int pair, final long remoteAddress, final int length, final int rkey) {
        sends.clear();
        sends.rdmaWrite(pair, SendRequests.SIGNALED, remoteAddress, rkey);
        sends.sge(source, length, clientDomain.localDmaLkey());
        writers.get(pair).postSend(sends);
    }

    /** Waits for a write to complete. Returns the index of its queue pair. */
    int await() {
        while (clientQueue.poll(completions) == 0) {
            if (!simulation.step()) {
                throw new IllegalStateException("a write did not complete: time=" + simulation.nanoTime());
            }
        }
        if (completions.status(0) != CompletionStatus.SUCCESS) {
            throw new IllegalStateException("a write failed: status=" + CompletionStatus.name(completions.status(0)));
        }
        return (int) completions.wrId(0);
    }

    /** Returns the current time in nanoseconds. */
    long nanoTime() {
        return simulation.nanoTime();
    }

    @Override
    public void close() {
        writers.forEach(QueuePair::close);
        targets.forEach(QueuePair::close);
        clientQueue.close();
        serverQueue.close();
        client.device.dma().unmap(source, MeasuredHost.PAGE, DmaDirection.TO_DEVICE);
        clientDomain.close();
        serverDomain.close();
        client.close();
        server.close();
    }
}
