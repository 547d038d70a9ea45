// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.PendingCall;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryBlock;

/** Tests the asynchronous client with a server whose service runs on the thread of the same event loop. */
class AsyncRpcRdmaClientTest extends AsyncClientTest {
    private static final int CREDITS = 4;

    private final EventLoopRunner runner = EventLoopRunner.start("loop", clientDevice.newEventLoop());
    private final List<Integer> served = new ArrayList<>();
    private final List<RpcCall> held = new ArrayList<>();
    private volatile RpcService service = TransportFixture::echo;
    private final RpcRdmaServer server = runner.call(
            () -> new RpcRdmaServer(TransportFixture.serverOn(serverDevice).service(this::serve)));
    private final AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(context(), runner);

    private RpcRdmaClient.Context context() {
        return settings(clientDevice).credits(CREDITS);
    }

    private void serve(final RpcCall call) {
        served.add(call.xid());
        service.onCall(call);
    }

    private void hold() {
        service = call -> {
            call.defer();
            held.add(call);
        };
    }

    /** Connects and makes calls. The service holds these calls without answering them. */
    private List<PendingCall<byte[]>> callAndHold(final int count) {
        hold();
        client.connect().join();
        final List<PendingCall<byte[]>> calls = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            calls.add(client.call(message(40, i)));
        }
        return calls;
    }

    private void awaitHeld() {
        Patience.await(() -> !runner.call(held::isEmpty), Thread::onSpinWait, () -> "no call came");
    }

    private void releaseHeld() {
        service = TransportFixture::echo;
        runner.call(() -> {
            held.forEach(TransportFixture::echo);
            held.clear();
        });
    }

    @AfterEach
    void shouldLeaveNothing() {
        client.close();
        runner.call(() -> held.forEach(RpcCall::drop));
        close(server, runner);
    }

    private static byte[] message(final int length, final int seed) {
        final byte[] message = new byte[length];
        for (int i = 4; i < length; i++) {
            message[i] = TransportFixture.pattern(seed, i);
        }
        return message;
    }

    private static Throwable failure(final CompletableFuture<?> future) {
        return assertThrows(CompletionException.class, future::join).getCause();
    }

    @Test
    void shouldAnswerCallsOfManyThreadsEachWithItsOwnReply() throws InterruptedException {
        client.connect().join();
        final int threads = 4;
        final int each = 200;
        final AtomicInteger right = new AtomicInteger();
        join(startThreads(threads, thread -> {
            for (int i = 0; i < each; i++) {
                final byte[] message = message(64, thread * each + i);
                final byte[] reply = client.call(message).join();
                System.arraycopy(reply, 0, message, 0, 4);
                right.addAndGet(Arrays.equals(message, reply) ? 1 : 0);
            }
        }));
        assertEquals(threads * each, right.get());
        assertEquals(
                threads * each, runner.call(() -> served.stream().distinct().count()), "transaction ids");
    }

    @Test
    void shouldSendCallsInTheirOrderAndAtMostTheCreditsAtATime() {
        final List<PendingCall<byte[]>> calls = callAndHold(20);
        final int staged = runner.call(
                () -> client.client().callsOutstanding() + client.client().callsQueued());
        assertEquals(CREDITS, staged, "the others have no send buffer");
        awaitHeld();
        releaseHeld();
        for (int i = 0; i < 20; i++) {
            final byte[] reply = calls.get(i).join();
            assertEquals(TransportFixture.pattern(i, 20), reply[20]);
            assertEquals(i + 1, new UnsafeBuffer(reply).getInt(0, BIG_ENDIAN));
        }
    }

    @Test
    void shouldMoveArgumentsByChunksAndReleaseTheirMemory() {
        client.connect().join();
        final int length = 1 << 20;
        final MemoryBlock block = runner.call(() -> clientDevice.memory().allocate(length, 4096));
        new UnsafeBuffer(block.address(), length).setMemory(0, length, (byte) 7);
        service = call -> {
            call.replyMessage().putInt(0, call.xid(), BIG_ENDIAN);
            call.replyMessage().putInt(4, call.readPayload().capacity(), BIG_ENDIAN);
            call.replyMessage().putInt(8, call.readPayload().getByte(length - 1), BIG_ENDIAN);
            call.reply(12);
        };
        final PendingCall<Integer> call = client.call(
                (staged, xid) -> {
                    staged.message().putInt(0, xid, BIG_ENDIAN);
                    staged.message().setMemory(4, 36, (byte) 0);
                    staged.argument(40, block.address(), length);
                    return 40;
                },
                reply -> {
                    assertEquals(7, reply.message().getInt(reply.messageOffset() + 8, BIG_ENDIAN));
                    return reply.message().getInt(reply.messageOffset() + 4, BIG_ENDIAN);
                });
        assertEquals(length, call.join());
        runner.await(call.released());
        runner.call(block::close);
    }

    @Test
    void shouldNotSendACallThatWasCancelledWhileItWaited() {
        final List<PendingCall<byte[]>> calls = callAndHold(3 * CREDITS);
        for (int i = CREDITS; i < 2 * CREDITS; i++) {
            assertTrue(calls.get(i).cancel(true));
            runner.await(calls.get(i).released());
            assertTrue(calls.get(i).isCancelled());
        }
        // Until the first reply arrives, the client has one credit. This call is therefore staged but waits.
        assertTrue(calls.get(1).cancel(true));
        runner.await(calls.get(1).released());
        awaitHeld();
        releaseHeld();
        for (int i = 2 * CREDITS; i < 3 * CREDITS; i++) {
            calls.get(i).join();
        }
        assertEquals(2 * CREDITS - 1, runner.call(served::size));
    }

    @Test
    void shouldReleaseACancelledCallWithoutItsReplyAndIgnoreThat() {
        hold();
        client.connect().join();
        final PendingCall<byte[]> call = client.call(message(40, 1));
        awaitHeld();
        assertTrue(call.cancel(false));
        runner.await(call.released());
        releaseHeld();
        assertTrue(call.isCancelled());
        assertEquals(40, client.call(message(40, 2)).join().length);
        assertEquals(1, runner.call(() -> client.client().figures().connectionsEstablished()));
    }

    @Test
    void shouldServeOtherCallsAfterAllCreditsWentToCallsThatWereGivenUp() {
        try (AsyncRpcRdmaClient other = new AsyncRpcRdmaClient(context().tries(3), runner)) {
            hold();
            other.connect().join();
            final List<PendingCall<byte[]>> calls = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                calls.add(other.call(message(40, i)));
            }
            awaitHeld();
            calls.forEach(call -> call.cancel(false));
            final int begun = runner.call(served::size);
            service = TransportFixture::echo;
            final PendingCall<byte[]> next = other.call(message(40, 2));
            next.orTimeout(20, TimeUnit.SECONDS);
            assertEquals(40, next.join().length);
            assertEquals(begun + 1, runner.call(served::size), "no call that was given up is sent again");
        }
    }

    @Test
    void shouldRefuseACallWhenTooManyWait() {
        final List<PendingCall<byte[]>> calls;
        try (AsyncRpcRdmaClient small = new AsyncRpcRdmaClient(context().maxQueued(2), runner)) {
            hold();
            small.connect().join();
            calls = List.of(
                    small.call(message(40, 1)),
                    small.call(message(40, 2)),
                    small.call(message(40, 3)),
                    small.call(message(40, 4)),
                    small.call(message(40, 5)),
                    small.call(message(40, 6)),
                    small.call(message(40, 7)));
            assertEquals(
                    "too many calls are waiting for a credit: waiting=2 maxQueued=2",
                    failure(calls.get(6)).getMessage());
            assertFalse(calls.get(5).isDone());
        }
    }

    @Test
    void shouldTimeOutAsFuturesDo() {
        hold();
        client.connect().join();
        final PendingCall<byte[]> call = client.call(message(40, 1));
        call.orTimeout(10, TimeUnit.MILLISECONDS);
        assertEquals(TimeoutException.class, failure(call).getClass());
        releaseHeld();
        runner.await(call.released());
    }

    @Test
    void shouldFailTheCallWhoseStagerOrReaderThrowsAndContinue() {
        client.connect().join();
        final RuntimeException failure = new IllegalStateException("mine");
        final PendingCall<Object> unstaged = client.call(
                (call, xid) -> {
                    throw failure;
                },
                reply -> reply);
        assertEquals(failure, failure(unstaged));
        runner.await(unstaged.released());
        final PendingCall<Object> tooLong = client.call((call, xid) -> 1 << 20, reply -> reply);
        assertEquals(IllegalArgumentException.class, failure(tooLong).getClass());
        final Error error = new AssertionError("unread");
        final PendingCall<Object> unread = client.call(
                (call, xid) -> {
                    call.message().putInt(0, xid, BIG_ENDIAN);
                    return 40;
                },
                reply -> {
                    throw error;
                });
        assertEquals(error, failure(unread));
        assertEquals(40, client.call(message(40, 2)).join().length);
        assertEquals(0, runner.call(() -> client.client().callsOutstanding()));
    }

    @Test
    void shouldFailCallsThatEndWithTheirConnection() {
        final List<PendingCall<byte[]>> calls = callAndHold(3 * CREDITS);
        runner.call(() -> client.client().disconnect());
        for (final PendingCall<byte[]> call : calls) {
            runner.await(call.released());
            final Throwable failure = failure(call);
            assertTrue(
                    failure instanceof CallFailedException || failure instanceof IllegalStateException,
                    failure.toString());
        }
        assertEquals("the client disconnected", failure(calls.get(0)).getMessage());
    }

    @Test
    void shouldFailAllCallsThatAreOutstandingWhenItCloses() {
        final List<PendingCall<byte[]>> calls = callAndHold(3 * CREDITS);
        client.close();
        client.close();
        for (final PendingCall<byte[]> call : calls) {
            assertEquals("the client was closed", failure(call).getMessage());
            assertTrue(call.released().toCompletableFuture().isDone());
        }
        assertEquals("client is closed", failure(client.call(message(40, 1))).getMessage());
        assertEquals("client is closed", failure(client.connect()).getMessage());
    }

    @Test
    void shouldFailToConnectWithoutAListener() {
        runner.call(server::close);
        final Throwable failure = failure(client.connect());
        assertEquals(CallFailedException.class, failure.getClass());
        assertTrue(failure.getMessage().contains("no listener"), failure.getMessage());
        assertEquals(
                "client is not connected", failure(client.call(message(40, 1))).getMessage());
    }

    @Test
    void shouldRefuseASecondConnection() {
        client.connect().join();
        assertEquals(
                "client is already connected or connecting",
                failure(client.connect()).getMessage());
        assertEquals(40, client.call(message(40, 1)).join().length);
    }

    @Test
    void shouldNotifyTheListenerOfTheContext() {
        final List<String> events = new ArrayList<>();
        final ClientListener listener = TransportFixture.listener(() -> events.add("connected"), events::add);
        try (AsyncRpcRdmaClient other = new AsyncRpcRdmaClient(context().listener(listener), runner)) {
            other.connect().join();
            assertEquals(40, other.call(message(40, 1)).join().length);
        }
        assertEquals(List.of("connected", "the client was closed"), events);
    }

    @Test
    void shouldGiveTransactionIdsFromTheFirstOn() {
        try (AsyncRpcRdmaClient other = new AsyncRpcRdmaClient(context().firstXid(-1), runner)) {
            other.connect().join();
            assertArrayEquals(new byte[] {-1, -1, -1, -1, 5}, head(other));
            assertArrayEquals(new byte[] {0, 0, 0, 0, 5}, head(other));
        }
    }

    private static byte[] head(final AsyncRpcRdmaClient client) {
        return client.call(new byte[] {9, 9, 9, 9, 5}).join();
    }

    @Test
    void shouldRefuseCallsOnceTheRunnerIsClosed() {
        final EventLoopRunner other = EventLoopRunner.start("other", clientDevice.newEventLoop());
        other.close();
        assertThrows(RejectedExecutionException.class, () -> new AsyncRpcRdmaClient(context(), other));
        assertThrows(IllegalArgumentException.class, () -> client.call(null));
        assertThrows(IllegalArgumentException.class, () -> client.call(new byte[3]));
        assertThrows(IllegalArgumentException.class, () -> client.call(null, reply -> reply));
        assertThrows(IllegalArgumentException.class, () -> client.call((call, xid) -> 4, null));
    }
}
