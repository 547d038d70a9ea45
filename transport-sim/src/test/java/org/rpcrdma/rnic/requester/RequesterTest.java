// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.requester;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.transmit.BareNic;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.SendRequests;

/** Tests the requesting half of a reliable queue pair. The test acts as its peer. */
class RequesterTest extends BareRequester {
    private static final int RETRY_COUNT = 2;
    private static final int RNR_RETRY = 1;
    private static final int MAX_READS = 1;
    private static final long ACK_TIMEOUT = 1_000_000;
    private static final long RNR_WAIT = 50_000;
    private static final long FIRST_PSN = 100;

    RequesterTest() {
        super(Integer.MAX_VALUE);
    }

    @BeforeEach
    void connect() {
        connect(FIRST_PSN);
    }

    private void connect(final long psn) {
        requester.connect(BareNic.MTU, RETRY_COUNT, RNR_RETRY, ACK_TIMEOUT, MAX_READS, psn);
        nic.takeTurns(requester::transmit);
    }

    @Test
    void shouldAssignAPsnToEachPacket() {
        send(1, 3 * BareNic.MTU);
        send(2, 10);
        assertEquals(List.of(100L, 101L, 102L, 103L), nic.link.psns());
    }

    @Test
    void shouldCompleteAllRequestsThatAnAckCovers() {
        send(1, 10);
        send(2, 2 * BareNic.MTU);
        send(3, 10);
        answer(Packet.ACK, 101);
        nic.expect("1:SUCCESS");
        answer(Packet.ACK, 102);
        nic.expect("2:SUCCESS");
    }

    @Test
    void shouldIgnoreAnAckOfAPsnThatWasNeverSent() {
        send(1, 10);
        answer(Packet.ACK, 101);
        nic.expect();
    }

    @Test
    void shouldRetransmitAfterRnrNak() {
        send(1, 10);
        nic.link.psns();
        rnrNak(100);
        nic.runFor(RNR_WAIT - 1);
        assertEquals(List.of(), nic.link.psns(), "the peer requested a wait");
        nic.runFor(SOON);
        assertEquals(List.of(100L), nic.link.psns());
        answer(Packet.ACK, 100);
        nic.expect("1:SUCCESS");
    }

    @Test
    void shouldRetransmitFromTheGapThatANakReports() {
        send(1, 4 * BareNic.MTU);
        nic.link.psns();
        answer(Packet.SEQUENCE_NAK, 102);
        nic.runFor(SOON);
        assertEquals(List.of(102L, 103L), nic.link.psns());
    }

    @Test
    void shouldFailWithTheStatusOfANak() {
        send(1, 10);
        send(2, 10);
        final Packet nak = nic.fromPeer(Packet.NAK, 101);
        nak.status = CompletionStatus.REM_ACCESS_ERR;
        requester.answer(nak);
        nic.expect("1:SUCCESS", "2:REM_ACCESS_ERR");
        assertEquals(List.of("sendFailed"), nic.events.events);
    }

    @Test
    void shouldRetransmitTheOldestPsnAfterTheAckTimeout() {
        send(1, 10);
        send(2, 10);
        nic.link.psns();
        nic.runFor(ACK_TIMEOUT);
        assertEquals(List.of(100L, 101L), nic.link.psns());
    }

    @Test
    void shouldFailWhenRetriesAreExhausted() {
        send(1, 10);
        nic.runFor((RETRY_COUNT + 1) * ACK_TIMEOUT);
        assertEquals(List.of(100L, 100L, 100L), nic.link.psns());
        nic.runFor(ACK_TIMEOUT);
        nic.expect("1:RETRY_EXC_ERR");
        assertEquals(List.of("sendFailed"), nic.events.events);
    }

    @Test
    void shouldRestoreAllRetriesAfterProgress() {
        send(1, 10);
        send(2, 10);
        nic.runFor(RETRY_COUNT * ACK_TIMEOUT + SOON);
        answer(Packet.ACK, 100);
        nic.link.psns();
        nic.runFor(RETRY_COUNT * ACK_TIMEOUT + SOON);
        assertEquals(List.of(101L, 101L), nic.link.psns());
        nic.expect("1:SUCCESS");
    }

    @Test
    void shouldUseOnePsnPerResponsePacketOfARead() {
        read(1, 2 * BareNic.MTU + 1);
        send(2, 10);
        assertEquals(List.of(100L, 103L), nic.link.psns());
    }

