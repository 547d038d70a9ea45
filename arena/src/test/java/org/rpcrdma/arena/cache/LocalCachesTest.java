// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.testkit.Seed;

class LocalCachesTest {
    private static final int KEPT = 4;

    private final FakeDevice device = new FakeDevice();

    @Test
    void shouldCountWhatEveryEndpointKeepsAsTheyComeAndGo() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            final ReceiveArena arena = new ReceiveArena(device.context());
            final List<ArenaEndpoint> endpoints = new ArrayList<>();
            for (int i = 0; i < 2000; i++) {
                if (endpoints.isEmpty() || random.nextInt(1000) < (i < 1000 ? 700 : 300)) {
                    final ArenaEndpoint endpoint = arena.newEndpoint(2 * KEPT, 2 * KEPT);
                    endpoint.release(endpoint.acquire());
                    endpoints.add(endpoint);
                } else {
                    endpoints.remove(random.nextInt(endpoints.size())).close();
                }
                assertEquals((long) KEPT * endpoints.size(), arena.metrics().buffersCached());
            }
            endpoints.forEach(ArenaEndpoint::close);
            assertEquals(0, arena.metrics().buffersCached());
            arena.close();
            device.assertNothingLeft();
        });
    }

    /** A thread that is being added when another one's error ends the arena. */
    @Test
    void shouldGiveAFailedArenasThreadsNoStackThatIsAddedBeside() {
        final ThreadCaches caches = new ThreadCaches(KEPT);
        caches.fail();
        caches.add();
        assertNull(caches.mine());
    }
}
