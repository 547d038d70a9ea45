// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import static org.junit.jupiter.api.Assertions.fail;
import static org.rpcrdma.bench.perf.PerfServer.DEFAULT_PORT;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;

/** Compares rates on UDP devices. Both sides run in this JVM, each on its own thread. */
@Tag("long")
class UdpPerfTest {
    private static final String HOST = UdpAddresses.address(1);
    private static final InetSocketAddress SERVER = new InetSocketAddress(HOST, DEFAULT_PORT);
    private static final int SMALL = 4096;
    private static final int LARGE = 1 << 20;
    private static final long DURATION = 200_000_000;
    private static final int TRIES = 5;
    private static final double MEGA = 1e6;

    /**
     * A message of 1 MB has 1,024 packets but only one completion, so the number of loop turns must not depend on
     * completions.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldCarryLargeMessagesAtHalfTheBandwidthOfSmallOnesAtLeast(final boolean spins) throws Exception {
        final AtomicBoolean isOver = new AtomicBoolean();
        final CountDownLatch isListening = new CountDownLatch(1);
        final Thread server = new Thread(() -> serve(spins, isListening, isOver));
        server.start();
        isListening.await();
        try (Device device = Devices.open(UdpAddresses.device(2))) {
            final PerfClient client = new PerfClient(device, device.newEventLoop(), SERVER, spins);
            for (final PerfTest test : PerfTest.values()) {
                requireHalfOfSmall(client, test, 1);
                if (!test.isLatency()) {
                    requireHalfOfSmall(client, test, 4);
                }
            }
        } finally {
            isOver.set(true);
            server.join();
        }
    }

    /** Other programs on the host may occupy the processors for some time, so a single successful try suffices. */
    private static void requireHalfOfSmall(final PerfClient client, final PerfTest test, final int queuePairs) {
        final StringBuilder tries = new StringBuilder(test.label() + " queuePairs=" + queuePairs + " MB/s:");
        for (int i = 0; i < TRIES; i++) {
            final double small = megabytesPerSecond(client, PerfTest.SEND_BW, SMALL, 1);
            final double large = megabytesPerSecond(client, test, LARGE, queuePairs);
            if (large > small / 2) {
                return;
            }
            tries.append(String.format(" %.0f of %.0f", large, small));
        }
        fail(tries.toString());
    }

    private static void serve(final boolean spins, final CountDownLatch isListening, final AtomicBoolean isOver) {
        try (Device device = Devices.open("udp:" + HOST);
                PerfServer server = new PerfServer(device, device.newEventLoop(), DEFAULT_PORT, spins, line -> {})) {
            isListening.countDown();
            server.serve(() -> !isOver.get());
        }
    }

    private static double megabytesPerSecond(
            final PerfClient client, final PerfTest test, final int bytes, final int queuePairs) {
        final PerfPlan plan = new PerfPlan(test, bytes, 0, DURATION, DURATION / 4, queuePairs, 16, 1);
        final PerfRow row = client.run(List.of(plan), null).rows().get(0);
        // an RPC is an echo, so its bytes are transferred in both directions
        final double carried = test.isRpc() ? 2.0 * bytes : bytes;
        return test.isLatency()
                ? carried / row.latencyMicros().average()
                : row.bandwidth().messagesPerSecond() * carried / MEGA;
    }
}
