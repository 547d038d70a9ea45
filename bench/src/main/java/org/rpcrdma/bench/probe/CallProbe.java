// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import java.util.Map;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/** Measures the CPU time to post work requests, and to handle an event, not including its completion. */
final class CallProbe implements AutoCloseable {
    private static final int SMALL_BYTES = 64;

    /** The number of samples. It is odd, so that there is a middle sample. */
    private static final int SAMPLES = 127;

    private final EventLoop loop;
    private final ConnectedEnds ends;
    private final ProbeEnd client;
    private final ProbeEnd server;

    CallProbe(final Device device, final EventLoop loop) {
        this.loop = loop;
        ends = new ConnectedEnds(device, loop, 1);
        client = ends.client();
        server = ends.server();
    }

    void measure(final Map<Primitive, Long> figures) {
        client.takeOver();
        server.takeOver();
        final long[] receives = new long[SAMPLES];
        final long small = post(SMALL_BYTES, receives);
        figures.put(Primitive.POST_SEND, small);
        figures.put(Primitive.POST_LARGE, post(ProbeEnd.LARGEST, receives));
        figures.put(Primitive.POST_RECEIVE, DeviceProbe.median(receives));
        figures.put(Primitive.EVENT, events(small));
    }

    /**
     * Returns the median time to post a SEND.
     *
     * @param receives receives the times to post a Receive for each message.
     */
    private long post(final int bytes, final long[] receives) {
        final long[] sends = new long[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            sends[i] = send(bytes);
            server.takeByHand();
            receives[i] = -loop.nanoTime();
            server.postReceive();
            receives[i] += loop.nanoTime();
        }
        while (loop.runOnce(0)) {
            continue; // events of queues that were armed earlier
        }
        return DeviceProbe.median(sends);
    }

    /** Sends a message and waits for its completion; returns only the time of the posting call. */
    private long send(final int bytes) {
        final long begun = loop.nanoTime();
        client.send(bytes);
        final long nanos = loop.nanoTime() - begun;
        client.takeByHand();
        return nanos;
    }

    private long events(final long usual) {
        final long[] samples = new long[SAMPLES];
        server.queue().arm();
        for (int i = 0; i < SAMPLES; i++) {
            samples[i] = send(SMALL_BYTES) - usual + take();
            server.postReceive();
        }
        return Math.max(0, DeviceProbe.median(samples));
    }

    /**
     * Handles an event and its completion and rearms the queue, as a handler would. Returns the time, not including the
     * time to poll the completion.
     */
    private long take() {
        final int before = server.events;
        final long begun = loop.nanoTime();
        while (server.events == before) {
            ends.turn();
        }
        final long taken = loop.nanoTime();
        server.takeByHand();
        final long polled = loop.nanoTime();
        server.queue().arm();
        server.pollNothing();
        return taken - begun + loop.nanoTime() - polled;
    }

    @Override
    public void close() {
        ends.close();
    }
}
