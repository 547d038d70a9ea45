// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.PendingCall;
import org.rpcrdma.transport.server.RpcRdmaServer;

/**
 * Tests an event loop that terminates while other threads use its clients. Also tests calls that wait on the loop's own
 * thread. No call hangs.
 */
class AsyncLoopEndTest extends AsyncClientTest {
    private static final int THREADS = 8;
    private static final RuntimeException FATAL = new IllegalStateException("the listener terminates the loop");

    private final EventLoopRunner runner = EventLoopRunner.start("loop", clientDevice.newEventLoop(), failure -> {
        throw FATAL;
    });
    private volatile boolean answers = true;
    private final RpcRdmaServer server = runner.call(
            () -> new RpcRdmaServer(TransportFixture.serverOn(serverDevice).service(this::serve)));
    private final AsyncRpcRdmaClient client = newClient();

    private AsyncRpcRdmaClient newClient() {
        return new AsyncRpcRdmaClient(settings(clientDevice), runner);
    }

    private void serve(final RpcCall call) {
        if (answers) {
            TransportFixture.echo(call);
        } else {
            call.drop();
        }
    }

    /**
     * Throws an exception from the runner's listener, which terminates the loop. The loop may run the task and
     * terminate before {@code execute} checks the runner's state again. In that case, {@code execute} rejects a task
     * that has already run.
     */
    private void endLoop() {
        try {
            runner.execute(() -> {
                throw new IllegalArgumentException("a task fails");
            });
        } catch (final RejectedExecutionException e) {
            assertEquals("the event loop's runner is closed: thread=loop", e.getMessage());
        }
    }

    private static void assertFailed(final CompletableFuture<?> call) {
        final ExecutionException failure = assertThrows(ExecutionException.class, () -> call.get(20, SECONDS));
        assertTrue(
                failure.getCause() instanceof CallFailedException
                        || failure.getCause() instanceof IllegalStateException
                        || failure.getCause() instanceof RejectedExecutionException,
                failure::toString);
    }

    @Test
    void shouldFailTheCallsOfAllThreadsWhenTheLoopTerminates() throws Exception {
        client.connect().join();
        final Queue<PendingCall<byte[]>> calls = new ConcurrentLinkedQueue<>();
        final List<Thread> callers = startThreads(THREADS, thread -> {
            for (int k = 0; k < 500; k++) {
                calls.add(client.call(new byte[40]));
            }
        });
        endLoop();
        join(callers);
        for (final PendingCall<byte[]> call : calls) {
            try {
                call.get(20, SECONDS);
            } catch (final ExecutionException | TimeoutException e) {
                assertFailed(call);
            }
            call.released().toCompletableFuture().get(20, SECONDS);
        }
        client.close();
        assertFailed(client.connect());
    }

    @Test
    void shouldEndUnansweredCallsWhenTheRunnerIsClosedBeforeItsClient() {
        client.connect().join();
        answers = false;
        final List<PendingCall<byte[]>> calls = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            calls.add(client.call(new byte[40]));
        }
        runner.call(server::close);
        runner.close();
        calls.forEach(AsyncLoopEndTest::assertFailed);
        client.close();
        simulation.run();
        clientDevice.close();
        serverDevice.close();
    }

    @Test
    void shouldRunTasksOfCallersThatWaitWhenTheListenerThrowsAgainAtTheEnd() throws InterruptedException {
        final List<CompletableFuture<Integer>> results = new ArrayList<>();
        final CompletableFuture<Void> go = new CompletableFuture<>();
        runner.execute(go::join);
        endLoop();
        endLoop();
        for (int i = 0; i < THREADS; i++) {
            final CompletableFuture<Integer> result = new CompletableFuture<>();
            results.add(result);
            runner.execute(() -> result.complete(1));
            endLoop();
        }
        go.complete(null);
        for (final CompletableFuture<Integer> result : results) {
            assertEquals(1, result.orTimeout(20, SECONDS).join());
        }
    }

    @Test
    void shouldRefuseToWaitForACallOnTheLoopsOwnThread() {
        client.connect().join();
        final CompletableFuture<byte[]> second = runner.call(() ->
                client.call(new byte[40]).thenApply(reply -> client.call(reply).join()));
        final CompletionException failure = assertThrows(
                CompletionException.class, () -> second.orTimeout(20, SECONDS).join());
        assertEquals(
                "an event loop's thread must not wait for its own loop except by EventLoopRunner.await:"
                        + " thread=loop",
                failure.getCause().getMessage());
        final CompletableFuture<byte[]> chained =
                runner.call(() -> client.call(new byte[40]).thenCompose(client::call));
        assertEquals(40, chained.join().length);
    }

    @Test
    void shouldNotKeepClientsThatWereClosed() {
        for (int i = 0; i < 3; i++) {
            final AsyncRpcRdmaClient other = newClient();
            other.connect().join();
            other.close();
        }
        client.close();
        close(server, runner);
    }
}
