// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.requester;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.transmit.BareNic;

/** The requesting half of a queue pair on a link with a window of two packets. */
class WindowTest extends BareRequester {
    private static final long ACK_TIMEOUT = 100_000;

    WindowTest() {
        super(2);
    }

    @BeforeEach
    void connect() {
        requester.connect(BareNic.MTU, 2, 2, ACK_TIMEOUT, 4, 100);
        nic.takeTurns(requester::transmit);
    }

    @Test
    void shouldSendNoMoreThanTheWindowUntilItIsAcknowledged() {
        send(1, 3 * BareNic.MTU);
        send(2, 10);
        assertTrue(nic.link.sent.get(0).isAckRequested, "or no answer would come");
        assertEquals(List.of(100L, 101L), nic.link.psns());
        acknowledge(100);
        assertEquals(List.of(102L), nic.link.psns());
        acknowledge(102);
        assertEquals(List.of(103L), nic.link.psns());
        acknowledge(103);
        nic.expect("1:SUCCESS", "2:SUCCESS");
    }

    @Test
    void shouldSendTheWindowAgainAfterTheAckTimeout() {
        send(1, 4 * BareNic.MTU);
        nic.link.psns();
        nic.runFor(ACK_TIMEOUT);
        assertEquals(List.of(100L, 101L), nic.link.psns());
    }

    @Test
    void shouldAskForAReadInPartsOfTheWindow() {
        read(1, 3 * BareNic.MTU + 5);
        send(2, 10);
        assertRead(100, 0, 2 * BareNic.MTU);
        respondAndRun(100, BareNic.MTU, true, false);
        assertEquals(List.of(), nic.link.sent, "a packet of the first part is to come");
        respondAndRun(101, BareNic.MTU, false, true);
        assertRead(102, 2 * BareNic.MTU, BareNic.MTU + 5);
        respondAndRun(102, BareNic.MTU, true, false);
        assertEquals(List.of(104L), nic.link.psns());
        respondAndRun(103, 5, false, true);
        acknowledge(104);
        nic.expect("1:SUCCESS", "2:SUCCESS");
    }

    /** The peer remembers the part as it was asked for. */
    @Test
    void shouldAskAgainForNoMoreThanTheRestOfAPart() {
        read(1, 4 * BareNic.MTU);
        nic.link.psns();
        respondAndRun(100, BareNic.MTU, true, false);
        nic.runFor(ACK_TIMEOUT + SOON);
        assertRead(101, BareNic.MTU, BareNic.MTU);
        respondAndRun(101, BareNic.MTU, true, true);
        assertRead(102, 2 * BareNic.MTU, 2 * BareNic.MTU);
        respondAndRun(102, BareNic.MTU, true, false);
        respondAndRun(103, BareNic.MTU, false, true);
        nic.expect("1:SUCCESS");
    }

    /** Two of four packets have left; they go again after a while, and an ACK of the first run counts on. */
    @Test
    void shouldTakeAcknowledgementsOfPacketsThatHaveLeftOnly() {
        send(1, 4 * BareNic.MTU);
        acknowledge(103);
        assertEquals(List.of(100L, 101L), nic.link.psns());
        nic.takeTurns(now -> false);
        nic.runFor(ACK_TIMEOUT + SOON);
        acknowledge(101);
        acknowledge(103);
        nic.expect();
        nic.takeTurns(requester::transmit);
        requester.wakeAt(nic.host.simulation.nanoTime());
        nic.runFor(SOON);
        assertEquals(List.of(102L, 103L), nic.link.psns());
        acknowledge(103);
        nic.expect("1:SUCCESS");
    }

    private void assertRead(final long psn, final int offset, final int length) {
        final Packet read = nic.link.only();
        assertEquals(Packet.READ_REQUEST, read.kind);
        assertEquals(psn, read.psn);
        assertEquals(offset, read.remoteAddress);
        assertEquals(length, read.messageLength);
    }

    private void respondAndRun(final long psn, final int length, final boolean begins, final boolean ends) {
        respond(psn, length, begins, ends);
        nic.runFor(SOON);
    }
}
