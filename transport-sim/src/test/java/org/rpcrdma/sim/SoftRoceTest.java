// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.rnic.config.Personality.RXE;
import static org.rpcrdma.rnic.config.Personality.SPEC;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;

/** Tests differences that were measured between soft-RoCE and other devices. */
class SoftRoceTest implements AsyncEventHandler {
    private static final int NO_KEY = 0x12345678;

    private final ModifiedPair pair = pair(QueuePairType.RC);
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;
    private final List<AsyncEventType> events = new ArrayList<>();

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type);
    }

    @Override
    public void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue queue) {
        events.add(type);
    }

    private static ModifiedPair pair(final QueuePairType type) {
        return new ModifiedPair(type, CostModel.defaults(), DeviceConfiguration.DEFAULT.withPersonality(RXE), false)
                .connect();
    }

    @Test
    void shouldGrantRingsOfAPowerOfTwoWithoutThePlaceThatStaysEmpty() {
        final int[] asked = {1, 2, 3, 4, 15, 16};
        final int[] granted = {1, 3, 3, 7, 15, 31};
        for (int i = 0; i < asked.length; i++) {
            assertEquals(granted[i], RXE.granted(asked[i]));
            assertEquals(asked[i], SPEC.granted(asked[i]));
        }
    }

    @Test
    void shouldResizeSharedReceivesAndCompletionsInRingsToo() {
        final SharedReceiveQueue shared =
                client.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(10, 1));
        assertEquals(15, shared.maxWr());
        shared.resize(16);
        assertEquals(31, shared.maxWr());
        final CompletionQueue completions = client.device.createCompletionQueue(2, client.loop, ready -> {});
        assertEquals(3, completions.capacity());
        completions.resize(4);
        assertEquals(7, completions.capacity());
    }

    @Test
    void shouldFailSendsWhoseMemoryTheyMayNotReadAsMalformedOnes() {
        client.sends().rdmaWrite(1, 0, server.address, server.region.rkey());
        client.sends.sge(client.address, 8, NO_KEY);
        client.post();
        client.runAndExpect("1:LOC_QP_OP_ERR");
    }

    @Test
    void shouldSendReadsAndAtomicsBeforeCheckingTheirLocalMemory() {
        client.sends().fetchAndAdd(1, 0, server.address, server.region.rkey(), 5);
        client.sends.sge(client.address, 8, NO_KEY);
        client.post();
        client.runAndExpect("1:LOC_PROT_ERR");
        final ByteBuffer memory = server.buffer.block().buffer().order(ByteOrder.nativeOrder());
        assertEquals(5, memory.getLong(GuardedBuffer.GUARD));
        assertEquals(QueuePairState.RTS, server.queuePair.state());
    }

    @Test
    void shouldFindAWrongRkeyBeforeAWrongLkeyOfARead() {
        client.sends().rdmaRead(1, 0, server.address, NO_KEY);
        client.sends.sge(client.address, 8, NO_KEY);
        client.post();
        client.runAndExpect("1:REM_ACCESS_ERR");
    }

    @Test
    void shouldReportTheLengthAndImmediateDataToTheSender() {
        server.receive(50, 0, 100);
        client.sends().sendWithImmediate(1, SendRequests.SIGNALED, 7);
        client.post(0, 100);
        client.runAndExpect("1:SUCCESS");
        assertEquals(100, client.batch.byteLength(0));
        assertEquals(Completions.WITH_IMMEDIATE, client.batch.flags(0));
    }

    @Test
    void shouldStartRequestsPostedInSqdWithTheNextRequestInRts() {
        client.device.handleAsyncEvents(client.loop, this);
        client.queuePair.modify(
                new QueuePairParameters().state(QueuePairState.SQD).set(QueuePairParameter.SQ_DRAINED_NOTIFICATION, 1));
        write(1);
        pair.simulation.run();
        assertEquals(List.of(AsyncEventType.SQ_DRAINED), events);
        client.expect();
        client.toState(QueuePairState.RTS);
        pair.simulation.run();
        client.expect();
        client.receive(60, 0, 8);
        server.sends().send(70, SendRequests.SIGNALED);
        server.post();
        server.runAndExpect("70:SUCCESS");
        client.expect("60:SUCCESS");
        write(2);
        client.runAndExpect("1:SUCCESS", "2:SUCCESS");
        write(3);
        client.runAndExpect("3:SUCCESS");
    }

    /** At this point, a real soft-RoCE device would not yet leave SQD. */
    @Test
    void shouldContinueRequestsThatBeganBeforeSqd() {
        client.sends().rdmaWrite(1, SendRequests.SIGNALED, server.address, server.region.rkey());
        client.post(0, 50_000);
        pair.simulation.runUntil(client.loop.nanoTime() + 3000);
        client.toState(QueuePairState.SQD);
        client.toState(QueuePairState.RTS);
        client.runAndExpect("1:SUCCESS");
    }

    private void write(final long id) {
        client.sends().rdmaWrite(id, SendRequests.SIGNALED, server.address, server.region.rkey());
        client.post(0, 8);
    }

    @Test
    void shouldFailAWholeUnreliableQueuePairWithASend() {
        final ModifiedPair unreliable = pair(QueuePairType.UC);
        unreliable.client.receive(50, 0, 8);
        unreliable.client.sends().send(1, 0);
        unreliable.client.sends.sge(0, 8, NO_KEY);
        unreliable.client.post();
        unreliable.client.runAndExpect("1:LOC_QP_OP_ERR", "50:WR_FLUSH_ERR");
        assertEquals(QueuePairState.ERR, unreliable.client.queuePair.state());
    }

    @Test
    void shouldCheckTheSharedReceiveLimitWhenAReceiveIsConsumed() {
        final SharedReceiveQueue shared =
                client.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(4, 1));
        shared.armLimit(3);
        assertEquals(3, shared.limit());
    }

    @Test
    void shouldContinueSendingIfTheCompletionsOfSendsAreLost() {
        client.queue.resize(1);
        for (int i = 0; i < 3; i++) {
            client.sends().rdmaWrite(i, SendRequests.SIGNALED, server.address, server.region.rkey());
            client.post();
        }
        client.runAndExpect("0:SUCCESS");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }

    @Test
    void shouldFailTheReceiveOfImmediateDataWhoseWriteIsNotAllowed() {
        server.device.handleAsyncEvents(server.loop, this);
        client.sends().rdmaWriteWithImmediate(1, 0, server.address, NO_KEY, 7);
        client.post(0, 8);
        pair.simulation.runUntil(1_000);
        server.receive(50, 0, 8);
        client.runAndExpect("1:REM_ACCESS_ERR");
        server.expect("50:REM_ACCESS_ERR");
        assertEquals(List.of(), events);
    }
}
