// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A device's support for on-demand paging ({@code struct ibv_odp_caps}). Each transport has a mask of the operations
 * that may use on-demand regions.
 *
 * @param isSupported true if a region over an explicit address range can be on-demand.
 * @param isImplicit  true if a region over the whole address space can be on-demand.
 * @param reliable    RC operations.
 * @param unreliable  UC operations.
 * @param datagram    UD operations.
 */
public record OnDemandCapabilities(
        boolean isSupported, boolean isImplicit, int reliable, int unreliable, int datagram) {
    /** SENDs from on-demand memory. */
    public static final int SEND = 1;

    /** Receives into on-demand memory. */
    public static final int RECEIVE = 1 << 1;

    /** RDMA WRITE to and from on-demand memory. */
    public static final int WRITE = 1 << 2;

    /** RDMA READ to and from on-demand memory. */
    public static final int READ = 1 << 3;

    /** Atomics on on-demand memory. */
    public static final int ATOMIC = 1 << 4;

    /** Receives into on-demand memory from a shared receive queue. */
    public static final int SHARED_RECEIVE = 1 << 5;

    /** Flushes of on-demand memory. */
    public static final int FLUSH = 1 << 6;

    /** Atomic writes to on-demand memory. */
    public static final int ATOMIC_WRITE = 1 << 7;

    /** The capabilities of a device without on-demand paging. */
    public static final OnDemandCapabilities NONE = new OnDemandCapabilities(false, false, 0, 0, 0);
}
