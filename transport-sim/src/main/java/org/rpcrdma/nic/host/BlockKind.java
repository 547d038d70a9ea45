// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

/** What memory a block is. */
public enum BlockKind {
    /** Pages of the process. */
    PROCESS,
    /** Contiguous pages that the driver allocated and mapped into the process. */
    CONTIGUOUS,
    /** Memory of another device on the bus, mapped into the process. */
    PEER;

    /** Whether the kernel lets child processes have it again that it was kept from: not what a driver mapped. */
    public boolean canBeGivenToChildren() {
        return this == PROCESS;
    }

    /** Whether it counts against what a process may pin. */
    public boolean isLocked() {
        return this != PEER;
    }
}
