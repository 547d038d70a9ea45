// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.util.concurrent.TimeUnit.MICROSECONDS;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.PendingCall;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests asynchronous clients whose device fails, or that are closed at arbitrary times. Each call ends and releases its
 * memory.
 */
class AsyncFaultTest extends AsyncClientTest {
    private static final int LENGTH = 64 * 1024;

    private final FaultyVerbs verbs = new FaultyVerbs();
    private final EventLoopRunner runner =
            EventLoopRunner.start("loop", verbs.wrap(EventLoop.class, clientDevice.newEventLoop()), failure -> {
                if (failure instanceof Fatal) {
                    throw (Fatal) failure;
                }
            });
    private final RpcRdmaServer server = runner.call(
            () -> new RpcRdmaServer(TransportFixture.serverOn(serverDevice).service(TransportFixture::echo)));

    private AsyncRpcRdmaClient newClient() {
        final Device device = verbs.wrap(Device.class, clientDevice);
        return new AsyncRpcRdmaClient(
                settings(device).callTimeout(MILLISECONDS.toNanos(20)).tries(2), runner);
    }

    private void close() {
        close(server, runner);
    }

    private static void assertEnds(final CompletableFuture<?> future) {
        future.handle((result, failure) -> true).orTimeout(100, SECONDS).join();
    }

    private static void assertEnds(final PendingCall<?> call) {
        assertEnds((CompletableFuture<?>) call);
        assertEnds(call.released().toCompletableFuture());
    }

    private static PendingCall<Integer> call(final AsyncRpcRdmaClient client, final MemoryBlock block) {
        return client.call(
                (staged, xid) -> {
                    staged.message().setMemory(0, 40, (byte) 0);
                    staged.message().putInt(0, xid, BIG_ENDIAN);
                    staged.argument(40, block.address(), LENGTH);
                    return 40;
                },
                RpcReply::messageLength);
    }

    @Test
    void shouldEndEveryCallWhicheverCallOfTheDeviceFails() {
        final MemoryBlock block = runner.call(() -> clientDevice.memory().allocate(LENGTH, 4096));
        // Unmapping an existing mapping never fails.
        verbs.sparing = "unmap";
        boolean failed = true;
        int n = 0;
        for (; failed; n++) {
            final AsyncRpcRdmaClient client = newClient();
            final int fault = n;
            runner.call(() -> verbs.failAt(fault));
            assertEnds(client.connect());
            final List<PendingCall<?>> calls = new ArrayList<>();
            for (int i = 0; i < 6; i++) {
                calls.add(call(client, block));
                calls.add(client.call(new byte[40]));
            }
            calls.forEach(AsyncFaultTest::assertEnds);
            failed = runner.call(verbs::hasFailed);
            runner.call(verbs::failNoMore);
            client.close();
        }
        assertTrue(n > 10, "calls=" + n);
        runner.call(block::close);
        close();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldEndEveryCallWhenItIsCancelledOrTheClientIsClosedAtAnyTime(final long seed) throws InterruptedException {
        final AsyncRpcRdmaClient client = newClient();
        client.connect().join();
        final Queue<PendingCall<?>> calls = new ConcurrentLinkedQueue<>();
        final AtomicLong answered = new AtomicLong();
        final List<Thread> callers = startThreads(8, thread -> {
            final Random random = new Random(seed * 100 + thread);
            for (int i = 0; i < 200; i++) {
                final PendingCall<byte[]> call = client.call(new byte[40 + random.nextInt(200)]);
                calls.add(call);
                call.thenRun(answered::incrementAndGet);
                end(call, random.nextInt(6));
            }
        });
        final long enough = 100 * seed;
        while (answered.get() < enough && callers.stream().anyMatch(Thread::isAlive)) {
            Thread.onSpinWait();
        }
        client.close();
        join(callers);
        calls.forEach(AsyncFaultTest::assertEnds);
        close();
        assertTrue(
                clientDevice.resources().isEmpty(),
                () -> clientDevice.resources().toString());
    }

    /** The test makes more calls than the client has credits, because a failed call must not occupy a credit. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldFailACallThatItsStagerSendsOrCancels(final boolean sends) {
        final AsyncRpcRdmaClient client = newClient();
        client.connect().join();
        for (int i = 0; i < 10; i++) {
            final PendingCall<Integer> call = client.call(
                    (staged, xid) -> {
                        if (sends) {
                            staged.message().putInt(0, xid, BIG_ENDIAN);
                            staged.send(40, new Outcome());
                        } else {
                            staged.cancel();
                        }
                        return 40;
                    },
                    RpcReply::messageLength);
            assertEnds(call);
            assertTrue(call.isCompletedExceptionally());
        }
        assertEquals(40, client.call(new byte[40]).orTimeout(100, SECONDS).join().length);
        client.close();
        close();
    }

    /** The loop starts the call, then terminates while the caller is still handling the rejection. */
    @Test
    void shouldNotReleaseMemoryOfACallThatTheEndingLoopSends() throws InterruptedException {
        final AsyncRpcRdmaClient client = newClient();
        client.connect().join();
        final CountDownLatch offered = new CountDownLatch(1);
        final CountDownLatch staging = new CountDownLatch(1);
        final CountDownLatch refused = new CountDownLatch(1);
        final AtomicReference<PendingCall<Integer>> call = new AtomicReference<>();
        final AtomicBoolean wasReleased = new AtomicBoolean();
        runner.execute(() -> {
            await(offered);
            throw new Fatal();
        });
        verbs.onWake = () -> {
            offered.countDown();
            await(staging);
        };
        final Thread caller = new Thread(() -> {
            call.set(client.call(
                    (staged, xid) -> {
                        staging.countDown();
                        await(refused);
                        staged.message().putInt(0, xid, BIG_ENDIAN);
                        return 40;
                    },
                    RpcReply::messageLength));
            wasReleased.set(call.get().released().toCompletableFuture().isDone());
            refused.countDown();
        });
        caller.start();
        caller.join();
        assertFalse(wasReleased.get(), "its memory was released while it is staged");
        assertEnds(call.get());
    }

    @Test
    void shouldConnectAgainAfterAnErrorOfConnecting() {
        final AsyncRpcRdmaClient client = newClient();
        runner.call(() -> verbs.error = new StackOverflowError());
        assertEnds(client.connect());
        runner.call(() -> verbs.error = null);
        client.connection().orTimeout(100, SECONDS).join();
        client.close();
        close();
    }

    private static void await(final CountDownLatch latch) {
        try {
            assertTrue(latch.await(100, SECONDS));
        } catch (final InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** An error that terminates the loop. */
    private static final class Fatal extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private static void end(final PendingCall<byte[]> call, final int way) {
        switch (way) {
            case 0 -> call.cancel(true);
            case 1 -> call.complete(new byte[0]);
            case 2 ->
                call.handle((reply, failure) -> {
                    throw new OutOfMemoryError("a handler's");
                });
            case 3 -> call.orTimeout(1, MICROSECONDS);
            case 4 -> assertEnds((CompletableFuture<?>) call);
            default -> call.thenRun(() -> call.cancel(false));
        }
    }
}
