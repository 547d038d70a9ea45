// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.UdpAddresses.address;
import static org.rpcrdma.verbs.SendRequests.SIGNALED;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.QueuePairType;

/** Tests that no memory is allocated between posting an operation over UDP sockets and both of its completions. */
class UdpAllocationTest {
    private static final int ROUNDS = 1000;
    private static final int WINDOWS = 3;
    private static final long SLICE = 1_000_000;
    private static final long LONGEST_NANOS = 20_000_000_000L;

    @AutoClose
    private final UdpNetwork network = new UdpNetwork();

    private final ModifiedPair pair = new ModifiedPair(QueuePairType.RC, network, address(1), address(2)).connect();

    @Test
    void shouldAllocateNothingForAnOperation() {
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int window = 0; window < WINDOWS; window++) {
            rounds();
            final long before = threads.getCurrentThreadAllocatedBytes();
            rounds();
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertTrue(least < ROUNDS, "bytes=" + least + " rounds=" + ROUNDS);
    }

    private void rounds() {
        for (int i = 0; i < ROUNDS; i++) {
            round();
        }
    }

    private void round() {
        pair.server.receive(7, 0, 3000);
        pair.client.sends().send(1, 0);
        pair.client.sge(0, 3000);
        pair.client.sends.rdmaWrite(2, 0, pair.server.address, pair.server.region.rkey());
        pair.client.sge(0, 5000);
        pair.client.sends.rdmaRead(3, SIGNALED, pair.server.address, pair.server.region.rkey());
        pair.client.post(0, 5000);
        await(pair.server);
        await(pair.client);
    }

    /** Waits for the only completion that a side polls in a round. */
    private void await(final ModifiedPair.Side side) {
        final long end = System.nanoTime() + LONGEST_NANOS;
        while (side.queue.poll(side.batch) == 0) {
            assertTrue(System.nanoTime() < end, "it takes too long");
            network.timeline().stepUntil(network.timeline().nanoTime() + SLICE);
        }
    }
}
