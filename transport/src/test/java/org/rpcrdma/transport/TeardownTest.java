// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.device;
import static org.rpcrdma.transport.TransportFixture.pattern;

import java.util.ArrayDeque;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.transport.connection.TransportConnection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests that each call has one outcome, regardless of when and how its connection ends. Closing the devices proves that
 * no resources have been leaked.
 */
class TeardownTest extends TransportTest {
    @Test
    void shouldRejectAConnectionWhoseBuffersCannotBeMapped() {
        for (int failing = 0; failing < 9; failing++) {
            final int[] shards = {0};
            final int bad = failing;
            fixture.open(
                    TransportFixture::echo,
                    server -> server.mapper(domain -> {
                        final ShardMapper mapper = new DmaShardMapper(domain);
                        return shard -> {
                            if (shards[0]++ == bad) {
                                throw new VerbsException(Errno.ENOMEM, "no iova left");
                            }
                            return mapper.map(shard);
                        };
                    }));
            fixture.client.connect();
            fixture.run();
            assertEquals(List.of("rejected: the peer refused: reason=28 data=ENOMEM"), fixture.disconnections);
            assertEquals(1, fixture.server.figures().connectionsRejected());
            assertEquals(List.of("ENOMEM: no iova left"), fixture.rejections);
            assertEquals(0, fixture.server.connections());
            assertEquals(List.of(), fixture.server.connectionMetrics());
            assertEquals(List.of(), fixture.ended);

            fixture.connect();
            fixture.send(fixture.stage(1, 64), 64, 0).answered();
            fixture.close();
        }
    }

    @Test
    void shouldWaitForTheServiceBeforeBuffersAreReleased() {
        final ArrayDeque<RpcCall> held = new ArrayDeque<>();
        withHeldCall(held, step -> {
            fixture.disconnect();
            assertEquals(1, fixture.server.connections());
            final RpcCall call = held.remove();
            assertEquals(64, call.messageLength());
            assertEquals(pattern(1, 63), call.message().getByte(call.messageOffset() + 63));
            if (step == 0) {
                TransportFixture.echo(call);
            } else {
                call.drop();
            }
            assertThrows(IllegalStateException.class, call::message);
            fixture.run();
            assertEquals(0, fixture.server.connections());
        });
    }

    @Test
    void shouldRevokeCallsWhenTheServerCloses() {
        final ArrayDeque<RpcCall> held = new ArrayDeque<>();
        withHeldCall(held, step -> {
            fixture.server.close();
            final RpcCall call = held.remove();
            assertThrows(IllegalStateException.class, call::message);
            assertThrows(IllegalStateException.class, () -> call.reply(0));
        });
    }

    private void withHeldCall(final ArrayDeque<RpcCall> held, final IntConsumer what) {
        for (int step = 0; step < 2; step++) {
            fixture.connect(held::add);
            final Outcome outcome = fixture.send(fixture.stage(1, 64), 64, 0);
            what.accept(step);
            fixture.run();
            assertEquals(1, outcome.calls);
            fixture.close();
        }
    }

    @Test
    void shouldCountCallsThatTheServiceDrops() {
        fixture.connect(RpcCall::drop);
        assertEquals(0, fixture.send(fixture.stage(1, 64), 64, 0).calls);
        assertEquals(1, fixture.metrics().messagesDropped());
        assertNull(fixture.metrics().closeReason());
    }

    @Test
    void shouldLetAHandlerDisconnectAndSendAgain() {
        fixture.connect(TransportFixture::echo);
        final Outcome second = new Outcome();
        final Outcome first = new Outcome().then(() -> {
            fixture.stage(2, 64).send(64, second);
            fixture.client.disconnect();
        });
        fixture.stage(1, 64).send(64, first);
        fixture.run();
        assertTrue(first.isReply(), first.failure);
        assertEquals(1, second.calls);
        assertEquals("the client disconnected", second.failure);
        assertThrows(IllegalStateException.class, () -> fixture.stage(3, 64).send(64, new Outcome()));
    }

    @Test
    void shouldNotUseASlotAgainBeforeItsSendHasCompleted() {
        final LateSends late = new LateSends();
        fixture.connect(TransportFixture::echo, server -> server, client -> client.device(late.over(device(client))));
        final ClientCall call = fixture.stage(1, 64);
        fixture.send(call, 64, 0).answered();
        final ClientCall other = fixture.client.newCall();
        assertNotSame(call, other);
        late.handler.onCompletionEvent(late.queue);
        assertSame(call, fixture.client.newCall());

        other.message().putInt(0, 2);
        other.send(64, new Outcome());
        fixture.run();
        fixture.client.disconnect();
        fixture.run(TransportConnection.FLUSH_NANOS / 2);
        assertEquals(List.of(), fixture.disconnections, "the Send has not completed");
        late.handler.onCompletionEvent(late.queue);
        assertEquals(List.of("the client disconnected"), fixture.disconnections);
    }
}
