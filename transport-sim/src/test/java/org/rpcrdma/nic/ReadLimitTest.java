// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;

/** How many READs and atomics a responder takes at once, by what was agreed on. */
class ReadLimitTest {
    private static final int SIGNALED = SendRequests.SIGNALED;
    private static final int LENGTH = 60_000;
    private static final int ASKED = 12;

    private ModifiedPair pair;

    private void begin(final Personality personality, final int agreed) {
        pair = new ModifiedPair(
                QueuePairType.RC,
                CostModel.defaults(),
                DeviceConfiguration.DEFAULT.withPersonality(personality),
                false);
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

    @ParameterizedTest
    @CsvSource({"SPEC,0", "SPEC,1", "SPEC,2", "SPEC,3", "SPEC,4", "SPEC,8", "MLX5,3", "IWARP,4", "RXE,0"})
    void shouldNakTheFirstReadBeyondMaxReadAtomic(final Personality personality, final int agreed) {
        begin(personality, agreed);
        postReads(ASKED);
        pair.simulation.run();
        final List<String> expected = new ArrayList<>();
        for (int i = 1; i <= ASKED; i++) {
            final String refused = i == agreed + 1 ? "REM_INV_REQ_ERR" : "WR_FLUSH_ERR";
            expected.add(i + ":" + (i <= agreed ? "SUCCESS" : refused));
        }
        assertEquals(expected, pair.client.completions());
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

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void shouldCarryOutAsManyAsAreAskedForOnSoftRoce(final int agreed) {
        begin(Personality.RXE, agreed);
        postReads(ASKED);
        pair.simulation.run();
        final List<String> expected = new ArrayList<>();
        for (int i = 1; i <= ASKED; i++) {
            expected.add(i + ":SUCCESS");
        }
        assertEquals(expected, pair.client.completions());
    }

    /** A peer that keeps to what was agreed on is answered again; of another the oldest READs are forgotten. */
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

    /** Many repeats take nothing from new READs. */
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
