// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.queue.Operation;
import org.rpcrdma.rnic.queue.ReceiveChain;
import org.rpcrdma.rnic.queue.ReceiveQueue;
import org.rpcrdma.rnic.transmit.BareNic;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.QueuePairType;

/** Tests the responding half of a reliable queue pair. The test acts as its peer. */
class ResponderTest {
    private static final int MAX_READS = 2;
    private static final long FIRST_PSN = 100;
    private static final long SOON = 10_000;
    private static final long RNR_WAIT = 50_000;
    private static final int TARGET = 2048;

    private final BareNic nic = new BareNic(QueuePairType.RC);
    private final ReceiveQueue queue = new ReceiveQueue(BareNic.DOMAIN, nic.contexts, nic.completions, 16, 1, 0);
    private final ReceiveTarget target = new ReceiveTarget(nic.context, queue, nic.dma);
    private final ResponseSender responses = new ResponseSender(nic.context, nic.dma);
    private final Responder responder = new Responder(nic.context, target, responses, nic.dma);
    private final int rkey = nic.newRkey();

    @BeforeEach
    void connect() {
        nic.fill(1);
        connect(FIRST_PSN);
        responses.setRnrWait(RNR_WAIT);
        nic.takeTurns(now -> !responses.isEmpty() && responses.isReady(now) && responses.transmit());
    }

    private void connect(final long psn) {
        responder.connect(BareNic.MTU, MAX_READS, psn);
    }

    @Test
    void shouldCompleteAReceiveAndAcknowledgeOnceTheDataHasLanded() {
        receive(1);
        send(100, 10);
        nic.expect();
        assertEquals(List.of(), nic.link.sent, "the data is in transfer to memory");
        nic.runFor(SOON);
        nic.expect("1:SUCCESS");
        assertAnswer(Packet.ACK, 100, 1);
        assertEquals((byte) 9, UnsafeApi.getByte(nic.memory.address() + TARGET + 9));
    }

    @Test
    void shouldNakOncePerSequenceGap() {
        receive(3);
        send(102, 10);
        send(103, 10);
        nic.runFor(SOON);
        assertAnswer(Packet.SEQUENCE_NAK, 100, 0);
        send(100, 10);
        nic.runFor(SOON);
        assertAnswer(Packet.ACK, 100, 1);
        send(102, 10);
        nic.runFor(SOON);
        assertAnswer(Packet.SEQUENCE_NAK, 101, 1);
    }

    @Test
    void shouldSendAnRnrNakIfNoReceiveIsPosted() {
        send(100, 10);
        send(101, 10);
        nic.runFor(SOON);
        final Packet nak = nic.link.only();
        assertEquals(Packet.RNR_NAK, nak.kind);
        assertEquals(100, nak.psn);
        assertEquals(RNR_WAIT, nak.wait);
        receive(1);
        send(100, 10);
        nic.runFor(SOON);
        nic.expect("1:SUCCESS");
    }

    @Test
    void shouldAcknowledgeARepeatedSendWithoutAReceive() {
        receive(2);
        send(100, 10);
        nic.runFor(SOON);
        nic.link.sent.clear();
        send(100, 10);
        nic.runFor(SOON);
        assertAnswer(Packet.ACK, 100, 1);
        nic.expect("1:SUCCESS");
    }

    /**
     * The responses to the READs may be lost, and an acknowledgement with their PSNs would count as their replacement.
     */
    @ParameterizedTest
    @CsvSource({"100, 101, 2", "101, 101, 2", "104, 104, 4", "106, 107, 7"})
    void shouldAcknowledgeARepeatedSendUpToTheNextReadOrAtomic(
            final long repeated, final long acknowledged, final int messages) {
        receive(5);
        send(100, 10);
        send(101, 10);
        read(102, 2 * BareNic.MTU);
        send(104, 10);
        nic.runFor(SOON);
        atomic(105);
        send(106, 10);
        send(107, 10);
        nic.runFor(SOON);
        nic.link.sent.clear();
        send(repeated, 10);
        nic.runFor(SOON);
        assertAnswer(Packet.ACK, acknowledged, messages);
    }

