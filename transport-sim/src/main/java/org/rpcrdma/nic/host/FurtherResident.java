// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

/** A block in a granule behind the one that it begins in; there it is listed itself. */
final class FurtherResident extends Resident {
    private final HostMemoryBlock block;

    FurtherResident(final HostMemoryBlock block) {
        this.block = block;
    }

    @Override
    HostMemoryBlock block() {
        return block;
    }
}
