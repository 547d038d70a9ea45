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
 * Writes a network's datagrams to a capture. Throws {@link UncheckedIOException} if a write fails.
 *
 * @param writer   receives the packets.
 * @param timeline the network's clock.
 * @param origin   the time in the capture when the clock is 0, in nanoseconds.
 */
public record FrameTap(CaptureWriter writer, Timeline timeline, long origin) implements DeviceTap {
    /** Creates a tap that uses the network clock's times in the capture. */
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
