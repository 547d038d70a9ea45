// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/** A processor of a simulated host that repeatedly allocates and frees memory. */
final class AllocatingProcessor {
    static final double BYTES_PER_GIB = 1 << 30;
    static final double NANOS_PER_SECOND = 1e9;

    private final MeasuredHost host;
    private final EventLoop loop;
    private final Load load;
    private final Timer next;
    private int operation;

    /**
     * The combined load of all processors, which take turns.
     *
     * @param processors the number of processors.
     * @param operations the total number of allocations.
     * @param bytes      the size of an allocation in bytes, a power of two; the memory is contiguous.
     * @param offered    the offered load from time 0 on, in GiB/s; infinite if each operation immediately follows the
     *                   previous one.
     */
    record Load(int processors, int operations, long bytes, double offered) {
        private long due(final int operation) {
            return (long) (operation * (bytes / BYTES_PER_GIB) / offered * NANOS_PER_SECOND);
        }
    }

    private AllocatingProcessor(final MeasuredHost host, final Load load, final int number) {
        this.host = host;
        this.load = load;
        loop = number == 0 ? host.loop : host.device.newEventLoop();
        operation = number;
        next = loop.newTimer(this::allocate);
        await();
    }

    private void await() {
        next.arm(Math.max(0, load.due(operation) - loop.nanoTime()));
    }

    private void allocate() {
        host.device.memory().allocate(load.bytes, load.bytes).close();
        operation += load.processors;
        if (operation < load.operations) {
            await();
        }
    }

    /**
     * Lets the processors of an idle host allocate and free memory concurrently.
     *
     * @return the time until the last operation has completed, in ns.
     */
    static long run(final Simulation simulation, final MeasuredHost host, final Load load) {
        final AllocatingProcessor[] all = new AllocatingProcessor[load.processors];
        final long begin = Double.isInfinite(load.offered) ? host.loop.nanoTime() : 0;
        for (int i = 0; i < all.length; i++) {
            all[i] = new AllocatingProcessor(host, load, i);
        }
        simulation.run();
        long end = begin;
        for (final AllocatingProcessor processor : all) {
            end = Math.max(end, processor.loop.nanoTime());
        }
        return end - begin;
    }
}
