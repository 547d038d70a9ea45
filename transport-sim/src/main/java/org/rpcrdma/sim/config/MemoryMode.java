// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** The kind of memory of a simulated host. */
public enum MemoryMode {
    /** Memory with bytes. Messages arrive with the contents that were sent. */
    BACKED,
    /**
     * Addresses without bytes, so that the buffers of a hundred thousand connections need no space in the JVM. The
     * device reads zeros, its writes are dropped, and {@link org.rpcrdma.verbs.MemoryBlock#buffer()} is not supported.
     *
     * <p>Only messages are stored, from their arrival in a Receive until the program has read them ({@link
     * org.rpcrdma.verbs.MemoryAllocator#beginRead}). A service cannot send part of a message in place, because the
     * device would find no bytes there; it must copy the parts that it returns. Mappings, keys, checks, lengths, times,
     * completions and figures are the same as with bytes.
     */
    ADDRESS_ONLY
}
