// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.extended.ExtendedQueuePairAttributes;

/** Queue pairs whose packets may overtake each other. */
class OutOfOrderTest {
    private static final int MESSAGES = 16;
    private static final int LENGTH = 2500;
    private static final int SIGNALED = SendRequests.SIGNALED;

    private final ModifiedPair pair = newPair();
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;

    private static ModifiedPair newPair() {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
        pair.isOutOfOrder = true;
        return pair.connect();
    }

    @Test
    void shouldTakeReceivesOutOfOrderAndCompleteThemInPsnOrder() {
        pair.fabric.setFaultPlan(FaultPlan.NONE.withReordering(0.3, 5_000));
        client.buffer.fill(1);
        int elsewhere = 0;
        for (int lap = 0; lap < 20; lap++) {
            postReceives(0);
            send();
            assertEquals(sent(), client.completions());
            elsewhere += expectMessages();
        }
        assertTrue(elsewhere > 0, "no message took another's Receive");
        server.buffer.assertGuards();
    }

    /** Returns how many messages are elsewhere than in the Receive that was posted for them. */
    private int expectMessages() {
        final List<String> received = server.completions();
        assertEquals(MESSAGES, received.size());
        assertEquals(MESSAGES, new TreeSet<>(received).size());
        int elsewhere = 0;
        for (int i = 0; i < MESSAGES; i++) {
            assertEquals(i, server.batch().immediate(i));
            final int place = (int) server.batch().wrId(i);
            elsewhere += place == i ? 0 : 1;
            for (int offset = 0; offset < LENGTH; offset++) {
                assertEquals(
                        GuardedBuffer.pattern(1, i * LENGTH + offset),
                        server.buffer.block().buffer().get(GuardedBuffer.GUARD + place * LENGTH + offset));
            }
        }
        return elsewhere;
    }

    @Test
    void shouldSurviveLossAndDuplicationToo() {
        pair.fabric.setFaultPlan(
                FaultPlan.NONE.withReordering(0.2, 5_000).withLoss(0.02).withDuplication(0.1));
        client.buffer.fill(1);
        for (int lap = 0; lap < 10; lap++) {
            postReceives(0);
            send();
            assertEquals(sent(), client.completions());
            expectMessages();
        }
    }

    @Test
    void shouldReadWhatWasWrittenBefore() {
        pair.fabric.setFaultPlan(FaultPlan.NONE.withReordering(0.3, 5_000));
        for (int lap = 1; lap < 20; lap++) {
            client.buffer.fill(lap);
            final SendRequests sends = client.sends();
            sends.rdmaWrite(1, 0, server.address, server.region.rkey());
            client.sge(0, 8000);
            sends.rdmaRead(2, SIGNALED, server.address, server.region.rkey());
            client.sge(20_000, 8000);
            client.post();
            settle();
            client.expect("2:SUCCESS");
            for (int i = 0; i < 8000; i += 7) {
                assertEquals(
                        GuardedBuffer.pattern(lap, i),
                        client.buffer.block().buffer().get(GuardedBuffer.GUARD + 20_000 + i));
            }
        }
    }

    @Test
    void shouldWaitForReceivesThatComeLate() {
        pair.fabric.setFaultPlan(FaultPlan.NONE.withReordering(0.3, 5_000));
        client.buffer.fill(1);
        post();
        pair.simulation.runUntil(client.loop.nanoTime() + 100_000);
        client.expect();
        postReceives(0);
        settle();
        assertEquals(sent(), client.completions());
        expectMessages();
    }

    @Test
    void shouldFlushReceivesOfEarlyMessagesOnce() {
        pair.fabric.setFaultPlan(FaultPlan.NONE.withReordering(0.5, 50_000));
        postReceives(0);
        post();
        pair.simulation.runUntil(client.loop.nanoTime() + 20_000);
        server.queuePair.toError();
        final List<String> ended = server.completions();
        assertEquals(MESSAGES, ended.size());
        assertEquals(MESSAGES, ended.stream().map(OutOfOrderTest::id).distinct().count());
        server.toState(QueuePairState.RESET);
        client.toState(QueuePairState.RESET);
        settle();
        client.completions();
        pair.fabric.setFaultPlan(FaultPlan.NONE);
        client.toSend(server, server.queuePair.number());
        server.toSend(client, client.queuePair.number());
        client.buffer.fill(1);
        postReceives(0);
        send();
        assertEquals(sent(), client.completions());
        assertEquals(0, expectMessages());
    }

    @Test
    void shouldRefuseWhatIsNotGranted() {
        final int most = client.device.attributes().maxOutOfOrderWr();
        assertEquals(most, create(most, QueuePairType.RC).capabilities().maxReceiveWr());
        assertErrno(Errno.EINVAL, () -> create(most + 1, QueuePairType.RC));
        assertErrno(Errno.EOPNOTSUPP, () -> create(1, QueuePairType.UD));
        assertErrno(Errno.EOPNOTSUPP, () -> create(1, QueuePairType.RAW_PACKET));
    }

    private QueuePair create(final int receives, final QueuePairType type) {
        return client.domain.createQueuePair(new ExtendedQueuePairAttributes(client.queue, client.queue, 1, receives, 1)
                .withType(type)
                .withOutOfOrder(true));
    }

    private static String id(final String completion) {
        return completion.substring(0, completion.indexOf(':'));
    }

    private static void assertErrno(final Errno errno, final Runnable call) {
        assertEquals(errno, assertThrows(VerbsException.class, call::run).errno());
    }

    private void postReceives(final int firstId) {
        for (int i = 0; i < MESSAGES; i++) {
            server.receive(firstId + i, i * LENGTH, LENGTH);
        }
    }

    private void post() {
        final SendRequests sends = client.sends();
        for (int i = 0; i < MESSAGES; i++) {
            sends.sendWithImmediate(i, SIGNALED, i);
            client.sge(i * LENGTH, LENGTH);
        }
        client.post();
    }

    private void send() {
        post();
        settle();
    }

    /** Longer than the retries of a request take: those that wait for a Receive never end. */
    private void settle() {
        pair.simulation.runUntil(client.loop.nanoTime() + 2_000_000_000L);
    }

    private static List<String> sent() {
        final List<String> all = new ArrayList<>();
        for (int i = 0; i < MESSAGES; i++) {
            all.add(i + ":SUCCESS");
        }
        return all;
    }
}
