// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.Set;

/**
 * The limits and features of a device.
 *
 * @param maxQpWr           the maximum number of outstanding work requests per queue of a queue pair.
 * @param maxSge            the maximum number of scatter/gather elements per work request.
 * @param maxCqe            the maximum number of entries in a completion queue.
 * @param maxFastRegPages   the maximum number of pages per fast-register region; 0 if unsupported.
 * @param pageSize          the number of bytes per page in a fast-register region's page list.
 * @param completionVectors the number of interrupts from which one can be chosen for a completion queue.
 * @param maxSrqWr          the maximum number of outstanding Receives on a shared receive queue; 0 if unsupported.
 * @param maxReadAtomic     the maximum number of outstanding RDMA READs and atomics per queue pair.
 * @param maxInlineData     the maximum number of bytes of a message that can be posted inline; 0 if only each queue
 *                          pair reports it ({@link QueuePairCapabilities#maxInlineData()}).
 * @param capabilities      the device's features; immutable.
 * @param onDemand          the device's support for on-demand paging.
 */
public record DeviceAttributes(
        int maxQpWr,
        int maxSge,
        int maxCqe,
        int maxFastRegPages,
        int pageSize,
        int completionVectors,
        int maxSrqWr,
        int maxReadAtomic,
        int maxInlineData,
        Set<DeviceCapability> capabilities,
        OnDemandCapabilities onDemand) {
    /**
     * Creates the attributes of a device that supports only reliable connections and registration.
     *
     * @param maxQpWr         the maximum number of outstanding work requests per queue of a queue pair.
     * @param maxSge          the maximum number of scatter/gather elements per work request.
     * @param maxCqe          the maximum number of entries in a completion queue.
     * @param maxFastRegPages the maximum number of pages per fast-register region; 0 if unsupported.
     * @param pageSize        the number of bytes per page in a fast-register region's page list.
     */
    public DeviceAttributes(
            final int maxQpWr, final int maxSge, final int maxCqe, final int maxFastRegPages, final int pageSize) {
        this(maxQpWr, maxSge, maxCqe, maxFastRegPages, pageSize, 1, 0, 1, 0, Set.of(), OnDemandCapabilities.NONE);
    }

    /**
     * Returns true if the device has a feature.
     *
     * @param capability the feature.
     * @return true if the feature is supported.
     */
    public boolean has(final DeviceCapability capability) {
        return capabilities.contains(capability);
    }
}
