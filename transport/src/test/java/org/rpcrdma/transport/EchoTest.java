// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;

public class EchoTest extends TransportTest {
    @Test
    void shouldAnswerAnInlineCall() {
        fixture.connect(TransportFixture::echo);
        final Outcome outcome =
                fixture.send(fixture.stage(0x80000001, 100), 100, 0).answered();
        assertEquals(0x80000001, outcome.xid);
        assertEquals(100, outcome.message.length);
        for (int i = 4; i < 100; i++) {
            assertEquals(TransportFixture.pattern(0x80000001, i), outcome.message[i]);
        }
        assertEquals(1, fixture.metrics().messagesReceived());
        assertEquals(1, fixture.metrics().repliesSent());
    }

    @Test
    void shouldPostReceivesInBatchesOfSeven() {
        fixture.connect(TransportFixture::echo, server -> server.credits(64));
        assertEquals(64, fixture.metrics().receivesPosted());
        assertEquals(1, fixture.metrics().receivePosts());
        final int calls = 700;
        final List<Outcome> outcomes = fixture.sendAll(calls);
        fixture.run();
        Outcome.assertAllAnsweredInTurn(outcomes);
        // The server posts a batch when the number of posted Receives falls below the number of credits. This happens
        // after the first call, and then after every seventh call.
        assertEquals(1 + calls / 7, fixture.metrics().receivePosts());
        assertEquals(64 + calls, fixture.metrics().receivesPosted());
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 65, 70, 72, 135, 300})
    void shouldNeverLackAReceiveForAnyNumberOfBuffers(final int buffers) {
        final ArrayDeque<RpcCall> held = new ArrayDeque<>();
        fixture.connect(held::add, server -> server.credits(64).buffersPerConnection(buffers));
        final List<Outcome> outcomes = fixture.sendAll(1000);
        fixture.run();
        // The calls use all credits. The answers then arrive in bursts of different sizes.
        for (int burst = 1; !held.isEmpty(); burst = burst % 64 + 1) {
            for (int i = 0; i < burst && !held.isEmpty(); i++) {
                TransportFixture.echo(held.remove());
            }
            fixture.run();
        }
        Outcome.assertAllAnsweredInTurn(outcomes);
        assertEquals(List.of(), fixture.disconnections);
        final long shards = (buffers + 15) / 16;
        fixture.disconnect();
        assertEquals(shards, fixture.metrics().mappings());
        assertEquals(16 * shards, fixture.metrics().iovaPages());
        assertEquals(65_536 * shards, fixture.metrics().bytesMapped());
        assertEquals((16 * shards - buffers) * 4096, fixture.metrics().bytesWasted());
    }

    @Test
    void shouldPostAReceiveBeforeAReplyReturnsACredit() {
        // All buffers, one per credit, are busy. The calls are answered in one run, without polling in between.
        final ArrayDeque<RpcCall> held = new ArrayDeque<>();
        final int[] calls = {0};
        final RpcService service = call -> {
            held.add(call);
            calls[0]++;
            if (calls[0] == 1 || held.size() == 64) {
                while (!held.isEmpty()) {
                    TransportFixture.echo(held.remove());
                }
            }
        };
        fixture.connect(service, server -> server.credits(64).buffersPerConnection(64));
        final List<Outcome> outcomes = fixture.sendAll(1 + 10 * 64);
        fixture.run();
        assertEquals(List.of(), fixture.disconnections);
        Outcome.assertAllAnsweredInTurn(outcomes);
    }

    @Test
    void shouldSynchronizeExactlyTheBytesReceived() {
        final List<Integer> synchronizedBytes = new ArrayList<>();
        fixture.connect(
                TransportFixture::echo,
                server -> server.mapper(domain -> {
                    final ShardMapper mapper = new DmaShardMapper(domain);
                    return shard -> recording(mapper.map(shard), synchronizedBytes);
                }));
        fixture.stage(1, 64).send(64, new Outcome());
        fixture.stage(2, 1001).send(1001, new Outcome());
        fixture.run();
        assertEquals(List.of(28 + 64, 28 + 1001), synchronizedBytes);
    }

    private static ShardMapping recording(final ShardMapping mapping, final List<Integer> synchronizedBytes) {
        return (ShardMapping) Proxy.newProxyInstance(
                ShardMapping.class.getClassLoader(), new Class<?>[] {ShardMapping.class}, (self, method, arguments) -> {
                    if (method.getName().equals("syncForCpu")) {
                        synchronizedBytes.add((Integer) arguments[1]);
                    }
                    return method.invoke(mapping, arguments);
                });
    }

    @Test
    void shouldMeasureSetupAndTeardown() {
        fixture.connect(TransportFixture::echo);
        assertTrue(fixture.metrics().setupNanos() > 0);
        assertEquals(0, fixture.metrics().teardownNanos());
        assertEquals(17, fixture.metrics().mappings());
        fixture.client.disconnect();
        assertEquals(List.of(), fixture.disconnections, "its Receives are not flushed yet");
        fixture.run();
        assertTrue(fixture.metrics().teardownNanos() > 0);
        assertEquals(17, fixture.metrics().mappings());
        assertEquals("disconnected", fixture.metrics().closeReason());
        assertEquals(List.of("the client disconnected"), fixture.disconnections);
    }

    @Test
    void shouldRefuseACallWithoutAHandlerWhereItIsSent() {
        fixture.connect(TransportFixture::echo);
        final ClientCall call = fixture.stage(1, 40);
        assertMessage(IllegalArgumentException.class, "handler is required", () -> call.send(40, null));
        fixture.send(call, 40, 0).answered();
    }

    @Test
    void shouldReleaseACancelledCall() {
        fixture.connect(TransportFixture::echo);
        final ClientCall call = fixture.stage(1, 40);
        call.readSegment(0, fixture.address(0), 4096);
        call.cancel();
        assertEquals(call, fixture.client.newCall());
        final Outcome outcome = new Outcome();
        call.message().putInt(0, 7);
        call.send(40, outcome);
        fixture.run();
        assertTrue(outcome.isReply(), outcome.failure);
    }
}
