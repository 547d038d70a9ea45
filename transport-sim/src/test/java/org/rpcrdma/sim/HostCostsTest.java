// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.ConnectedPair.parameters;
import static org.rpcrdma.sim.cost.CostParameter.COMPLETION;
import static org.rpcrdma.sim.cost.CostParameter.CONNECT;
import static org.rpcrdma.sim.cost.CostParameter.CREATE_CQ;
import static org.rpcrdma.sim.cost.CostParameter.CREATE_QP;
import static org.rpcrdma.sim.cost.CostParameter.EVENT;
import static org.rpcrdma.sim.cost.CostParameter.EVENT_LATENCY;
import static org.rpcrdma.sim.cost.CostParameter.FIRMWARE_CREATE_CQ;
import static org.rpcrdma.sim.cost.CostParameter.FIRMWARE_CREATE_QP;
import static org.rpcrdma.sim.cost.CostParameter.PAGE_FREE;
import static org.rpcrdma.sim.cost.CostParameter.PAGE_FREE_PAGE;
import static org.rpcrdma.sim.cost.CostParameter.POST_BYTE;
import static org.rpcrdma.sim.cost.CostParameter.POST_SEND;
import static org.rpcrdma.sim.cost.CostParameter.PROGRAM;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SendRequests;

/**
 * Tests the CPU time that a host spends on work other than memory and mapping: driver work, completions and
 * connections.
 */
class HostCostsTest {
    private static final int DOORBELL = 75;

    @Test
    void shouldChargeADriverPerSendAndByte() {
        final ConnectedPair pair = pair(POST_SEND, 300, POST_BYTE, 2.5);
        final GuardedBuffer memory = new GuardedBuffer(pair.client.device, 100);
        final EventLoop loop = pair.client.loop;
        long before = loop.nanoTime();
        final SendRequests sends = pair.client.sends();
        sends.send(1, 0);
        sends.sge(memory.iova, 60, GuardedBuffer.LKEY);
        sends.sge(memory.iova, 40, GuardedBuffer.LKEY);
        sends.send(2, 0);
        pair.client.postSends();
        assertEquals(DOORBELL + 2 * 300 + 250, loop.nanoTime() - before);
        before = loop.nanoTime();
        pair.client.postReceive(1, memory.iova, 100, GuardedBuffer.LKEY);
        assertEquals(DOORBELL, loop.nanoTime() - before);
    }

    @Test
    void shouldChargePerCompletionAndNoProgram() {
        final ConnectedPair pair = pair(COMPLETION, 10, PROGRAM, 1_000);
        pair.server.postReceive(1, 0, 0, GuardedBuffer.LKEY);
        pair.server.postReceive(2, 0, 0, GuardedBuffer.LKEY);
        final SendRequests sends = pair.client.sends();
        sends.send(1, SendRequests.SIGNALED);
        sends.send(2, SendRequests.SIGNALED);
        pair.client.postSends();
        pair.simulation.run();
        assertEquals(2 * 10, toPoll(pair.server, 2), "a program spends its time itself");
        assertEquals(2 * 10, toPoll(pair.client, 2));
        assertEquals(0, toPoll(pair.client, 0));
    }

    @Test
    void shouldChargeForFlushedReceives() {
        final ConnectedPair pair = pair(COMPLETION, 10, EVENT, 0);
        pair.server.postReceive(1, 0, 0, GuardedBuffer.LKEY);
        pair.client.connection.disconnect();
        pair.simulation.run();
        assertEquals(10, toPoll(pair.server, 1));
    }

    private static long toPoll(final ConnectedPair.Side side, final int count) {
        final long before = side.loop.nanoTime();
        assertEquals(count, side.queue.poll(side.batch));
        return side.loop.nanoTime() - before;
    }

    @Test
    void shouldChargeAnEventAheadOfItsHandler() {
        final CostModel costs = CostModel.defaults().with(EVENT, 700).with(EVENT_LATENCY, 0);
        final ConnectedPair pair = new ConnectedPair(costs, parameters(7));
        final List<Long> times = new ArrayList<>();
        final Simulation simulation = pair.simulation;
        final CompletionQueue queue = pair.server.device.createCompletionQueue(
                4, pair.server.loop, ready -> times.add(pair.server.loop.nanoTime() - simulation.nanoTime()));
        final QueuePair queuePair = pair.server.domain.createQueuePair(new QueuePairAttributes(queue, queue, 1, 1, 1));
        queuePair.connectToItself();
        queue.arm();
        final SendRequests sends = pair.server.sends();
        sends.rdmaWrite(1, SendRequests.SIGNALED, 0, 0);
        queuePair.postSend(sends);
        simulation.run();
        assertEquals(List.of(700L), times);
    }

    @Test
    void shouldChargeFreeingByPages() {
        final SimulatedDevice device = device(PAGE_FREE, 500, PAGE_FREE_PAGE, 30);
        final EventLoop loop = device.newEventLoop();
        for (final int[] pagesOfBytes : new int[][] {{1, 1}, {1, 4096}, {2, 4097}, {16, 65_536}}) {
            final MemoryBlock block = device.memory().allocate(pagesOfBytes[1], 4096);
            final long before = loop.nanoTime();
            block.close();
            assertEquals(500 + 30 * (pagesOfBytes[0] - 1), loop.nanoTime() - before);
        }
    }

    @Test
    void shouldChargeForQueuesAndConnections() {
        final SimulatedDevice device = device(CREATE_CQ, 5_000, CREATE_QP, 20_000);
        final EventLoop loop = device.newEventLoop();
        final CompletionQueue queue = device.createCompletionQueue(4, loop, ready -> {});
        assertEquals(5_000 + firmware(FIRMWARE_CREATE_CQ), loop.nanoTime());
        device.allocateProtectionDomain().createQueuePair(new QueuePairAttributes(queue, queue, 1, 1, 1));
        assertEquals(25_000 + firmware(FIRMWARE_CREATE_CQ) + firmware(FIRMWARE_CREATE_QP), loop.nanoTime());
        final CostModel costs = CostModel.defaults().with(CONNECT, 0);
        final long usual = connected(costs);
        assertEquals(usual + 2 * 9_000, connected(costs.with(CONNECT, 9_000)), "both sides' one by one");
    }

    private static long firmware(final CostParameter command) {
        return CostModel.defaults().nanos(command);
    }

    /** Returns the time at which the last message of a connection's set-up has arrived. */
    private static long connected(final CostModel costs) {
        return new ConnectedPair(costs, parameters(7)).simulation.nanoTime();
    }

    private static ConnectedPair pair(
            final CostParameter one, final double value, final CostParameter other, final double otherValue) {
        return new ConnectedPair(CostModel.defaults().with(one, value).with(other, otherValue), parameters(7));
    }

    private static SimulatedDevice device(
            final CostParameter one, final double value, final CostParameter other, final double otherValue) {
        final CostModel costs = CostModel.defaults().with(one, value).with(other, otherValue);
        return new Fabric(new Simulation(1), costs).attach("sim0", "10.98.0.1");
    }
}
