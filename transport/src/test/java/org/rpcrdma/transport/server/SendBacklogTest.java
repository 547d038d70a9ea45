// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallPool;

class SendBacklogTest {
    private static final int DEPTH = 8;
    private static final int LONGEST_CHAIN = 4;

    private final SendBacklog backlog = new SendBacklog(DEPTH, LONGEST_CHAIN);
    private final CallPool pool = new CallPool();

    private Call add(final int workRequests) {
        final Call call = pool.take();
        call.workRequests = workRequests;
        backlog.add(call);
        return call;
    }

    private void assertPosts(final Call call, final int requests) {
        assertSame(call, backlog.next());
        assertEquals(requests, backlog.takeChain());
        call.posted += requests;
    }

    @Test
    void shouldHoldAnswerWhileSendQueueIsFull() {
        final Call first = add(4);
        final Call second = add(4);
        final Call third = add(1);
        assertPosts(first, 4);
        assertPosts(second, 4);
        assertNull(backlog.next(), "no room");
        backlog.completed(4);
        assertPosts(third, 1);
        assertNull(backlog.next(), "none waits");
    }

    @Test
    void shouldCutLongTransferIntoChains() {
        final Call call = add(10);
        assertPosts(call, 4);
        assertPosts(call, 4);
        assertNull(backlog.next(), "no room");
        backlog.completed(4);
        assertPosts(call, 2);
        assertNull(backlog.next());
    }

    @Test
    void shouldNotLetShortAnswerPassLongTransfer() {
        assertPosts(add(4), 4);
        assertPosts(add(2), 2);
        final Call large = add(4);
        add(1);
        assertNull(backlog.next(), "there is room for the answer, but it is not its turn");
        backlog.completed(2);
        assertPosts(large, 4);
    }

    @Test
    void shouldAbandonInOrderWhatWaits() {
        final Call posted = add(4);
        final Call half = add(8);
        final Call whole = add(1);
        assertPosts(posted, 4);
        assertPosts(half, 4);
        assertSame(half, backlog.abandon());
        assertSame(whole, backlog.abandon());
        assertNull(backlog.abandon());
        assertNull(backlog.next());
    }
}
