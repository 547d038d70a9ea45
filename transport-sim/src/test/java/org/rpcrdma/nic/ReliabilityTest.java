// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.link.Psn;
import org.rpcrdma.nic.link.TimerCodes;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Numbers of packets, packets that are lost or come twice, sizes of packets, waits. */
class ReliabilityTest {
    private static final int SIGNALED = SendRequests.SIGNALED;

    @Test
    void shouldWrapPsnAt24Bits() {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
        pair.psn = Psn.MASK - 2;
        pair.connect();
        pair.client.buffer.fill(1);
        for (int i = 0; i < 3; i++) {
            pair.server.receive(i, i * 5000, 5000);
        }
        final SendRequests sends = pair.client.sends();
        for (int i = 0; i < 3; i++) {
            sends.send(i, SIGNALED);
            pair.client.sge(i * 5000, 5000);
        }
        sends.rdmaRead(3, SIGNALED, pair.server.address, pair.server.region.rkey());
        pair.client.post(20_000, 5000);
        pair.client.runAndExpect("0:SUCCESS", "1:SUCCESS", "2:SUCCESS", "3:SUCCESS");
        pair.server.expect("0:SUCCESS", "1:SUCCESS", "2:SUCCESS");
        pair.server.buffer.assertHolds(1, 0, 0, 15_000);
    }

    @Test
    void shouldRetransmitLostPackets() {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
        pair.client.buffer.fill(1);
        loseThreePackets(pair);
        connectServer(pair);
        pair.client.runAndExpect("1:SUCCESS");
        pair.server.expect("50:SUCCESS");
        pair.server.buffer.assertHolds(1, 0, 0, 3000);
    }

    @Test
    void shouldRetransmitFromASequenceNak() {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
        pair.client.buffer.fill(1);
        loseThreePackets(pair);
        connectServer(pair);
        final long before = pair.simulation.nanoTime();
        pair.client.sends().rdmaRead(2, SIGNALED, pair.server.address, pair.server.region.rkey());
        pair.client.post(10_000, 3000);
        long read = before;
        while (pair.client.queue.poll(pair.client.batch()) == 0) {
            pair.simulation.step();
            read = pair.simulation.nanoTime();
        }
        assertTrue(read - before < TimerCodes.acknowledgement(pair.timeout), "no timer was needed");
        pair.server.runAndExpect("50:SUCCESS");
        pair.server.buffer.assertHolds(1, 0, 0, 3000);
    }

    /** What is sent to a queue pair that is not there yet is lost. */
    private static void loseThreePackets(final ModifiedPair pair) {
        pair.client.toSend(pair.server, ModifiedPair.FIRST_NUMBER);
        pair.client.send(1, 0, 3000);
        pair.simulation.runUntil(pair.client.loop.nanoTime() + 1_000_000);
    }

    private static void connectServer(final ModifiedPair pair) {
        pair.server.toSend(pair.client, pair.client.queuePair.number());
        pair.server.receive(50, 0, 3000);
    }

    @Test
    void shouldCarryOutAnAtomicOnceHoweverOftenItIsRetransmitted() {
        final ModifiedPair pair = new ModifiedPair(
                QueuePairType.RC,
                CostModel.defaults().with(CostParameter.LINK_DELAY, 20_000),
                DeviceConfiguration.DEFAULT,
                false);
        pair.timeout = 1; // 8 us: it is sent again before the answer can be there
        pair.connect();
        for (int i = 0; i < 3; i++) {
            pair.client.sends().fetchAndAdd(i, SIGNALED, pair.server.address, pair.server.region.rkey(), 5);
            pair.client.post(8 * i, 8);
        }
        pair.client.runAndExpect("0:SUCCESS", "1:SUCCESS", "2:SUCCESS");
        assertEquals(15, longAt(pair.server, 0));
        assertEquals(0, longAt(pair.client, 0));
        assertEquals(5, longAt(pair.client, 8));
        assertEquals(10, longAt(pair.client, 16));
    }

    private static long longAt(final ModifiedPair.Side side, final int offset) {
        return side.buffer
                .block()
                .buffer()
                .order(java.nio.ByteOrder.nativeOrder())
                .getLong(GuardedBuffer.GUARD + offset);
    }

    @Test
    void shouldNakPacketsThatAreNotAsLongAsThePathMtu() {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
        pair.client.pathMtu = 256;
        pair.connect();
        pair.server.receive(50, 0, 3000);
        pair.client.send(1, 0, 1000);
        pair.client.runAndExpect("1:REM_INV_REQ_ERR");
    }

    @Test
    void shouldRefuseReadResponsesThatAreNotAsLongAsThePathMtu() {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
        pair.client.pathMtu = 256;
        pair.connect();
        pair.client.sends().rdmaRead(1, SIGNALED, pair.server.address, pair.server.region.rkey());
        pair.client.post(0, 1000);
        pair.client.runAndExpect("1:BAD_RESP_ERR");
    }

    @Test
    void shouldRetransmitAfterRnrNak() {
        final long shortWait = timeToAReceive(5);
        final long longWait = timeToAReceive(20);
        assertTrue(longWait - shortWait >= 10_180_000, "waits=" + shortWait + " " + longWait);
    }

    /** Virtual time of a SEND that finds no Receive at first. */
    private static long timeToAReceive(final int timer) {
        final ModifiedPair pair = new ModifiedPair(QueuePairType.RC);
        pair.server.rnrTimer = timer;
        pair.connect();
        pair.client.send(1, 0, 10);
        pair.simulation.runUntil(pair.client.loop.nanoTime() + 20_000);
        pair.server.receive(50, 0, 10);
        pair.client.runAndExpect("1:SUCCESS");
        return pair.simulation.nanoTime();
    }
}
