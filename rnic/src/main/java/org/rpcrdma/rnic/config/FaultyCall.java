// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

/** The kinds of device calls that {@link org.rpcrdma.rnic.Faults#fail} can make fail. */
public enum FaultyCall {
    /**
     * A registration of memory ({@link org.rpcrdma.verbs.ProtectionDomain#registerMemory}).
     */
    REGISTRATION,
    /** A DMA mapping ({@link org.rpcrdma.verbs.DmaMapper#map}). */
    MAPPING,
    /** The creation of an mkey for a registration, or of a fast-register region. */
    KEY,
    /** An allocation of the device's memory ({@link org.rpcrdma.verbs.MemoryAllocator#allocate}). */
    ALLOCATION,
    /** The posting of a chain of sends: the first request is rejected, and no request is posted. */
    SEND,
    /**
     * The posting of a chain of Receives to a queue pair or a shared queue: the first Receive is rejected, and no
     * Receive is posted.
     */
    RECEIVE
}
