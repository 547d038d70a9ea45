// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.testkit.Patience;

/** Tests answers from other threads and redundant answers. */
class DeferredCallTest extends TransportTest {
    private static final int THREADS = 3;
    private static final int CALLS = 3000;
    private static final int PROGRAM = 99;

    private final List<RpcCall> held = new ArrayList<>();

    private void hold(final RpcCall call) {
        call.defer();
        held.add(call);
    }

    private static void answer(final RpcCall call) {
        TransportFixture.echo(call);
    }

    private static void assertEnded(final RpcCall call) {
        assertThrows(IllegalStateException.class, () -> call.reply(4));
        assertThrows(IllegalStateException.class, call::drop);
        assertThrows(IllegalStateException.class, call::refuse);
        assertThrows(IllegalStateException.class, call::defer);
        assertThrows(IllegalStateException.class, call::message);
        assertThrows(IllegalStateException.class, call::replyMessage);
        assertThrows(IllegalStateException.class, () -> call.writeChunk(0, 1));
        assertThrows(IllegalStateException.class, () -> call.replyPart(0, 1));
        assertThrows(IllegalStateException.class, () -> call.whenDone(() -> {}));
    }

    @Test
    void shouldBringAnAnswerBackToTheLoop() throws InterruptedException {
        fixture.connect(this::hold);
        final Outcome outcome = fixture.send(fixture.stage(7, 64), 64, 0);
        assertEquals(0, outcome.calls);
        final Thread thread = new Thread(() -> answer(held.get(0)));
        thread.start();
        thread.join();
        assertEquals(0, outcome.calls);
        assertEquals(0, fixture.metrics().repliesSent(), "sent by another thread than the loop's");
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(7, outcome.xid);
        assertEquals(TransportFixture.pattern(7, 63), outcome.message[63]);
        assertEnded(held.get(0));
    }

    @Test
    void shouldHaveMemoryForTheAnswerBeforeItIsDeferred() {
        fixture.connect(call -> {
            call.writeChunk(0, 1000).setMemory(0, 1000, (byte) 3);
            hold(call);
        });
        final ClientCall call = fixture.stage(1, 64);
        for (int i = 0; i < 2; i++) {
            TransportFixture.writeChunk(call, fixture.address(10_000 * i), 1000);
        }
        final Outcome outcome = fixture.send(call, 64, 2);
        final RpcCall late = held.get(0);
        assertThrows(IllegalStateException.class, () -> late.writeChunk(1, 1));
        late.writeChunk(0, 500);
        answer(late);
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
        assertEquals(500, outcome.writeChunkLengths[0]);
        assertEquals(0, outcome.writeChunkLengths[1]);
        assertEquals(3, fixture.memory.getByte(499));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReleaseEverythingWhenTheConnectionHasEndedBeforeTheAnswer(final boolean drop) {
        fixture.connect(this::hold);
        final Outcome outcome = fixture.send(fixture.stage(1, 64), 64, 0);
        fixture.disconnect();
        assertEquals(1, outcome.calls);
        assertEquals(1, fixture.server.connections(), "its memory is still read");
        assertEquals(TransportFixture.pattern(1, 63), held.get(0).message().getByte(28 + 63));
        if (drop) {
            held.get(0).drop();
        } else {
            answer(held.get(0));
        }
        assertEnded(held.get(0));
        fixture.run();
        assertEquals(1, fixture.ended.size(), "the end is reported once");
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldKeepOneBufferPerUnansweredCallAndNoPlaceWhenTheConnectionHasEnded() {
        fixture.open(this::hold, server -> server.maxConnections(1));
        fixture.connect();
        fixture.sendAll(1);
        fixture.run();
        final Supplier<ArenaFigures> figures = fixture.metrics().arena();
        fixture.disconnect();
        assertEquals(1, figures.get().buffersInUse());
        assertTrue(figures.get().mappedBytes() <= 65_536, figures.get()::toString);
        fixture.client.connect();
        fixture.run();
        assertEquals(List.of(), fixture.rejections);
        assertEquals(2, fixture.connected);
        held.forEach(DeferredCallTest::answer);
        fixture.run();
        assertEquals(1, fixture.server.connections());
    }

    @Test
    void shouldKeepDeferredCallsMemoryWhenTheServerIsClosed() {
        fixture.connect(this::hold);
        fixture.send(fixture.stage(1, 64), 64, 0);
        fixture.server.close();
        assertEquals(1, fixture.server.connections());
        assertEquals(TransportFixture.pattern(1, 63), held.get(0).message().getByte(28 + 63));
        assertEquals(64, held.get(0).messageLength());
        answer(held.get(0));
        assertEnded(held.get(0));
        fixture.run();
        assertEquals(0, fixture.server.connections());
        assertEquals("the server was closed", fixture.metrics().closeReason());
    }

    @Test
    void shouldReleaseEverythingEvenIfTheEndsListenerThrows() {
        fixture.connect(
                this::hold,
                server -> server.connectionEnd(ended -> {
                    throw new IllegalStateException("told");
                }));
        fixture.send(fixture.stage(1, 64), 64, 0);
        fixture.server.close();
        answer(held.get(0));
        assertThrows(IllegalStateException.class, fixture::run);
    }

    /** Two of three threads answer each call while connections end. Exactly one answer counts. */
    @Test
    void shouldTakeOneAnswerOfSeveralWhileConnectionsEnd() throws InterruptedException {
        final LinkedBlockingQueue<RpcCall> work = new LinkedBlockingQueue<>();
        final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        final AtomicInteger answers = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
        final int[] deferred = {0};
        final RpcService service = call -> {
            call.defer();
            deferred[0]++;
            work.add(call);
            work.add(call);
        };
        fixture.connect(service);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            threads.add(new Thread(() -> answerAll(work, call -> call.reply(4), answers, refused, failures)));
        }
        threads.forEach(Thread::start);
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 0; xid < CALLS; xid++) {
            if (fixture.connected == fixture.disconnections.size()) {
                fixture.client.connect();
            }
            fixture.stage(xid, 64).send(64, Outcome.in(outcomes));
            fixture.run();
            if (xid % 100 == 99) {
                fixture.disconnect();
            }
        }
        Patience.await(
                () -> answers.get() + refused.get() >= 2 * deferred[0] || !failures.isEmpty(),
                Thread::onSpinWait,
                () -> "calls=" + deferred[0] + " answers=" + answers + " refused=" + refused);
        threads.forEach(Thread::interrupt);
        for (final Thread thread : threads) {
            thread.join();
        }
        fixture.run();
        if (fixture.connected > fixture.disconnections.size()) {
            fixture.disconnect();
        }
        assertEquals(List.of(), List.copyOf(failures));
        assertEquals(deferred[0], answers.get());
        assertEquals(deferred[0], refused.get());
        assertEquals(0, fixture.server.connections());
        outcomes.forEach(outcome -> assertEquals(1, outcome.calls));
    }

