// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.sim.ModifiedPair.BUFFER;
import static org.rpcrdma.sim.ModifiedPair.FIRST_NUMBER;
import static org.rpcrdma.sim.ModifiedPair.MAX_INLINE;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.DeviceCapability.POST_ALL_OR_NONE;
import static org.rpcrdma.verbs.QueuePairType.RC;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.PostException;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;

/** Tests inline data, fences, drained queues, and requests of which all, some or none generate completions. */
class SendOptionsTest extends ReliablePairTest implements AsyncEventHandler {
    private static final int NO_KEY = 0x12345678;

    private final List<AsyncEventType> events = new ArrayList<>();

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type);
    }

    @Test
    void shouldCopyInlineDataWhenPostedWithoutCheckingKeys() {
        client.buffer.fill(1);
        server.receive(50, 0, 100);
        final SendRequests sends = client.sends();
        sends.send(1, SIGNALED | SendRequests.INLINE);
        sends.sge(client.address, 10, NO_KEY);
        sends.sge(client.address + 10, 20, NO_KEY);
        sends.rdmaWrite(2, SIGNALED | SendRequests.INLINE, server.address + 30, server.region.rkey());
        sends.sge(client.address + 30, MAX_INLINE, NO_KEY);
        client.post();
        client.buffer.fill(2);
        client.runAndExpect("1:SUCCESS", "2:SUCCESS");
        server.expect("50:SUCCESS");
        server.buffer.assertHolds(1, 0, 0, 30 + MAX_INLINE);
    }

    @Test
    void shouldRefuseInlineDataBeyondTheLimitOrWithoutMemory() {
        client.sends().send(1, SendRequests.INLINE);
        client.sge(0, MAX_INLINE + 1);
        assertErrno(PostException.class, Errno.EINVAL, client::post);
        final SendRequests sends = client.sends();
        sends.send(1, SendRequests.INLINE);
        sends.sge(8, 8, NO_KEY);
        assertErrno(PostException.class, Errno.EFAULT, client::post);
        client.sends().rdmaRead(1, SendRequests.INLINE, server.address, server.region.rkey());
        client.sge(0, 8);
        assertErrno(PostException.class, Errno.EINVAL, client::post);
    }

    @Test
    void shouldBeginAFencedRequestWhenTheReadsBeforeItHaveEnded() {
        assertEquals(1, byteSeenByAWriteBehindARead(SendRequests.FENCE));
        assertEquals(0, byteSeenByAWriteBehindARead(0));
    }

    /**
     * Returns the byte that a WRITE stores at the peer if the source of the WRITE is the memory into which a preceding
     * READ reads.
     */
    private static int byteSeenByAWriteBehindARead(final int flags) {
        final ModifiedPair pair = new ModifiedPair(RC).connect();
        final int first = GuardedBuffer.GUARD;
        pair.server.buffer.block().buffer().put(first, (byte) 1);
        pair.client.sends().rdmaRead(1, 0, pair.server.address, pair.server.region.rkey());
        pair.client.sge(0, 1);
        pair.client.sends.rdmaWrite(2, flags, pair.server.address + 1, pair.server.region.rkey());
        pair.client.post(0, 1);
        pair.simulation.run();
        return pair.server.buffer.block().buffer().get(first + 1);
    }

    @Test
    void shouldCompleteEveryRequestIfAllSendsAreSignaled() {
        final ModifiedPair all =
                new ModifiedPair(RC, CostModel.defaults(), DeviceConfiguration.DEFAULT, true).connect();
        all.client.sends().rdmaWrite(1, 0, all.server.address, all.server.region.rkey());
        all.client.post(0, 1);
        all.client.runAndExpect("1:SUCCESS");
    }

    @Test
    void shouldFlushAWholeRegionForAnyAddress() {
        final int rights = Access.LOCAL_WRITE | Access.REMOTE_WRITE | Access.FLUSH_GLOBAL;
        final MemoryRegion region = server.domain.registerMemory(server.address, BUFFER, server.address, rights);
        server.queuePair.modify(new QueuePairParameters().set(QueuePairParameter.ACCESS_FLAGS, rights));
        final SendRequests sends = client.sends();
        sends.flush(1, SIGNALED, 0, 0, region.rkey(), SendRequests.FLUSH_GLOBAL, true);
        sends.flush(2, SIGNALED, 0, 0, region.rkey(), SendRequests.FLUSH_GLOBAL, false);
        client.post();
        client.runAndExpect("1:SUCCESS", "2:REM_ACCESS_ERR");
    }

    @Test
    void shouldReadOneAtATimeWithoutAnAgreedLimitExceptOnSoftRoce() {
        assertEquals(List.of("1:SUCCESS", "2:SUCCESS"), readWithoutDepth(Personality.MLX5));
        assertEquals(List.of(), readWithoutDepth(Personality.RXE));
    }

    private static List<String> readWithoutDepth(final Personality personality) {
        final ModifiedPair pair = new ModifiedPair(RC, DeviceConfiguration.DEFAULT.withPersonality(personality));
        pair.maxReadAtomic = 0;
        pair.connect();
        final SendRequests sends = pair.client.sends();
        for (int i = 1; i <= 2; i++) {
            sends.rdmaRead(i, SIGNALED, pair.server.address, pair.server.region.rkey());
            pair.client.sge(0, 10);
        }
        pair.client.post();
        pair.simulation.run();
        return pair.client.completions();
    }

    @Test
    void shouldPostAllOrNone() {
        final SendRequests sends = client.sends();
        sends.rdmaWrite(1, SIGNALED, server.address, server.region.rkey());
        sends.send(2, 1 << 20);
        assertEquals(
                1,
                assertThrows(PostException.class, () -> client.queuePair.postSendOrNone(sends))
                        .badIndex());
        pair.simulation.run();
        client.expect();
        client.sends().rdmaWrite(1, SIGNALED, server.address, server.region.rkey());
        client.queuePair.postSendOrNone(sends);
        client.runAndExpect("1:SUCCESS");
    }

    @Test
    void shouldRefuseToPostAllOrNoneWithoutTheCapability() {
        final ModifiedPair other =
                new ModifiedPair(RC, DeviceConfiguration.DEFAULT.without(POST_ALL_OR_NONE)).connect();
        final SendRequests sends = other.client.sends();
        sends.send(1, SIGNALED);
        assertErrno(Errno.EOPNOTSUPP, () -> other.client.queuePair.postSendOrNone(sends));
    }

    @Test
    void shouldRaiseSqDrainedAndHoldBackTheRest() {
        client.device.handleAsyncEvents(client.loop, this);
        client.sends().rdmaRead(1, SIGNALED, server.address, server.region.rkey());
        client.post(0, 5000);
        pair.simulation.runUntil(client.loop.nanoTime() + 1000);
        drain();
        assertEquals(List.of(), events);
        client.sends().rdmaWrite(2, SIGNALED, server.address, server.region.rkey());
        client.sends.rdmaWrite(3, SIGNALED, server.address, server.region.rkey());
        client.post();
        client.runAndExpect("1:SUCCESS");
        assertEquals(List.of(AsyncEventType.SQ_DRAINED), events);
        client.toState(QueuePairState.RTS);
        client.runAndExpect("2:SUCCESS", "3:SUCCESS");
    }

    private void drain() {
        client.queuePair.modify(
                new QueuePairParameters().state(QueuePairState.SQD).set(QueuePairParameter.SQ_DRAINED_NOTIFICATION, 1));
    }

    @Test
    void shouldRaiseCommEstIfAPeerSendsBeforeRts() {
        final ModifiedPair early = new ModifiedPair(RC);
        early.client.toSend(early.server, FIRST_NUMBER);
        early.server.device.handleAsyncEvents(early.server.loop, this);
        early.server.toReceive(early.client, early.client.queuePair.number());
        early.client.sends().rdmaWrite(1, SIGNALED, early.server.address, early.server.region.rkey());
        early.client.sends.rdmaWrite(2, SIGNALED, early.server.address, early.server.region.rkey());
        early.client.post();
        early.client.runAndExpect("1:SUCCESS", "2:SUCCESS");
        assertEquals(List.of(AsyncEventType.COMM_EST), events);
    }
}
