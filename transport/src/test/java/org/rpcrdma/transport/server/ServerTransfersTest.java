// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallPool;
import org.rpcrdma.transport.call.FakeChain;
import org.rpcrdma.transport.call.FakeConnection;
import org.rpcrdma.transport.call.TestCalls;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.verbs.SendRequests;

class ServerTransfersTest {
    private static final int DEPTH = 8;
    private static final int LONGEST_CHAIN = 4;
    private static final long RECEIVE = 77;

    private final FakeConnection connection = new FakeConnection();
    private final CallPool callPool = new CallPool();
    private final FakeChain chain = new FakeChain();
    private final ServerTransfers transfers =
            new ServerTransfers(connection, callPool, this::stage, DEPTH, LONGEST_CHAIN);

    private SendRequests stage(final Call call, final int count) {
        chain.clear();
        for (int i = 1; i < count; i++) {
            chain.rdmaWrite(WorkRequestId.of(call.id), 0, 0, 0);
        }
        chain.send(WorkRequestId.endOfChain(call.id, count, call.posted + count == call.workRequests), 0);
        return chain;
    }

    private Call submit(final int workRequests) {
        return submit(TestCalls.replying(callPool, RECEIVE), workRequests);
    }

    private Call submit(final Call call, final int workRequests) {
        call.workRequests = workRequests;
        transfers.submit(call);
        return call;
    }

    private Call complete(final int chainIndex) {
        return transfers.completed(connection.underWay.remove(chainIndex));
    }

    @Test
    void shouldReleaseReceiveAheadOfTheSend() {
        submit(3);
        assertEquals(List.of("release 77", "post"), connection.events);
    }

    @Test
    void shouldKeepReceiveWhileReadsAreUnderWay() {
        final Call call = callPool.take();
        call.begin(null, RECEIVE, 0);
        call.fetch();
        submit(call, 3);
        assertEquals(List.of("post"), connection.events);
    }

    private void assertPosted(final Integer... chains) {
        assertEquals(
                List.of(chains),
                connection.posted.stream().map(chain -> chain.split(" ").length).toList());
    }

    @Test
    void shouldHoldAnswerWhileSendQueueIsFull() {
        final Call first = submit(4);
        submit(4);
        submit(1);
        assertPosted(4, 4);
        assertSame(first, complete(0));
        assertPosted(4, 4, 1);
    }

    @Test
    void shouldCutLongTransferIntoChains() {
        submit(10);
        assertPosted(4, 4);
        complete(0);
        assertPosted(4, 4, 2);
    }

    @Test
    void shouldNotLetShortAnswerPassLongTransfer() {
        submit(4);
        submit(2);
        submit(4);
        submit(1);
        assertPosted(4, 2);
        complete(1);
        assertPosted(4, 2, 4);
    }

    @Test
    void shouldBeIdleOnlyWhenEveryChainHasCompleted() {
        submit(10);
        complete(0);
        assertFalse(transfers.isIdle());
        complete(0);
        assertFalse(transfers.isIdle());
        complete(0);
        assertTrue(transfers.isIdle());
        assertEquals(3, connection.posted.size());
    }

    @Test
    void shouldIgnoreUnsignaledRequestsThatWereFlushed() {
        assertNull(transfers.completed(WorkRequestId.of(submit(4).id)));
        assertFalse(transfers.isIdle());
    }

    @Test
    void shouldAbandonOnlyCallsWithNothingUnderWay() {
        submit(4);
        submit(10);
        final Call waiting = submit(1);
        assertSame(waiting, transfers.abandon());
        assertNull(transfers.abandon());
    }

    @Test
    void shouldCloseConnectionIfChainCannotBePosted() {
        connection.refuses = true;
        final Call call = submit(1);
        assertEquals("a transfer cannot be posted", connection.closeReason);
        assertTrue(transfers.isIdle());
        assertEquals(1, call.chains, "a part may be in flight");
    }
}
