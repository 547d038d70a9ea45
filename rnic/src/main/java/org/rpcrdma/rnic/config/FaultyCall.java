// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

/** Calls of a device that {@link org.rpcrdma.rnic.Faults#fail} makes fail. */
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
    /** The posting of a chain of sends: its first request is refused, none is posted. */
    SEND,
    /** The posting of a chain of Receives, to a queue pair or a shared queue: its first is refused, none is posted. */
    RECEIVE
}
