// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

/** Is notified when data has reached memory. */
public interface LandingTaker {
    /**
     * Called when the data of this landing and of all earlier landings is in memory; the landing is valid during the
     * call only.
     */
    void landed(Landing landing);
}
