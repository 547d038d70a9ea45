// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.Processor;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/** Tests mappings that several processors have unmapped lazily. */
class FlushQueuesTest {
    private static final int PAGE = 4096;
    private static final int QUEUE = 4;
    private static final long TIMEOUT = 10_000_000;
    private static final DmaDirection IN = DmaDirection.FROM_DEVICE;

    private final MappingHost host =
            new MappingHost(MappingHost.PLAIN.with(CostParameter.FLUSH_QUEUE_ENTRIES, QUEUE), IommuMode.LAZY);
    private final Processor other = host.host.processors.newProcessor();
    private final MemoryBlock block = host.allocate(PAGE, PAGE);

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void shouldFillAQueueForEachProcessor() {
        for (int i = 0; i < QUEUE - 1; i++) {
            mapAndUnmap();
        }
        run(() -> {
            for (int i = 0; i < QUEUE - 1; i++) {
                mapAndUnmap();
            }
            assertEquals(0, flushes(), "neither is full");
            mapAndUnmap();
            assertEquals(1, flushes());
        });
    }

    @Test
    void shouldReuseIovasThatAnotherProcessorHasFlushed() {
        final Set<Long> own = new HashSet<>();
        for (int i = 0; i < QUEUE - 1; i++) {
            own.add(mapAndUnmap());
        }
        run(() -> {
            for (int i = 0; i < QUEUE; i++) {
                assertFalse(own.contains(mapAndUnmap()), "still in the first processor's queue");
            }
        });
        assertFalse(own.contains(mapAndUnmap()), "freed by the unmapping only");
        assertTrue(own.contains(mapAndUnmap()));
        assertEquals(1, flushes());
    }

    @Test
    void shouldFlushAllQueuesAWhileAfterTheFirstUnmapping() {
        mapAndUnmap();
        run(this::mapAndUnmap);
        host.host.simulation.runUntil(host.now() + 2 * TIMEOUT);
        assertEquals(1, flushes());
        host.host.simulation.runUntil(host.now() + 10 * TIMEOUT);
        assertEquals(1, flushes(), "nothing is left");
    }

    private long mapAndUnmap() {
        final long iova = host.iommu.map(block.address(), PAGE, IN);
        host.iommu.unmap(iova, PAGE, IN);
        return iova;
    }

    private long flushes() {
        return host.host.processors.heldNanos(HostResource.INVALIDATION_QUEUE) / 500;
    }

    private void run(final Runnable task) {
        final boolean[] isDone = new boolean[1];
        other.newTimer(() -> {
                    task.run();
                    isDone[0] = true;
                })
                .arm(0);
        while (!isDone[0] && host.host.simulation.step()) {
            continue;
        }
    }
}
