// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

/** The DMA reads with which a NIC fetches payloads before it sends them through its port. */
public interface PayloadReads {
    /** Reads a payload. Returns the time, in ps, until the payload reaches the port. */
    long readPicos(int bytes);

    /**
     * Returns the time, in ns, at which the NIC reads the next payload.
     *
     * @param now      the current time in nanoseconds.
     * @param linkBusy the time, in picoseconds, from now until the link is free.
     */
    long nextRead(long now, long linkBusy);
}
