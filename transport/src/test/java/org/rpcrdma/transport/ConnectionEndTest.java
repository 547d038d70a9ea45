// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.device;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.ConnectionManager;

/**
 * Tests the figures of connections that have ended or were never established. Each connection is reported exactly once.
 */
class ConnectionEndTest extends TransportTest {
    private static final int ROUNDS = 20;

    @Test
    void shouldKeepNothingOfConnectionsThatHaveEnded() {
        fixture.open(TransportFixture::echo);
        for (int round = 1; round <= ROUNDS; round++) {
            fixture.client.connect();
            fixture.run();
            final ServerConnectionMetrics live =
                    fixture.server.connectionMetrics().get(0);
            fixture.disconnect();
            assertEquals(List.of(), fixture.server.connectionMetrics());
            assertEquals(round, fixture.ended.size());
            assertSame(live, fixture.ended.get(round - 1));
            assertEquals("disconnected", live.closeReason());
            assertTrue(live.teardownNanos() > 0, "reported before the buffers were released");
        }
    }

    @Test
    void shouldReportAConnectionsArenaWhileItExists() {
        final List<ServerConnectionMetrics> begun = new ArrayList<>();
        final List<Supplier<ArenaFigures>> arenas = new ArrayList<>();
        fixture.open(
                TransportFixture::echo,
                server -> server.connectionBegin(begun::add).connectionEnd(ended -> arenas.add(ended.arena())));
        fixture.connect();
        assertEquals(fixture.server.connectionMetrics(), begun);
        final Supplier<ArenaFigures> arena = begun.get(0).arena();
        assertEquals(arena.get().buffersInUse(), arena.get().buffersHighWater());
        assertTrue(arena.get().buffersInUse() > 0);
        fixture.disconnect();
        assertEquals(List.of(arena), arenas);
        assertEquals(0, arena.get().buffersInUse());
        assertNull(begun.get(0).arena());
    }

    @Test
    void shouldKeepAConnectionThatCouldNotBeReported() {
        fixture.open(
                TransportFixture::echo,
                server -> server.connectionBegin(begun -> {
                    throw new IllegalStateException("nobody");
                }));
        fixture.client.connect();
        assertThrows(IllegalStateException.class, fixture::run);
        fixture.run();
        assertEquals(1, fixture.server.connections());
        assertEquals(0, fixture.server.figures().connectionsRejected());
        assertEquals(List.of(), fixture.disconnections);
    }

    @Test
    void shouldReportConnectionsThatTheServerCloses() {
        fixture.connect(TransportFixture::echo);
        fixture.server.close();
        assertEquals(1, fixture.ended.size());
        assertEquals("the server was closed", fixture.ended.get(0).closeReason());
    }

    @Test
    void shouldAnswerARequestIfTheMapperFails() {
        final boolean[] failing = {true};
        fixture.open(
                TransportFixture::echo,
                server -> server.mapper(domain -> {
                    final ShardMapper mapper = new DmaShardMapper(domain);
                    return shard -> {
                        if (failing[0]) {
                            throw new IllegalStateException("mapper");
                        }
                        return mapper.map(shard);
                    };
                }));
        fixture.client.connect();
        assertThrows(IllegalStateException.class, fixture::run);
        fixture.run();
        assertEquals(List.of("rejected: the peer refused: reason=28 data=EIO"), fixture.disconnections);
        assertEquals(1, fixture.server.figures().connectionsRejected());
        assertEquals(List.of("java.lang.IllegalStateException: mapper"), fixture.rejections);
        assertEquals(0, fixture.server.connections());
        assertEquals(List.of(), fixture.ended);
        failing[0] = false;
        fixture.connect();
    }

    /** A device whose connect call throws an exception that devices should never throw. */
    private static final class Broken extends ForwardingDevice {
        private boolean failing = true;

        public ConnectionManager connections() {
            if (failing) {
                throw new IllegalStateException("device");
            }
            return device.connections();
        }
    }

    @Test
    void shouldReleaseEverythingWhenConnectingFailsUnexpectedly() {
        final Broken broken = new Broken();
        fixture.open(TransportFixture::echo, server -> server, client -> client.device(broken.over(device(client))));
        assertThrows(IllegalStateException.class, fixture.client::connect);
        assertEquals(List.of("a connection cannot be set up: device"), fixture.disconnections);
        broken.failing = false;
        fixture.connect();
    }
}
