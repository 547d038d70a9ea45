// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;

/** Tests the unpolled completions of a queue pair that is reset or closed. libmlx5 removes these completions. */
class CompletionsLeaveTest {
    private static final int DEPTH = 8;
    private static final int LENGTH = 16;
    private static final int COMPLETIONS = 40;

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private SimulatedDevice device;
    private ProtectionDomain domain;
    private CompletionQueue queue;
    private GuardedBuffer buffer;

    private void begin(final Personality personality) {
        device = fabric.attach("sim0", "10.98.0.1", DeviceConfiguration.DEFAULT.withPersonality(personality));
        final EventLoop loop = device.newEventLoop();
        domain = device.allocateProtectionDomain();
        queue = device.createCompletionQueue(COMPLETIONS, loop, ready -> {});
        buffer = new GuardedBuffer(device, 4096).fill(1);
    }

    /** Returns a queue pair that is connected to itself. */
    private QueuePair newPair(final SharedReceiveQueue shared) {
        final QueuePair queuePair = device.connections()
                .createQueuePair(
                        domain,
                        new QueuePairAttributes(queue, queue, DEPTH, DEPTH, 1)
                                .withCapabilities(new QueuePairCapabilities(DEPTH, DEPTH, 1, 1, 0))
                                .withSharedReceiveQueue(shared));
        queuePair.connectToItself();
        return queuePair;
    }

    private void exchange(final QueuePair queuePair, final long wrId) {
        final ReceiveRequests receives = device.newReceiveRequests(1);
        receives.receive(wrId + 1, buffer.iova + 64 * wrId, LENGTH, GuardedBuffer.LKEY);
        queuePair.postReceive(receives);
        send(queuePair, wrId);
    }

    private void send(final QueuePair queuePair, final long wrId) {
        final SendRequests sends = device.newSendRequests(1, 1);
        sends.send(wrId, SendRequests.SIGNALED);
        sends.sge(buffer.iova, LENGTH, GuardedBuffer.LKEY);
        queuePair.postSend(sends);
        simulation.run();
    }

    private List<Long> polled() {
        final Completions batch = new Completions(COMPLETIONS);
        queue.poll(batch);
        final List<Long> ids = new ArrayList<>();
        for (int i = 0; i < batch.count(); i++) {
            ids.add(batch.wrId(i));
        }
        return ids.stream().sorted().toList();
    }

    @Test
    void shouldStayInTheStateError() {
        begin(Personality.MLX5);
        final QueuePair one = newPair(null);
        exchange(one, 0);
        one.toError();
        assertEquals(List.of(0L, 1L), polled());
    }

    @Test
    void shouldFreePlacesInASharedReceiveQueue() {
        begin(Personality.MLX5);
        final SharedReceiveQueue shared = domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(2, 1));
        for (int life = 0; life < 3; life++) {
            final QueuePair one = newPair(shared);
            final ReceiveRequests receives = device.newReceiveRequests(2);
            for (int i = 0; i < 2; i++) {
                receives.receive(i, buffer.iova + 64 * i, LENGTH, GuardedBuffer.LKEY);
            }
            shared.postReceive(receives);
            send(one, 10);
            send(one, 11);
            one.close();
        }
        assertEquals(List.of(), polled());
    }
}
