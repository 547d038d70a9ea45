// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

/** Waits for data to be in memory. */
public interface LandingTaker {
    /** The data of a landing, and of all before it, is in memory; the landing may be looked at during the call. */
    void landed(Landing landing);
}
