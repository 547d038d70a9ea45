// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.link.TimerCodes;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** What is sent again, when, and how often. */
class RetransmissionTest {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int LONG = 10_000;

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.RC).connect();
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;
    private final Faults ofClient = client.device.faults();
    private final Faults ofServer = server.device.faults();

    @Test
    void shouldRequestALostReadResponseFromTheMissingPsnOn() {
        server.buffer.fill(1);
        ofServer.lose(PacketFilter.of(PacketKind.READ_RESPONSE), 4);
        ofServer.lose(PacketFilter.of(PacketKind.READ_RESPONSE), 8 + 5 + 1);
        read(1, 0, 8 * 1024);
        expectWithoutTimer("1:SUCCESS");
        assertHolds(0, 8 * 1024);
        assertEquals(1, ofServer.armed(), "8 packets, and 5 again");
    }

    @Test
    void shouldTakeAnAckBehindAMissingReadResponseForAnImpliedNak() {
        server.buffer.fill(1);
        server.receive(50, 40_000, 10);
        ofServer.lose(PacketFilter.of(PacketKind.READ_RESPONSE), 1);
        stageRead(1, 0, 100);
        client.sends.send(2, SIGNALED);
        client.post(50_000, 10);
        expectWithoutTimer("1:SUCCESS", "2:SUCCESS");
        assertHolds(0, 100);
        server.expect("50:SUCCESS");
    }

    @Test
    void shouldRetransmitOncePerGapOfAReadResponse() {
        ofServer.lose(PacketFilter.of(PacketKind.SEQUENCE_NAK), 2);
        ofClient.lose(PacketFilter.of(PacketKind.SEND), 2);
        server.receive(50, 0, LONG);
        send(1, LONG);
        expectWithoutTimer("1:SUCCESS");
        server.expect("50:SUCCESS");
        assertEquals(1, ofServer.armed(), "one gap, one NAK");
    }

    @Test
    void shouldCountADuplicatedRnrNakOnce() {
        final ModifiedPair strict = new ModifiedPair(QueuePairType.RC);
        strict.rnrRetry = 1;
        strict.server.rnrTimer = 20;
        strict.connect();
        strict.server.device.faults().duplicate(PacketFilter.of(PacketKind.RNR_NAK), 1);
        strict.client.send(1, 0, 10);
        strict.simulation.runUntil(strict.client.loop.nanoTime() + 100_000);
        strict.server.receive(50, 0, 10);
        strict.client.runAndExpect("1:SUCCESS");
    }

    @Test
    void shouldFailAfterRetryCountRetransmissions() {
        for (int i = 1; i <= 8; i++) {
            ofClient.lose(PacketFilter.of(PacketKind.SEND), i);
        }
        server.receive(50, 0, 10);
        final long before = client.loop.nanoTime();
        send(1, 10);
        client.runAndExpect("1:RETRY_EXC_ERR");
        assertEquals(8, ofClient.statistics().lost());
        assertEquals(QueuePairState.ERR, client.queuePair.state());
        assertTrue(pair.simulation.nanoTime() - before >= 8 * TimerCodes.acknowledgement(pair.timeout));
    }

    @Test
    void shouldSucceedAtTheLastRetransmission() {
        for (int i = 1; i <= 7; i++) {
            ofClient.lose(PacketFilter.of(PacketKind.SEND), i);
        }
        server.receive(50, 0, 10);
        send(1, 10);
        client.runAndExpect("1:SUCCESS");
        server.expect("50:SUCCESS");
    }

    @Test
    void shouldCarryOutAnAtomicOnceIfItsResponseIsLost() {
        ofServer.lose(PacketFilter.of(PacketKind.ATOMIC_RESPONSE), 1);
        ofServer.lose(PacketFilter.of(PacketKind.ATOMIC_RESPONSE), 2);
        for (int i = 0; i < 2; i++) {
            client.sends().fetchAndAdd(i, SIGNALED, server.address, server.region.rkey(), 5);
            client.post(8 * i, 8);
        }
        client.runAndExpect("0:SUCCESS", "1:SUCCESS");
        assertEquals(10, longAt(server, 0));
        assertEquals(0, longAt(client, 0));
        assertEquals(5, longAt(client, 8));
    }

    @Test
    void shouldNotWriteTwiceIfAnAckIsLost() {
        client.buffer.fill(1);
        ofClient.duplicate(PacketFilter.of(PacketKind.WRITE), 1);
        ofClient.delay(PacketFilter.of(PacketKind.WRITE), 1, 5_000_000);
        ofServer.lose(PacketFilter.of(PacketKind.ACK), 1);
        client.sends().rdmaWrite(1, SIGNALED, server.address, server.region.rkey());
        client.post(0, 100);
        pair.simulation.runUntil(client.loop.nanoTime() + 1_000_000);
        server.buffer.assertHolds(1, 0, 0, 100);
        server.buffer.fill(2);
        client.runAndExpect("1:SUCCESS");
        server.buffer.assertHolds(2, 0, 0, ModifiedPair.BUFFER);
    }

    /** A request that fails here does not keep what was sent before it from being sent again. */
    @Test
    void shouldStillRetransmitRequestsBeforeOneThatFailed() {
        ofClient.lose(PacketFilter.of(PacketKind.SEND), 1);
        server.receive(50, 0, 10);
        final SendRequests sends = client.sends();
        sends.send(1, SIGNALED);
        client.sge(0, 10);
        sends.send(2, SIGNALED);
        sends.sge(client.address, 10, client.region.lkey() + 1);
        client.post();
        client.runAndExpect("1:SUCCESS", "2:LOC_PROT_ERR");
        server.expect("50:SUCCESS");
    }

    /**
     * A READ's response stays missing, so that nothing behind it counts as acknowledged: yet the peer takes what comes
     * again.
     */
    @Test
    void shouldRestoreRetriesWithEachAckOfProgress() {
        server.buffer.fill(1);
        ofServer.lose(PacketFilter.of(PacketKind.READ_RESPONSE), 1);
        ofServer.lose(PacketFilter.of(PacketKind.READ_RESPONSE), 2);
        read(1, 0, 100);
        for (int i = 0; i < 7; i++) {
            ofClient.lose(PacketFilter.of(PacketKind.SEND), 1);
            for (int message = 0; message < 2; message++) {
                server.receive(50, 50_000, 10);
                client.sends().send(2, 0);
                client.post(40_000, 10);
            }
            pair.simulation.runUntil(client.loop.nanoTime() + 20_000);
            server.expect("50:SUCCESS", "50:SUCCESS");
        }
        client.expect();
        client.runAndExpect("1:SUCCESS");
        assertHolds(0, 100);
    }

    private void send(final long wrId, final int length) {
        client.send(wrId, 0, length);
    }

    private void read(final long wrId, final int to, final int length) {
        stageRead(wrId, to, length);
        client.post();
    }

    private void stageRead(final long wrId, final int to, final int length) {
        client.sends().rdmaRead(wrId, SIGNALED, server.address, server.region.rkey());
        client.sge(to, length);
    }

    private void assertHolds(final int at, final int length) {
        client.buffer.assertHolds(1, at, 0, length);
    }

    /** Everything is done before a timer could have been needed. */
    private void expectWithoutTimer(final String... completions) {
        pair.simulation.runUntil(client.loop.nanoTime() + TimerCodes.acknowledgement(pair.timeout) / 2);
        client.expect(completions);
        pair.simulation.run();
    }

    private static long longAt(final ModifiedPair.Side side, final int offset) {
        return side.buffer.block().buffer().order(ByteOrder.nativeOrder()).getLong(GuardedBuffer.GUARD + offset);
    }
}
