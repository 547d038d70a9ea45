// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.ConnectionParameters;

/** Tests many concurrent connections over a network that loses, duplicates and reorders their management datagrams. */
class LossyManagementTest extends ManagedHostsTest {
    private static final int CONNECTIONS = 100;
    private static final int REFUSED_PORT = 20050;
    private static final long SECOND = 1_000_000_000;

    private final List<ManagedHost.Side> asking = new ArrayList<>();
    private final List<ManagedHost.Side> listening = new ArrayList<>();

    private static ConnectionParameters parameters() {
        return new ConnectionParameters(new byte[] {1}, 1, 7, 7);
    }

    private void connect(final int port) {
        final ManagedHost.Side side = client.new Side();
        asking.add(side);
        side.connection = side.connect(new InetSocketAddress("10.98.0.2", port), parameters());
    }

    private void at(final long time, final Runnable action) {
        simulation.schedule(
                new Event() {
                    @Override
                    protected void fire() {
                        action.run();
                    }
                },
                time);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldEndEveryConnectionInTheSameWayOnBothSides(final long seed) {
        final SeededRandom random = new SeededRandom(seed);
        network.disturb(random, 64, 64, (int) SECOND);
        server.connections.listen(PORT, server.loop, request -> {
            final ManagedHost.Side side = server.new Side();
            listening.add(side);
            side.postReceive();
            side.connection = request.accept(side.queuePair, parameters(), server.loop, side);
        });
        server.connections.listen(REFUSED_PORT, server.loop, request -> request.reject(new byte[] {'x'}));
        for (int i = 0; i < CONNECTIONS; i++) {
            final int port = i % 5 == 0 ? REFUSED_PORT : PORT;
            at(random.nextLong(30 * SECOND), () -> connect(port));
        }
        simulation.runUntil(150 * SECOND);

        assertEquals(4 * CONNECTIONS / 5, established(asking));
        assertEquals(established(asking), established(listening));
        assertEquals(
                CONNECTIONS / 5,
                asking.stream()
                        .filter(side -> side.told.equals(List.of("the peer refused: reason=28 data=x")))
                        .count());
        for (int i = 0; i < CONNECTIONS; i++) {
            final List<ManagedHost.Side> sides = random.nextBoolean() ? asking : listening;
            final ManagedHost.Side side = sides.get(i % sides.size());
            at(150 * SECOND + random.nextLong(SECOND), side.connection::disconnect);
        }
        simulation.run();
        asking.forEach(side -> side.connection.disconnect());
        simulation.run();
        listening.forEach(side -> assertEquals(ENDED, side.told));
        asking.forEach(side -> assertTrue(side.told.size() == 1 || side.told.equals(ENDED)));
        assertEquals(0, client.wires.size() + server.wires.size());
        assertEquals(0, server.wires.halfOpen());
        assertTrue(client.wires.counters().repeats() + server.wires.counters().repeats() > 0);
    }

    private static long established(final List<ManagedHost.Side> sides) {
        return sides.stream().filter(side -> side.told.contains("established")).count();
    }
}
