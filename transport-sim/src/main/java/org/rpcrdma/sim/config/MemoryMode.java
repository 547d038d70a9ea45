// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** The backing of a simulated host's memory. */
public enum MemoryMode {
    /** Backed by bytes; messages arrive with the contents that were sent. */
    BACKED,
    /**
     * Addresses only, without bytes, so that the buffers of a hundred thousand connections take no space in the JVM.
     * The device reads zeros,
     * its writes are dropped, and {@link org.rpcrdma.verbs.MemoryBlock#buffer()} is not supported.
     *
     * <p>Only messages are kept, from their arrival in a Receive until they have been read
     * ({@link org.rpcrdma.verbs.MemoryAllocator#beginRead}). A service must copy the parts that it returns: it cannot
     * send a part of the message in place, since the device finds no bytes there. Mappings, keys, checks, lengths,
     * times, completions and figures are the same as with bytes.
     */
    ADDRESS_ONLY
}
