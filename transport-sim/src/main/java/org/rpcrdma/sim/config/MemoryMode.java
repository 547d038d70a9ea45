// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

/** Backing of a simulated host's memory. */
public enum MemoryMode {
    /** Bytes: messages arrive as they were sent. */
    BACKED,
    /**
     * No bytes, so that memory for a hundred thousand connections takes none of the JVM's. It reads as zero for the
     * device, the device's writes are dropped, and {@link org.rpcrdma.verbs.MemoryBlock#buffer()} is not supported.
     *
     * <p>Only messages are kept, from their arrival in a Receive until they have been read ({@link
     * org.rpcrdma.verbs.MemoryAllocator#beginRead}). A service copies the parts that it answers with: it cannot send a
     * part of the message itself, since the device finds no bytes there. All else is as with bytes: mappings, keys,
     * checks, lengths, times, completions and figures.
     */
    ADDRESS_ONLY
}
