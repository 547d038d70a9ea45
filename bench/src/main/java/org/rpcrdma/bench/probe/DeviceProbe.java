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

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;

/** Measures the primitives of a device that reaches itself, in the time of its event loop: real or virtual. */
public final class DeviceProbe {
    private static final int CONNECTS = 5;
    private static final int SMALL_BYTES = 64;
    private static final int SMALL_MESSAGES = 16 * MessageProbe.WINDOW;
    private static final int ROUNDS = 255;
    private static final int LARGE_MESSAGES = 6 * MessageProbe.WINDOW;

    private DeviceProbe() {}

    /**
     * Measures. Everything runs twice, and what the first time took is thrown away: it pays for what a JVM does once.
     *
     * @param device stays the caller's; no event loop was made of it yet.
     * @return nanoseconds of each primitive: the median of many times.
     * @throws org.rpcrdma.verbs.VerbsException what the device refuses.
     * @throws IllegalStateException where a message does not arrive.
     */
    public static Map<Primitive, Long> run(final Device device) {
        final EventLoop loop = device.newEventLoop();
        measure(device, loop);
        return measure(device, loop);
    }

    private static Map<Primitive, Long> measure(final Device device, final EventLoop loop) {
        final Map<Primitive, Long> figures = new EnumMap<>(Primitive.class);
        new RegistrationProbe(device, loop).measure(figures);
        final long[] connects = new long[CONNECTS];
        for (int i = 0; i < CONNECTS; i++) {
            try (MessageProbe messages = new MessageProbe(device, loop)) {
                connects[i] = messages.connectNanos();
            }
        }
        figures.put(Primitive.CONNECT, median(connects));
        try (MessageProbe messages = new MessageProbe(device, loop)) {
            figures.put(Primitive.MESSAGE, median(messages.stream(SMALL_BYTES, SMALL_MESSAGES)));
            figures.put(Primitive.ONE_WAY, median(messages.roundTrips(SMALL_BYTES, ROUNDS)) / 2);
            figures.put(Primitive.LARGE_MESSAGE, median(messages.stream(MessageProbe.LARGEST, LARGE_MESSAGES)));
        }
        return figures;
    }

    /**
     * The median: what other figures are compared with the probe's are medians, too, as one time that the host spends on something
     * else is not the device's.
     *
     * @param samples one at least; they stay as they are.
     * @return the middle one; of an even number, the larger of the two.
     */
    public static long median(final long[] samples) {
        final long[] sorted = samples.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
