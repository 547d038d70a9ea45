// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** The kinds of memory that a block can consist of. */
public enum BlockKind {
    /** Memory that belongs to the process. */
    PROCESS,
    /** Memory that belongs to another device on the bus and is mapped into the process. */
    PEER;

    /** Returns true if pinning this memory counts toward RLIMIT_MEMLOCK. */
    public boolean isLocked() {
        return this != PEER;
    }
}
