// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** A resource that the processors of a simulated host share. Only one processor uses it at a time; the others wait. */
public enum HostResource {
    /** The lock of the page allocator's zone, which allocations above order 3 take. */
    ZONE_LOCK,

    /** The depot of full IOVA magazines. */
    IOVA_DEPOT,

    /** The tree of iovas, used when the magazines and the depot are empty. */
    IOVA_TREE,

    /** The IOMMU's invalidation queue, on which strict unmapping waits. */
    INVALIDATION_QUEUE
}
