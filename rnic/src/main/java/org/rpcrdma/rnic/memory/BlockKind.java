// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** Kinds of memory that a block can be. */
public enum BlockKind {
    /** Pages of the process. */
    PROCESS,
    /** Memory of another device on the bus, mapped into the process. */
    PEER;

    /** Returns true if it counts against a process's limit of pinned memory. */
    public boolean isLocked() {
        return this != PEER;
    }
}
