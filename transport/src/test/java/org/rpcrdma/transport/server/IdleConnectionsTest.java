// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.call.FakeLoop;

class IdleConnectionsTest {
    private static final long PERIOD = 1000;

    private final FakeLoop loop = new FakeLoop();
    private final List<IdleConnections.Idler> connections = new ArrayList<>();
    private final List<Long> passes = new ArrayList<>();

    private IdleConnections watch(final long period) {
        final IdleConnections idle = new IdleConnections(connections, period, loop);
        idle.watch();
        return idle;
    }

    @Test
    void shouldLookForIdleConnectionsEachPeriod() {
        connections.add(period -> passes.add(loop.nanoTime()));
        watch(PERIOD);
        loop.advance(3 * PERIOD);
        assertEquals(List.of(PERIOD, 2 * PERIOD, 3 * PERIOD), passes);
    }

    @Test
    void shouldEndIdleConnectionAndWatchTheOthers() {
        connections.add(new IdleConnections.Idler() {
            @Override
            public void endIfIdle(final long periodNanos) {
                connections.remove(this);
            }
        });
        connections.add(period -> passes.add(period));
        watch(PERIOD);
        loop.advance(2 * PERIOD);
        assertEquals(1, connections.size());
        assertEquals(List.of(PERIOD, PERIOD), passes);
    }

    @Test
    void shouldRestWithoutConnectionsAndWhenClosed() {
        final IdleConnections idle = watch(PERIOD);
        loop.advance(PERIOD);
        connections.add(period -> passes.add(period));
        idle.watch();
        idle.close();
        loop.advance(PERIOD);
        assertEquals(List.of(), passes);
    }

    @Test
    void shouldKeepIdleConnectionsForeverWithoutAPeriod() {
        connections.add(period -> passes.add(period));
        watch(0);
        loop.advance(Long.MAX_VALUE / 2);
        assertEquals(List.of(), passes);
    }

    @Test
    void shouldCloseTheOthersWhenAHandlerThrows() {
        connections.add(period -> {
            throw new IllegalStateException("a handler");
        });
        connections.add(period -> passes.add(period));
        watch(PERIOD);
        assertThrows(IllegalStateException.class, () -> loop.advance(PERIOD));
        assertEquals(List.of(PERIOD), passes);
    }
}
