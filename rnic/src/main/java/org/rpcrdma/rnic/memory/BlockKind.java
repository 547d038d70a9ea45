// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** The kinds of memory of a block. */
public enum BlockKind {
    /** Memory of the process. */
    PROCESS,
    /** Memory of another device on the bus, mapped into the process. */
    PEER;

    /** Returns true if pinning this memory counts toward RLIMIT_MEMLOCK. */
    public boolean isLocked() {
        return this != PEER;
    }
}
