// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.KeptLog;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;

/**
 * Tests a service that throws an exception, or whose answer does not fit. Both its client and its owner are notified of
 * the failure, and the connection continues to work.
 */
class ServiceFailureTest extends FailingService {
    private static final int ROOM = 4096 - 28;

    private final List<Throwable> failures = new ArrayList<>();

    private void start() {
        start(this::report);
    }

    /** Starts the server. The first reply grants all credits. */
    private void start(final ServiceFailureListener listener) {
        fixture.connect(call -> next.onCall(call), server -> server.serviceFailure(listener));
        fixture.send(fixture.stage(0, 64), 64, 0).answered();
    }

    private void report(final RpcConnection connection, final int failed, final Throwable failure) {
        reported.add(connection.remote().getAddress().getHostAddress() + " " + failed);
        failures.add(failure);
    }

    @Override
    void addChunks(final ClientCall call, final int replyChunk) {
        if (replyChunk > 0) {
            call.replySegment(fixture.address(0), replyChunk);
        }
    }

    private static void fail(final RpcCall call) {
        throw new IllegalStateException("boom");
    }

    private void assertSystemError(final Outcome outcome) {
        assertTrue(outcome.isReply(), outcome.failure);
        final RpcMessage message = new RpcMessage();
        final UnsafeBuffer bytes = new UnsafeBuffer(outcome.message);
        assertEquals(HeaderStatus.VALID, message.wrap(bytes, 0, bytes.capacity()));
        assertEquals(xid, message.xid());
        assertEquals(RpcMessage.ACCEPTED, message.replyStatus());
        assertEquals(RpcMessage.SYSTEM_ERR, message.detailStatus());
        assertEquals(24, message.bodyOffset());
    }

    private void assertRefused(final Outcome outcome) {
        assertEquals("the peer answered ERR_CHUNK", outcome.failure);
    }

    @Test
    void shouldAnswerSystemErrorAndContinueWhenTheServiceThrows() {
        start();
        assertSystemError(send(0, ServiceFailureTest::fail));
        assertEquals(List.of("10.98.0.3 1"), reported);
        assertEquals("boom", failures.get(0).getMessage());
        assertServes();
    }

    @Test
    void shouldAnswerSystemErrorByTheReplyChunkOfTheCall() {
        start();
        final Outcome outcome = send(24, ServiceFailureTest::fail);
        assertTrue(outcome.inReplyChunk);
        assertEquals(24, outcome.replyChunkLength);
        assertEquals(xid, fixture.memory.getInt(0, BIG_ENDIAN));
        assertEquals(RpcMessage.SYSTEM_ERR, fixture.memory.getInt(20, BIG_ENDIAN));
        assertRefused(send(23, ServiceFailureTest::fail));
        assertServes();
    }

    @Test
    void shouldRefuseOtherMessagesWhenTheServiceThrows() {
        start();
        assertRefused(send(fixture.stage(++xid, 64), 64, ServiceFailureTest::fail));
        assertEquals(List.of("10.98.0.3 1"), reported);
        assertServes();
    }

