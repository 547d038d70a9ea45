// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/**
 * A resource that the processors of a simulated host share. Only one processor can use it at a time; the others wait.
 */
public enum HostResource {
    /** The lock of the page allocator's zone, which is acquired for allocations above order 3. */
    ZONE_LOCK,

    /** The depot, which stores full magazines of iovas. */
    IOVA_DEPOT,

    /** The tree of iovas, from which iovas are allocated when the magazines and the depot are empty. */
    IOVA_TREE,

    /** The IOMMU's invalidation queue. Strict unmapping waits for it. */
    INVALIDATION_QUEUE
}
