// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** A resource that a simulated host's processors share. Only one processor at a time can use it; the others wait. */
public enum HostResource {
    /** The lock of the page allocator's zone; allocations above order 3 acquire it. */
    ZONE_LOCK,

    /** The depot, which stores full IOVA magazines. */
    IOVA_DEPOT,

    /** The tree of iovas, which allocates when the magazines and the depot are empty. */
    IOVA_TREE,

    /** The IOMMU's invalidation queue; strict unmapping waits for it. */
    INVALIDATION_QUEUE
}