    @Test
    void shouldNotAcknowledgeARepeatedSendWhileTheResponseToALaterReadIsPending() {
        receive(1);
        send(100, 10);
        nic.runFor(SOON);
        nic.link.sent.clear();
        read(101, 3 * BareNic.MTU);
        send(100, 10);
        nic.runFor(SOON);
        assertEquals(List.of(101L, 102L, 103L), nic.link.psns());
    }

    @Test
    void shouldAcknowledgeAPacketThatRequestsItAhead() {
        final Packet first = nic.fromPeer(Packet.WRITE, 100);
        first.isLast = false;
        first.isAckRequested = true;
        first.messageLength = 2 * BareNic.MTU;
        first.remoteKey = rkey;
        first.payload.add(nic.memory.address(), BareNic.MTU);
        responder.request(first);
        nic.runFor(SOON);
        assertAnswer(Packet.ACK, 100, 0);
    }

    @Test
    void shouldWriteToTheAddressInTheFirstPacket() {
        write(100, BareNic.MTU, BareNic.MTU + 5, true, false);
        write(101, 5, 77, false, true);
        nic.runFor(SOON);
        assertAnswer(Packet.ACK, 101, 1);
        for (int i = 0; i < 5; i++) {
            assertEquals((byte) i, written(BareNic.MTU + i));
        }
        assertEquals((byte) (TARGET + BareNic.MTU + 5), written(BareNic.MTU + 5), "as before");
    }

    @ParameterizedTest
    @CsvSource({"6, true, the last brings more", "4, true, the last brings less", "1024, false, more than it said"})
    void shouldRejectAWriteWhoseLengthDiffersFromItsHeader(final int length, final boolean isLast, final String what) {
        write(100, BareNic.MTU, BareNic.MTU + 5, true, false);
        write(101, length, 0, false, isLast);
        assertInvalid(what);
        assertEquals((byte) (TARGET + BareNic.MTU), written(BareNic.MTU), "nothing is written");
    }

    @Test
    void shouldRefuseAWriteOfTwoGigabytesAndMore() {
        write(100, 0, -1, true, true);
        assertInvalid("WRITE");
    }

    @Test
    void shouldRefuseAReadOfTwoGigabytesAndMore() {
        read(100, Integer.MIN_VALUE);
        assertInvalid("READ");
    }

    /**
     * InfiniBand's memory placement extensions define an atomic write, which writes eight bytes, and a flush, which has
     * a type.
     */
    @ParameterizedTest
    @ValueSource(bytes = {Packet.ATOMIC_WRITE, Packet.FLUSH})
    void shouldRejectAnAtomicWriteUnlessEightBytesAndAFlushWithoutAType(final byte kind) {
        final Packet request = nic.fromPeer(kind, 100);
        request.remoteKey = rkey;
        request.messageLength = 16;
        request.operand = 16;
        request.flushTypes = 0;
        responder.request(request);
        assertInvalid("kind=" + kind);
    }

    @Test
    void shouldRejectAPartOfAMessageThatHasNotStarted() {
        write(100, 5, 0, false, true);
        assertInvalid("the last packet of a WRITE");
    }

    @Test
    void shouldRefuseAPartOfAWriteInASend() {
        receive(1);
        send(100, BareNic.MTU, true, false);
        write(101, 5, 0, false, true);
        assertInvalid("WRITE");
    }

    @Test
    void shouldRefuseAReadInAWrite() {
        write(100, BareNic.MTU, 2000, true, false);
        read(101, 10);
        assertInvalid("READ");
    }

    @Test
    void shouldRefuseAMessageInAnother() {
        write(100, BareNic.MTU, 2000, true, false);
        write(101, 5, 5, true, true);
        assertInvalid("WRITE");
    }

    private void assertInvalid(final String what) {
        nic.runFor(SOON);
        final Packet nak = nic.link.only();
        assertEquals(Packet.NAK, nak.kind, what);
        assertEquals(CompletionStatus.REM_INV_REQ_ERR, nak.status, what);
    }

    private void write(
            final long psn, final int length, final int messageLength, final boolean isFirst, final boolean isLast) {
        final Packet packet = nic.fromPeer(Packet.WRITE, psn);
        packet.isFirst = isFirst;
        packet.isLast = isLast;
        packet.messageLength = messageLength;
        packet.remoteAddress = isFirst ? TARGET : 0;
        packet.remoteKey = isFirst ? rkey : 0;
        packet.payload.add(nic.memory.address(), length);
        responder.request(packet);
    }

