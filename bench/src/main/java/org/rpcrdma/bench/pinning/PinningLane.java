// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.pinning;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.agrona.CloseHelper;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * One thread's registrations and deregistrations of the same memory. Each step makes one call. Confined to the thread
 * that calls {@link #step()}.
 *
 * <p>With a warm pool, a lane first registers and deregisters the memory without measuring it, which leaves an mkey in
 * the pool.
 */
final class PinningLane implements AutoCloseable {
    private static final int RIGHTS = Access.LOCAL_WRITE | Access.REMOTE_READ | Access.REMOTE_WRITE;

    private final ProtectionDomain domain;
    private final MemoryBlock memory;
    private final LongSupplier clock;
    private final PinningTimes registered = new PinningTimes();
    private final PinningTimes deregistered = new PinningTimes();
    private final Deque<MemoryRegion> held = new ArrayDeque<>();
    /** The number of registrations before the first deregistration. */
    private final int batch;

    private int unmeasured;
    private int left;
    private boolean isEnding;
    private long begunNanos;
    private long endedNanos;

    /**
     * Creates a lane.
     *
     * @param domain registers the memory; the caller closes it.
     * @param memory the memory, which is registered as a whole; the caller closes it.
     * @param clock  the clock, read before and after each call.
     */
    PinningLane(
            final ProtectionDomain domain, final MemoryBlock memory, final LongSupplier clock, final PinningPlan plan) {
        this.domain = domain;
        this.memory = memory;
        this.clock = clock;
        batch = plan.pool() == PinningPool.COLD ? plan.pairs() : 1;
        unmeasured = plan.pool() == PinningPool.COLD ? 0 : 1;
        left = plan.pairs() + unmeasured;
    }

    /** Makes one call; returns false if all calls are done. */
    boolean step() {
        if (left == 0) {
            return false;
        }
        if (isEnding) {
            deregister();
        } else {
            register();
        }
        return true;
    }

    private void register() {
        final long before = clock.getAsLong();
        held.add(domain.registerMemory(memory.address(), memory.length(), memory.address(), RIGHTS));
        final long after = clock.getAsLong();
        if (unmeasured == 0) {
            begunNanos = registered.count() == 0 ? before : begunNanos;
            registered.record(after - before);
        }
        isEnding = held.size() == batch;
    }

    private void deregister() {
        final long before = clock.getAsLong();
        held.remove().close();
        endedNanos = clock.getAsLong();
        if (unmeasured == 0) {
            deregistered.record(endedNanos - before);
        }
        unmeasured = 0;
        left--;
        isEnding = !held.isEmpty();
    }

    PinningTimes registered() {
        return registered;
    }

    PinningTimes deregistered() {
        return deregistered;
    }

    /** Returns the time of the first measured call. */
    long begunNanos() {
        return begunNanos;
    }

    /** Returns the time when the last call returned. */
    long endedNanos() {
        return endedNanos;
    }

    /** Deregisters any regions that remain after a failure. */
    @Override
    public void close() {
        CloseHelper.closeAll(held);
    }
}
