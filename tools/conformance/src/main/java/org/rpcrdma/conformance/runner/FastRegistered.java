// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/**
 * A fast-register region for a buffer on one side, and the work requests that register and invalidate it.
 *
 * @param side   the side that owns the memory and the send queue.
 * @param region the region.
 * @param buffer the memory that the region covers.
 * @param iova   the address at which peers access the region while it is registered.
 */
public record FastRegistered(Endpoint side, FastRegisterRegion region, TestBuffer buffer, long iova) {
    private static final int LENGTH = 4096;

    /** Creates a FREE region in the side's domain. */
    public static FastRegistered of(final Testbed bed, final Endpoint side) {
        return of(bed, side, side.domain());
    }

    /** Creates a FREE region in a domain. */
    public static FastRegistered of(final Testbed bed, final Endpoint side, final ExtendedProtectionDomain domain) {
        final TestBuffer buffer = side.buffer(LENGTH);
        final long iova = side.device().dma().map(buffer.address(), LENGTH, DmaDirection.BIDIRECTIONAL);
        bed.own(() -> side.device().dma().unmap(iova, LENGTH, DmaDirection.BIDIRECTIONAL));
        final FastRegisterRegion region = bed.own(domain.allocateFastRegisterRegion(1));
        region.setPages(new long[] {iova}, new int[] {LENGTH}, 1, iova);
        return new FastRegistered(side, region, buffer, iova);
    }

    /**
     * Registers the region with the next tag and waits for the completion.
     *
     * @return the key.
     */
    public int register() {
        final int key = RemoteKey.increment(region.key());
        postRegister(key);
        side.nextSuccess("REG_MR");
        return key;
    }

    /**
     * Posts a registration.
     *
     * @param key the requested key.
     */
    public void postRegister(final int key) {
        side.post(sends ->
                sends.registerMemory(1, SendRequests.SIGNALED, region, key, Access.LOCAL_WRITE | Access.REMOTE));
    }
}
