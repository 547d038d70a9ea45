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
        respond(100, BareNic.MTU);
        assertEquals(List.of(), nic.link.sent, "a packet of the first part is to come");
        respond(101, BareNic.MTU);
        assertRead(102, 2 * BareNic.MTU, BareNic.MTU + 5);
        respond(102, BareNic.MTU);
        assertEquals(List.of(104L), nic.link.psns());
        respond(103, 5);
        acknowledge(104);
        nic.expect("1:SUCCESS", "2:SUCCESS");
    }

    /** The peer remembers the part as it was asked for. */
    @Test
    void shouldAskAgainForNoMoreThanTheRestOfAPart() {
        read(1, 4 * BareNic.MTU);
        nic.link.psns();
        respond(100, BareNic.MTU);
        nic.runFor(ACK_TIMEOUT + SOON);
        assertRead(101, BareNic.MTU, BareNic.MTU);
        respond(101, BareNic.MTU);
        assertRead(102, 2 * BareNic.MTU, 2 * BareNic.MTU);
        respond(102, BareNic.MTU);
        respond(103, BareNic.MTU);
        nic.expect("1:SUCCESS");
    }

    private void assertRead(final long psn, final int offset, final int length) {
        final Packet read = nic.link.only();
        assertEquals(Packet.READ_REQUEST, read.kind);
        assertEquals(psn, read.psn);
        assertEquals(offset, read.remoteAddress);
        assertEquals(length, read.messageLength);
    }

    private void respond(final long psn, final int length) {
        respond(psn, length, 2);
        nic.runFor(SOON);
    }
}
