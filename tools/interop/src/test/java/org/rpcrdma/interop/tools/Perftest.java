// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Locale;
import org.rpcrdma.verbs.ConnectionParameters;

/** Measures messages to a perftest server that runs the corresponding program. */
final class Perftest {
    /** Parameters that request several RDMA READs at a time in each direction, and the maximum number of retries. */
    static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 16, 7, 7);

    private static final double BYTES_PER_MB = 1 << 20;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLION = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    /** A kind of measurement, named after perftest's program without the prefix ib_. */
    enum Kind {
        SEND_BW(4),
        WRITE_BW(3),
        READ_BW(3),
        READ_LAT(4);

        /** The number of records to exchange before the first message. */
        private final int records;

        Kind(final int records) {
            this.records = records;
        }

        /** Returns true if the client sends its result to the server. */
        private boolean hasResults() {
            return this == WRITE_BW || this == READ_BW;
        }
    }

    private final Host host;
    private final Kind kind;
    private final int size;
    private final int iterations;
    private final int depth;
    private final String version;

    /**
     * Creates a measurement.
     *
     * @param size       the length of a message in bytes.
     * @param iterations the number of messages; a SEND_BW server must use the same number.
     * @param depth      the maximum number of outstanding messages.
     * @param version    the server's protocol version.
     */
    Perftest(
            final Host host,
            final Kind kind,
            final int size,
            final int iterations,
            final int depth,
            final String version) {
        this.host = host;
        this.kind = kind;
        this.size = size;
        this.iterations = iterations;
        this.depth = kind == Kind.READ_LAT ? 1 : depth;
        this.version = version;
    }

    /** Runs the measurement and returns the line with the result. */
    String run(final InetSocketAddress server) {
        try (PerftestControl control =
                new PerftestControl(host, host.device().connections().localAddress())) {
            control.channel().connect(server, PARAMETERS);
            control.greet(version);
            try (Channel measured = connected(server)) {
                control.nothing();
                for (int i = 0; i < kind.records; i++) {
                    control.record(measured, PARAMETERS.initiatorDepth());
                }
                return measure(control, measured);
            }
        }
    }

    /** Returns a channel to the server, which may not be listening again yet. */
    private Channel connected(final InetSocketAddress server) {
        final long end = host.loop().nanoTime() + Host.PATIENCE_NANOS;
        while (true) {
            final Channel channel = new Channel(host, size);
            try {
                channel.connect(server, PARAMETERS);
                return channel;
            } catch (final IllegalStateException e) {
                channel.close();
                if (host.loop().nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    private String measure(final PerftestControl control, final Channel measured) {
        final long[] waits = new long[iterations];
        final long begun = host.loop().nanoTime();
        for (int i = 0; i < iterations; i++) {
            final long posted = host.loop().nanoTime();
            post(control, measured);
            measured.awaitSent(depth - 1);
            waits[i] = host.loop().nanoTime() - posted;
        }
        measured.awaitSent(0);
        final double seconds = (host.loop().nanoTime() - begun) / NANOS_PER_SECOND;
        report(control, measured, seconds);
        return line(waits, seconds);
    }

    private void post(final PerftestControl control, final Channel measured) {
        switch (kind) {
            case SEND_BW -> measured.send(0, size);
            case WRITE_BW -> measured.write(0, size, control.peerAddress(), control.peerKey());
            default -> measured.read(0, size, control.peerAddress(), control.peerKey());
        }
    }

    private void report(final PerftestControl control, final Channel measured, final double seconds) {
        control.record(measured, PARAMETERS.initiatorDepth());
        if (kind.hasResults()) {
            final double megabytes = megabytesPerSecond(seconds);
            control.number(size);
            control.number(iterations);
            control.number(Double.doubleToLongBits(megabytes));
            control.number(Double.doubleToLongBits(megabytes));
            control.number(Double.doubleToLongBits(iterations / seconds / MILLION));
            control.record(measured, PARAMETERS.initiatorDepth());
        }
    }

    private double megabytesPerSecond(final double seconds) {
        return size * (double) iterations / seconds / BYTES_PER_MB;
    }

    private String line(final long[] waits, final double seconds) {
        Arrays.sort(waits);
        return String.format(
                Locale.ROOT,
                "%s: size=%d iterations=%d MBps=%.2f messagesPerSecond=%.0f p50us=%.1f p99us=%.1f",
                kind.name().toLowerCase(Locale.ROOT),
                size,
                iterations,
                megabytesPerSecond(seconds),
                iterations / seconds,
                waits[iterations / 2] / NANOS_PER_MICRO,
                waits[(int) (0.99 * (iterations - 1))] / NANOS_PER_MICRO);
    }
}
