// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

/** The kinds of device calls that {@link org.rpcrdma.rnic.Faults#fail} can make fail. */
public enum FaultyCall {
    /** Registering memory ({@link org.rpcrdma.verbs.ProtectionDomain#registerMemory}). */
    REGISTRATION,
    /** Mapping memory for DMA ({@link org.rpcrdma.verbs.DmaMapper#map}). */
    MAPPING,
    /** Creating an mkey for a registration or a fast-register region. */
    KEY,
    /** Allocating memory from the device ({@link org.rpcrdma.verbs.MemoryAllocator#allocate}). */
    ALLOCATION,
    /** Posting a chain of sends. The first request is rejected, so no request is posted. */
    SEND,
    /**
     * Posting a chain of Receives to a queue pair or a shared queue. The first Receive is rejected, so no Receive is
     * posted.
     */
    RECEIVE
}
