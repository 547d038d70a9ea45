// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.rnic.Faults;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.AddressHandle;

/** Tests unacknowledged messages on faulty links. */
class UnreliableFaultsTest {
    private static final int LENGTH = 5000;
    private static final int MESSAGES = 300;

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.UC, Seed.get()).connect();
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;

    static AddressVector way(final ModifiedPair pair) {
        return new AddressVector(pair.server.device.gid(1, 0), 0, 1);
    }

    @Test
    void shouldDropAMessageWithAPsnGapAndReceiveTheNext() {
        client.buffer.fill(1);
        server.receive(50, 0, LENGTH);
        client.device.faults().lose(PacketFilter.of(PacketKind.SEND), 3);
        send(1, 0);
        send(2, LENGTH);
        client.runAndExpect("1:SUCCESS", "2:SUCCESS");
        server.expect("50:SUCCESS");
        server.buffer.assertHolds(1, 0, LENGTH, LENGTH);
    }

    @Test
    void shouldDropAMessageWhoseLastPacketIsLost() {
        client.buffer.fill(1);
        server.receive(50, 0, LENGTH);
        client.device.faults().lose(PacketFilter.of(PacketKind.SEND), 5);
        send(1, 0);
        send(2, LENGTH);
        server.runAndExpect("50:SUCCESS");
        server.buffer.assertHolds(1, 0, LENGTH, LENGTH);
    }

    @Test
    void shouldDropAMessageWhosePacketIsLate() {
        server.receive(50, 0, LENGTH);
        client.device.faults().delay(PacketFilter.of(PacketKind.SEND), 2, 100_000);
        send(1, 0);
        client.runAndExpect("1:SUCCESS");
        server.expect();
    }

    /** Whatever happens to the packets, each message that is delivered must equal a message that was sent. */
    @Test
    void shouldDeliverMessagesWholeOrNotAtAll() {
        pair.fabric.setFaultPlan(
                FaultPlan.NONE.withLoss(0.02).withDuplication(0.02).withReordering(0.02, 5000));
        int delivered = 0;
        for (int i = 0; i < MESSAGES; i++) {
            client.buffer.fill(i);
            server.buffer.fill(i + 1);
            server.receive(50, 0, LENGTH);
            send(i, 0);
            pair.simulation.run();
            assertEquals(List.of(i + ":SUCCESS"), client.completions());
            final int received = server.completions().size();
            delivered += received;
            if (received == 1) {
                assertEquals(LENGTH, server.batch.byteLength(0));
                assertEquals(
                        client.buffer.block().buffer().slice(GuardedBuffer.GUARD, LENGTH),
                        server.buffer.block().buffer().slice(GuardedBuffer.GUARD, LENGTH),
                        "seed=" + Seed.get() + " message=" + i);
            } else {
                server.toState(org.rpcrdma.verbs.QueuePairState.ERR);
                server.completions();
                server.toState(org.rpcrdma.verbs.QueuePairState.RESET);
                server.toReceive(client, client.queuePair.number());
            }
        }
        assertTrue(delivered > MESSAGES / 2 && delivered < MESSAGES, "delivered=" + delivered);
    }

    @Test
    void shouldLoseAndDuplicateDatagrams() {
        final ModifiedPair datagrams = new ModifiedPair(QueuePairType.UD).connect();
        final AddressHandle handle = datagrams.client.domain.createAddressHandle(way(datagrams));
        final Faults faults = datagrams.client.device.faults();
        faults.lose(PacketFilter.ANY, 2);
        faults.duplicate(PacketFilter.ANY, 3);
        datagrams.client.buffer.fill(1);
        for (int i = 0; i < 4; i++) {
            datagrams.server.receive(50 + i, i * 200, 140);
        }
        for (int i = 0; i < 4; i++) {
            datagrams.client.sends().send(i, SendRequests.SIGNALED);
            datagrams.client.sends.destination(handle, datagrams.server.queuePair.number(), ModifiedPair.QKEY);
            datagrams.client.post(i * 100, 100);
            datagrams.simulation.run();
        }
        datagrams.client.expect("0:SUCCESS", "1:SUCCESS", "2:SUCCESS", "3:SUCCESS");
        datagrams.server.expect("50:SUCCESS", "51:SUCCESS", "52:SUCCESS", "53:SUCCESS");
        final Completions batch = datagrams.server.batch;
        final int[] sent = {0, 2, 2, 3};
        for (int i = 0; i < 4; i++) {
            assertEquals(140, batch.byteLength(i));
            assertEquals(
                    datagrams.client.buffer.block().buffer().get(GuardedBuffer.GUARD + sent[i] * 100 + 7),
                    datagrams.server.buffer.block().buffer().get(GuardedBuffer.GUARD + i * 200 + 47));
        }
    }

    private void send(final long wrId, final int from) {
        client.sends().send(wrId, SendRequests.SIGNALED);
        client.post(from, LENGTH);
    }
}
