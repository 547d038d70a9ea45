// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/** Tests waiting for the completions of a queue pair that is connected to itself. */
class AwaitTest {
    /** The sum of the costs of a doorbell, a registration and an event. */
    private static final long REGISTRATION = 75 + 1000 + 1000;

    private final Simulation simulation = new Simulation(1);
    private final SimulatedDevice device = new Fabric(simulation, CostModel.defaults()).attach("sim0", "10.98.0.1");
    private final EventLoop loop = device.newEventLoop();
    private final EventLoop other = device.newEventLoop();
    private final ProtectionDomain domain = device.allocateProtectionDomain();
    private final CompletionQueue queue = device.createCompletionQueue(8, loop, ready -> note("event"));
    private final QueuePair queuePair = domain.createQueuePair(new QueuePairAttributes(queue, queue, 4, 4, 1));
    private final GuardedBuffer memory = new GuardedBuffer(device, 4096).fill(1);
    private final FastRegisterRegion region = domain.allocateFastRegisterRegion(2);
    private final SendRequests sends = device.newSendRequests(2, 1);
    private final Completions batch = new Completions(8);
    private final List<String> calls = new ArrayList<>();
    private long begun;

    @BeforeEach
    void connect() {
        queuePair.connectToItself();
        region.setPages(new long[] {memory.iova}, new int[] {4096}, 1, memory.iova);
        begin();
    }

    private void begin() {
        begun = loop.nanoTime();
        simulation.runUntil(begun);
    }

    private void register() {
        sends.clear();
        sends.registerMemory(1, SendRequests.SIGNALED, region, region.nextKey(), 0);
        queuePair.postSend(sends);
    }

    private void note(final String name) {
        calls.add(name + "@" + (loop.nanoTime() - begun));
    }

    @Test
    void shouldConnectToItselfOnlyFromInit() {
        assertErrno(Errno.EINVAL, queuePair::connectToItself);
        final QueuePair fresh = domain.createQueuePair(new QueuePairAttributes(queue, queue, 4, 4, 1));
        sends.localInvalidate(1, 0, region.key());
        assertThrows(PostException.class, () -> fresh.postSend(sends));
        fresh.close();
        assertThrows(VerbsException.class, fresh::connectToItself);
    }

    @Test
    void shouldHoldBackTheLoopsHandlersWhileOneAwaits() {
        loop.newTimer(() -> {
                    note("begin");
                    register();
                    assertTrue(loop.await(queue, 1_000_000));
                    note("end");
                })
                .arm(100);
        loop.newTimer(() -> note("held")).arm(200);
        other.newTimer(() -> calls.add("other")).arm(300);
        simulation.run();
        assertEquals(
                List.of("begin@100", "other", "end@" + (100 + REGISTRATION), "held@" + (100 + REGISTRATION)), calls);
    }

    @Test
    void shouldAwaitOnTwoLoopsConcurrently() {
        final CompletionQueue second = device.createCompletionQueue(8, other, ready -> {});
        final QueuePair pair = domain.createQueuePair(new QueuePairAttributes(second, second, 4, 4, 1));
        pair.connectToItself();
        final FastRegisterRegion another = domain.allocateFastRegisterRegion(1);
        another.setPages(new long[] {memory.iova}, new int[] {4096}, 1, memory.iova);
        begin();
        loop.newTimer(() -> {
                    register();
                    assertTrue(loop.await(queue, 1_000_000));
                    note("first");
                })
                .arm(100);
        other.newTimer(() -> {
                    sends.clear();
                    sends.registerMemory(1, 0, another, another.key(), 0);
                    sends.localInvalidate(2, SendRequests.SIGNALED, another.key());
                    pair.postSend(sends);
                    assertTrue(other.await(second, 1_000_000));
                    calls.add("second@" + (other.nanoTime() - begun));
                })
                .arm(200);
        simulation.run();
        final long end = 200 + 75 + 2 * 1000 + 1000;
        assertEquals(List.of("second@" + end, "first@" + end), calls, "the first stands in the second's way");
    }

    @Test
    void shouldReturnImmediatelyIfThereIsACompletion() {
        register();
        simulation.run();
        final long before = loop.nanoTime();
        assertTrue(loop.await(queue, 0));
        assertEquals(before, loop.nanoTime());
        assertEquals(1, queue.poll(batch));
    }

    @Test
    void shouldReturnFalseAtTheTimeout() {
        register();
        loop.newTimer(() -> note("later")).arm(10_000);
        assertFalse(loop.await(queue, 500));
        assertEquals(begun + 75 + 500, loop.nanoTime());
        assertTrue(loop.await(queue, 5_000));
        assertEquals(1, queue.poll(batch));
        assertFalse(loop.await(queue, 1_000_000), "later than the timer");
        simulation.run();
        assertFalse(loop.await(queue, Long.MAX_VALUE), "nothing is left that could happen");
        assertEquals(1, calls.size());
    }

    @Test
    void shouldRefuseToAwaitAnotherLoopsQueue() {
        assertThrows(IllegalStateException.class, () -> other.await(queue, 1));
        assertThrows(IllegalArgumentException.class, () -> loop.await(queue, -1));
        other.newTimer(() -> loop.await(queue, 1)).arm(1);
        assertThrows(IllegalStateException.class, simulation::run);
    }

    @Test
    void shouldReturnWhenTheQueueOverruns() {
        final CompletionQueue small = device.createCompletionQueue(1, loop, ready -> {});
        final QueuePair pair = domain.createQueuePair(new QueuePairAttributes(small, small, 4, 4, 1));
        pair.connectToItself();
        sends.clear();
        sends.localInvalidate(1, SendRequests.SIGNALED, 0x12345678);
        sends.localInvalidate(2, SendRequests.SIGNALED, 0x12345678);
        pair.postSend(sends);
        assertTrue(loop.await(small, 1_000_000));
        assertThrows(VerbsException.class, () -> small.poll(batch));
    }
}
