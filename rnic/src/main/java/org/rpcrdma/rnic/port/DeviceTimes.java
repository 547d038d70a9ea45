// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.port;

/**
 * The durations of a device's work.
 *
 * @param event                   nanoseconds from an event to its handler.
 * @param pageFault               nanoseconds from a page fault until the page is in the device's translations.
 * @param prefetchedPage          nanoseconds to make a page present on advice.
 * @param registration            nanoseconds of a fast registration on the send queue.
 * @param invalidation            nanoseconds of a local invalidation.
 * @param windowBinding           nanoseconds of the binding of a memory window.
 * @param keyConfiguration        nanoseconds of a change of an indirect key.
 * @param hasTurnForLocalRequests true if requests that send no packet take turns at the link as others do; else those
 *                                that take no time are carried out together.
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
    /** A device that takes real time, and so none that is counted. */
    public static final DeviceTimes REAL = new DeviceTimes(0, 0, 0, 0, 0, 0, 0, false);
}
