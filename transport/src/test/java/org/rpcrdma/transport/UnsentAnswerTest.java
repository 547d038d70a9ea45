// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.call.ReceivedCall;
import org.rpcrdma.wire.RpcMessage;

/**
 * Tests an answer that the device refuses to send. The client receives an error immediately, the service's owner
 * receives the reason, and the connection continues to work.
 */
class UnsentAnswerTest extends FailingService {
    private static final long NOWHERE = 0x1234560000L;
    private static final int LENGTH = 2000;

    private final List<RuntimeException> thrown = new ArrayList<>();

    private void start() {
        fixture.connect(
                call -> next.onCall(call),
                server -> server.serviceFailure(
                        (remote, failed, failure) -> reported.add(failed + " " + failure.getMessage())),
                client -> client.tries(3));
    }

    @Override
    void addChunks(final ClientCall call, final int replyChunk) {
        TransportFixture.writeChunk(call, fixture.address(0), 4096);
        if (replyChunk > 0) {
            call.replySegment(fixture.address(8192), replyChunk);
        }
    }

    private static void answerFromNowhere(final RpcCall call) {
        call.replyPart(NOWHERE, LENGTH);
        call.reply(0);
    }

    private static void writeFromNowhere(final RpcCall call) {
        call.writeChunk(0, NOWHERE, LENGTH);
        TransportFixture.echo(call);
    }

    private void assertReported(final int... xids) {
        assertEquals(xids.length, reported.size(), reported.toString());
        for (int i = 0; i < xids.length; i++) {
            assertTrue(reported.get(i).startsWith(xids[i] + " EFAULT: "), reported.get(i));
        }
    }

    private static void assertSystemError(final UnsafeBuffer reply) {
        final RpcMessage message = new RpcMessage();
        assertEquals(0, message.wrap(reply, 0, ReceivedCall.SYSTEM_ERROR_LENGTH));
        assertEquals(RpcMessage.SYSTEM_ERR, message.detailStatus());
    }

    @Test
    void shouldAnswerSystemErrorWhenMemoryOfAReplyIsNotTheDevices() {
        start();
        for (final RpcService service :
                List.<RpcService>of(UnsentAnswerTest::answerFromNowhere, UnsentAnswerTest::writeFromNowhere)) {
            final Outcome outcome = send(0, call -> {
                call.whenDone(() -> done++);
                service.onCall(call);
            });
            assertTrue(outcome.isReply(), outcome.failure);
            assertSystemError(new UnsafeBuffer(outcome.message));
        }
        assertReported(1, 2);
        assertEquals(2, done);
        assertServes();
    }

    /** The message before the parts is already mapped, and must be mapped only once. */
    @Test
    void shouldAnswerSystemErrorByTheReplyChunk() {
        start();
        final Outcome outcome = send(65_536, call -> {
            call.replyMessage().setMemory(0, 4096, (byte) 7);
            call.replyPart(NOWHERE, LENGTH);
            call.reply(4096);
        });
        assertTrue(outcome.inReplyChunk, outcome.failure);
        assertSystemError(new UnsafeBuffer(fixture.address(8192), ReceivedCall.SYSTEM_ERROR_LENGTH));
        assertReported(1);
        assertServes();
    }

    @Test
    void shouldRefuseCallsThatCannotReceiveASystemError() {
        start();
        final RpcService service = call -> {
            call.writeChunk(0, NOWHERE, LENGTH);
            call.reply(0);
        };
        assertEquals("the peer answered ERR_CHUNK", send(8, service).failure);
        assertReported(1);
        assertServes();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldAnswerALateAnswerThatCannotBeSent(final boolean defers) {
        start();
        final Outcome outcome = send(0, call -> {
            if (defers) {
                call.defer();
            }
            held.add(call);
        });
        assertEquals(0, outcome.calls);
        answerFromNowhere(held.get(0));
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
        assertSystemError(new UnsafeBuffer(outcome.message));
        assertReported(1);
        assertServes();
    }

    /**
     * The mapping of a Reply chunk's payload fails. With two failures, the mapping of its replacement fails as well.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldAnswerACallWhoseReplyCannotBeMappedForWantOfMemory(final int failures) {
        final FaultyDevice faulty = new FaultyDevice();
        fixture.connect(
                call -> next.onCall(call),
                server -> server.device(faulty.over(TransportFixture.device(server)))
                        .serviceFailure((remote, failed, failure) -> reported.add(failure.getMessage())));
        assertServes();
        final Outcome outcome = send(65_536, call -> {
            call.replyMessage().setMemory(0, 4096, (byte) 7);
            faulty.refuseNext(failures);
            call.reply(4096);
        });
        assertTrue(faulty.hasFailed());
        assertEquals(1, reported.size());
        assertTrue(reported.get(0).contains("ENOMEM"), reported.get(0));
        assertEquals(failures == 1, outcome.inReplyChunk, outcome.failure);
        assertEquals(failures == 1 ? null : "the peer answered ERR_CHUNK", outcome.failure);
        assertServes();
    }

    @Test
    void shouldRefuseToCloseTheServerInAServiceBeforeAnythingEnds() {
        start();
        final Outcome outcome = send(0, call -> {
            thrown.add(assertThrows(IllegalStateException.class, fixture.server::close));
            TransportFixture.echo(call);
        });
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(
                List.of("close must be called outside handlers: connections=1"),
                thrown.stream().map(Throwable::getMessage).toList());
        assertServes();
    }

    @Test
    void shouldRefuseToCloseTheClientInAHandlerBeforeAnythingEnds() {
        start();
        final Outcome outcome = new Outcome();
        fixture.stage(++xid, 64)
                .send(
                        64,
                        outcome.then(
                                () -> thrown.add(assertThrows(IllegalStateException.class, fixture.client::close))));
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(1, thrown.size());
        assertTrue(thrown.get(0).getMessage().startsWith("close must be called outside handlers: remote="));
        assertServes();
    }
}
