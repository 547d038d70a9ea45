// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.agrona.DirectBuffer;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.time.Timeline;

/**
 * Writes the datagrams of a network into a capture. A write that fails is an {@link UncheckedIOException}.
 *
 * @param writer     takes the packets.
 * @param timeline the network's clock.
 * @param origin     the capture's time when the clock was at 0, nanoseconds.
 */
public record FrameTap(CaptureWriter writer, Timeline timeline, long origin) implements DeviceTap {
    /** Makes a tap of a network whose time begins at 0. */
    public FrameTap(final CaptureWriter writer, final Timeline timeline) {
        this(writer, timeline, 0);
    }

    @Override
    public boolean takesDatagrams() {
        return true;
    }

    @Override
    public void onDatagram(final DirectBuffer packet, final int length, final long nanos) {
        try {
            writer.add(packet, length, origin + nanos, origin + timeline.nanoTime());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
