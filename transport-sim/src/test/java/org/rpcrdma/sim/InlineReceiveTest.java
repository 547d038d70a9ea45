// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** Tests completions that contain payloads, on a queue pair that is connected to itself. */
class InlineReceiveTest extends PairTest {
    private static final int DEPTH = 300;
    private static final int LENGTH = 8;

    private final ConnectedPair.Side side = pair.client;
    private final CompletionQueue queue = side.device.createCompletionQueue(2 * DEPTH, side.loop, ready -> {});
    private final QueuePair queuePair = side.device
            .connections()
            .createQueuePair(side.domain, new QueuePairAttributes(queue, queue, DEPTH, DEPTH, 1));
    private final MemoryBlock block = side.device.memory().allocate(2 * DEPTH * LENGTH, 4096);
    private final MemoryRegion region =
            side.domain.registerMemory(block.address(), block.length(), block.address(), Access.LOCAL_WRITE);

    @Test
    void shouldKeepInlinePayloadsUntilTheirCompletionsArePolled() {
        queuePair.connectToItself();
        exchange(DEPTH);
        assertEquals(List.of(), arrived());
        final List<Integer> all = new ArrayList<>();
        for (int i = 0; i < DEPTH; i++) {
            all.add(i);
        }
        assertEquals(DEPTH, successes());
        assertEquals(all, arrived());
    }

    @Test
    void shouldDeliverInlinePayloadAfterAReset() {
        queuePair.connectToItself();
        exchange(3);
        queuePair.modify(new QueuePairParameters().state(QueuePairState.RESET));
        queuePair.connectToItself();
        exchange(1, 7);
        assertEquals(4, successes());
        assertEquals(List.of(0, 1, 2, 7), arrived());
    }

    @Test
    void shouldDeliverInlinePayloadAfterDeregistration() {
        queuePair.connectToItself();
        exchange(1);
        region.close();
        assertEquals(1, successes());
        assertEquals(List.of(0), arrived());
    }

    @Test
    void shouldFailTheCompletionWhoseMemoryWasFreed() {
        queuePair.connectToItself();
        exchange(1);
        region.close();
        block.close();
        assertEquals(0, successes());
        assertEquals(CompletionStatus.LOC_PROT_ERR, side.batch.status(0));
    }

    @Test
    void shouldCheckTheLkeyOfInlinePayload() {
        queuePair.connectToItself();
        final ReceiveRequests receives = side.device.newReceiveRequests(1);
        receives.receive(0, block.address(), LENGTH, region.lkey() + 1);
        queuePair.postReceive(receives);
        send(1, 0);
        assertEquals(0, successes());
        assertEquals(List.of(), arrived());
    }

    private void exchange(final int count) {
        exchange(count, 0);
    }

    /** Sends messages of 8 bytes. Each is stored at a separate offset after the earlier messages. */
    private void exchange(final int count, final int first) {
        final ReceiveRequests receives = side.device.newReceiveRequests(count);
        for (int i = first; i < first + count; i++) {
            block.buffer().putLong(i * LENGTH, -1);
            receives.receive(i, block.address() + (DEPTH + i) * LENGTH, LENGTH, region.lkey());
        }
        queuePair.postReceive(receives);
        send(count, first);
    }

    private void send(final int count, final int first) {
        final SendRequests sends = side.device.newSendRequests(count, 1);
        for (int i = first; i < first + count; i++) {
            sends.send(1000, 0);
            sends.sge(block.address() + i * LENGTH, LENGTH, region.lkey());
        }
        queuePair.postSend(sends);
        pair.simulation.run();
    }

    /** Polls all completions, and returns the number of successful Receives. */
    private int successes() {
        int count = 0;
        while (queue.poll(side.batch) > 0) {
            for (int i = 0; i < side.batch.count(); i++) {
                count += side.batch.status(i) == CompletionStatus.SUCCESS ? 1 : 0;
            }
            if (side.batch.count() < side.batch.capacity()) {
                break;
            }
        }
        return count;
    }

    private List<Integer> arrived() {
        final List<Integer> places = new ArrayList<>();
        for (int i = 0; i < DEPTH; i++) {
            if (block.buffer().getLong((DEPTH + i) * LENGTH) == -1) {
                places.add(i);
            }
        }
        return places;
    }
}
