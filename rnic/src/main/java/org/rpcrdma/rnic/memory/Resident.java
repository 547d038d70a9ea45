// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** An element of the list of blocks that touch one granule of the host's address space. */
abstract class Resident {
    /** The granule's next block, or null. */
    Resident next;

    abstract HostMemoryBlock block();

    /** Removes a block that follows this element in the list. */
    final void removeBehind(final HostMemoryBlock gone) {
        Resident before = this;
        while (before.next.block() != gone) {
            before = before.next;
        }
        before.next = before.next.next;
    }
}
