// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.agrona.DirectBuffer;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.nic.FabricTap;
import org.rpcrdma.sim.Simulation;

/**
 * Writes the datagrams of a network into a capture. A write that fails is an {@link UncheckedIOException}.
 *
 * @param writer     takes the packets.
 * @param simulation the network's clock.
 * @param origin     the capture's time when the clock was at 0, nanoseconds.
 */
public record FrameTap(CaptureWriter writer, Simulation simulation, long origin) implements FabricTap {
    /** Makes a tap of a network whose time begins at 0. */
    public FrameTap(final CaptureWriter writer, final Simulation simulation) {
        this(writer, simulation, 0);
    }

    @Override
    public boolean takesDatagrams() {
        return true;
    }

    @Override
    public void onDatagram(final DirectBuffer packet, final int length, final long nanos) {
        try {
            writer.add(packet, length, origin + nanos, origin + simulation.nanoTime());
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
