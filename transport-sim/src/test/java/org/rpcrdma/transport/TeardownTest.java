// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.ObjIntConsumer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.transport.connection.TransportConnection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Whenever and however a connection ends: every call has one outcome, and closing the devices proves nothing is left.
 */
class TeardownTest {

    @Test
    void shouldRejectAConnectionWhoseBuffersCannotBeMapped() {
        for (int failing = 0; failing < 9; failing++) {
            final int[] shards = {0};
            final int bad = failing;
            try (TransportFixture fixture = new TransportFixture(
                    TransportFixture::echo,
                    server -> server.mapper(domain -> {
                        final ShardMapper mapper = new DmaShardMapper(domain);
                        return shard -> {
                            if (shards[0]++ == bad) {
                                throw new VerbsException(Errno.ENOMEM, "no iova left");
                            }
                            return mapper.map(shard);
                        };
                    }),
                    client -> client)) {
                fixture.client.connect();
                fixture.simulation.run();
                assertEquals(List.of("rejected: the peer refused: reason=28 data=ENOMEM"), fixture.disconnections);
                assertEquals(1, fixture.server.connectionsRejected());
                assertEquals(List.of("ENOMEM: no iova left"), fixture.rejections);
                assertEquals(0, fixture.server.connections());
                assertEquals(List.of(), fixture.server.connectionMetrics());
                assertEquals(List.of(), fixture.ended);

                fixture.connect();
                final Outcome outcome = new Outcome();
                fixture.stage(1, 64).send(64, outcome);
                fixture.simulation.run();
                assertTrue(outcome.isReply(), outcome.failure);
            }
        }
    }

    @Test
    void shouldWaitForTheServiceBeforeBuffersAreGivenBack() {
        final ArrayDeque<RpcCall> held = new ArrayDeque<>();
        withHeldCall(held, (fixture, step) -> {
            fixture.client.disconnect();
            fixture.simulation.run();
            assertEquals(1, fixture.server.connections());
            final RpcCall call = held.remove();
            assertEquals(64, call.messageLength());
            assertEquals(TransportFixture.pattern(1, 63), call.message().getByte(call.messageOffset() + 63));
            if (step == 0) {
                TransportFixture.echo(call);
            } else {
                call.drop();
            }
            assertThrows(IllegalStateException.class, call::message);
            fixture.simulation.run();
            assertEquals(0, fixture.server.connections());
        });
    }

    @Test
    void shouldRevokeCallsWhenTheServerCloses() {
        final ArrayDeque<RpcCall> held = new ArrayDeque<>();
        withHeldCall(held, (fixture, step) -> {
            fixture.server.close();
            final RpcCall call = held.remove();
            assertThrows(IllegalStateException.class, call::message);
            assertThrows(IllegalStateException.class, () -> call.reply(0));
        });
    }

    private static void withHeldCall(final ArrayDeque<RpcCall> held, final ObjIntConsumer<TransportFixture> what) {
        for (int step = 0; step < 2; step++) {
            try (TransportFixture fixture = new TransportFixture(held::add).connect()) {
                final Outcome outcome = new Outcome();
                fixture.stage(1, 64).send(64, outcome);
                fixture.simulation.run();
                what.accept(fixture, step);
                fixture.simulation.run();
                assertEquals(1, outcome.calls);
            }
        }
    }

    @Test
    void shouldCountCallsThatTheServiceDrops() {
        try (TransportFixture fixture = new TransportFixture(RpcCall::drop).connect()) {
            final Outcome outcome = new Outcome();
            fixture.stage(1, 64).send(64, outcome);
            fixture.simulation.run();
            assertEquals(0, outcome.calls);
            assertEquals(1, fixture.metrics().messagesDropped());
            assertNull(fixture.metrics().closeReason());
        }
    }

    @Test
    void shouldLetAHandlerDisconnectAndSendAgain() {
        try (TransportFixture fixture = new TransportFixture(TransportFixture::echo).connect()) {
            final Outcome second = new Outcome();
            final Outcome first = new Outcome().then(() -> {
                fixture.stage(2, 64).send(64, second);
                fixture.client.disconnect();
            });
            fixture.stage(1, 64).send(64, first);
            fixture.simulation.run();
            assertTrue(first.isReply(), first.failure);
            assertEquals(1, second.calls);
            assertEquals("the client disconnected", second.failure);
            assertThrows(IllegalStateException.class, () -> fixture.stage(3, 64).send(64, new Outcome()));
        }
    }

    @Test
    void shouldNotUseASlotAgainBeforeItsSendHasCompleted() {
        final LateSends late = new LateSends();
        try (TransportFixture fixture = new TransportFixture(
                        TransportFixture::echo,
                        server -> server,
                        client -> client.device(late.over(TransportFixture.device(client))))
                .connect()) {
            final ClientCall call = fixture.stage(1, 64);
            final Outcome outcome = new Outcome();
            call.send(64, outcome);
            fixture.simulation.run();
            assertTrue(outcome.isReply(), outcome.failure);
            final ClientCall other = fixture.client.newCall();
            assertNotSame(call, other);
            late.handler.onCompletionEvent(late.queue);
            assertSame(call, fixture.client.newCall());

            other.message().putInt(0, 2);
            other.send(64, new Outcome());
            fixture.simulation.run();
            fixture.client.disconnect();
            fixture.simulation.runUntil(fixture.simulation.nanoTime() + TransportConnection.FLUSH_NANOS / 2);
            assertEquals(List.of(), fixture.disconnections, "the Send has not completed");
            late.handler.onCompletionEvent(late.queue);
            assertEquals(List.of("the client disconnected"), fixture.disconnections);
        }
    }
}