    @Test
    void shouldRequestAMissingReadResponseOnceAfterAnAck() {
        read(1, 10);
        send(2, 10);
        nic.link.psns();
        answer(Packet.ACK, 101);
        answer(Packet.ACK, 101);
        nic.runFor(SOON);
        assertEquals(List.of(100L, 101L), nic.link.psns(), "both go again: an implied NAK");
        nic.expect();
    }

    @Test
    void shouldRequestTheRestOfAReadResponseWithAGap() {
        read(1, 3 * BareNic.MTU);
        nic.link.psns();
        respond(100, BareNic.MTU, true, false);
        respond(102, BareNic.MTU, false, true);
        nic.runFor(SOON);
        final Packet again = nic.link.only();
        assertEquals(101, again.psn);
        assertEquals(2 * BareNic.MTU, again.messageLength);
        assertEquals(BareNic.MTU, again.remoteAddress);
    }

    /**
     * The packets in order, with the correct lengths. Each starts with its kind, followed by F for a first packet, L
     * for a last packet and N for the syndrome of a NAK.
     */
    @ParameterizedTest
    @CsvSource({
        "R F | R L, SUCCESS", "R FL | R L, BAD_RESP_ERR", "R FL | R FL, BAD_RESP_ERR", "R F | R F, BAD_RESP_ERR",
        "R F | R FL, BAD_RESP_ERR", "R F | R, BAD_RESP_ERR", "R | R L, BAD_RESP_ERR", "R FN | R L, BAD_RESP_ERR",
        "R F | R LN, BAD_RESP_ERR", "A F | R L, BAD_RESP_ERR"
    })
    void shouldAcceptResponsesByKindPositionAndSyndrome(final String packets, final String status) {
        read(1, 2 * BareNic.MTU);
        long psn = 100;
        for (final String packet : packets.split(" \\| ")) {
            final byte kind = packet.startsWith("A") ? Packet.ATOMIC_RESPONSE : Packet.READ_RESPONSE;
            final Packet response = nic.fromPeer(kind, psn++);
            response.isFirst = packet.contains("F");
            response.isLast = packet.contains("L");
            response.status = packet.contains("N") ? CompletionStatus.BAD_RESP_ERR : CompletionStatus.SUCCESS;
            response.payload.add(nic.memory.address(), BareNic.MTU);
            requester.readResponse(response);
        }
        nic.runFor(SOON);
        nic.expect("1:" + status);
    }

    /**
     * Since Linux 6.2, soft-RoCE answers with a response without data. If the response contains the syndrome of a NAK,
     * the request fails.
     */
    @ParameterizedTest
    @CsvSource({"FLUSH, SUCCESS", "FLUSH, BAD_RESP_ERR", "WRITE, SUCCESS", "WRITE, BAD_RESP_ERR"})
    void shouldAcceptAnEmptyResponseToAFlushOrAnAtomicWrite(final String kind, final String status) {
        chain.clear();
        if (kind.equals("FLUSH")) {
            chain.flush(1, SendRequests.SIGNALED, 0, 8, 5, SendRequests.FLUSH_GLOBAL, false);
        } else {
            chain.atomicWrite(1, SendRequests.SIGNALED, 0, 5, 8);
        }
        postChain();
        final Packet response = nic.fromPeer(Packet.READ_RESPONSE, 100);
        response.status = status.equals("SUCCESS") ? CompletionStatus.SUCCESS : CompletionStatus.BAD_RESP_ERR;
        requester.readResponse(response);
        nic.runFor(SOON);
        nic.expect("1:" + status);
    }

    @Test
    void shouldReportTheDrainedSendQueueOnceAllIsAcknowledged() {
        send(1, 10);
        requester.drain();
        assertEquals(List.of(), nic.events.events);
        answer(Packet.ACK, 100);
        assertEquals(List.of("sendQueueDrained"), nic.events.events);
    }

    @Test
    void shouldReportWhetherAnAnswerIsMissing() {
        send(1, 10);
        assertTrue(requester.isAnswerMissing());
        answer(Packet.ACK, 100);
        assertFalse(requester.isAnswerMissing());
    }

    private void answer(final byte kind, final long psn) {
        requester.answer(nic.fromPeer(kind, psn));
    }

    private void rnrNak(final long psn) {
        final Packet nak = nic.fromPeer(Packet.RNR_NAK, psn);
        nak.wait = RNR_WAIT;
        requester.answer(nak);
    }
}