    /** The answer that the service has begun is discarded, and its memory can be reused. */
    @Test
    void shouldSendNothingOfAnAnswerThatTheServiceThrowsIn() {
        start();
        final ClientCall call = fixture.client.newCall();
        fixture.fill(0, 200, 1);
        for (int i = 0; i < 2; i++) {
            TransportFixture.writeChunk(call, fixture.address(100 * i), 100);
        }
        final int length = EchoProtocol.writeNull(call.message(), ++xid);
        final Outcome outcome = send(call, length, served -> {
            served.whenDone(() -> done++);
            served.writeChunk(0, 100).setMemory(0, 100, (byte) 0);
            served.writeChunk(1, 1L << 40, 100);
            served.replyPart(1L << 40, 1000);
            served.replyMessage().setMemory(0, 100, (byte) 7);
            fail(served);
        });
        assertSystemError(outcome);
        assertEquals(1, done);
        for (int i = 0; i < 200; i++) {
            assertEquals(TransportFixture.pattern(1, i), fixture.memory.getByte(i));
        }
        assertServes();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldReportWhatTheServiceThrowsOnceItHasAnswered(final int way) {
        start();
        final Outcome outcome = send(0, call -> {
            switch (way) {
                case 0 -> TransportFixture.echo(call);
                case 1 -> call.refuse();
                case 2 -> call.drop();
                default -> {
                    call.defer();
                    held.add(call);
                }
            }
            fail(call);
        });
        assertEquals(List.of("10.98.0.3 1"), reported);
        assertEquals(way < 2 ? 1 : 0, outcome.calls);
        if (way == 3) {
            TransportFixture.echo(held.get(0));
            fixture.run();
            assertTrue(outcome.isReply(), outcome.failure);
        }
        assertServes();
    }

    /** The loop's owner is notified that the process may be damaged. Nevertheless, all calls are answered. */
    @Test
    void shouldLetErrorsOutOfTheLoopAndAnswerTheirCalls() {
        final List<Error> errors =
                List.of(new AssertionError("a bug"), new OutOfMemoryError("no heap"), new StackOverflowError("deep"));
        start();
        for (final Error error : errors) {
            next = call -> {
                throw error;
            };
            final List<Outcome> outcomes = List.of(new Outcome(), new Outcome());
            for (final Outcome outcome : outcomes) {
                final ClientCall call = fixture.client.newCall();
                call.send(EchoProtocol.writeNull(call.message(), ++xid), outcome);
            }
            assertSame(error, assertThrows(Error.class, fixture::run));
            try {
                fixture.run();
            } catch (final Error again) {
                assertSame(error, again, "the second came by another event");
            }
            fixture.run();
            assertTrue(outcomes.stream().allMatch(Outcome::isReply));
        }
        assertEquals(6, failures.size());
        assertServes();
    }

    private static int overflow(final int depth) {
        return depth < 0 ? 0 : 1 + overflow(depth + 1);
    }

    @Test
    void shouldAnswerACallWhoseServiceOverflowsTheStack() {
        start();
        final ClientCall call = fixture.client.newCall();
        final Outcome outcome = new Outcome();
        call.send(EchoProtocol.writeNull(call.message(), ++xid), outcome);
        next = served -> overflow(1);
        assertThrows(StackOverflowError.class, fixture::run);
        fixture.run();
        assertSystemError(outcome);
        assertServes();
    }

    @Test
    void shouldAnswerTheCallWhenTheListenerThrows() {
        start((remote, failed, failure) -> {
            throw new IllegalArgumentException("listener");
        });
        final ClientCall call = fixture.client.newCall();
        final Outcome outcome = new Outcome();
        call.send(EchoProtocol.writeNull(call.message(), ++xid), outcome);
        next = ServiceFailureTest::fail;
        assertThrows(IllegalArgumentException.class, fixture::run);
        fixture.run();
        assertSystemError(outcome);
        assertServes();
    }

    @Test
    void shouldWarnByDefaultWithConnectionAndTransactionId() {
        fixture.connect(ServiceFailureTest::fail);
        try (KeptLog log = new KeptLog("org.rpcrdma.transport")) {
            send(0, next);
            assertEquals(1, log.records().size());
            final LogRecord record = log.records().get(0);
            assertEquals(Level.WARNING, record.getLevel());
            final String message = record.getMessage();
            assertTrue(
                    message.matches("the service failed: connection=1 remote=/10\\.98\\.0\\.3:\\d+ xid=0x1"), message);
            assertEquals("boom", record.getThrown().getMessage());
            assertEquals("log", record.getSourceMethodName(), "no name that a compiler made");
        }
    }

    @Test
    void shouldRefuseACallWhoseReplyDoesNotFit() {
        start();
        assertRefused(send(8, call -> call.reply(24)));
        assertRefused(send(0, call -> call.reply(1 << 20)));
        assertRefused(send(0, call -> call.reply(ROOM + 1)));
        assertEquals(
                "reply message does not fit: messageLength=4069 capacity=4068",
                failures.get(2).getMessage());
        assertEquals(List.of("10.98.0.3 1", "10.98.0.3 2", "10.98.0.3 3"), reported);
        assertSystemError(send(0, call -> call.reply(-1)));
        assertServes();
    }

    @Test
    void shouldRefuseACallWhoseDataDoNotFitTheWriteChunk() {
        start();
        for (int way = 0; way < 2; way++) {
            final boolean inPlace = way == 0;
            final ClientCall call = fixture.client.newCall();
            TransportFixture.writeChunk(call, fixture.address(0), 100);
            final RpcService service = served -> {
                if (inPlace) {
                    served.writeChunk(0, fixture.address(0), 101);
                } else {
                    served.writeChunk(0, 101);
                }
            };
            assertRefused(send(call, EchoProtocol.writeNull(call.message(), ++xid), service));
        }
        assertServes();
    }

    @Test
    void shouldLetTheServiceReplaceAnAnswerThatDidNotFit() {
        start();
        final Outcome outcome = send(0, call -> {
            assertThrows(IllegalArgumentException.class, () -> call.reply(ROOM + 1));
            call.reply(ROOM);
        });
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(ROOM, outcome.message.length);
        assertEquals(List.of(), reported);
    }

    /** The exception is thrown in a thread of the service, or in a timer, where the transport cannot catch it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldImmediatelyRefuseWhatDoesNotFitLater(final boolean defers) throws InterruptedException {
        start();
        final RpcService hold = call -> {
            if (defers) {
                call.defer();
            }
            held.add(call);
        };
        final Outcome outcome = send(8, hold);
        assertEquals(0, outcome.calls);
        final Runnable answer = () ->
                assertThrows(IllegalArgumentException.class, () -> held.get(0).reply(24));
        if (defers) {
            final Thread thread = new Thread(answer);
            thread.start();
            thread.join();
        } else {
            answer.run();
        }
        assertThrows(IllegalStateException.class, () -> held.get(0).reply(8));
        fixture.run();
        assertRefused(outcome);
        assertServes();
    }

    /** An answer that fails does not delay the other answers. */
    @Test
    void shouldDeliverAllAnswersOfOtherThreadsIfTheCodeAfterOneThrows() {
        start();
        next = call -> {
            call.whenDone(() -> {
                throw new IllegalStateException("done");
            });
            call.defer();
            held.add(call);
        };
        final List<Outcome> outcomes = fixture.sendAll(3);
        fixture.run();
        held.forEach(RpcCall::drop);
        assertEquals(2, assertThrows(IllegalStateException.class, fixture::run).getSuppressed().length);
        assertEquals(3, fixture.metrics().messagesDropped());
        assertFalse(outcomes.stream().anyMatch(Outcome::isReply));
    }
}