    private byte written(final int offset) {
        return UnsafeApi.getByte(nic.memory.address() + TARGET + offset);
    }

    @Test
    void shouldAnswerAReadInPacketsOfTheMtu() {
        read(100, 2 * BareNic.MTU + 1);
        nic.runFor(SOON);
        assertEquals(
                List.of(BareNic.MTU, BareNic.MTU, 1),
                nic.link.sent.stream().map(packet -> packet.payload.length()).toList());
        assertTrue(nic.link.sent.get(0).isFirst);
        assertTrue(nic.link.sent.get(2).isLast);
        assertEquals(List.of(100L, 101L, 102L), nic.link.psns());
        send(103, 10);
        nic.runFor(SOON);
        assertEquals(Packet.RNR_NAK, nic.link.only().kind, "the READ took three PSNs");
    }

    @Test
    void shouldAnswerARepeatedReadFromTheMissingPacketOn() {
        read(100, 2 * BareNic.MTU);
        nic.runFor(SOON);
        nic.link.sent.clear();
        final Packet rest = nic.fromPeer(Packet.READ_REQUEST, 101);
        rest.remoteKey = rkey;
        rest.remoteAddress = BareNic.MTU;
        rest.messageLength = BareNic.MTU;
        responder.request(rest);
        nic.runFor(SOON);
        assertEquals(List.of(101L), nic.link.psns());
    }

    @Test
    void shouldAcknowledgeAfterTheReadResponsesBefore() {
        receive(1);
        read(100, BareNic.MTU);
        send(101, 10);
        nic.runFor(SOON);
        assertEquals(List.of(100L, 101L), nic.link.psns());
        nic.expect("1:SUCCESS");
    }

    /** The later request fails while the READ's response is pending. Both NAKs become due at the same time. */
    @Test
    void shouldReportAReadThatFailsLateInsteadOfALaterFailure() {
        read(100, 10);
        atomicAt(101, 1);
        nic.revokeRkeys();
        nic.runFor(SOON);
        final Packet nak = nic.link.only();
        assertEquals(Packet.NAK, nak.kind);
        assertEquals(100, nak.psn);
        assertEquals(CompletionStatus.REM_ACCESS_ERR, nak.status);
        assertEquals(0, nak.messageSequence);
        assertEquals(List.of("QP_ACCESS_ERR", "fail"), nic.events.events);
    }

    @Test
    void shouldDropDataThatLandsAfterTheLifeHasEnded() {
        receive(1);
        send(100, 10);
        responder.drop();
        nic.runFor(SOON);
        nic.expect();
        assertEquals(List.of(), nic.link.sent);
    }

    private void receive(final int count) {
        final ReceiveChain chain = new ReceiveChain(count, 1);
        for (int i = 1; i <= count; i++) {
            chain.receive(i, nic.memory.address() + TARGET, BareNic.MTU, BareNic.LKEY);
        }
        queue.post(chain, nic.host.simulation.nanoTime());
    }

    private void send(final long psn, final int length) {
        send(psn, length, true, true);
    }

    private void send(final long psn, final int length, final boolean isFirst, final boolean isLast) {
        final Packet packet = nic.fromPeer(Packet.SEND, psn);
        packet.isFirst = isFirst;
        packet.isLast = isLast;
        packet.payload.add(nic.memory.address(), length);
        responder.request(packet);
    }

    private void read(final long psn, final int length) {
        final Packet packet = nic.fromPeer(Packet.READ_REQUEST, psn);
        packet.remoteKey = rkey;
        packet.messageLength = length;
        responder.request(packet);
    }

    private void atomic(final long psn) {
        atomicAt(psn, 0);
    }

    private void atomicAt(final long psn, final long address) {
        final Packet packet = nic.fromPeer(Packet.ATOMIC, psn);
        packet.remoteKey = rkey;
        packet.remoteAddress = address;
        packet.operation = Operation.FETCH_AND_ADD;
        responder.request(packet);
    }

    private void assertAnswer(final byte kind, final long psn, final int messageSequence) {
        final Packet answer = nic.link.only();
        assertEquals(kind, answer.kind);
        assertEquals(psn, answer.psn);
        assertEquals(messageSequence, answer.messageSequence);
    }
}
