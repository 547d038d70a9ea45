// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

import java.util.Set;

/**
 * The limits and features of a device.
 *
 * @param maxQpWr           work requests outstanding on one queue of a queue pair.
 * @param maxSge            scatter/gather elements of one work request.
 * @param maxCqe            entries of a completion queue.
 * @param maxFastRegPages   pages of one fast-register region; 0 if the device has none.
 * @param pageSize          bytes in a page of a fast-register region's page list.
 * @param completionVectors interrupts that a completion queue can choose from.
 * @param maxSrqWr          Receives outstanding on a shared receive queue; 0 if the device has none.
 * @param maxReadAtomic     RDMA READs and atomics of one queue pair outstanding.
 * @param maxInlineData     bytes of a message that can be posted inline; 0 if the device reports it per queue pair only
 *                          ({@link QueuePairCapabilities#maxInlineData()}).
 * @param capabilities      the features that it has, unchangeable.
 * @param onDemand          if it pages on demand.
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
     * Creates the attributes of a device that has only reliable connections and registration.
     *
     * @param maxQpWr         work requests outstanding on one queue of a queue pair.
     * @param maxSge          scatter/gather elements of one work request.
     * @param maxCqe          entries of a completion queue.
     * @param maxFastRegPages pages of one fast-register region; 0 if the device has none.
     * @param pageSize        bytes in a page of a fast-register region's page list.
     */
    public DeviceAttributes(
            final int maxQpWr, final int maxSge, final int maxCqe, final int maxFastRegPages, final int pageSize) {
        this(maxQpWr, maxSge, maxCqe, maxFastRegPages, pageSize, 1, 0, 1, 0, Set.of(), OnDemandCapabilities.NONE);
    }

    /**
     * Returns true if the device has a feature.
     *
     * @param capability the feature.
     * @return true if it does.
     */
    public boolean has(final DeviceCapability capability) {
        return capabilities.contains(capability);
    }
}
