// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/**
 * Measures the primitives of a device that is connected to itself, with the real or virtual clock of its event loop.
 */
public final class DeviceProbe {
    /** The number of measurements. Only the last one counts; the others warm up the JVM. */
    private static final int ROUNDS = 4;

    /**
     * The number of connections measured. It is odd, so that there is a middle sample, and large, because the
     * connection manager's messages sometimes wait for a timer.
     */
    private static final int CONNECTS = 15;

    private static final int SMALL_BYTES = 64;
    private static final int SMALL_MESSAGES = 16 * MessageProbe.WINDOW;
    private static final int ROUND_TRIPS = 255;
    private static final int LARGE_ROUND_TRIPS = 63;

    private DeviceProbe() {}

    /**
     * Measures a device of the host.
     *
     * @param device the device, which must not have an event loop yet; the caller closes it.
     * @return nanoseconds per primitive: the median of many samples.
     * @throws org.rpcrdma.verbs.VerbsException if the device rejects a request.
     * @throws IllegalStateException            if a message does not arrive.
     */
    public static Map<Primitive, Long> run(final Device device) {
        return run(device, ROUNDS);
    }

    /**
     * Measures a simulated device once, because its virtual time does not include the JVM's warm-up.
     *
     * @param device the device, which must not have an event loop yet; the caller closes it.
     * @return nanoseconds per primitive.
     */
    public static Map<Primitive, Long> runOnce(final Device device) {
        return run(device, 1);
    }

    private static Map<Primitive, Long> run(final Device device, final int rounds) {
        final EventLoop loop = device.newEventLoop();
        final Map<Primitive, Long> figures = new EnumMap<>(Primitive.class);
        for (int i = 0; i < rounds; i++) {
            measure(device, loop, figures);
        }
        return figures;
    }

    private static void measure(final Device device, final EventLoop loop, final Map<Primitive, Long> figures) {
        new RegistrationProbe(device, loop).measure(figures);
        new QueueProbe(device, loop).measure(figures);
        final long connect = connect(device, loop, 1);
        figures.put(Primitive.CONNECT, connect);
        figures.put(Primitive.CONNECT_MORE, Math.max(0, connect(device, loop, 2) - connect));
        try (CallProbe calls = new CallProbe(device, loop)) {
            calls.measure(figures);
        }
        try (MessageProbe messages = new MessageProbe(device, loop)) {
            figures.put(Primitive.MESSAGE, median(messages.stream(SMALL_BYTES, SMALL_MESSAGES)));
            figures.put(Primitive.ONE_WAY, median(messages.roundTrips(SMALL_BYTES, ROUND_TRIPS)) / 2);
            figures.put(Primitive.LARGE_ONE_WAY, median(messages.roundTrips(ProbeEnd.LARGEST, LARGE_ROUND_TRIPS)) / 2);
        }
    }

    private static long connect(final Device device, final EventLoop loop, final int pairs) {
        final long[] nanos = new long[CONNECTS];
        for (int i = 0; i < CONNECTS; i++) {
            try (ConnectedEnds ends = new ConnectedEnds(device, loop, pairs)) {
                nanos[i] = ends.connectNanos();
            }
        }
        return median(nanos);
    }

    /**
     * Returns the time of a message according to the given clock. For a simulated device and a real clock, this is the
     * time to simulate the message.
     *
     * @param device the device, which must not have an event loop yet; the caller closes it.
     * @param clock  measures the time.
     * @param bytes  the bytes per message, at most 64 KB.
     * @return nanoseconds per message in one direction while many messages are in flight.
     */
    public static long messageNanos(final Device device, final Clock clock, final int bytes) {
        long nanos = 0;
        try (MessageProbe messages = new MessageProbe(device, device.newEventLoop())) {
            for (int i = 0; i < ROUNDS; i++) {
                final long begun = clock.nanoTime();
                messages.stream(Math.min(bytes, ProbeEnd.LARGEST), SMALL_MESSAGES);
                nanos = (clock.nanoTime() - begun) / SMALL_MESSAGES;
            }
        }
        return nanos;
    }

    /**
     * Returns the median. It is not affected by single samples during which the host did other work.
     *
     * @param samples at least one sample; not modified.
     * @return the middle sample; for an even number of samples, the larger of the two middle samples.
     */
    public static long median(final long[] samples) {
        final long[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
