// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

/** Receives notifications that data has reached memory. */
public interface LandingTaker {
    /**
     * Called when the data of this landing and of all earlier landings is in memory. The landing is valid only during
     * the call.
     */
    void landed(Landing landing);
}
