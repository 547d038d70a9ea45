// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

/** What is behind the addresses of a simulated host's memory. */
public enum MemoryMode {
    /** Bytes: what is sent is what arrives. */
    BACKED,
    /**
     * Nothing, so that memory for a hundred thousand connections takes none of the JVM's: it reads as zero for the device,
     * what the device writes is dropped, and {@link org.rpcrdma.verbs.MemoryBlock#buffer()} is not supported: there is
     * nothing at its addresses that a program could touch. Messages alone are kept, from their arrival in a Receive until they have been read
     * ({@link org.rpcrdma.verbs.MemoryAllocator#beginRead}): a service copies what it answers of them, and cannot have a part of the
     * message itself sent as its reply, since the device finds no bytes there. All else is as with bytes: mappings, keys, checks, lengths, times, completions and figures.
     */
    ADDRESS_ONLY
}
