// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;

/** Tests that a test receives a connected RPC server and client, and that the extension closes both afterwards. */
class RpcPairTest {
    private static final int PROGRAM = 0x2000_0001;

    /** Contains methods that only {@link Engine} runs as tests. */
    @SimulatedRdma(seed = 7)
    static class Programs {
        @Test
        void clean(final RpcPair rpc) {
            rpc.serve(RpcPairTest::answer);
            ping(rpc, 1);
        }

        @Test
        void closedByTheTest(final RpcPair rpc) {
            rpc.client().close();
            rpc.server().close();
        }

        @Test
        void deferredForEver(final RpcPair rpc) {
            final AtomicBoolean deferred = new AtomicBoolean();
            rpc.serve(call -> {
                call.defer();
                deferred.set(true);
            });
            rpc.client().newCall().send(40, new NoOutcome());
            rpc.await(deferred::get);
        }

        @Test
        void deferredBeyondItsTimeout(final RpcPair rpc) {
            rpc.serve(RpcCall::defer);
            rpc.call(call -> {
                call.timeout(1_000_000);
                return RpcHead.putCall(call.message(), 1, PROGRAM, 1, 0);
            });
        }

        @Test
        void memory(final RpcPair rpc) {
            rpc.clientDevice().memory().allocate(8192, 4096);
        }

        @Test
        void besideQueuePairs(final RpcPair rpc, final LoopbackPair pair) {
            assertSame(rpc.serverDevice(), pair.server().device());
            assertSame(rpc.clientDevice(), pair.client().device());
        }

        @Test
        void timerForEver(final RpcPair rpc) {
            final Timer[] timer = new Timer[1];
            timer[0] = rpc.clientDevice().newEventLoop().newTimer(() -> timer[0].arm(1_000_000));
            timer[0].arm(0);
            rpc.serve(RpcPairTest::answer);
            ping(rpc, 1);
        }

        @Test
        void assertionOfTheService(final RpcPair rpc) {
            rpc.serve(call -> assertEquals(1, call.messageLength()));
            ping(rpc, 1);
        }

        @Test
        void endedByAFault(final RpcPair rpc) {
            rpc.clientDevice().faults().linkDown();
            ping(rpc, 1);
        }
    }

    /** Ignores a call's outcome. */
    private static final class NoOutcome implements ReplyHandler {
        @Override
        public void onReply(final RpcReply reply) {}

        @Override
        public void onFailure(final String reason) {}
    }

    /** Answers with the bytes of the call message and its Read chunks. */
    private static void answer(final RpcCall call) {
        final int results = RpcHead.putReply(call.replyMessage(), call.xid());
        call.replyMessage().putInt(results, call.messageLength(), BIG_ENDIAN);
        call.replyMessage().putInt(results + 4, call.readPayload().capacity(), BIG_ENDIAN);
        call.reply(results + 8);
    }

    private static DirectBuffer ping(final RpcPair rpc, final int xid) {
        return rpc.call(call -> RpcHead.putCall(call.message(), xid, PROGRAM, 1, 0));
    }

    @Test
    @SimulatedRdma
    void shouldCallTheServiceThatTheTestGives(final RpcPair rpc) {
        rpc.serve(RpcPairTest::answer);

        assertEquals(40, ping(rpc, 1).getInt(RpcHead.REPLY_LENGTH, BIG_ENDIAN));
        assertEquals(1, rpc.server().connections());
    }

    @Test
    @SimulatedRdma
    void shouldMoveAMegabyteByReadChunk(final RpcPair rpc) {
        rpc.serve(RpcPairTest::answer);
        try (MemoryBlock data = rpc.clientDevice().memory().allocate(1 << 20, 4096)) {
            final DirectBuffer reply = rpc.call(call -> {
                final int length = RpcHead.putCall(call.message(), 1, PROGRAM, 1, 0);
                call.argument(length, data.address(), 1 << 20);
                return length;
            });

            assertEquals(1 << 20, reply.getInt(RpcHead.REPLY_LENGTH + 4, BIG_ENDIAN));
        }
    }

