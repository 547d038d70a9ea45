// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** Tests the negotiated limit for the number of READs and atomics that a responder accepts concurrently. */
class ReadLimitTest {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int LENGTH = 60_000;
    private static final int ASKED = 12;

    private ModifiedPair pair;

    private void begin(final Personality personality, final int agreed) {
        pair = new ModifiedPair(QueuePairType.RC, DeviceConfiguration.DEFAULT.withPersonality(personality));
        pair.maxReadAtomic = ASKED;
        pair.maxDestinationReadAtomic = agreed;
        pair.connect();
    }

    private void postReads(final int count) {
        for (int i = 1; i <= count; i++) {
            pair.client.sends().rdmaRead(i, SIGNALED, pair.server.address, pair.server.region.rkey());
            pair.client.post(0, LENGTH);
        }
    }

    @Test
    void shouldCountAtomicsAgainstMaxReadAtomic() {
        begin(Personality.SPEC, 2);
        postReads(1);
        for (int i = 2; i <= 3; i++) {
            pair.client.sends().fetchAndAdd(i, SIGNALED, pair.server.address, pair.server.region.rkey(), 1);
            pair.client.post(0, Long.BYTES);
        }
        pair.client.runAndExpect("1:SUCCESS", "2:SUCCESS", "3:REM_INV_REQ_ERR");
    }

    /**
     * A responder answers retransmitted READs from a peer that respects the limit. If a peer exceeds the limit, the
     * responder forgets the oldest READs.
     */
    @Test
    void shouldForgetTheOldestOfTooManyReadsOnSoftRoce() {
        begin(Personality.RXE, 1);
        pair.server.device.faults().lose(PacketFilter.of(PacketKind.READ_RESPONSE), 1);
        postReads(2);
        pair.client.runAndExpect("1:RETRY_EXC_ERR", "2:WR_FLUSH_ERR");
        begin(Personality.RXE, 2);
        pair.server.device.faults().lose(PacketFilter.of(PacketKind.READ_RESPONSE), 1);
        postReads(2);
        pair.client.runAndExpect("1:SUCCESS", "2:SUCCESS");
    }

    /** Repeated READs must not reduce the number of new READs that are accepted. */
    @Test
    void shouldNotCountRetransmittedReads() {
        begin(Personality.SPEC, ASKED);
        for (int i = 1; i <= ASKED; i++) {
            pair.client.device.faults().duplicate(PacketFilter.of(PacketKind.READ_REQUEST), i);
        }
        postReads(ASKED);
        pair.simulation.run();
        assertEquals(
                ASKED,
                pair.client.completions().stream()
                        .filter(c -> c.endsWith(":SUCCESS"))
                        .count());
    }
}
