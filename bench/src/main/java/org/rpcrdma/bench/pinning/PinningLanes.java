// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.agrona.CloseHelper;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;

/** The lanes of one row, each of which has a protection domain and memory. Closing this object releases them. */
final class PinningLanes implements AutoCloseable {
    private final Deque<AutoCloseable> newestFirst = new ArrayDeque<>();
    private final List<PinningLane> lanes = new ArrayList<>();

    /**
     * Creates the lanes of a row.
     *
     * @param memory allocates a lane's memory.
     * @param clocks one clock per lane.
     */
    PinningLanes(
            final Device device,
            final PinningPlan plan,
            final Supplier<MemoryBlock> memory,
            final List<EventLoop> clocks) {
        try {
            for (final EventLoop clock : clocks) {
                final ProtectionDomain domain = keep(device.allocateProtectionDomain());
                lanes.add(keep(new PinningLane(domain, keep(memory.get()), clock::nanoTime, plan)));
            }
        } catch (final RuntimeException | OutOfMemoryError e) {
            close();
            throw e;
        }
    }

    private <T extends AutoCloseable> T keep(final T part) {
        newestFirst.push(part);
        return part;
    }

    List<PinningLane> all() {
        return lanes;
    }

    PinningTimes registered() {
        return sum(PinningLane::registered);
    }

    PinningTimes deregistered() {
        return sum(PinningLane::deregistered);
    }

    private PinningTimes sum(final Function<PinningLane, PinningTimes> times) {
        final PinningTimes sum = new PinningTimes();
        lanes.forEach(lane -> sum.add(times.apply(lane)));
        return sum;
    }

    /**
     * Returns the number of pairs of a registration and its deregistration per second, measured from the start of any
     * lane's first call to the end of the last call.
     */
    double pairsPerSecond() {
        final long begun =
                lanes.stream().mapToLong(PinningLane::begunNanos).min().orElseThrow();
        final long ended =
                lanes.stream().mapToLong(PinningLane::endedNanos).max().orElseThrow();
        return deregistered().count() * 1e9 / Math.max(1, ended - begun);
    }

    @Override
    public void close() {
        CloseHelper.closeAll(newestFirst);
    }
}
