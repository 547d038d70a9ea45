// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.dma.Landing;
import org.rpcrdma.rnic.dma.LandingPool;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.sim.time.Simulation;

/** Tests a responder's pending answers. The response to a READ is pending, and other answers follow it. */
class ResponsesTest {
    private static final long READ_PSN = 100;

    private final Responses responses = new Responses(2, true);
    private final LandingPool landings = new LandingPool(new Simulation(1), new PacketPool());

    @BeforeEach
    void addRead() {
        final Packet request = new Packet();
        request.psn = READ_PSN;
        responses.addRead(request, 1, false);
    }

    @Test
    void shouldReplaceAPendingAcknowledgementByALaterOne() {
        add(Packet.ACK, 101);
        add(Packet.ACK, 102);
        assertAnswerAfterTheRead(Packet.ACK, 102);
    }

    @Test
    void shouldKeepAPendingAcknowledgementIfAnEarlierRequestIsAcknowledgedAgain() {
        add(Packet.ACK, 102);
        add(Packet.ACK, 99);
        assertAnswerAfterTheRead(Packet.ACK, 102);
    }

    @Test
    void shouldKeepAPendingNakIfAnEarlierRequestIsAcknowledgedAgain() {
        add(Packet.SEQUENCE_NAK, 102);
        add(Packet.ACK, 101);
        assertAnswerAfterTheRead(Packet.SEQUENCE_NAK, 102);
    }

    @Test
    void shouldReplaceAPendingNakOnceItsRequestIsAcknowledged() {
        add(Packet.SEQUENCE_NAK, 102);
        add(Packet.ACK, 102);
        assertAnswerAfterTheRead(Packet.ACK, 102);
    }

    @Test
    void shouldFindResponsesToLaterRequestsOnly() {
        add(Packet.ACK, 102);
        assertTrue(responses.hasLater(READ_PSN - 1));
        assertFalse(responses.hasLater(READ_PSN));
    }

    private void add(final byte kind, final long psn) {
        final Landing landing = landings.take(null, null);
        landing.answer = kind;
        landing.psn = psn;
        responses.addAnswer(landing);
    }

    private void assertAnswerAfterTheRead(final byte kind, final long psn) {
        responses.removeFirst();
        assertEquals(kind, responses.kinds[responses.first()]);
        assertEquals(psn, responses.psns[responses.first()]);
        responses.removeFirst();
        assertTrue(responses.isEmpty());
    }
}
