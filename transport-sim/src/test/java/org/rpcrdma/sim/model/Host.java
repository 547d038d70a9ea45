// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import static org.rpcrdma.sim.model.ReceiveSteps.MAX_SGE;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.SharedReceiveQueue;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/**
 * A device and its host's memory, with their model.
 *
 * <pre>
 *  page 0    1                                        62   63
 * +--------+------------------------------------------+--------+
 * | guard  | regions, mappings and unused memory       | guard  |
 * +--------+------------------------------------------+--------+
 * </pre>
 */
final class Host {
    static final int PAGES = 64;
    static final int DOMAINS = 2;
    static final int SHARED_DEPTH = 16;
    private static final int COMPLETIONS = 8192;

    final SimulatedDevice device;
    final EventLoop loop;
    final MemoryBlock block;
    final ModelHost model;
    final ExtendedProtectionDomain[] domains = new ExtendedProtectionDomain[DOMAINS];
    final CompletionQueue[] queues = new CompletionQueue[3];
    final SharedReceiveQueue shared;
    final ModelQueuePair.ReceiveQueue modelShared = new ModelQueuePair.ReceiveQueue(SHARED_DEPTH);
    final Map<Integer, Pair.End> ends = new HashMap<>();
    final List<Objects.Region> regions = new ArrayList<>();
    final List<Objects.Fast> fasts = new ArrayList<>();
    final List<Objects.Window> windows = new ArrayList<>();
    final List<Objects.Mapping> mappings = new ArrayList<>();
    /** Keys that were valid at some time. */
    final int[] oldKeys = new int[64];

    private int oldKeyCount;

    Host(
            final Fabric fabric,
            final int number,
            final DeviceConfiguration configuration,
            final int memlock,
            final SplittableRandom random) {
        device = fabric.attach("sim" + number, "10.98.0." + (1 + number), configuration);
        loop = device.newEventLoop();
        block = device.memory().allocate(PAGES * ModelMemory.PAGE, ModelMemory.PAGE);
        final byte[] bytes = new byte[PAGES * ModelMemory.PAGE];
        random.nextBytes(bytes);
        block.buffer().put(0, bytes);
        for (int i = 0; i < DOMAINS; i++) {
            domains[i] = device.allocateProtectionDomain();
        }
        for (int i = 0; i < queues.length; i++) {
            queues[i] = device.createCompletionQueue(COMPLETIONS, loop, ready -> {});
        }
        shared = domains[0].createSharedReceiveQueue(new SharedReceiveQueueAttributes(SHARED_DEPTH, MAX_SGE));
        model = new ModelHost(number, new ModelMemory(block.address(), bytes), domains[0].localDmaLkey(), memlock);
    }

    void remember(final int key) {
        oldKeys[oldKeyCount++ % oldKeys.length] = key;
    }

    /** Returns true if a Receive or a fast-register region uses a DMA mapping. */
    boolean isUsed(final Objects.Mapping mapping) {
        for (final Objects.Fast fast : fasts) {
            if (mapping.isAmong(fast.pages) || fast.model.isOpen && mapping.isAmong(fast.model.pages)) {
                return true;
            }
        }
        return isNamed(mapping, modelShared)
                || ends.values().stream().anyMatch(end -> isNamed(mapping, end.model.receives));
    }

    private boolean isNamed(final Objects.Mapping mapping, final ModelQueuePair.ReceiveQueue receives) {
        for (final ModelQueuePair.Receive receive : receives.waiting) {
            for (final Request.Element element : receive.elements()) {
                if (element.lkey() == model.localDmaLkey && mapping.contains(element.address())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Releases everything. Closing the device fails if anything remains. */
    void close() {
        ends.values().forEach(Pair.End::close);
        shared.close();
        for (final CompletionQueue queue : queues) {
            queue.close();
        }
        windows.forEach(window -> window.real.close());
        regions.forEach(region -> region.real.close());
        fasts.forEach(fast -> fast.real.close());
        mappings.forEach(mapping -> device.dma().unmap(mapping.iova(), mapping.length(), mapping.direction()));
        for (final ExtendedProtectionDomain domain : domains) {
            domain.close();
        }
        block.close();
        device.close();
    }
}
