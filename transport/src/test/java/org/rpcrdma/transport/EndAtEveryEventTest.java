// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.device;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests a connection that ends at each event of a simulation while calls of all kinds are in flight. The calls are
 * inline or use Read, Write, Reply and Position-Zero chunks. They are answered immediately, later, by another thread or
 * in parts, or they are rejected. The send queue is too short for the calls, and the number of credits changes.
 * Whenever the connection ends, and whichever side closes it, each call has one outcome, and all buffers, handles and
 * mappings are released.
 */
class EndAtEveryEventTest {
    private static final int CALLS = 10;
    private static final int DEPTH = 14;
    /**
     * The number of events by which each run is longer than the run before it. It is coprime to the period of the
     * workload.
     */
    private static final int STRIDE = Effort.of(13, 1);

    /** A single run of the workload. */
    private static final class Run implements AutoCloseable {
        final KillingDevice serverQueues = new KillingDevice();
        final KillingDevice clientQueues = new KillingDevice();
        final List<Outcome> outcomes = new ArrayList<>();
        final ArrayDeque<RpcCall> held = new ArrayDeque<>();
        final TransportFixture fixture = new TransportFixture();
        private MemoryBlock parts;
        private int served;
        private int done;

        Run() {
            fixture.open(
                    this::serve,
                    server -> server.device(serverQueues.over(new WeakDevice(DEPTH, 1000, 512, 3).over(device(server))))
                            .credits(3)
                            .maxCredits(9)
                            .receiveBatch(2),
                    client -> client.device(clientQueues.over(device(client))).credits(7));
            parts = fixture.serverDevice.memory().allocate(8192, 4096);
            fixture.client.connect();
            for (int xid = 0; xid < CALLS; xid++) {
                send(xid);
            }
        }

        private void send(final int xid) {
            final int at = 400_000 * xid;
            final boolean positionZero = xid % 4 == 3;
            final ClientCall call = fixture.stage(xid, 64);
            if (xid % 2 == 1) {
                for (int i = 0; i < 9; i++) {
                    call.readSegment(positionZero ? 0 : 40, fixture.address(at + 2000 * i), 900);
                }
            }
            if (xid % 3 == 1) {
                call.beginWriteChunk();
                for (int i = 0; i < 9; i++) {
                    call.writeSegment(fixture.address(at + 30_000 + 2000 * i), 900);
                }
            }
            if (xid % 3 == 2) {
                call.replySegment(fixture.address(at + 80_000), 10_000);
            }
            call.send(positionZero ? 0 : 64, Outcome.in(outcomes));
        }

        private void serve(final RpcCall call) {
            call.whenDone(() -> done++);
            fixture.server.credits(1 + served++ % 9);
            for (int i = 0; i < call.writeChunkCount(); i++) {
                call.writeChunk(i, 8000);
            }
            switch (call.xid() % 5) {
                case 0 -> answer(call);
                case 1 -> {
                    call.defer();
                    held.add(call);
                }
                case 2 -> held.add(call);
                case 3 -> call.refuse();
                default -> {
                    call.replyPart(parts.address(), 700);
                    call.replyPart(parts.address() + 4096, 300);
                    answer(call);
                }
            }
            while (held.size() > 1) {
                answer(held.remove());
            }
        }

        private static void answer(final RpcCall call) {
            call.reply(40);
        }

        boolean isAnswered() {
            return outcomes.stream().noneMatch(outcome -> outcome.calls == 0);
        }

        /** Processes the next event. If no event is left, answers a call that the service still holds. */
        boolean step() {
            if (fixture.simulation.step()) {
                return true;
            }
            if (held.isEmpty()) {
                return false;
            }
            try {
                answer(held.remove());
            } catch (final IllegalStateException e) {
                // The server was closed, which revokes calls that were not deferred.
                assertEquals("call has already been answered or dropped", e.getMessage());
            }
            return true;
        }

        void runOut() {
            while (step()) {
                continue;
            }
        }

        @Override
        public void close() {
            for (int xid = 0; xid < CALLS; xid++) {
                assertEquals(1, outcomes.get(xid).calls, "outcomes of call " + xid);
            }
            assertEquals(served, done, "calls that were served and are done");
            assertEquals(0, fixture.regionsInUse());
            assertEquals(0, fixture.server.connections());
            fixture.server.close();
            fixture.client.close();
            parts.close();
            fixture.run();
            assertEquals("", fixture.serverDevice.resources().toString(), "on the server");
            fixture.close();
        }
    }

    /**
     * Interrupts a run after n events, for each multiple n of {@link #STRIDE}, until a run ends before it can be
     * interrupted.
     */
    private static void atEveryEvent(final BiConsumer<Run, Integer> end) {
        boolean interrupted = true;
        int events = 0;
        for (; interrupted; events += STRIDE) {
            try (Run run = new Run()) {
                interrupted = true;
                for (int event = 0; event < events && interrupted; event++) {
                    interrupted = run.step();
                }
                end.accept(run, events);
                run.runOut();
                // Either the run ended first, or the queue pair did not exist yet.
                run.fixture.client.disconnect();
                run.fixture.run();
            } catch (final RuntimeException | AssertionError e) {
                throw new AssertionError("ended after events=" + events, e);
            }
        }
        assertTrue(events > 200, "events=" + events);
    }

    @Test
    void shouldFinishWithoutAnInterruption() {
        try (Run run = new Run()) {
            run.runOut();
            assertTrue(run.isAnswered());
            assertEquals(List.of(), run.fixture.disconnections);
            assertTrue(run.outcomes.stream().filter(Outcome::isReply).count() >= CALLS / 2);
            run.fixture.client.disconnect();
            run.fixture.run();
        }
    }

    @Test
    void shouldReleaseEverythingWhenTheServersQueuePairFailsAtAnyEvent() {
        atEveryEvent((run, events) -> run.serverQueues.kill());
    }

    @Test
    void shouldReleaseEverythingWhenTheClientsQueuePairFailsAtAnyEvent() {
        atEveryEvent((run, events) -> run.clientQueues.kill());
    }

    @Test
    void shouldReleaseEverythingWhenTheClientDisconnectsAtAnyEvent() {
        atEveryEvent((run, events) -> run.fixture.client.disconnect());
    }

    @Test
    void shouldReleaseEverythingWhenTheServerClosesAtAnyEvent() {
        atEveryEvent((run, events) -> run.fixture.server.close());
    }
}
