// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** The mode of a simulated host's memory. */
public enum MemoryMode {
    /** Memory backed by bytes. Messages arrive with the contents that were sent. */
    BACKED,
    /**
     * Addresses without bytes, so that the buffers of a hundred thousand connections occupy no memory in the JVM. The
     * device reads zeros, its writes are discarded, and {@link org.rpcrdma.verbs.MemoryBlock#buffer()} is not
     * supported.
     *
     * <p>Only messages are stored, from their arrival in a Receive until the program has read them
     * ({@link org.rpcrdma.verbs.MemoryAllocator#beginRead}). A service must copy the parts of a message that it
     * returns; it cannot send them in place, because the device would find no bytes there. Mappings, keys, checks,
     * lengths, times, completions and statistics are the same as with bytes.
     */
    ADDRESS_ONLY
}
