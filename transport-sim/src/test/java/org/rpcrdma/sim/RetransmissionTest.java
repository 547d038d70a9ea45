// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.Faults;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Tests which packets are retransmitted, when, and how often. */
class RetransmissionTest extends ReliablePairTest {
    private static final int LONG = 10_000;

    private final Faults ofClient = client.device.faults();
    private final Faults ofServer = server.device.faults();

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

    /** Requests before a request that failed locally are still retransmitted. */
    @Test
    void shouldStillRetransmitRequestsBeforeAFailedOne() {
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
     * A READ response is lost repeatedly, so no later request counts as acknowledged. The peer still accepts
     * retransmissions.
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

    @Test
    void shouldNakPacketsThatAreNotAsLongAsThePathMtu() {
        final ModifiedPair shorter = withShorterPackets();
        shorter.server.receive(50, 0, 3000);
        shorter.client.send(1, 0, 1000);
        shorter.client.runAndExpect("1:REM_INV_REQ_ERR");
    }

    @Test
    void shouldRefuseReadResponsesThatAreNotAsLongAsThePathMtu() {
        final ModifiedPair shorter = withShorterPackets();
        shorter.client.sends().rdmaRead(1, SIGNALED, shorter.server.address, shorter.server.region.rkey());
        shorter.client.post(0, 1000);
        shorter.client.runAndExpect("1:BAD_RESP_ERR");
    }

    private static ModifiedPair withShorterPackets() {
        final ModifiedPair shorter = new ModifiedPair(QueuePairType.RC);
        shorter.client.pathMtu = 256;
        return shorter.connect();
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

    /** Asserts that everything completes before any timer could have expired. */
    private void expectWithoutTimer(final String... completions) {
        pair.simulation.runUntil(client.loop.nanoTime() + TimerCodes.acknowledgement(pair.timeout) / 2);
        client.expect(completions);
        pair.simulation.run();
    }
}
