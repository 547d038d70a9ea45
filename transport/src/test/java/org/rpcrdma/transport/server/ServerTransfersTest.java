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
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.verbs.SendRequests;

class ServerTransfersTest {
    private static final int DEPTH = 8;
    private static final int LONGEST_CHAIN = 4;
    private static final long RECEIVE = 77;

    private final FakeConnection connection = new FakeConnection();
    private final CallPool pool = new CallPool();
    private final FakeChain chain = new FakeChain();
    private final ServerTransfers transfers =
            new ServerTransfers(connection, pool, this::stage, new SendBacklog(DEPTH, LONGEST_CHAIN));

    private SendRequests stage(final Call call, final int count) {
        chain.clear();
        for (int i = 1; i < count; i++) {
            chain.rdmaWrite(WorkRequestId.of(call.id), 0, 0, 0);
        }
        chain.send(WorkRequestId.endOfChain(call.id, count, call.posted + count == call.workRequests), 0);
        return chain;
    }

    private Call submit(final int state, final int workRequests) {
        final Call call = pool.take();
        call.begin(null, RECEIVE, 0);
        call.state = state;
        call.workRequests = workRequests;
        transfers.submit(call);
        return call;
    }

    private Call complete(final int chainIndex) {
        return transfers.completed(connection.underWay.remove(chainIndex));
    }

    @Test
    void shouldReleaseReceiveAheadOfTheSend() {
        submit(Call.REPLYING, 3);
        assertEquals(List.of("release 77", "post"), connection.events);
    }

    @Test
    void shouldKeepReceiveWhileReadsAreUnderWay() {
        submit(Call.READING, 3);
        assertEquals(List.of("post"), connection.events);
    }

    @Test
    void shouldBeIdleOnlyWhenEveryChainHasCompleted() {
        submit(Call.REPLYING, 10);
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
        final Call call = submit(Call.REPLYING, 4);
        assertNull(transfers.completed(WorkRequestId.of(call.id)));
        assertFalse(transfers.isIdle());
    }

    @Test
    void shouldAbandonOnlyCallsWithNothingUnderWay() {
        submit(Call.REPLYING, 4);
        submit(Call.REPLYING, 10);
        final Call waiting = submit(Call.REPLYING, 1);
        assertSame(waiting, transfers.abandon());
        assertNull(transfers.abandon());
    }

    @Test
    void shouldEndConnectionIfChainCannotBePosted() {
        connection.refuses = true;
        final Call call = submit(Call.REPLYING, 1);
        assertEquals("a transfer cannot be posted", connection.closeReason);
        assertTrue(transfers.isIdle());
        assertEquals(1, call.chains, "a part of it may be under way");
    }
}