    /** A worker sends results while a timer answers that the call has failed. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSendResultsOrAFailureOfAProcedureThatTwoThreadsAnswer(final boolean expires)
            throws InterruptedException {
        final LinkedBlockingQueue<ProcedureCall> results = new LinkedBlockingQueue<>();
        final LinkedBlockingQueue<ProcedureCall> late = new LinkedBlockingQueue<>();
        final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        final AtomicInteger answers = new AtomicInteger();
        final AtomicInteger refused = new AtomicInteger();
        fixture.connect(new RpcPrograms().on(PROGRAM, 1, 7, (call, writer) -> {
            writer.putInt(call.rpcCall().xid());
            call.defer(64);
            results.add(call);
            late.add(call);
        }));
        final Thread worker = new Thread(() -> answerAll(results, ProcedureCall::reply, answers, refused, failures));
        final Consumer<ProcedureCall> giveUp =
                expires ? call -> call.expire(RpcProgram.SYSTEM_ERR) : call -> call.fail(RpcProgram.SYSTEM_ERR);
        final Thread timer = new Thread(() -> answerAll(late, giveUp, answers, refused, failures));
        worker.start();
        timer.start();
        final List<Outcome> outcomes = new ArrayList<>();
        for (int xid = 0; xid < CALLS; xid++) {
            final ClientCall call = fixture.client.newCall();
            final int[] head = {xid, 0, 2, PROGRAM, 1, 7, 0, 0, 0, 0};
            for (int i = 0; i < head.length; i++) {
                call.message().putInt(Integer.BYTES * i, head[i], ByteOrder.BIG_ENDIAN);
            }
            call.send(Integer.BYTES * head.length, Outcome.in(outcomes));
            fixture.run();
        }
        Patience.await(
                () -> answers.get() + refused.get() >= 2 * CALLS || !failures.isEmpty(),
                fixture::run,
                () -> "answers=" + answers + " refused=" + refused);
        worker.interrupt();
        timer.interrupt();
        worker.join();
        timer.join();
        fixture.run();
        assertEquals(List.of(), List.copyOf(failures));
        assertEquals(CALLS, answers.get());
        outcomes.forEach(DeferredCallTest::assertResultsOrFailure);
        assertEquals(0, fixture.server.callsDeferred());
    }

    private static void assertResultsOrFailure(final Outcome outcome) {
        assertTrue(outcome.isReply(), outcome.failure);
        final ByteBuffer reply = ByteBuffer.wrap(outcome.message);
        assertEquals(outcome.xid, reply.getInt(0));
        if (reply.getInt(RpcProgram.RESULTS - Integer.BYTES) == RpcProgram.SUCCESS) {
            assertEquals(RpcProgram.RESULTS + Integer.BYTES, reply.capacity());
            assertEquals(outcome.xid, reply.getInt(RpcProgram.RESULTS));
        } else {
            assertEquals(RpcProgram.RESULTS, reply.capacity());
        }
    }

    private static <T> void answerAll(
            final LinkedBlockingQueue<T> work,
            final Consumer<T> answer,
            final AtomicInteger answers,
            final AtomicInteger refused,
            final ConcurrentLinkedQueue<Throwable> failures) {
        try {
            while (true) {
                final T call = work.take();
                try {
                    answer.accept(call);
                    answers.incrementAndGet();
                } catch (final IllegalStateException e) {
                    refused.incrementAndGet();
                }
            }
        } catch (final InterruptedException e) {
            // All calls have already been answered.
        } catch (final Throwable e) {
            failures.add(e);
        }
    }
}
