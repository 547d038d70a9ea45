// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import java.util.Arrays;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/** Sends messages between two connected queue pairs of a device. */
final class MessageProbe implements AutoCloseable {
    /** The maximum number of messages in flight, which is more than are in transit during one round trip. */
    static final int WINDOW = 64;

    private final EventLoop loop;
    private final ConnectedEnds ends;
    private final ProbeEnd client;
    private final ProbeEnd server;
    private int begun;

    MessageProbe(final Device device, final EventLoop loop) {
        this.loop = loop;
        ends = new ConnectedEnds(device, loop, 1);
        client = ends.client();
        server = ends.server();
    }

    /**
     * Sends messages as fast as possible.
     *
     * @return the mean time between arrivals for each window of messages except the last.
     */
    long[] stream(final int bytes, final int count) {
        final long[] arrivals = new long[count];
        begun = 0;
        client.begin(() -> fill(bytes, count));
        server.begin(() -> {
            arrivals[server.received - 1] = loop.nanoTime();
            fill(bytes, count);
        });
        loop.newTimer(() -> fill(bytes, count)).arm(0);
        while (server.received < count || client.sent < count) {
            ends.turn();
        }
        final long[] means = new long[count / WINDOW - 1];
        Arrays.setAll(means, i -> (arrivals[(i + 1) * WINDOW] - arrivals[i * WINDOW]) / WINDOW);
        return means;
    }

    /**
     * Sends until the window is full. A message leaves the window when its send has completed and the message has
     * arrived.
     */
    private void fill(final int bytes, final int count) {
        while (begun < count && begun - Math.min(client.sent, server.received) < WINDOW) {
            begun++;
            client.send(bytes);
        }
    }

    /** Sends messages and answers one after the other; returns the time of each round trip. */
    long[] roundTrips(final int bytes, final int count) {
        final RoundTrips trips = new RoundTrips(bytes, count);
        client.begin(trips::onClient);
        server.begin(trips::onServer);
        loop.newTimer(trips::next).arm(0);
        while (client.received < count || client.sent < count || server.sent < count) {
            ends.turn();
        }
        return trips.nanos;
    }

    /** The state of {@link #roundTrips}. */
    private final class RoundTrips {
        final long[] nanos;
        private final int bytes;
        private int answered;
        private int finished;
        private long askedNanos;

        RoundTrips(final int bytes, final int count) {
            this.bytes = bytes;
            nanos = new long[count];
        }

        void next() {
            askedNanos = loop.nanoTime();
            client.send(bytes);
        }

        void onServer() {
            if (server.received > answered) {
                answered++;
                server.send(bytes);
            }
        }

        void onClient() {
            if (client.received > finished) {
                nanos[finished++] = loop.nanoTime() - askedNanos;
                if (finished < nanos.length) {
                    next();
                }
            }
        }
    }

    @Override
    public void close() {
        ends.close();
    }
}
