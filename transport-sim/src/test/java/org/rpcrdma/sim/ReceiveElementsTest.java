// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/**
 * Tests Receives with several elements, on a queue pair that is connected to itself. If a Receive fails, the SEND is
 * flushed, because both belong to the same queue pair.
 */
class ReceiveElementsTest extends PairTest {
    private static final int MTU = CostModel.defaults().count(CostParameter.MTU);

    private final ConnectedPair.Side side = pair.client;
    private final QueuePair queuePair = side.device.connections().createQueuePair(side.domain, attributes());
    private final ReceiveRequests receives = side.device.newReceiveRequests(2, 4);
    private final GuardedBuffer source = new GuardedBuffer(side.device, 3 * MTU).fill(3);

    @Test
    void shouldFillTheElementsOfAReceiveInTheirOrder() {
        final GuardedBuffer first = new GuardedBuffer(side.device, 100);
        final GuardedBuffer second = new GuardedBuffer(side.device, 2 * MTU);
        receives.receive(7);
        receives.sge(first.iova, 100, LKEY);
        receives.sge(0, 0, 0);
        receives.sge(second.iova, 2 * MTU, LKEY);
        send(2 * MTU + 50);
        assertEquals(List.of("1:SUCCESS", "7:SUCCESS"), sorted());
        first.assertHolds(3, 0, 0, 100);
        second.assertHolds(3, 0, 100, 2 * MTU - 50);
    }

    @Test
    void shouldFailAMessageAtAnElementWithABadLkey() {
        final GuardedBuffer first = new GuardedBuffer(side.device, 100);
        receives.receive(7);
        receives.sge(first.iova, 50, LKEY);
        receives.sge(first.iova + 50, 50, 0x1234);
        send(51);
        assertEquals(List.of("1:WR_FLUSH_ERR", "7:LOC_PROT_ERR"), sorted());
    }

    @Test
    void shouldStageAtMostTheElementsOfAChain() {
        assertThrows(IndexOutOfBoundsException.class, () -> receives.sge(0, 1, LKEY));
        receives.receive(1);
        for (int i = 0; i < 4; i++) {
            receives.sge(0, 1, LKEY);
        }
        assertThrows(IndexOutOfBoundsException.class, () -> receives.sge(0, 1, LKEY));
    }

    private void connect() {
        queuePair.connectToItself();
    }

    private void send(final int length) {
        connect();
        queuePair.postReceive(receives);
        final SendRequests sends = side.sends();
        sends.send(1, SendRequests.SIGNALED);
        sends.sge(source.iova, length, LKEY);
        queuePair.postSend(sends);
        pair.simulation.run();
    }

    private List<String> sorted() {
        return side.completions().stream().sorted().toList();
    }

    private QueuePairAttributes attributes() {
        return new QueuePairAttributes(side.queue, side.queue, 4, 4, 1)
                .withCapabilities(new QueuePairCapabilities(4, 4, 1, 3, 0));
    }
}
