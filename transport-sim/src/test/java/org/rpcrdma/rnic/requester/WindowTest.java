// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.transmit.BareNic;

/** Tests the requesting half of a queue pair on a link with a window of two packets. */
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
    void shouldSendAtMostTheWindowUntilItIsAcknowledged() {
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

    /**
     * A part is a quarter of the window, but at least one packet. In this test, the requester requests two parts at a
     * time.
     */
    @Test
    void shouldRequestAReadInPartsOfTheWindow() {
        read(1, 3 * BareNic.MTU + 5);
        send(2, 10);
        assertReads("100 0 1024", "101 1024 1024");
        respondAndRun(100, BareNic.MTU, true, true);
        assertReads("102 2048 1024");
        respondAndRun(101, BareNic.MTU, true, true);
        assertReads("103 3072 5");
        respondAndRun(102, BareNic.MTU, true, true);
        assertEquals(List.of(104L), nic.link.psns());
        respondAndRun(103, 5, true, true);
        acknowledge(104);
        nic.expect("1:SUCCESS", "2:SUCCESS");
    }

    /** The peer remembers the parts in the form in which they were requested. */
    @Test
    void shouldRequestAtMostTheRestOfAPartAgain() {
        read(1, 3 * BareNic.MTU);
        assertReads("100 0 1024", "101 1024 1024");
        respondAndRun(100, BareNic.MTU, true, true);
        assertReads("102 2048 1024");
        nic.runFor(ACK_TIMEOUT + SOON);
        assertReads("101 1024 1024", "102 2048 1024");
        respondAndRun(101, BareNic.MTU, true, true);
        respondAndRun(102, BareNic.MTU, true, true);
        nic.expect("1:SUCCESS");
    }

    /**
     * Two of the four packets have been sent, and they are sent again after the timeout. An ACK for the first
     * transmission still counts.
     */
    @Test
    void shouldAcceptAcknowledgementsOnlyForSentPackets() {
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

    /** Checks the PSN, offset and length of each READ sent since the last call. */
    private void assertReads(final String... reads) {
        final List<String> sent = nic.link.sent.stream()
                .map(read -> read.psn + " " + read.remoteAddress + " " + read.messageLength)
                .toList();
        assertTrue(nic.link.sent.stream().allMatch(read -> read.kind == Packet.READ_REQUEST));
        nic.link.psns();
        assertEquals(List.of(reads), sent);
    }

    private void respondAndRun(final long psn, final int length, final boolean begins, final boolean ends) {
        respond(psn, length, begins, ends);
        nic.runFor(SOON);
    }
}
