// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.Closeable;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.frmr.FrmrAdministration;
import org.rpcrdma.frmr.FrmrKey;
import org.rpcrdma.frmr.FrmrPool;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Runs a short deterministic workload on a simulated device, whose pools can then be inspected. The workload registers
 * and deregisters memory of several sizes for four minutes of virtual time. It uses the larger sizes only in the first
 * minute, so that aging has destroyed their mkeys by the end.
 */
public final class FrmrDemo implements Closeable {
    private static final int REGISTRATIONS = 4800;
    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_USE_NANOS = TimeUnit.SECONDS.toNanos(8);
    private static final int PAGE_SIZE = 4096;

    /**
     * The sizes of registrations in pages. All sizes are used in the first minute, and only the first few afterwards.
     */
    private static final int[] PAGES = {1, 16, 16, 256, 200, 512};

    private static final int LATER_PAGES = 3;
    private static final int MOST_PAGES = 512;
    private static final int ACCESS = Access.LOCAL_WRITE | Access.REMOTE_READ | Access.REMOTE_WRITE;
    /**
     * Every tenth registration also has remote atomic access. An mkey's access is fixed at creation, so these
     * registrations need a different pool.
     */
    private static final int ATOMIC_EVERY = 10;

    private static final int PINNED_PAGES = 64;
    private static final int PINNED = 32;
    /** The key of the driver's internal pool, which is shown only with -dd. */
    private static final FrmrKey INTERNAL = new FrmrKey(false, 0, 0, 1, 16);

    private static final int INTERNAL_HANDLES = 4;

    private final Simulation simulation = new Simulation(1);
    private final SimulatedDevice device = new Fabric(simulation, CostModel.defaults()).attach("sim0", "10.98.0.1");
    private final EventLoop loop = device.newEventLoop();
    private final ProtectionDomain domain = device.allocateProtectionDomain();
    private final MemoryBlock memory = device.memory().allocate((long) MOST_PAGES * PAGE_SIZE, PAGE_SIZE);
    private final FrmrPools pools = device.frmrPools();
    private final FrmrAdministration administration;

    private FrmrDemo() {
        work();
        administration = FrmrAdministration.open(device.name(), pools);
    }

    /** Runs the workload. */
    public static FrmrDemo run() {
        return new FrmrDemo();
    }

    private void work() {
        pools.setPinned(FrmrKey.of(Access.LOCAL_WRITE, PINNED_PAGES), PINNED);
        final FrmrPool internal = pools.pool(INTERNAL);
        for (int i = 0; i < INTERNAL_HANDLES; i++) {
            final int handle = internal.pop();
            use(() -> internal.push(handle), TimeUnit.MINUTES.toNanos(4 - i) - INTERVAL_NANOS);
        }
        for (int i = 0; i < REGISTRATIONS; i++) {
            final int sizes = i < REGISTRATIONS / 4 ? PAGES.length : LATER_PAGES;
            register(
                    PAGES[simulation.random().nextInt(sizes)],
                    i % ATOMIC_EVERY == 0 ? ACCESS | Access.REMOTE_ATOMIC : ACCESS);
            simulation.runUntil(simulation.nanoTime() + INTERVAL_NANOS);
        }
    }

    private void register(final int pages, final int access) {
        final MemoryRegion region =
                domain.registerMemory(memory.address(), (long) pages * PAGE_SIZE, memory.address(), access);
        use(region::close, simulation.random().nextLong(LONGEST_USE_NANOS));
    }

    private void use(final Runnable end, final long nanos) {
        loop.newTimer(end).arm(nanos);
    }

    /** Waits until the handles in use are returned, then releases all resources. */
    @Override
    public void close() {
        administration.close();
        simulation.runUntil(simulation.nanoTime() + LONGEST_USE_NANOS);
        memory.close();
        domain.close();
        device.close();
    }
}
