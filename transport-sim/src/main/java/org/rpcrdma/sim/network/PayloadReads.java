// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.network;

/** The DMA reads of a NIC, which fetch payloads for its port. */
public interface PayloadReads {
    /** Reads a payload; returns the picoseconds until it is at the port. */
    long readPicos(int bytes);

    /**
     * Returns the time at which the next payload is read.
     *
     * @param now the time in nanoseconds.
     * @param linkBusy picoseconds from now until the link is free.
     */
    long nextRead(long now, long linkBusy);
}
