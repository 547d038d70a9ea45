/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.probe;

import java.net.InetSocketAddress;
import java.util.Arrays;
import org.agrona.CloseHelper;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/** Connects two queue pairs of a device, and has them send messages. One thread does the work of both, as in the comparison. */
final class MessageProbe implements AutoCloseable {
    /** Messages under way at most: more than fit into a round trip. */
    static final int WINDOW = 64;

    /** Bytes of a message at most. */
    static final int LARGEST = 64 << 10;

    private static final int PORT = 20_052;
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 1, 7, 7);

    /** A device on which nothing happens for so long is stuck. */
    private static final long PATIENCE_NANOS = 10_000_000_000L;

    private final Device device;
    private final EventLoop loop;
    private final ProtectionDomain domain;
    private final MemoryBlock memory;
    private final MemoryRegion region;
    private final ProbeEnd client;
    private final ProbeEnd server;
    private final long connectNanos;
    private int begun;

    MessageProbe(final Device device, final EventLoop loop) {
        this.device = device;
        this.loop = loop;
        domain = device.allocateProtectionDomain();
        memory = device.memory().allocate(2 * LARGEST, 2 * LARGEST);
        region = domain.registerMemory(memory.address(), memory.length(), memory.address(), Access.LOCAL_WRITE);
        client = new ProbeEnd(device, domain, loop, region);
        server = new ProbeEnd(device, domain, loop, region);
        connectNanos = connect();
    }

    private long connect() {
        final AutoCloseable listener = device.connections()
                .listen(PORT, loop, request -> request.accept(server.queuePair(), PARAMETERS, loop, server));
        final InetSocketAddress address =
                new InetSocketAddress(device.connections().localAddress(), PORT);
        final long asked = loop.nanoTime();
        device.connections().connect(address, client.queuePair(), PARAMETERS, loop, client);
        while (!client.isEstablished() || !server.isEstablished()) {
            turn();
        }
        CloseHelper.close(listener);
        return client.establishedNanos() - asked;
    }

    long connectNanos() {
        return connectNanos;
    }

    /**
     * Sends messages as fast as they go.
     *
     * @return the mean time from one's arrival to the next one's, of a window at a time, while more are sent.
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
            turn();
        }
        final long[] means = new long[count / WINDOW - 1];
        Arrays.setAll(means, i -> (arrivals[(i + 1) * WINDOW] - arrivals[i * WINDOW]) / WINDOW);
        return means;
    }

    /** A message that has left, and has arrived, makes room for another. */
    private void fill(final int bytes, final int count) {
        while (begun < count && begun - Math.min(client.sent, server.received) < WINDOW) {
            begun++;
            client.send(bytes);
        }
    }

    /** Sends a message to and fro; returns how long each time took. */
    long[] roundTrips(final int bytes, final int count) {
        final RoundTrips trips = new RoundTrips(bytes, count);
        client.begin(trips::onClient);
        server.begin(trips::onServer);
        loop.newTimer(trips::next).arm(0);
        while (client.received < count || client.sent < count || server.sent < count) {
            turn();
        }
        return trips.nanos;
    }

    /** Messages that are answered, one after the other. */
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

    private void turn() {
        if (!loop.runOnce(PATIENCE_NANOS)) {
            throw new IllegalStateException(
                    "nothing happens any more: device=" + device.name() + " messages=" + server.received);
        }
    }

    @Override
    public void close() {
        client.disconnect();
        while (!client.hasEnded() || !server.hasEnded()) {
            turn();
        }
        CloseHelper.closeAll(client, server, region, memory, domain);
    }
}
