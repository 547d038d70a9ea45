// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertRefused;

import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

class PostingTest extends PairTest {
    private static final int DEPTH = ConnectedPair.QUEUE_DEPTH;

    private final GuardedBuffer source = new GuardedBuffer(client.device, 4096);
    private final GuardedBuffer target = new GuardedBuffer(server.device, 4096);

    @Test
    void shouldPostTheRequestsBeforeTheFirstThatDoesNotFit() {
        server.postReceive(5, target.iova, 100, LKEY);
        final SendRequests sends = client.sends();
        sends.send(1, SendRequests.SIGNALED);
        sends.send(2, 1 << 20);
        sends.send(3, SendRequests.SIGNALED);
        assertRefused(Errno.EINVAL, 1, client::postSends);
        client.runAndExpect("1:SUCCESS");
        server.expect("5:SUCCESS");
    }

    @Test
    void shouldRefuseInvalidRequests() {
        final SendRequests wide = client.device.newSendRequests(1, 5);
        wide.send(1, 0);
        for (int i = 0; i < 5; i++) {
            wide.sge(source.iova, 1, LKEY);
        }
        assertRefused(Errno.EINVAL, 0, () -> client.queuePair.postSend(wide));
        final SendRequests negative = client.sends();
        negative.send(1, 0);
        negative.sge(source.iova, -1, LKEY);
        assertRefused(Errno.EINVAL, 0, client::postSends);
        final SendRequests huge = client.sends();
        huge.send(1, 0);
        huge.sge(source.iova, Integer.MAX_VALUE, LKEY);
        huge.sge(source.iova, 1, LKEY);
        assertRefused(Errno.EINVAL, 0, client::postSends);
        final SendRequests invalidate = client.sends();
        invalidate.localInvalidate(1, 0, 0);
        invalidate.sge(source.iova, 1, LKEY);
        assertRefused(Errno.EINVAL, 0, client::postSends);
        assertRefused(Errno.EINVAL, 0, () -> client.postReceive(1, source.iova, -1, LKEY));
    }

    @Test
    void shouldKeepAPlaceTakenUntilItsCompletionIsPolled() {
        final ReceiveRequests receives = server.device.newReceiveRequests(DEPTH + 2);
        for (int i = 0; i < DEPTH + 2; i++) {
            receives.receive(i, target.iova, 100, LKEY);
        }
        assertRefused(Errno.ENOMEM, DEPTH, () -> server.queuePair.postReceive(receives));
        final SendRequests sends = client.sends();
        for (int i = 0; i <= DEPTH; i++) {
            sends.send(i, i == DEPTH - 1 ? SendRequests.SIGNALED : 0);
        }
        assertRefused(Errno.ENOMEM, DEPTH, client::postSends);
        pair.simulation.run();
        assertRefused(Errno.ENOMEM, 0, client::postSends);
        assertEquals(1, client.queue.poll(client.batch));
        assertEquals(DEPTH, server.queue.poll(server.batch));
        server.queuePair.postReceive(firstOf(receives));
        client.post(more -> more.send(77, SendRequests.SIGNALED));
        client.runAndExpect("77:SUCCESS");
    }

    @Test
    void shouldFillTheSendQueueWithoutSignaledSends() {
        for (int i = 0; i < DEPTH; i++) {
            server.postReceive(i, target.iova, 100, LKEY);
            client.sends().send(i, 0);
            client.postSends();
            pair.simulation.run();
        }
        final SendRequests sends = client.sends();
        sends.send(1, 0);
        assertRefused(Errno.ENOMEM, 0, client::postSends);
    }

    @Test
    void shouldAcceptReceivesButNoSendsBeforeItIsConnected() {
        final QueuePair unconnected = client.device.connections().createQueuePair(client.domain, attributes(1, 1, 1));
        final SendRequests sends = client.sends();
        sends.send(1, 0);
        assertRefused(Errno.EINVAL, 0, () -> unconnected.postSend(sends));
        final ReceiveRequests receives = client.device.newReceiveRequests(1);
        receives.receive(8, source.iova, 10, LKEY);
        unconnected.postReceive(receives);
        unconnected.toError();
        client.expect("8:WR_FLUSH_ERR");
        unconnected.close();
        assertRefused(Errno.EINVAL, 0, () -> unconnected.postReceive(receives));
        assertRefused(Errno.EINVAL, 0, () -> unconnected.postSend(sends));
        assertThrows(VerbsException.class, unconnected::close);
        assertThrows(VerbsException.class, unconnected::toError);
    }

    @Test
    void shouldStageAtMostOneChain() {
        final SendRequests sends = client.device.newSendRequests(1, 1);
        assertThrows(IndexOutOfBoundsException.class, () -> sends.sge(0, 1, 1));
        sends.send(1, 0);
        sends.sge(0, 1, 1);
        assertThrows(IndexOutOfBoundsException.class, () -> sends.sge(0, 1, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> sends.send(1, 0));
        final ReceiveRequests receives = client.device.newReceiveRequests(1);
        receives.receive(1, 0, 0, 0);
        assertThrows(IndexOutOfBoundsException.class, () -> receives.receive(1, 0, 0, 0));
        assertEquals(1, sends.size());
        assertEquals(1, receives.size());
    }

    @Test
    void shouldShowAReceiveFromThePostersTimeOn() {
        server.loop
                .newTimer(() -> {
                    server.domain.allocateFastRegisterRegion(1);
                    server.postReceive(5, target.iova, 100, LKEY);
                })
                .arm(0);
        pair.simulation.step();
        pair.simulation.step();
        final long posted = server.loop.nanoTime();
        client.post(sends -> sends.send(1, SendRequests.SIGNALED));
        while (server.queue.poll(server.batch) == 0) {
            pair.simulation.step();
        }
        assertTrue(pair.simulation.nanoTime() >= posted, "posted=" + posted);
        assertEquals(5, server.batch.wrId(0));
    }

    private ReceiveRequests firstOf(final ReceiveRequests receives) {
        receives.clear();
        receives.receive(500, target.iova, 100, LKEY);
        return receives;
    }

    private QueuePairAttributes attributes(final int sends, final int receives, final int elements) {
        return new QueuePairAttributes(client.queue, client.queue, sends, receives, elements);
    }
}
