// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.call.CallLimits;
import org.rpcrdma.transport.call.CallResources;
import org.rpcrdma.transport.call.FakeChain;
import org.rpcrdma.transport.call.FakeConnection;
import org.rpcrdma.transport.call.FakeLoop;
import org.rpcrdma.transport.call.TransferStaging;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.transport.memory.FakeMapper;
import org.rpcrdma.transport.memory.KeptSendMemory;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/** Tests the calls of a connection, with a fake connection, fake memory and a fake chain. */
class ServerCallsTest {
    private static final int THRESHOLD = 4096;
    private static final int MAX_PAYLOAD = 65_536;
    private static final int DEPTH = 8;
    private static final int LONGEST_CHAIN = 4;
    private static final long READ_NANOS = 1_000_000;

    private final FakeConnection connection = new FakeConnection();
    private final FakeLoop loop = new FakeLoop();
    private final FakeMapper mapper = new FakeMapper();
    private final ServerConnectionMetrics figures =
            new ServerConnectionMetrics(1, new InetSocketAddress("10.98.0.3", 1));
    private final PayloadPool payloads = new PayloadPool(mapper, loop, 4 * MAX_PAYLOAD, 0);
    private final CallResources shared = new CallResources(
            new CallLimits(MAX_PAYLOAD, 64),
            payloads,
            new TransferStaging(payloads, new FakeChain(), 2, false),
            READ_NANOS,
            loop,
            new KeptSendMemory(mapper, THRESHOLD),
            null);
    private final List<RpcCall> served = new ArrayList<>();
    private final ServerCalls calls = new ServerCalls(
            connection,
            shared,
            served::add,
            (caller, xid, failure) -> {},
            new ServerDepths(32, 1, 32, DEPTH, 2),
            new ConnectionTerms(THRESHOLD, THRESHOLD, false),
            figures);
    private final UnsafeBuffer message = new UnsafeBuffer(BufferUtil.allocateDirectAligned(THRESHOLD, 64));
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private long receives;

    ServerCallsTest() {
        connection.onFail = calls::abandonWaiting;
    }

    @AfterEach
    void shouldReleaseEverything() {
        final int buffers = mapper.mapped();
        calls.close();
        shared.close();
        assertTrue(mapper.mapped() <= buffers);
        assertEquals(0, mapper.mapped());
    }

    private void receive(final int length) {
        calls.begin(++receives, message.addressOffset(), length);
    }

    private RpcRdmaHeaderWriter header(final int procedure) {
        return writer.wrap(message, 0, THRESHOLD).begin(1, 32, procedure);
    }

    private void receiveInline() {
        header(RpcRdmaHeader.RDMA_MSG);
        receive(writer.finish() + 64);
    }

    private void receiveWithReads(final int segments, final int length) {
        header(RpcRdmaHeader.RDMA_MSG);
        for (int i = 0; i < segments; i++) {
            writer.readSegment(64, 1000 + i, length, 0);
        }
        receive(writer.finish() + 64);
    }

    private void complete(final int chain) {
        calls.onSendDone(connection.underWay.remove(chain), true);
    }

    private void flush(final int chain) {
        calls.onSendDone(connection.underWay.remove(chain), false);
    }

    private void answer(final int call) {
        served.get(call).reply(64);
    }

    @Test
    void shouldServeInlineCallImmediately() {
        receiveInline();
        answer(0);
        assertEquals(List.of("SEND"), connection.posted);
        assertEquals(List.of("release 1", "post"), connection.events);
        complete(0);
        assertTrue(calls.isIdle());
        assertEquals(1, figures.repliesSent);
    }

    @Test
    void shouldServeOnlyWhenReadsHavePulledEverything() {
        receiveWithReads(6, 1000);
        assertEquals(List.of("READ READ READ READ", "READ READ"), connection.posted);
        complete(0);
        assertEquals(0, served.size());
        complete(0);
        assertEquals(1, served.size());
        assertEquals(6, served.get(0).readSegmentCount());
        served.get(0).drop();
    }

    @Test
    void shouldCloseConnectionOnlyAfterPulledReads() {
        receiveWithReads(6, 1000);
        connection.fail(EndCause.DISCONNECTED, "disconnected");
        assertFalse(calls.isFlushed(), "the device may still write into payload memory");
        flush(0);
        assertFalse(calls.isFlushed());
        flush(0);
        assertTrue(calls.isFlushed());
        assertEquals(0, served.size());
        assertTrue(calls.isServed(false));
        assertEquals(List.of("post", "post", "release 1"), connection.events);
    }

    @Test
    void shouldCloseConnectionWhoseReadListTakesTooLong() {
        receiveWithReads(1, 1000);
        loop.advance(READ_NANOS / 2);
        receiveWithReads(1, 2000);
        complete(0);
        served.get(0).drop();
        loop.advance(READ_NANOS - 1);
        assertTrue(connection.isOpen());
        loop.advance(1);
        assertEquals(
                "a Read list was not fetched in time: bytes=2000 timeoutNanos=" + READ_NANOS, connection.closeReason());
        flush(0);
    }

    @Test
    void shouldHoldAnswerWhileSendQueueIsFull() {
        for (int i = 0; i < DEPTH + 1; i++) {
            receiveInline();
        }
        for (int i = 0; i < DEPTH + 1; i++) {
            answer(i);
        }
        assertEquals(DEPTH, connection.posted.size());
        complete(3);
        assertEquals(DEPTH + 1, connection.posted.size());
        while (!connection.underWay.isEmpty()) {
            complete(0);
        }
        assertTrue(calls.isIdle());
    }

    @Test
    void shouldGiveUpHeldAnswersWhenTheConnectionEnds() {
        for (int i = 0; i < DEPTH + 1; i++) {
            receiveInline();
            answer(i);
        }
        connection.fail(EndCause.DISCONNECTED, "disconnected");
        assertEquals("release " + (DEPTH + 1), connection.events.get(connection.events.size() - 1));
        while (!connection.underWay.isEmpty()) {
            flush(0);
        }
        assertTrue(calls.isFlushed());
    }

    @Test
    void shouldReportWhenTheLastCallOfOtherThreadsIsAnswered() {
        receiveInline();
        served.get(0).defer();
        connection.fail(EndCause.CLOSED, "the server was closed");
        assertTrue(calls.hasDeferred());
        assertFalse(calls.isServed(true));
        answer(0);
        assertEquals(0, connection.lateAnswers, "not before the event loop has run");
        loop.advance(0);
        assertEquals(1, connection.lateAnswers);
        assertTrue(calls.isServed(false));
    }
}
