// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.Personality;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairCapabilities;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;

/** What soft-RoCE does otherwise than other devices, as was measured on it. */
class SoftRoceTest implements AsyncEventHandler {
    private static final int NO_KEY = 0x12345678;

    private final ModifiedPair pair = pair(QueuePairType.RC);
    private final ModifiedPair.Side client = pair.client;
    private final ModifiedPair.Side server = pair.server;
    private final List<AsyncEventType> events = new ArrayList<>();

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        events.add(type);
    }

    @Override
    public void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue queue) {
        events.add(type);
    }

    private static ModifiedPair pair(final QueuePairType type) {
        return new ModifiedPair(
                        type, CostModel.defaults(), DeviceConfiguration.DEFAULT.withPersonality(Personality.RXE), false)
                .connect();
    }

    @Test
    void shouldGrantRingsOfAPowerOfTwoWithoutThePlaceThatStaysEmpty() {
        final int[] asked = {1, 2, 3, 4, 15, 16};
        final int[] granted = {1, 3, 3, 7, 15, 31};
        for (int i = 0; i < asked.length; i++) {
            assertEquals(granted[i], Personality.RXE.granted(asked[i]));
            assertEquals(asked[i], Personality.SPEC.granted(asked[i]));
        }
    }

    @Test
    void shouldTakeAsManyRequestsAsItsRingsHaveRoomFor() {
        final QueuePairCapabilities sizes = client.queuePair.capabilities();
        assertEquals(31, sizes.maxSendWr());
        assertEquals(31, sizes.maxReceiveWr());
        for (int i = 0; i < 31; i++) {
            client.receive(i, 0, 8);
        }
        final VerbsException e = assertThrows(VerbsException.class, () -> client.receive(31, 0, 8));
        assertEquals(Errno.ENOMEM, e.errno());
    }

    @Test
    void shouldResizeSharedReceivesAndCompletionsInRingsToo() {
        final SharedReceiveQueue shared =
                client.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(10, 1));
        assertEquals(15, shared.maxWr());
        shared.resize(16);
        assertEquals(31, shared.maxWr());
        final CompletionQueue completions = client.device.createCompletionQueue(2, client.loop, ready -> {});
        assertEquals(3, completions.capacity());
        completions.resize(4);
        assertEquals(7, completions.capacity());
    }

    @Test
    void shouldFailSendsWhoseMemoryTheyMayNotReadAsMalformedOnes() {
        client.sends().rdmaWrite(1, 0, server.address, server.region.rkey());
        client.sends.sge(client.address, 8, NO_KEY);
        client.post();
        client.runAndExpect("1:LOC_QP_OP_ERR");
    }

    @Test
    void shouldAskForReadsAndAtomicsWithoutALookAtTheMemoryForTheirAnswers() {
        client.sends().fetchAndAdd(1, 0, server.address, server.region.rkey(), 5);
        client.sends.sge(client.address, 8, NO_KEY);
        client.post();
        client.runAndExpect("1:LOC_PROT_ERR");
        final ByteBuffer memory = server.buffer.block().buffer().order(ByteOrder.nativeOrder());
        assertEquals(5, memory.getLong(GuardedBuffer.GUARD));
        assertEquals(QueuePairState.RTS, server.queuePair.state());
    }

    @Test
    void shouldFindAWrongRkeyBeforeAWrongLkeyOfARead() {
        client.sends().rdmaRead(1, 0, server.address, NO_KEY);
        client.sends.sge(client.address, 8, NO_KEY);
        client.post();
        client.runAndExpect("1:REM_ACCESS_ERR");
    }

    @Test
    void shouldTellTheSenderOfTheLengthAndOfImmediateData() {
        server.receive(50, 0, 100);
        client.sends().sendWithImmediate(1, SendRequests.SIGNALED, 7);
        client.post(0, 100);
        client.runAndExpect("1:SUCCESS");
        assertEquals(100, client.batch().byteLength(0));
        assertEquals(Completions.WITH_IMMEDIATE, client.batch().flags(0));
    }

    @Test
    void shouldTakeAMessageLongerThanItsReceiveForAMalformedReceive() {
        sendTooMuch(pair);
        client.expect("1:REM_OP_ERR");
        server.expect("50:LOC_QP_OP_ERR", "51:WR_FLUSH_ERR");
        final ModifiedPair unreliable = pair(QueuePairType.UC);
        sendTooMuch(unreliable);
        unreliable.client.expect("1:SUCCESS");
        unreliable.server.expect("50:LOC_QP_OP_ERR", "51:WR_FLUSH_ERR");
        assertEquals(QueuePairState.ERR, unreliable.server.queuePair.state());
    }

    /** Behind a header of 40 bytes, which alone may be too long. */
    @Test
    void shouldFailTheReceiveOfADatagramThatIsLonger() {
        for (final int room : new int[] {139, 39}) {
            final ModifiedPair datagrams = pair(QueuePairType.UD);
            datagrams.server.receive(50, 0, room);
            datagrams.server.receive(51, 0, 200);
            stageDatagram(datagrams, 1, 100);
            datagrams.client.post();
            datagrams.client.runAndExpect("1:SUCCESS");
            datagrams.server.expect("50:LOC_QP_OP_ERR", "51:WR_FLUSH_ERR");
            assertEquals(QueuePairState.ERR, datagrams.server.queuePair.state());
        }
    }

    @Test
    void shouldSendNothingOfADatagramThatIsLongerThanAPacketAndSaySuccess() {
        final ModifiedPair datagrams = pair(QueuePairType.UD);
        for (int i = 0; i < 3; i++) {
            datagrams.server.receive(50 + i, 0, 5000);
        }
        stageDatagram(datagrams, 1, 100);
        stageDatagram(datagrams, 2, 4097);
        stageDatagram(datagrams, 3, 4096);
        stageDatagram(datagrams, 4, 5000);
        datagrams.client.post();
        datagrams.client.runAndExpect("1:SUCCESS", "2:SUCCESS", "3:SUCCESS", "4:SUCCESS");
        datagrams.server.expect("50:SUCCESS", "51:SUCCESS");
        assertEquals(QueuePairState.RTS, datagrams.client.queuePair.state());
    }

    private static void stageDatagram(final ModifiedPair datagrams, final long id, final int length) {
        final ModifiedPair.Side from = datagrams.client;
        final AddressVector vector = new AddressVector(datagrams.server.device.gid(1, 0), 0, 1);
        (id == 1 ? from.sends() : from.sends).send(id, SendRequests.SIGNALED);
        from.sends.destination(
                from.domain.createAddressHandle(vector), datagrams.server.queuePair.number(), ModifiedPair.QKEY);
        from.sge(0, length);
    }

    @Test
    void shouldBeginWhatWasPostedInSqdWithTheNextRequestInRts() {
        client.device.handleAsyncEvents(client.loop, this);
        client.queuePair.modify(
                new QueuePairParameters().state(QueuePairState.SQD).set(QueuePairParameter.SQ_DRAINED_NOTIFICATION, 1));
        write(1);
        pair.simulation.run();
        assertEquals(List.of(AsyncEventType.SQ_DRAINED), events);
        client.expect();
        client.toState(QueuePairState.RTS);
        pair.simulation.run();
        client.expect();
        client.receive(60, 0, 8);
        server.sends().send(70, SendRequests.SIGNALED);
        server.post();
        server.runAndExpect("70:SUCCESS");
        client.expect("60:SUCCESS");
        write(2);
        client.runAndExpect("1:SUCCESS", "2:SUCCESS");
        write(3);
        client.runAndExpect("3:SUCCESS");
    }

    /** The real one would not leave SQD yet. */
    @Test
    void shouldGoOnWithWhatItHadBegunBeforeSqd() {
        client.sends().rdmaWrite(1, SendRequests.SIGNALED, server.address, server.region.rkey());
        client.post(0, 50_000);
        pair.simulation.runUntil(client.loop.nanoTime() + 3000);
        client.toState(QueuePairState.SQD);
        client.toState(QueuePairState.RTS);
        client.runAndExpect("1:SUCCESS");
    }

    private void write(final long id) {
        client.sends().rdmaWrite(id, SendRequests.SIGNALED, server.address, server.region.rkey());
        client.post(0, 8);
    }

    @Test
    void shouldLeaveReceivesThatArePostedAfterAnErrorUntilToldOfItAgain() {
        server.receive(50, 0, 8);
        server.queuePair.toError();
        server.expect("50:WR_FLUSH_ERR");
        server.receive(51, 0, 8);
        server.sends().send(1, 0);
        server.post();
        server.expect("1:WR_FLUSH_ERR");
        server.queuePair.toError();
        server.expect("51:WR_FLUSH_ERR");
    }

    @Test
    void shouldFailAnUnreliableQueuePairWholeWithASend() {
        final ModifiedPair unreliable = pair(QueuePairType.UC);
        unreliable.client.receive(50, 0, 8);
        unreliable.client.sends().send(1, 0);
        unreliable.client.sends.sge(0, 8, NO_KEY);
        unreliable.client.post();
        unreliable.client.runAndExpect("1:LOC_QP_OP_ERR", "50:WR_FLUSH_ERR");
        assertEquals(QueuePairState.ERR, unreliable.client.queuePair.state());
    }

    @Test
    void shouldLookAtTheLimitOfSharedReceivesWhenOneIsTaken() {
        final SharedReceiveQueue shared =
                client.domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(4, 1));
        shared.armLimit(3);
        assertEquals(3, shared.limit());
    }

    @Test
    void shouldLoseCompletionsThatHaveNoRoomAndTellOfEach() {
        client.device.handleAsyncEvents(client.loop, this);
        server.device.handleAsyncEvents(server.loop, this);
        server.queue.resize(3);
        for (int i = 0; i < 6; i++) {
            server.receive(50 + i, 0, 8);
            client.sends().send(i, SendRequests.SIGNALED);
            client.post();
        }
        server.runAndExpect("50:SUCCESS", "51:SUCCESS", "52:SUCCESS");
        assertEquals(QueuePairState.ERR, server.queuePair.state());
        assertEquals(List.of(AsyncEventType.CQ_ERR, AsyncEventType.CQ_ERR), events);
        assertEquals("3:RETRY_EXC_ERR", client.completions().get(3));
    }

    @Test
    void shouldGoOnSendingWhereTheCompletionsOfSendsAreLost() {
        client.queue.resize(1);
        for (int i = 0; i < 3; i++) {
            client.sends().rdmaWrite(i, SendRequests.SIGNALED, server.address, server.region.rkey());
            client.post();
        }
        client.runAndExpect("0:SUCCESS");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }

    @Test
    void shouldAcknowledgeASendWhoseRkeyItCannotInvalidate() {
        server.receive(50, 0, 8);
        server.receive(51, 0, 8);
        client.sends().sendWithInvalidate(1, SendRequests.SIGNALED, NO_KEY);
        client.post();
        client.runAndExpect("1:SUCCESS");
        server.expect("50:REM_INV_REQ_ERR", "51:WR_FLUSH_ERR");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }

    @Test
    void shouldFailTheReceiveOfImmediateDataWhoseWriteIsNotAllowed() {
        server.device.handleAsyncEvents(server.loop, this);
        client.sends().rdmaWriteWithImmediate(1, 0, server.address, NO_KEY, 7);
        client.post(0, 8);
        pair.simulation.runUntil(1_000);
        server.receive(50, 0, 8);
        client.runAndExpect("1:REM_ACCESS_ERR");
        server.expect("50:REM_ACCESS_ERR");
        assertEquals(List.of(), events);
    }

    @Test
    void shouldRaiseNoEventForAnInvalidRequest() {
        final ModifiedPair closed = new ModifiedPair(
                QueuePairType.RC,
                CostModel.defaults(),
                DeviceConfiguration.DEFAULT.withPersonality(Personality.RXE),
                false);
        closed.server.access = Access.LOCAL_WRITE;
        closed.connect();
        closed.server.device.handleAsyncEvents(closed.server.loop, this);
        closed.client.sends().rdmaWrite(1, 0, closed.server.address, closed.server.region.rkey());
        closed.client.post();
        closed.client.runAndExpect("1:REM_INV_REQ_ERR");
        assertEquals(QueuePairState.ERR, closed.server.queuePair.state());
        assertEquals(List.of(), events);
    }

    private static void sendTooMuch(final ModifiedPair pair) {
        pair.server.receive(50, 0, 99);
        pair.server.receive(51, 0, 100);
        pair.client.sends().send(1, SendRequests.SIGNALED);
        pair.client.post(0, 100);
        pair.simulation.run();
    }
}
