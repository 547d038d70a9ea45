// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.config.IommuStatistics;
import org.rpcrdma.sim.SeededRandom;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.SendRequests;

class DeterminismTest {
    private static final int OPERATIONS = 500;
    private static final int SIZE = 1 << 18;

    @Test
    void shouldGiveTheSameTraceForTheSameSeed() {
        final long seed = Seed.get();
        final List<String> one = trace(seed);
        // Memory taken in between moves the blocks of the second run to other addresses.
        final byte[][] ballast = new byte[100][10_000];
        assertEquals(one, trace(seed), "seed=" + seed);
        assertEquals(100, ballast.length);
        assertNotEquals(one, trace(seed + 1), "seed=" + seed);
    }

    private static List<String> trace(final long seed) {
        final ConnectedPair pair = new ConnectedPair();
        final SeededRandom random = new SeededRandom(seed);
        final GuardedBuffer memory = new GuardedBuffer(pair.client.device, SIZE).fill(1);
        final GuardedBuffer remote = new GuardedBuffer(pair.server.device, SIZE).fill(2);
        final FastRegisterRegion region =
                pair.server.register(remote, Access.LOCAL_WRITE | Access.REMOTE_READ | Access.REMOTE_WRITE);
        final List<String> trace = new ArrayList<>();
        for (int i = 0; i < OPERATIONS; i++) {
            final int length = random.nextInt(20_000);
            final int local = random.nextInt(SIZE - length);
            final int far = random.nextInt(SIZE - length);
            final SendRequests sends = pair.client.sends();
            switch (random.nextInt(3)) {
                case 0 -> {
                    pair.server.postReceive(i, remote.iova + far, length, GuardedBuffer.LKEY);
                    sends.send(i, SendRequests.SIGNALED);
                }
                case 1 -> sends.rdmaRead(i, SendRequests.SIGNALED, remote.iova + far, region.key());
                default -> sends.rdmaWrite(i, SendRequests.SIGNALED, remote.iova + far, region.key());
            }
            sends.sge(memory.iova + local, length, GuardedBuffer.LKEY);
            pair.client.postSends();
            step(pair, random.nextInt(8), i + 1, trace);
        }
        step(pair, Integer.MAX_VALUE, OPERATIONS, trace);
        assertEquals(OPERATIONS, clientCompletions(trace));
        memory.assertGuards();
        remote.assertGuards();
        final IommuStatistics statistics = pair.server.device.iommuStatistics();
        trace.add(statistics.hits() + " " + statistics.misses() + " " + statistics.walkReads());
        return trace;
    }

    /** Lets some events happen, and as many more as bring the queues down to half. */
    private static void step(final ConnectedPair pair, final int steps, final int posted, final List<String> trace) {
        for (int i = 0; i < steps || posted - clientCompletions(trace) > ConnectedPair.QUEUE_DEPTH / 2; i++) {
            if (!pair.simulation.step()) {
                return;
            }
            note(pair, pair.client, trace);
            note(pair, pair.server, trace);
        }
    }

    private static long clientCompletions(final List<String> trace) {
        return trace.stream().filter(line -> line.contains("sim0")).count();
    }

    private static void note(final ConnectedPair pair, final ConnectedPair.Side side, final List<String> trace) {
        for (final String completion : side.completions()) {
            trace.add(pair.simulation.nanoTime() + " " + side.device.name() + " " + completion);
        }
    }
}
