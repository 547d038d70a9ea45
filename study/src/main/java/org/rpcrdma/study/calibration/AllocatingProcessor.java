// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/** A processor of a simulated host that allocates and frees memory, again and again. */
final class AllocatingProcessor {
    private final Host host;
    private final EventLoop loop;
    private final long bytes;
    private final Timer next;
    private int left;

    private AllocatingProcessor(final Host host, final EventLoop loop, final int pairs, final long bytes) {
        this.host = host;
        this.loop = loop;
        this.bytes = bytes;
        left = pairs;
        next = loop.newTimer(this::allocate);
        next.arm(0);
    }

    private void allocate() {
        host.device.memory().allocate(bytes, bytes).close();
        if (--left > 0) {
            next.arm(0);
        }
    }

    /**
     * Lets processors of a host allocate and free memory at the same time.
     *
     * @param simulation of the host.
     * @param host       idle.
     * @param processors number of processors.
     * @param pairs      allocations of each.
     * @param bytes      of an allocation, a power of two; contiguous.
     * @return nanoseconds until the last is done.
     */
    static long run(
            final Simulation simulation, final Host host, final int processors, final int pairs, final long bytes) {
        final AllocatingProcessor[] all = new AllocatingProcessor[processors];
        final long begin = host.loop.nanoTime();
        for (int i = 0; i < processors; i++) {
            all[i] = new AllocatingProcessor(host, i == 0 ? host.loop : host.device.newEventLoop(), pairs, bytes);
        }
        simulation.run();
        long end = begin;
        for (final AllocatingProcessor processor : all) {
            end = Math.max(end, processor.loop.nanoTime());
        }
        return end - begin;
    }
}
