// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/**
 * The durations of a device's work.
 *
 * @param event                   nanoseconds from an event to the call of its handler.
 * @param pageFault               nanoseconds from a page fault until the device has the page's translation.
 * @param prefetchedPage          nanoseconds to make a page present because of advice.
 * @param registration            nanoseconds for a fast registration on the send queue.
 * @param invalidation            nanoseconds for a local invalidation.
 * @param windowBinding           nanoseconds for binding a memory window.
 * @param keyConfiguration        nanoseconds for configuring an indirect key.
 * @param hasTurnForLocalRequests true if requests that send no packet take turns at the link like other requests; if
 *                                false, consecutive local requests with a duration of 0 are executed together.
 */
public record DeviceTimes(
        long event,
        long pageFault,
        double prefetchedPage,
        long registration,
        long invalidation,
        long windowBinding,
        long keyConfiguration,
        boolean hasTurnForLocalRequests) {
    /** The times for a device that runs in real time. Its work has no simulated duration. */
    public static final DeviceTimes REAL = new DeviceTimes(0, 0, 0, 0, 0, 0, 0, false);
}
