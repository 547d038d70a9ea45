// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.StringJoiner;

/**
 * The objects of a device that are open at one moment, as {@code rdma resource show} counts them, and the memory of its
 * host. A device whose host gave everything back has none.
 *
 * @param protectionDomains   protection domains, parent domains and imported ones and indirect keys included.
 * @param completionQueues    completion queues.
 * @param queuePairs          queue pairs.
 * @param sharedReceiveQueues shared receive queues.
 * @param xrcDomains          XRC domains.
 * @param memoryRegions       regions of every kind but fast-register regions, imported ones and indirect keys included.
 * @param fastRegisterRegions regions that {@code allocateFastRegisterRegion} made, in whatever state.
 * @param memoryWindows       memory windows, bound or not.
 * @param pageLists           page lists for fast registrations.
 * @param deviceMemories      parts of the device's own memory.
 * @param dmaMappings         DMA mappings; those under a memory region are the region's and not counted.
 * @param listeners           listeners for connection requests.
 * @param memoryBlocks        blocks of native memory.
 * @param memoryBytes         bytes of those blocks.
 */
public record DeviceResources(
        int protectionDomains,
        int completionQueues,
        int queuePairs,
        int sharedReceiveQueues,
        int xrcDomains,
        int memoryRegions,
        int fastRegisterRegions,
        int memoryWindows,
        int pageLists,
        int deviceMemories,
        int dmaMappings,
        int listeners,
        int memoryBlocks,
        long memoryBytes) {

    /**
     * Whether nothing is open.
     *
     * @return true where every number is 0.
     */
    public boolean isEmpty() {
        return protectionDomains == 0
                && completionQueues == 0
                && queuePairs == 0
                && sharedReceiveQueues == 0
                && xrcDomains == 0
                && memoryRegions == 0
                && fastRegisterRegions == 0
                && memoryWindows == 0
                && pageLists == 0
                && deviceMemories == 0
                && dmaMappings == 0
                && listeners == 0
                && memoryBlocks == 0;
    }

    /**
     * What is open.
     *
     * @return {@code name=number} of every number that is not 0, in order; empty where nothing is open.
     */
    @Override
    public String toString() {
        final StringJoiner open = new StringJoiner(" ");
        add(open, "protectionDomains", protectionDomains);
        add(open, "completionQueues", completionQueues);
        add(open, "queuePairs", queuePairs);
        add(open, "sharedReceiveQueues", sharedReceiveQueues);
        add(open, "xrcDomains", xrcDomains);
        add(open, "memoryRegions", memoryRegions);
        add(open, "fastRegisterRegions", fastRegisterRegions);
        add(open, "memoryWindows", memoryWindows);
        add(open, "pageLists", pageLists);
        add(open, "deviceMemories", deviceMemories);
        add(open, "dmaMappings", dmaMappings);
        add(open, "listeners", listeners);
        add(open, "memoryBlocks", memoryBlocks);
        add(open, "memoryBytes", memoryBytes);
        return open.toString();
    }

    /**
     * What is open beside some domains and completion queues.
     *
     * @param domains          protection domains to leave out.
     * @param completionQueues completion queues to leave out.
     * @return the other numbers.
     */
    public DeviceResources without(final int domains, final int completionQueues) {
        return new DeviceResources(
                protectionDomains - domains,
                this.completionQueues - completionQueues,
                queuePairs,
                sharedReceiveQueues,
                xrcDomains,
                memoryRegions,
                fastRegisterRegions,
                memoryWindows,
                pageLists,
                deviceMemories,
                dmaMappings,
                listeners,
                memoryBlocks,
                memoryBytes);
    }

    private static void add(final StringJoiner open, final String name, final long number) {
        if (number != 0) {
            open.add(name + "=" + number);
        }
    }
}