    @Test
    @SimulatedRdma
    void shouldHandOutServerAndClientOfThePairByTheirTypes(
            final RpcRdmaServer server, final RpcRdmaClient client, final RpcPair rpc, final SimulatedDevice device) {
        assertSame(rpc.server(), server);
        assertSame(rpc.client(), client);
        assertSame(device, rpc.serverDevice());
        assertEquals(1, server.connections());
        assertEquals(1, client.creditsGranted(), "before the first reply");
    }

    @Test
    @SimulatedRdma
    void shouldAnswerBySystemErrorUntilTheTestGivesAService(final RpcPair rpc) {
        final DirectBuffer reply = ping(rpc, 1);

        final RpcMessage message = new RpcMessage();
        message.wrap(reply, 0, reply.capacity());
        assertEquals(RpcMessage.SYSTEM_ERR, message.detailStatus());
    }

    @Test
    @SimulatedRdma
    void shouldAnswerEveryCallOnALossyNetwork(final RpcPair rpc, final Fabric fabric) {
        fabric.setFaultPlan(FaultPlan.NONE.withLoss(0.05));
        rpc.serve(RpcPairTest::answer);

        for (int xid = 1; xid <= 100; xid++) {
            assertEquals(40, ping(rpc, xid).getInt(RpcHead.REPLY_LENGTH, BIG_ENDIAN));
        }
    }

    @Test
    @SimulatedRdma
    void shouldRefuseToAwaitWhatNeverHappens(final RpcPair rpc) {
        final AssertionError failure = assertThrows(AssertionError.class, () -> rpc.await(() -> false));

        assertEquals("the simulation ran out of events before the condition held", failure.getMessage());
    }

    @Test
    void shouldCloseBothAfterATestThatLeavesThemOpen() {
        assertNull(Engine.failure(Programs.class, "clean", RpcPair.class));
    }

    @Test
    void shouldLetATestCloseThem() {
        assertNull(Engine.failure(Programs.class, "closedByTheTest", RpcPair.class));
    }

    @Test
    void shouldCoexistWithAPairOfQueuePairs() {
        assertNull(Engine.failure(Programs.class, "besideQueuePairs", RpcPair.class, LoopbackPair.class));
    }

    @Test
    void shouldEndAlthoughATimerOfTheTestIsAlwaysArmed() {
        assertNull(assertTimeoutPreemptively(
                Duration.ofMinutes(1), () -> Engine.failure(Programs.class, "timerForEver", RpcPair.class)));
    }

    @Test
    void shouldFailATestWhoseServiceFailsAnAssertion() {
        final Throwable failure = Engine.failure(Programs.class, "assertionOfTheService", RpcPair.class);

        assertEquals("expected: <1> but was: <40>", failure.getMessage());
    }

    @Test
    @SimulatedRdma
    void shouldRefuseNoService(final RpcPair rpc) {
        assertThrows(NullPointerException.class, () -> rpc.serve(null));
    }

    @Test
    void shouldReportADeferredCallThatWasNeverAnswered() {
        final Throwable failure = Engine.failure(Programs.class, "deferredForEver", RpcPair.class);

        assertNotNull(failure);
        assertTrue(
                failure.getMessage()
                        .contains("\n  RpcRdmaServer: deferred calls were not answered: sendBuffers=1; its memory"
                                + " remains allocated\n  sim0: protectionDomains=1 "),
                failure.getMessage());
    }

    @Test
    void shouldReportTheDeferredCallsIfACallTimesOut() {
        final Throwable failure = Engine.failure(Programs.class, "deferredBeyondItsTimeout", RpcPair.class);

        assertTrue(failure.getMessage().startsWith("the call failed: no reply in time: "), failure.getMessage());
        assertTrue(failure.getMessage().endsWith("; deferred calls are unanswered: calls=1"), failure.getMessage());
    }

    @Test
    void shouldReportMemoryThatTheTestTookForItsCalls() {
        final Throwable failure = Engine.failure(Programs.class, "memory", RpcPair.class);

        assertEquals(
                "RDMA resources leaked by memory(RpcPair) (" + Engine.seed(7)
                        + "):\n  sim1: memoryBlocks=1 memoryBytes=8192",
                failure.getMessage());
    }

    @Test
    void shouldReportTheReasonOfACallThatFails() {
        final Throwable failure = Engine.failure(Programs.class, "endedByAFault", RpcPair.class);

        assertTrue(failure.getMessage().startsWith("the call failed: "), failure.getMessage());
    }
}
