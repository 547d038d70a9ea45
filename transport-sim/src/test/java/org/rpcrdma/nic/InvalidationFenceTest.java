// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Invalidations that wait for what was posted before them, and may use the key that they end. */
class InvalidationFenceTest {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int FENCED = SIGNALED | SendRequests.FENCE;
    private static final int LENGTH = 10_000;
    /** Packets that {@link #LENGTH} takes; the last one gets lost. */
    private static final int PACKETS = 10;

    private ModifiedPair pair;
    private ModifiedPair.Side client;
    private EndingKey key;

    private void begin(final Personality personality, final QueuePairType type) {
        pair = new ModifiedPair(
                type, CostModel.defaults(), DeviceConfiguration.DEFAULT.withPersonality(personality), false);
        pair.connect();
        client = pair.client;
        key = new EndingKey(client, EndingKey.Way.FAST_REGION_INVALIDATED, 0, 16 * 1024);
        key.open(1);
        client.runAndExpect("1:SUCCESS");
    }

    @ParameterizedTest
    @EnumSource
    void shouldInvalidateBehindAFenceOnceAnEarlierRequestIsDone(final Personality personality) {
        for (final PacketKind kind : List.of(PacketKind.SEND, PacketKind.WRITE, PacketKind.READ_REQUEST)) {
            expectOneAfterTheOther(personality, kind, FENCED);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SEND", "WRITE", "READ_REQUEST"})
    void shouldAlwaysWaitOnSoftRoce(final PacketKind kind) {
        expectOneAfterTheOther(Personality.RXE, kind, SIGNALED);
    }

    @Test
    void shouldNotWaitWithoutAFence() {
        begin(Personality.SPEC, QueuePairType.RC);
        stageSend();
        client.sends.localInvalidate(3, SIGNALED, key.key());
        loseLast(PacketKind.SEND);
        client.post();
        pair.simulation.run();
        assertEquals(List.of("2:LOC_PROT_ERR", "3:WR_FLUSH_ERR"), client.completions());
    }

    @ParameterizedTest
    @EnumSource(names = {"SPEC", "RXE"})
    void shouldWaitForMessagesToLeaveThatNobodyAcknowledges(final Personality personality) {
        begin(personality, QueuePairType.UC);
        stageSend();
        client.sends.localInvalidate(3, FENCED, key.key());
        client.post();
        client.runAndExpect("2:SUCCESS", "3:SUCCESS");
    }

    private void stageSend() {
        pair.server.receive(50, 0, LENGTH);
        client.sends().send(2, SIGNALED);
        client.sends.sge(key.address(), LENGTH, key.key());
    }

    private void stageRdma(final Rdma operation) {
        operation.stage(2, SIGNALED, pair.server.address, pair.server.region.rkey());
        client.sends.sge(key.address(), LENGTH, key.key());
    }

    private interface Rdma {
        void stage(long wrId, int flags, long remoteAddress, int rkey);
    }

    private void expectOneAfterTheOther(final Personality personality, final PacketKind kind, final int flags) {
        begin(personality, QueuePairType.RC);
        switch (kind) {
            case WRITE -> stageRdma(client.sends()::rdmaWrite);
            case READ_REQUEST -> stageRdma(client.sends()::rdmaRead);
            default -> stageSend();
        }
        client.sends.localInvalidate(3, flags, key.key());
        client.sends.send(4, SIGNALED);
        client.sge(0, 10);
        pair.server.receive(51, 20_000, 10);
        if (kind != PacketKind.SEND) {
            pair.server.receive(52, 20_000, 10);
        }
        loseLast(kind);
        client.post();
        client.runAndExpect("2:SUCCESS", "3:SUCCESS", "4:SUCCESS");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }

    private void loseLast(final PacketKind kind) {
        client.device.faults().lose(PacketFilter.of(kind), kind == PacketKind.READ_REQUEST ? 1 : PACKETS);
    }
}
