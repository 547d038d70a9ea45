// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.verbs.ProtectionDomain;

/** Tests credits that change while connections are in use, and clients that exceed the credits granted to them. */
class ServerCreditsTest extends TransportTest {
    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();

    private TransportFixture connect(final int credits, final int maxCredits) {
        return fixture.connect(held::add, server -> server.credits(credits).maxCredits(maxCredits));
    }

    private void answerOne() {
        TransportFixture.echo(held.remove());
        fixture.run();
    }

    @Test
    void shouldGrantMoreWithTheNextReply() {
        connect(4, 100);
        final List<Outcome> outcomes = fixture.sendAll(300);
        fixture.run();
        answerOne();
        assertEquals(4, held.size());
        fixture.server.credits(100);
        assertEquals(100, fixture.server.credits());
        assertEquals(4, fixture.client.creditsGranted(), "not reported yet");
        answerOne();
        assertEquals(100, held.size());
        while (!held.isEmpty()) {
            answerOne();
        }
        Outcome.assertAllAnsweredInTurn(outcomes);
    }

    @Test
    void shouldReduceCreditsWithoutRefusingGrantedCalls() {
        connect(64, 0);
        final List<Outcome> outcomes = fixture.sendAll(30);
        fixture.run();
        answerOne();
        assertEquals(29, held.size());
        fixture.server.credits(3);
        // The client has not yet received the reduced grant, so it uses the old grant for 35 more calls.
        final List<Outcome> more = fixture.sendAll(30, 90);
        fixture.run();
        assertEquals(64, held.size());
        while (held.size() > 3) {
            answerOne();
            assertTrue(held.size() <= 64);
        }
        while (!held.isEmpty()) {
            answerOne();
            assertTrue(held.size() <= 3, "held=" + held.size());
        }
        Outcome.assertAllAnsweredInTurn(outcomes);
        more.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        assertEquals(3, fixture.client.creditsGranted());
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldGoUpAndDownUnderLoad() {
        connect(8, 200);
        final List<Outcome> outcomes = fixture.sendAll(3000);
        fixture.run();
        final int[] credits = {200, 1, 30, 2, 199, 3, 64};
        for (int i = 0; !held.isEmpty(); i++) {
            if (i % 100 == 0) {
                fixture.server.credits(credits[i / 100 % credits.length]);
            }
            TransportFixture.echo(held.remove());
            if (i % 3 == 0) {
                fixture.run();
            } else if (held.isEmpty()) {
                fixture.run();
            }
        }
        Outcome.assertAllAnsweredInTurn(outcomes);
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldGiveBuffersBackThatFewerCreditsDoNotNeed() {
        connect(4, 100);
        final long before = fixture.metrics().arena().get().buffersInUse();
        fixture.server.credits(100);
        assertEquals(2 * 100 + 7, fixture.metrics().arena().get().buffersInUse());
        fixture.server.credits(4);
        final List<Outcome> outcomes = fixture.sendAll(400);
        fixture.run();
        while (!held.isEmpty()) {
            answerOne();
        }
        Outcome.assertAllAnsweredInTurn(outcomes);
        assertEquals(before, fixture.metrics().arena().get().buffersInUse());
    }

    @Test
    void shouldKeepItsNumberIfTheArenaHasNoBuffersForMore() {
        final ReceiveArena[] arena = new ReceiveArena[1];
        final ProtectionDomain[] domain = new ProtectionDomain[1];
        fixture.open(TransportFixture::echo, server -> {
            domain[0] = TransportFixture.device(server).allocateProtectionDomain();
            arena[0] = new ReceiveArena(new ReceiveArena.Context()
                    .mapper(new DmaShardMapper(domain[0]))
                    .memory(TransportFixture.device(server).memory())
                    .maxShards(1));
            return server.sharedArena(arena[0], domain[0]).credits(8).maxCredits(100);
        });
        fixture.connect();
        fixture.server.credits(100);
        assertEquals(1, fixture.metrics().grantsRefused());
        final List<Outcome> outcomes = fixture.sendAll(100);
        fixture.run();
        Outcome.assertAllAnsweredInTurn(outcomes);
        assertEquals(8, fixture.client.creditsGranted());
        fixture.client.close();
        fixture.server.close();
        arena[0].close();
        domain[0].close();
    }

    @Test
    void shouldRefuseCreditsOutOfRange() {
        connect(8, 10);
        assertThrows(IllegalArgumentException.class, () -> fixture.server.credits(0));
        assertThrows(IllegalArgumentException.class, () -> fixture.server.credits(11));
        fixture.server.credits(10);
    }
}
