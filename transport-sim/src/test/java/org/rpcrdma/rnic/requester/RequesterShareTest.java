// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.link.CongestionControl;
import org.rpcrdma.rnic.link.LossControl;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.SharedWindow;
import org.rpcrdma.rnic.transmit.BareNic;

/** Tests the requesting half of a queue pair that shares its link's window of 32 packets with other queue pairs. */
class RequesterShareTest extends BareRequester {
    private static final long ACK_TIMEOUT = 100_000;
    private static final long FIRST = 96;

    private final SharedWindow shared = new SharedWindow(new LossControl(32, 32));

    RequesterShareTest() {
        super(32);
    }

    @BeforeEach
    void connect() {
        nic.link.share(shared);
        requester.connect(BareNic.MTU, 2, 2, ACK_TIMEOUT, 4, FIRST);
        nic.takeTurns(requester::transmit);
    }

    @Test
    void shouldSendAtMostItsShare() {
        others(3);
        send(1, 4 * BareNic.MTU);
        send(2, 4 * BareNic.MTU);
        send(3, 4 * BareNic.MTU);
        assertEquals(8, nic.link.sent.size());
        assertEquals(8, shared.share());
        acknowledge(FIRST + 1);
        assertEquals(10, nic.link.sent.size());
    }

    /** The last packet in the window requests an acknowledgement, without which the requester cannot continue. */
    @Test
    void shouldRequestAnAnswerWhenItsShareIsFull() {
        others(31);
        send(1, 3 * BareNic.MTU);
        assertTrue(nic.link.only().isAckRequested);
        acknowledge(FIRST);
        assertTrue(nic.link.only().isAckRequested);
    }

    @Test
    void shouldSendAnotherPacketIfNoneInFlightRequestsAnAck() {
        send(1, 10);
        acknowledge(FIRST);
        nic.link.sent.clear();
        nic.takeTurns(now -> nic.link.sent.size() < 2 && requester.transmit(now));
        send(2, 4 * BareNic.MTU);
        assertEquals(List.of(false, false), areAsking());
        others(31);
        nic.takeTurns(requester::transmit);
        requester.wakeAt(nic.host.simulation.nanoTime());
        nic.runFor(SOON);
        assertEquals(List.of(false, false, true), areAsking());
    }

    @Test
    void shouldReleaseItsShareWhenAllIsAnswered() {
        send(1, 10);
        shared.join(0);
        assertEquals(16, shared.share());
        acknowledge(FIRST);
        assertEquals(32, shared.share());
    }

    @Test
    void shouldReleaseItsShareWhenItEnds() {
        send(1, 10);
        shared.join(0);
        requester.flush();
        assertEquals(32, shared.share());
    }

    @Test
    void shouldRequestLessOfAReadWhileItsShareIsShort() {
        others(3);
        read(1, 4 * BareNic.MTU);
        read(2, 4 * BareNic.MTU);
        read(3, 4 * BareNic.MTU);
        assertEquals(List.of(FIRST, FIRST + 4), nic.link.psns(), "8 packets are to come");
    }

    @Test
    void shouldReleaseItsShareWhileThePeerHasNoReceive() {
        send(1, 10);
        shared.join(0);
        final Packet nak = nic.fromPeer(Packet.RNR_NAK, FIRST);
        nak.wait = ACK_TIMEOUT;
        requester.answer(nak);
        assertEquals(32, shared.share());
        nic.runFor(ACK_TIMEOUT + SOON);
        assertEquals(List.of(FIRST, FIRST), nic.link.psns());
        assertEquals(16, shared.share());
    }

    /**
     * If a packet was sent twice, it is unknown to which copy the acknowledgement belongs, so the delay is not
     * measured.
     */
    @Test
    void shouldTimeAnswersToPacketsThatWereSentOnce() {
        final List<Long> delays = new ArrayList<>();
        nic.link.share(new SharedWindow(new KeepingControl(delays)));
        requester.connect(BareNic.MTU, 2, 2, ACK_TIMEOUT, 4, FIRST);
        send(1, 10);
        send(2, 10);
        nic.runFor(5 * SOON);
        nic.link.waited = SOON;
        requester.answer(nic.fromPeer(Packet.ACK, FIRST));
        requester.answer(nic.fromPeer(Packet.ACK, FIRST + 1));
        send(3, 10);
        nic.runFor(ACK_TIMEOUT);
        requester.answer(nic.fromPeer(Packet.ACK, FIRST + 2));
        send(4, 10);
        nic.link.waited = 2 * SOON;
        requester.answer(nic.fromPeer(Packet.ACK, FIRST + 3));
        final long unknown = CongestionControl.UNKNOWN;
        assertEquals(List.of(6 * SOON, unknown, unknown, unknown), delays);
    }

    /** Allows 32 packets in flight, and records the measured delays. */
    private record KeepingControl(List<Long> delays) implements CongestionControl {
        @Override
        public int window() {
            return 32;
        }

        @Override
        public int most() {
            return 32;
        }

        @Override
        public void arrived(final int packets, final long delay, final long now) {
            delays.add(delay);
        }

        @Override
        public void lost(final long now) {}
    }

    private List<Boolean> areAsking() {
        return nic.link.sent.stream().map(packet -> packet.isAckRequested).toList();
    }

    private void others(final int count) {
        for (int i = 0; i < count; i++) {
            shared.join(0);
        }
    }
}
