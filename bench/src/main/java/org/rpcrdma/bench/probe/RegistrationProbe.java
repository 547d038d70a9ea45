// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.probe;

import java.util.Map;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Measures the time to allocate, register, deregister and free memory, in the order in which Receive buffers are set up
 * and torn down.
 */
record RegistrationProbe(Device device, EventLoop loop) {
    private static final int PAGE = 4096;

    /** The number of samples per size. It is odd, so that there is a middle sample. */
    private static final int SAMPLES = 63;

    void measure(final Map<Primitive, Long> figures) {
        try (ProtectionDomain domain = device.allocateProtectionDomain()) {
            final Samples page = new Samples(domain, 1);
            final Samples shard = new Samples(domain, 16);
            final Samples large = new Samples(domain, 256);
            figures.put(Primitive.ALLOCATE_PAGE, DeviceProbe.median(page.allocated));
            figures.put(Primitive.ALLOCATE_64K, DeviceProbe.median(shard.allocated));
            page.put(figures, Primitive.REGISTER_PAGE, Primitive.DEREGISTER_PAGE, Primitive.FREE_PAGE);
            shard.put(figures, Primitive.REGISTER_16, Primitive.DEREGISTER_16, Primitive.FREE_16);
            large.put(figures, Primitive.REGISTER_256, Primitive.DEREGISTER_256, Primitive.FREE_256);
        }
    }

    /** The samples for one size of memory. */
    private final class Samples {
        final long[] allocated = new long[SAMPLES];
        private final long[] freed = new long[SAMPLES];
        private final long[] registered = new long[SAMPLES];
        private final long[] deregistered = new long[SAMPLES];
        private final ProtectionDomain domain;
        private final int bytes;

        Samples(final ProtectionDomain domain, final int pages) {
            this.domain = domain;
            bytes = pages * PAGE;
            for (int i = 0; i < SAMPLES; i++) {
                take(i);
            }
        }

        private void take(final int i) {
            final long begun = loop.nanoTime();
            final MemoryBlock block = device.memory().allocate(bytes, bytes);
            final long isAllocated = loop.nanoTime();
            final MemoryRegion region =
                    domain.registerMemory(block.address(), bytes, block.address(), Access.LOCAL_WRITE);
            final long isRegistered = loop.nanoTime();
            region.close();
            final long isDeregistered = loop.nanoTime();
            block.close();
            freed[i] = loop.nanoTime() - isDeregistered;
            allocated[i] = isAllocated - begun;
            registered[i] = isRegistered - isAllocated;
            deregistered[i] = isDeregistered - isRegistered;
        }

        void put(
                final Map<Primitive, Long> figures,
                final Primitive register,
                final Primitive deregister,
                final Primitive free) {
            figures.put(register, DeviceProbe.median(registered));
            figures.put(deregister, DeviceProbe.median(deregistered));
            figures.put(free, DeviceProbe.median(freed));
        }
    }
}
