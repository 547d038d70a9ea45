// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.memory;

/** A block that touches a granule of the host's addresses, one of a list. */
abstract class Resident {
    /** The next block of the granule, or null. */
    Resident next;

    abstract HostMemoryBlock block();

    /** Removes a block that comes behind this one. */
    final void removeBehind(final HostMemoryBlock gone) {
        Resident before = this;
        while (before.next.block() != gone) {
            before = before.next;
        }
        before.next = before.next.next;
    }
}
