// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

/** Kinds of memory that a block can be. */
public enum BlockKind {
    /** Pages of the process. */
    PROCESS,
    /** Contiguous pages that the driver allocated and mapped into the process. */
    CONTIGUOUS,
    /** Memory of another device on the bus, mapped into the process. */
    PEER;

    /**
     * Returns true if the kernel lets child processes have it again that it was kept from: not what a driver mapped.
     */
    public boolean canBeGivenToChildren() {
        return this == PROCESS;
    }

    /** Returns true if it counts against what a process may pin. */
    public boolean isLocked() {
        return this != PEER;
    }
}
