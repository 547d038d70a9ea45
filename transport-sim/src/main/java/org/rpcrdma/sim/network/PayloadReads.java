// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

/** The DMA reads of a NIC, which bring payloads to its port. */
public interface PayloadReads {
    /** Reads a payload; returns in how many picoseconds it is at the port. */
    long readPicos(int bytes);

    /**
     * Returns when the next payload is read.
     *
     * @param now      in nanoseconds.
     * @param linkBusy picoseconds from now until the link is free.
     */
    long nextRead(long now, long linkBusy);
}
