// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic;

import java.util.StringJoiner;

/**
 * The number of open objects per kind, counted as {@code rdma resource show} does, and the device's use of host memory.
 * All values are 0 after the host has released everything.
 *
 * @param protectionDomains   protection domains.
 * @param completionQueues    completion queues.
 * @param queuePairs          queue pairs.
 * @param sharedReceiveQueues shared receive queues.
 * @param memoryRegions       memory regions and indirect keys, but not fast-register regions.
 * @param fastRegisterRegions regions from {@code allocateFastRegisterRegion}, in any state.
 * @param memoryWindows       memory windows, bound or not.
 * @param dmaMappings         DMA mappings, except the mappings that belong to memory regions.
 * @param listeners           listeners for connection requests.
 * @param memoryBlocks        blocks of native memory.
 * @param memoryBytes         the total size of these blocks, in bytes.
 */
public record DeviceResources(
        int protectionDomains,
        int completionQueues,
        int queuePairs,
        int sharedReceiveQueues,
        int memoryRegions,
        int fastRegisterRegions,
        int memoryWindows,
        int dmaMappings,
        int listeners,
        int memoryBlocks,
        long memoryBytes) {

    private static final DeviceResources NONE = new DeviceResources(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Returns true if no object is open and no memory is allocated.
     *
     * @return true if every value is 0.
     */
    public boolean isEmpty() {
        return equals(NONE);
    }

    /**
     * Returns the values other than 0.
     *
     * @return {@code name=count} for each value other than 0, in declaration order; empty if all are 0.
     */
    @Override
    public String toString() {
        final StringJoiner open = new StringJoiner(" ");
        add(open, "protectionDomains", protectionDomains);
        add(open, "completionQueues", completionQueues);
        add(open, "queuePairs", queuePairs);
        add(open, "sharedReceiveQueues", sharedReceiveQueues);
        add(open, "memoryRegions", memoryRegions);
        add(open, "fastRegisterRegions", fastRegisterRegions);
        add(open, "memoryWindows", memoryWindows);
        add(open, "dmaMappings", dmaMappings);
        add(open, "listeners", listeners);
        add(open, "memoryBlocks", memoryBlocks);
        add(open, "memoryBytes", memoryBytes);
        return open.toString();
    }

    /**
     * Subtracts the protection domains and completion queues that the caller expects to be open.
     *
     * @param domains          the number of protection domains to subtract.
     * @param completionQueues the number of completion queues to subtract.
     * @return the difference; the other values are unchanged.
     */
    public DeviceResources without(final int domains, final int completionQueues) {
        return new DeviceResources(
                protectionDomains - domains,
                this.completionQueues - completionQueues,
                queuePairs,
                sharedReceiveQueues,
                memoryRegions,
                fastRegisterRegions,
                memoryWindows,
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
