// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** A resource that the processors of a simulated host share: one uses it at a time, and others wait. */
public enum HostResource {
    /** The lock of the page allocator's zone: allocations above order 3 take it. */
    ZONE_LOCK,

    /** The depot of full IOVA magazines. */
    IOVA_DEPOT,

    /** The tree of iovas, used when magazines and depot are empty. */
    IOVA_TREE,

    /** The IOMMU's queue of invalidations, which strict unmapping waits for. */
    INVALIDATION_QUEUE
}
