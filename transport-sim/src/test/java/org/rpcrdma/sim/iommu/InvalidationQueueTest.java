// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.cost.CostParameter.INVALIDATION_PAGE;
import static org.rpcrdma.sim.cost.CostParameter.INVALIDATION_WAIT_PAGE;
import static org.rpcrdma.sim.cost.CostParameter.LEAVES;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.host.Processor;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.Timer;

/** Tests the invalidation queue, which all processors share. Times are in virtual nanoseconds. */
class InvalidationQueueTest {
    private static final DmaDirection IN = DmaDirection.FROM_DEVICE;
    private static final int ROUNDS = 200;

    /** The total time that a processor has spent on unmapping. */
    private long spent;

    @Test
    void shouldWaitForEarlierInvalidationsInTheQueue() {
        final MappingHost host = new MappingHost(MappingHost.PLAIN, IommuMode.STRICT);
        final InvalidationQueue queue = new InvalidationQueue(MappingHost.PLAIN, host.host.processors);
        final Processor other = host.host.processors.newProcessor();
        queue.invalidate(1);
        assertEquals(300 + 210, host.now());
        other.newTimer(() -> {
                    queue.invalidate(3);
                    assertEquals(300 + 300 + 2 * 45 + Math.round(210 + 2 * 33.8), other.nanoTime());
                })
                .arm(0);
        while (host.host.simulation.step()) {
            continue;
        }
        assertEquals(300, host.host.processors.waitNanos(HostResource.INVALIDATION_QUEUE));
        assertEquals(2 * 300 + 2 * 45, host.host.processors.heldNanos(HostResource.INVALIDATION_QUEUE));
    }

    @Test
    void shouldUseOneEntryForAnyLengthIfTheIommuSupportsIt() {
        final CostModel ranges = MappingHost.PLAIN.with(INVALIDATION_PAGE, 0).with(INVALIDATION_WAIT_PAGE, 0);
        final MappingHost host = new MappingHost(ranges, IommuMode.STRICT);
        new InvalidationQueue(ranges, host.host.processors).invalidate(512);
        assertEquals(300 + 210, host.now());
    }

    @Test
    void shouldChargeTheInvalidationApartFromThePageTable() {
        final MappingHost host = new MappingHost(MappingHost.PLAIN, IommuMode.STRICT);
        host.iommu.unmap(host.iommu.map(host.allocate(4096, 4096).address(), 4096, IN), 4096, IN);
        assertEquals(80 + 70, host.host.processors.nanos(ProcessorWork.MAPPING));
        assertEquals(300 + 210, host.host.processors.nanos(ProcessorWork.INVALIDATION));
        host.close();
    }

    /**
     * The published values were measured with dma_map_benchmark on a Morello's SMMUv3, with one thread and with four
     * threads. The queue's costs were fitted to the values for four threads and 4 KB.
     */
    @ParameterizedTest
    @CsvSource({"1, 4096, 600", "4, 4096, 1100", "1, 1048576, 21200", "4, 1048576, 45900"})
    void shouldAgreeWithUnmappingsOnSeveralProcessors(final int processors, final int bytes, final double published) {
        // The benchmark's memory is contiguous, but the kernel mapped it with leaves of 4 KB.
        final MappingHost host = new MappingHost(CostModel.preset("arm").with(LEAVES, 4096), IommuMode.STRICT);
        final MemoryBlock block = host.allocate(bytes, bytes);
        for (int i = 0; i < processors; i++) {
            mapAgainAndAgain(host, host.host.processors.newProcessor(), block);
        }
        while (host.host.simulation.step()) {
            continue;
        }
        assertEquals(0, (double) spent / ROUNDS / processors / published - 1, 0.1, "spent=" + spent);
        host.close();
    }

    private void mapAgainAndAgain(final MappingHost host, final Processor processor, final MemoryBlock block) {
        final Timer[] timer = new Timer[1];
        final int[] rounds = new int[1];
        timer[0] = processor.newTimer(() -> {
            final long iova = host.iommu.map(block.address(), block.length(), IN);
            final long begin = processor.nanoTime();
            host.iommu.unmap(iova, block.length(), IN);
            spent += processor.nanoTime() - begin;
            if (++rounds[0] < ROUNDS) {
                timer[0].arm(0);
            }
        });
        timer[0].arm(0);
    }
}
